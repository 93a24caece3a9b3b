"""Games that were not played in time: what the director makes of them. Nothing is decided unasked."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Action, Attendance, Game, Tournament, User
from tournaments.pairing.types.knockout import BY_LOT
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.pairing.types.snapshot import MatchDecision as PlayedDecision
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.snapshots import kept_decision
from tournaments.selectors.unplayed_matches import proposals
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.carried_games import seen_in, takers_of
from tournaments.services.rounds.finish import finish_played_rounds, shown_with_results
from tournaments.services.rounds.result_rows import entered, newest_paired

MOST = 500
"""In one action."""


WAYS = frozenset({Result.BOTH_FORFEIT, Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.DRAW})
"""What it can become: both lose, whoever called it off loses, or a draw. It stays open where it is given another day:
see `game_dates`."""


class DecidedGame(NamedTuple):
    """`seen` is the game's, as it stood on the screen of who decided."""

    result: Result
    seen: str
    is_by_lot: bool = False
    """Neither came to a tie of a cup, and the lot says who goes on."""


def decide_unplayed(
    tournament: Tournament,
    decided: Mapping[int, DecidedGame],
    *,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """By the games' keys; all of them, or none. Raises Game.DoesNotExist for a game of another tournament, Stale where
    one of them is not any more as it was seen.

    Nobody is taken for missing on the evening: the game was to be played on another.
    """
    locked = [*seen_in(tournament), *takers_of(tournament)]
    with recording(
        tournament,
        actor=actor,
        verb="game.decide",
        receipt=receipt,
        public=shown_with_results(locked),
    ) as change:
        if not decided:
            raise Refused(_("No game is chosen."))
        if not WAYS.issuperset(each.result for each in decided.values()):
            raise Refused(_("A game that is not played is lost by both, lost by one, or a draw."))
        if len(decided) > MOST:
            raise Refused(_("Decide at most {most} games at once.").format(most=MOST))
        found = list(
            Game.objects.filter(round__tournament=tournament, pk__in=decided)
            .select_related("round")
            .order_by("round__number", "board")
        )
        if len(found) < len(decided):
            if Game.objects.filter(pk__in=decided).exclude(round__tournament=tournament).exists():
                raise Game.DoesNotExist
            raise Stale
        if all(game.result == decided[game.pk].result for game in found):
            return None
        for game in found:
            if game.result != Result.OPEN or not game.round.is_public or game.seen != decided[game.pk].seen:
                raise Stale(last_change_of(game, tournament=tournament))
        refuse_when_closed(tournament)
        by_lot = _by_lot(tournament, found, decided)
        newest = newest_paired(tournament)
        change.facts |= _facts(found, decided)
        change.update_many(
            [(game, _values(game, decided[game.pk].result, newest) | by_lot.get(game.pk, {})) for game in found]
        )
        change.relies_on({game.round.pk: game.round for game in found}.values(), "state")
        finish_played_rounds(change, tournament)
    return change.action


def _by_lot(
    tournament: Tournament, games: list[Game], decided: Mapping[int, DecidedGame]
) -> Mapping[int, dict[str, object]]:
    """Whom the lot has go on, by the game's key; only where the cup's rules propose it."""
    drawn = [game for game in games if decided[game.pk].is_by_lot]
    proposed = proposals(tournament, [game.pk for game in drawn])
    found: dict[int, dict[str, object]] = {}
    for game in drawn:
        way = proposed.get(game.pk)
        if way is None or way.winner is None or not way.is_by_lot:
            raise Stale(last_change_of(game, tournament=tournament))
        white = Attendance.objects.get(game=game, colour=Colour.WHITE.value).entry.number
        kept = kept_decision(PlayedDecision(step=BY_LOT, winner=way.winner), white=white or 0)
        found[game.pk] = {"decided_by": kept}
    return found


def _values(game: Game, result: Result, newest: int) -> dict[str, object]:
    unplayed = {"unplayed": True} if result is Result.DRAW else {}  # a forfeit says by itself that it was not played
    return entered(game, result, newest=newest) | {"date": None} | unplayed


def _facts(found: list[Game], decided: Mapping[int, DecidedGame]) -> dict[str, object]:
    if len(found) > 1:
        return {"games": len(found), "what": "several"}
    (game,) = found
    if decided[game.pk].is_by_lot:
        return {"round": game.round.number, "board": game.board, "what": "lot"}
    return {"round": game.round.number, "board": game.board, "result": decided[game.pk].result.value}
