"""What somebody has still to play of a plan or a cup: opponent, colour, round, the day, and by when at the latest."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import PUBLIC_STATES, Game, Tournament
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.game_day import day_and_month
from tournaments.pages.rounds.scheduled_games import (
    ScheduledGame,
    dates_of_schedule,
    has_schedule,
    last_day_of,
    name_url,
    newest_snapshot,
    schedule_of,
)
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.types.snapshot import PlayerId, Result
from tournaments.selectors.evenings import last_date_of
from tournaments.selectors.snapshots import configured_system

AT_ONCE = 4
"""So many stand there; the others are folded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameToPlay:
    """`when` is the agreed day, or that of the round; `by` the last day of a game that has no day. Empty: not known."""

    round_number: int
    colour: str
    opponent: str
    opponent_url: str
    when: str
    by: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GamesToPlay:
    """In one tournament, those with the nearest day first; then those without one."""

    tournament: str
    schedule_url: str
    games: tuple[GameToPlay, ...]

    @property
    def first(self) -> tuple[GameToPlay, ...]:
        return self.games[:AT_ONCE]

    @property
    def others(self) -> tuple[GameToPlay, ...]:
        return self.games[AT_ONCE:]


def games_to_play(tournament: Tournament, number: PlayerId | None) -> GamesToPlay | None:
    """As the public reads it. None where no game of theirs is known, or none is left to them."""
    if number is None or not knows_games(tournament):
        return None
    published = _published(tournament)
    dates = dates_of_schedule(tournament)
    last = last_day_of(tournament, dates)
    found = sorted(own_scheduled_games(tournament, number), key=lambda each: _order(each, dates))
    games = tuple(
        GameToPlay(
            round_number=each.round_number,
            colour=each.colour_of(number).value,
            opponent=published.names[each.opponent_of(number)],
            opponent_url=name_url(published, each.opponent_of(number)),
            when=_when(each, dates.get(each.round_number)),
            by=_by(each, last_date_of(tournament, each.round_number), last(each.round_number)),
        )
        for each in found
    )
    if not games:
        return None
    return GamesToPlay(tournament=tournament.name, schedule_url=_plan_url(tournament, published), games=games)


def knows_games(tournament: Tournament) -> bool:
    """Whether it is known who meets whom before the evening, by a plan or by a tie that is to be played."""
    return has_schedule(tournament) or has_matches(tournament)


def has_matches(tournament: Tournament) -> bool:
    return isinstance(configured_system(tournament), KnockOutSystem)


def _published(tournament: Tournament) -> PublishedTournament:
    if has_schedule(tournament):
        return newest_snapshot(tournament, Audience.PUBLIC)
    rounds = len(tournament_state_of(tournament).rounds)
    return published_tournament(tournament, Audience.PUBLIC, after=rounds or None, is_corrected=True)


def _plan_url(tournament: Tournament, published: PublishedTournament) -> str:
    return published.addresses.schedule() if has_schedule(tournament) else published.addresses.bracket()


def own_scheduled_games(tournament: Tournament, number: PlayerId) -> Sequence[ScheduledGame]:
    """Those that are still to be played, in the order of the rounds. Of a tournament with a plan, or of a cup."""
    if has_matches(tournament):
        return _own_ties(tournament, number)
    published = newest_snapshot(tournament, Audience.PUBLIC)
    return [
        meeting
        for each in schedule_of(tournament, published)
        for meeting in each.meetings
        if meeting.is_open and number in {meeting.white, meeting.black}
    ]


def _own_ties(tournament: Tournament, number: PlayerId) -> Sequence[ScheduledGame]:
    """Those of which no game has been played, without those whose two are not both in any more."""
    snapshot = tournament_state_of(tournament).current.snapshot
    system = configured_system(tournament)
    ties = system.matches(snapshot) if isinstance(system, KnockOutSystem) else ()
    is_open = {(tie.round_number, tie.board) for tie in ties if tie.is_open and number in tie.players}
    rows = Game.objects.filter(round__tournament=tournament, round__state__in=PUBLIC_STATES, is_postponed=True)
    postponed = set(rows.values_list("round__number", "board")) if is_open else set()
    return [
        ScheduledGame(
            round_number=played.number,
            board=game.board,
            white=game.white,
            black=game.black,
            is_postponed=(played.number, game.board) in postponed,
            date=_day(game.date),
            play_by=_day(game.play_by),
        )
        for played in snapshot.rounds
        for game in played.games
        if (played.number, game.board) in is_open and game.result is Result.OPEN
    ]


def _day(written: str | None) -> datetime.date | None:
    return None if written is None else datetime.date.fromisoformat(written)


def _order(meeting: ScheduledGame, dates: Mapping[int, datetime.date]) -> tuple[datetime.date, int]:
    of_round = None if meeting.is_postponed else dates.get(meeting.round_number)
    return meeting.date or of_round or datetime.date.max, meeting.round_number


def _when(meeting: ScheduledGame, of_round: datetime.date | None) -> str:
    if meeting.date is not None:
        return _("agreed for {date}").format(date=date_in_words(meeting.date))
    if meeting.is_postponed:
        return pgettext("a game", "postponed")
    return date_in_words(of_round) if of_round else ""


def _by(meeting: ScheduledGame, of_round: datetime.date | None, last: datetime.date | None) -> str:
    """`of_round` is its round's last date, in a cup."""
    day = meeting.play_by or of_round or (last if meeting.is_postponed else None)
    if day is None or meeting.date is not None:
        return ""
    return _("to be played by {date}").format(date=day_and_month(day))
