"""A cup's ties that can be played tonight, in a round of the evening or alone: on the tree, and at the tie itself."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import PUBLIC_STATES, Attendance, Game, Round, RoundState, Tournament, User
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.permissions import directs_tournament
from tournaments.selectors.display_names import DisplayName, display_names_of_entries
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.shared_games import is_knock_out
from tournaments.selectors.snapshots import configured_system, snapshot_of


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayableMatch:
    """`is_set`: it is to be a game of the round that is being checked in. `is_tonight`: it is agreed for tonight."""

    game: int
    round_number: int
    board: int
    white: DisplayName
    black: DisplayName
    seen: str
    play_by: datetime.date | None
    is_set: bool
    is_tonight: bool
    address: str
    """Where the tap goes that has it count in that round, or takes it out; empty where none is being checked in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayableMatches:
    """`words` say where they would count if they are played now."""

    matches: tuple[PlayableMatch, ...]
    words: str
    tonight: datetime.date


def playable_matches(tournament: Tournament, user: User, *, game: int | None = None) -> PlayableMatches | None:
    """Of a cup, those that are open and have no result, for whoever directs it; only the one named, where one is. None
    where there is none."""
    if not is_knock_out(tournament):
        return None
    open_games = Game.objects.filter(round__tournament=tournament, round__state__in=PUBLIC_STATES)
    open_games = open_games.filter(result=Result.OPEN.value).select_related("round")
    if game is not None:
        open_games = open_games.filter(pk=game)
    games = {(each.round.number, each.board): each for each in open_games.order_by("round__number", "board")}
    if not games:
        return None
    system = configured_system(tournament)
    is_open = {
        (tie.round_number, tie.board)
        for tie in (system.matches(snapshot_of(tournament)) if isinstance(system, KnockOutSystem) else ())
        if tie.is_open
    }
    checked_in = _checked_in(tournament, user)
    found = tuple(_told(tournament, [each for place, each in games.items() if place in is_open], checked_in))
    words = _words(tournament, checked_in)
    return PlayableMatches(matches=found, words=words, tonight=_tonight(tournament)) if found else None


def _checked_in(tournament: Tournament, user: User) -> Round | None:
    """The round of the other tournament for which people are marked, where this user directs that one too."""
    other = tournament.counts_in
    if other is None or other.trashed_at is not None or not directs_tournament(user, other):
        return None
    newest = other.rounds.order_by("-number").first()
    return newest if newest is not None and newest.state == RoundState.OPEN else None


def _words(tournament: Tournament, checked_in: Round | None) -> str:
    other = tournament.counts_in
    if other is None:
        return ""
    if checked_in is None:
        return _("Check-in for {tournament} is not open now: a tie played now counts in the cup only.").format(
            tournament=other.name
        )
    said = _("Played now, a tie counts in {tournament}, round {number}, too. Both must be marked as here there.")
    words = said.format(tournament=other.name, number=checked_in.number)
    if configured_system(tournament).capabilities().games_of_matches > 1:
        two_games = _(
            "If a tie has two games, the first counts there. If both are played on that evening, they count "
            "as one game."
        )
        words = f"{words} {two_games}"
    return words


def _tonight(tournament: Tournament) -> datetime.date:
    return max(evening_days(tournament.club.time_zone))


def _told(tournament: Tournament, games: list[Game], checked_in: Round | None) -> list[PlayableMatch]:
    called = display_names_of_entries(tournament.entries.select_related("player"))
    rows = Attendance.objects.filter(game__in=[each.pk for each in games])
    sides = {(game, colour): entry for game, colour, entry in rows.values_list("game", "colour", "entry")}
    tonight = _tonight(tournament)
    return [
        PlayableMatch(
            game=each.pk,
            round_number=each.round.number,
            board=each.board,
            white=called[sides[each.pk, Colour.WHITE.value]],
            black=called[sides[each.pk, Colour.BLACK.value]],
            seen=each.seen,
            play_by=each.play_by,
            is_set=checked_in is not None and each.counted_in_id == checked_in.pk,
            is_tonight=(each.date or (None if each.is_postponed else each.round.date)) == tonight,
            address=_address(each, checked_in),
        )
        for each in games
    ]


def _address(game: Game, checked_in: Round | None) -> str:
    if checked_in is None:
        return ""
    name = "not_now" if game.counted_in_id == checked_in.pk else "play_now"
    other = checked_in.tournament
    return reverse(name, args=[other.club.slug, other.slug, checked_in.number, game.pk])
