"""Before an evening is called over with games still open: which they are, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import PUBLIC_STATES, Attendance, Game, Round, RoundState, Tournament
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.display_names import display_names_in


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLeftOpen:
    """A board without a result, who sits there, and a sentence on what becomes of it."""

    round: int
    board: int
    white: str
    black: str
    becomes: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningEnd:
    """`holds_up_table`: a game that is not postponed keeps the table from being published."""

    round: int
    revision: int
    games: tuple[GameLeftOpen, ...]
    holds_up_table: bool
    is_published: bool
    """The round's table."""


def evening_end(tournament: Tournament, number: int) -> EveningEnd:
    """Of the newest round, when it is public and its evening is not over yet; raises Round.DoesNotExist otherwise."""
    newest = tournament.rounds.order_by("-number").first()
    if newest is None or newest.number != number or not newest.is_public or newest.over_at is not None:
        raise Round.DoesNotExist
    waiting = Game.objects.filter(
        round__tournament=tournament,
        round__state__in=PUBLIC_STATES,
        round__number__lte=number,  # what hangs on the wall behind it is nobody's loose end
        result=Result.OPEN.value,
    ).select_related("round")
    games = list(waiting.order_by("round__number", "board"))
    names: dict[tuple[int, str], str] = {}
    called = display_names_in(tournament)
    for side in Attendance.objects.filter(game__in=games):
        names[side.game_id or 0, side.colour] = called[side.entry_id]
    return EveningEnd(
        round=number,
        revision=newest.revision,
        games=tuple(
            GameLeftOpen(
                round=game.round.number,
                board=game.board,
                white=names.get((game.pk, Colour.WHITE.value), ""),
                black=names.get((game.pk, Colour.BLACK.value), ""),
                becomes=_becomes(game),
            )
            for game in games
        ),
        holds_up_table=newest.state == RoundState.PUBLISHED
        and any(game.round_id == newest.pk and not game.is_postponed for game in games),
        is_published=newest.state == RoundState.FINISHED,
    )


def _becomes(game: Game) -> str:
    if game.is_postponed:
        return _("Postponed: nobody waits for it. Enter its result on the day it is played.")
    if game.round.state == RoundState.FINISHED:
        return _("Its result was cleared: enter it when it is known.")
    return _("Stays unfinished. The next round can be opened once its result is entered or the game is postponed.")
