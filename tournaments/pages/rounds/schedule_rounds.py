"""The whole plan by rounds: who meets whom when, and what has become of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Tournament
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.game_day import own_day
from tournaments.pages.common.wording import result_text
from tournaments.pages.rounds.scheduled_games import (
    ScheduledGame,
    ScheduledRound,
    name_url,
    newest_snapshot,
    schedule_of,
)
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.wording import letters
from tournaments.selectors.evenings import is_schedule_too_long

_LAST_ROUNDS = 3
"""Of a plan that is too long."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleSide:
    number: PlayerId
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleGame:
    """`result` is empty before the game is played; `state` says what else there is to know of it, empty where
    nothing is."""

    board: int
    white: ScheduleSide
    black: ScheduleSide
    result: str
    state: str
    is_open: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleRound:
    """`date` is in words, empty while nobody has said it; `url` leads to the round once it is published."""

    number: int
    date: str
    url: str
    games: tuple[ScheduleGame, ...]
    without: tuple[ScheduleSide, ...]
    is_played: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SchedulePage:
    rounds: tuple[ScheduleRound, ...]
    calendar_url: str
    grid_url: str
    is_long: bool = False
    """Too long for one page: only the last rounds are shown."""

    @property
    def played(self) -> tuple[ScheduleRound, ...]:
        """Those before the first with a game to come: they are folded."""
        first = next((place for place, each in enumerate(self.rounds) if not each.is_played), len(self.rounds))
        return self.rounds[:first]

    @property
    def to_play(self) -> tuple[ScheduleRound, ...]:
        return self.rounds[len(self.played) :]

    @property
    def games(self) -> int:
        return sum(len(each.games) for each in self.rounds)

    @property
    def games_played(self) -> int:
        return sum(not game.is_open for each in self.rounds for game in each.games)


def schedule_page(tournament: Tournament, audience: Audience) -> SchedulePage:
    """As everything stands now. Raises NotPublished where there is no schedule."""
    published = newest_snapshot(tournament, audience)
    numbers = published.state.current.snapshot.by_number
    is_long = bool(numbers) and is_schedule_too_long(tournament, max(numbers))
    found = schedule_of(tournament, published)
    return SchedulePage(
        rounds=tuple(_round(published, each) for each in (found[-_LAST_ROUNDS:] if is_long else found)),
        is_long=is_long,
        calendar_url=reverse("public_calendar", args=[tournament.club.slug, tournament.slug]),
        grid_url=published.addresses.grid(),
    )


def _round(published: PublishedTournament, each: ScheduledRound) -> ScheduleRound:
    is_staff = published.addresses.audience is Audience.STAFF  # who enters what is played before its turn
    return ScheduleRound(
        number=each.number,
        date=date_in_words(each.date) if each.date else "",
        url=published.addresses.round(each.number) if each.is_public or (each.is_ahead and is_staff) else "",
        games=tuple(_game(published, meeting) for meeting in each.meetings),
        without=tuple(_sides(published, each.without)),
        is_played=each.is_played,
    )


def _game(published: PublishedTournament, meeting: ScheduledGame) -> ScheduleGame:
    white, black = _sides(published, (meeting.white, meeting.black))
    return ScheduleGame(
        board=meeting.board,
        white=white,
        black=black,
        result=result_text(meeting.result),
        state=_state(meeting),
        is_open=meeting.is_open,
    )


def _state(meeting: ScheduledGame) -> str:
    if not meeting.counts:
        return _("counts for nobody")
    if meeting.group is not None:
        return _("from group {group}").format(group=letters(meeting.group))
    said = own_day(meeting.date, is_open=meeting.is_open, is_unplayed=meeting.is_unplayed)
    return said or (pgettext("a game", "postponed") if meeting.is_postponed else "")


def _sides(published: PublishedTournament, numbers: Iterable[PlayerId]) -> list[ScheduleSide]:
    return [
        ScheduleSide(number=number, name=published.names[number], url=name_url(published, number)) for number in numbers
    ]
