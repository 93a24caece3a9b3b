"""The crosstable of an all-play-all by start numbers: in row i and column j what became of the game of i and j."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pages.common.charts.race import short_names
from tournaments.pages.common.charts.squares import square_of
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.game_day import day_and_month
from tournaments.pages.common.wording import ShortMark, mark_of
from tournaments.pages.rounds.scheduled_games import (
    ScheduledGame,
    ScheduledRound,
    name_url,
    newest_snapshot,
    schedule_of,
)
from tournaments.pages.standings.crosstable import colour_letter
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pages.standings.ranks_before import number_in
from tournaments.pages.standings.standings import is_shared
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.history.record import RoundOutcome
from tournaments.pairing.protocols import ScheduledSystem
from tournaments.pairing.types.snapshot import PlayerId, Result
from tournaments.pairing.types.table import Row
from tournaments.pairing.wording import letters

MOST_IN_A_GRID = 40
"""Beyond these a page of their squares is too heavy, and too wide for any glass: there is the table by rounds."""
COMING = "coming"
NOTHING = "–"


class GridMeeting(NamedTuple):
    """A game from one player's side. `sign` is what the sheet knows it by, `short` empty before it is played."""

    sign: str
    short: str
    round_number: int
    letter: str
    day: str
    """Where it is not the round's, or that there was none."""
    group: str
    """The letter of the first stage's group where it was played; empty for all others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GridCell:
    """Several meetings where everybody meets everybody more than once; none where they do not meet."""

    opponent: PlayerId
    is_own: bool
    """The square of somebody against themselves."""
    meetings: tuple[GridMeeting, ...]


class InTheTable(NamedTuple):
    """`place` is None for whoever takes none; `points` empty for whoever stands in no table yet."""

    points: str = ""
    place: int | None = None
    is_shared: bool = False
    is_withdrawn: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class GridRow:
    number: PlayerId
    name: str
    short: str
    url: str
    scorecard_url: str
    cells: tuple[GridCell, ...]
    standing: InTheTable


@dataclass(frozen=True, kw_only=True, slots=True)
class GridPage:
    """`rows` in the order of the start numbers, each with a cell for each of them; none where the field is too large
    or has no numbers yet. `free` are the numbers that nobody has."""

    rows: tuple[GridRow, ...]
    is_too_large: bool
    free: tuple[int, ...]
    after_round: int
    legend: tuple[ShortMark, ...]
    has_uncounted: bool
    """Games in brackets."""
    has_coming: bool
    from_groups: tuple[str, ...]
    """Their letters, where games of the first stage count."""
    example_day: str
    """That of a game which has one of its own; empty where none has."""
    by_rounds_url: str
    schedule_url: str
    standings_url: str

    @property
    def numbers(self) -> tuple[PlayerId, ...]:
        return tuple(row.number for row in self.rows)

    @property
    def has_shared_places(self) -> bool:
        return any(row.standing.is_shared for row in self.rows)

    @property
    def games_a_cell(self) -> int:
        return max((len(cell.meetings) for row in self.rows for cell in row.cells), default=0)

    @property
    def density(self) -> str:
        """How tightly paper must set it."""
        wide = len(self.rows) * max(1, self.games_a_cell)
        if wide <= 12:
            return "roomy"
        return "tight" if wide <= 20 else "dense"


def grid_page(tournament: Tournament, audience: Audience) -> GridPage:
    """As everything stands now. Raises NotPublished where there is no schedule."""
    published = newest_snapshot(tournament, audience)
    rounds = schedule_of(tournament, published)
    numbers = tuple(published.tables.snapshot.by_number)
    meetings = [meeting for each in rounds for meeting in each.meetings]
    is_too_large = len(numbers) > MOST_IN_A_GRID
    marks = {_mark(each, player) for each in meetings for player in (each.white, each.black)}
    return GridPage(
        rows=() if is_too_large else _rows(published, numbers, meetings),
        is_too_large=is_too_large,
        free=_free(published, rounds),
        after_round=published.after_round,
        legend=tuple(each for each in _legend() if each.short in marks),
        has_uncounted=any(not each.counts for each in meetings),
        example_day=next((day_and_month(each.date) for each in meetings if each.date and each.counts), ""),
        has_coming=any(each.outcomes is None for each in meetings),
        from_groups=tuple(letters(group) for group in sorted({each.group for each in meetings if each.group})),
        by_rounds_url=published.addresses.crosstable(),
        schedule_url=published.addresses.schedule(),
        standings_url=published.addresses.standings(),
    )


def _free(published: PublishedTournament, rounds: Sequence[ScheduledRound]) -> tuple[int, ...]:
    system = published.state.current.system
    if not rounds or not isinstance(system, ScheduledSystem):
        return ()
    return system.free_numbers(published.state.current.snapshot)


def _rows(
    published: PublishedTournament, numbers: Sequence[PlayerId], meetings: Iterable[ScheduledGame]
) -> tuple[GridRow, ...]:
    of_pair: dict[tuple[PlayerId, PlayerId], list[GridMeeting]] = defaultdict(list)
    for each in meetings:
        for player in (each.white, each.black):
            of_pair[player, each.opponent_of(player)].append(_seen_by(player, each))
    standing = {row.player: row for row in published.table.rows}
    shared = is_shared(published.table)
    shorts = short_names(published.names[number] for number in numbers)
    return tuple(
        GridRow(
            number=number,
            name=published.names[number],
            short=short,
            url=name_url(published, number),
            scorecard_url=published.scorecard_url(number),
            cells=tuple(
                GridCell(opponent=other, is_own=other == number, meetings=tuple(of_pair[number, other]))
                for other in numbers
            ),
            standing=_standing(published, standing.get(number), shared),
        )
        for number, short in zip(numbers, shorts, strict=True)
    )


def _standing(published: PublishedTournament, row: Row | None, shared: Mapping[int | None, bool]) -> InTheTable:
    if row is None:
        return InTheTable()
    points = number_in(row, POINTS.code)
    return InTheTable(
        points="" if points is None else published.points(points),
        place=row.place,
        is_shared=row.place is not None and shared[row.place],
        is_withdrawn=row.withdrawn and not published.is_guest(row.player),
    )


def _legend() -> Iterable[ShortMark]:
    return dict.fromkeys(mark_of(outcome) for outcome in RoundOutcome)


def _mark(meeting: ScheduledGame, player: PlayerId) -> str:
    """Empty before the round is published, and where an open game will not be played any more."""
    outcome = meeting.outcome_of(player)
    if outcome is None or (not meeting.counts and meeting.result is Result.OPEN):
        return ""
    return str(mark_of(outcome).short)


def _sign(meeting: ScheduledGame, outcome: RoundOutcome | None) -> str:
    if outcome is None:
        return COMING
    return square_of(outcome if meeting.counts else RoundOutcome.ANNULLED).sign


def _seen_by(player: PlayerId, meeting: ScheduledGame) -> GridMeeting:
    outcome, short = meeting.outcome_of(player), _mark(meeting, player)
    return GridMeeting(
        sign=_sign(meeting, outcome),
        short=short if meeting.counts else f"({short or NOTHING})",
        round_number=meeting.round_number,
        letter=colour_letter(meeting.colour_of(player)),
        day=_day(meeting),
        group="" if meeting.group is None else letters(meeting.group),
    )


def _day(meeting: ScheduledGame) -> str:
    if meeting.is_unplayed:
        return _("not played")
    return day_and_month(meeting.date) if meeting.date and meeting.counts else ""
