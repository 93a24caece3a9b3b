"""What the screen in the hall shows in turn: the newest round by board and by name, and the standings; and at its foot
how far the round is, the last results, who leads, and when the next round is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournaments.models import Action, Tournament
from tournaments.pages.calendar.attendance_settings import waiting_in_words
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.common.charts.recent_form import FORM, last_rounds
from tournaments.pages.common.charts.squares import Square, spoken
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.round import EntrantLine, RoundBoard, RoundPage, entrants_page, newest_round, round_of
from tournaments.pages.rounds.round_summary import round_summary
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament, published_tournament
from tournaments.pages.standings.standings import (
    StandingsPage,
    StandingsRow,
    TableColumn,
    is_final,
    standings_by_category,
    standings_of,
)
from tournaments.selectors.evenings import paired_later

_LAST_RESULTS = 2
_MANY_BOARDS = 30
_MOST_LETTERS = 8
_OF_THE_HEAD = 0.75
"""Letters of the head of a column are so much narrower, with the gap to the next head."""
_MOST_MEDALS = 5


class Part(StrEnum):
    """One list alone."""

    BOARDS = "boards"
    NAMES = "names"
    STANDINGS = "standings"
    CATEGORIES = "categories"  # never in turn with others: they would take the glass for minutes
    FIND = "find"  # by name, too, but on a tablet by the door, where each looks for one place


@dataclass(frozen=True, kw_only=True, slots=True)
class ProjectorRow:
    """`form` is what the last rounds were, the oldest first, and `said` the same in words."""

    row: StandingsRow
    form: tuple[Square, ...]
    said: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """Boards of the newest round that have a result, and all of them; games postponed are neither."""

    done: int
    boards: int

    @property
    def squares(self) -> tuple[bool, ...]:
        """One a board, those done first."""
        return (True,) * self.done + (False,) * (self.boards - self.done)

    @property
    def is_fine(self) -> bool:
        """So many that their squares have no room for gaps."""
        return self.boards > _MANY_BOARDS


@dataclass(frozen=True, kw_only=True, slots=True)
class Foot:
    """What stands below whatever list is shown. `just_in`: the last results, the newest first, while more are to come.

    `summary` is what the round was, in sentences, once it is over. `leader` and `next_round` are sentences, too, empty
    where there is nothing to say.
    """

    progress: Progress
    just_in: tuple[RoundBoard, ...]
    summary: tuple[str, ...]
    leader: str
    next_round: str
    waiting: str = ""
    """When the waiting time ends, until the first result is in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProjectorPage:
    """Lists that are not shown are None. `standings_wait`: they join when the round has its first result.

    They are those after the last round that is over, and while round 1 is in play there are none in turn.
    """

    boards: RoundPage | None = None
    is_under_way: bool = False
    """The round has a result: the others are being played."""
    names: RoundPage | None = None
    standings: StandingsPage | None = None
    rows: tuple[ProjectorRow, ...] = ()
    """Of the standings."""
    categories: tuple[ProjectorPage, ...] = ()
    """Standings each."""
    standings_wait: bool = False
    entrants: tuple[EntrantLine, ...] | None = None
    foot: Foot | None = None

    @property
    def is_over(self) -> bool:
        """Nobody looks for a board of this round any more."""
        return bool(self.foot and self.foot.progress.boards and self.foot.progress.done == self.foot.progress.boards)

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """Of the standings: those always shown and one more, since letters read from afar need the rest."""
        return tuple(column for column in self.standings.columns if column.is_on_wall) if self.standings else ()

    @property
    def has_moves(self) -> bool:
        """Of the standings: somebody has gone up or down."""
        return any(each.row.moved for each in self.rows)

    @property
    def has_form(self) -> bool:
        return any(each.form for each in self.rows)

    @property
    def has_medals(self) -> bool:
        """The first three places stand out, unless half the hall shares them."""
        first = [each.row.rank for each in self.rows if each.row.rank is not None and each.row.rank <= 3]
        return bool(self.standings and self.standings.after_round) and len(first) <= _MOST_MEDALS

    @property
    def letters(self) -> tuple[int, ...]:
        """Of the standings: how many letters the longest number of each column has, up to what the sheet knows."""
        rows = self.standings.rows if self.standings else ()
        shown = [[cell.text for cell in row.cells if cell.column.is_on_wall] for row in rows]
        longest = [max(map(len, texts)) for texts in zip(*shown, strict=True)] or [1] * len(self.columns)
        heads = [round(len(column.short) * _OF_THE_HEAD) for column in self.columns]
        return tuple(min(max(each), _MOST_LETTERS) for each in zip(longest, heads, strict=True))


def projector_page(tournament: Tournament, *, part: str | None = None) -> ProjectorPage:
    """All lists in turn, or one alone; before the first round whoever has entered. Raises NotPublished."""
    if part is not None and part not in list(Part):
        raise NotPublished
    number = newest_round(tournament)
    if number is None:
        return ProjectorPage(entrants=entrants_page(tournament, Audience.PUBLIC).entrants)
    settled = published_tournament(tournament, Audience.PUBLIC)
    played = round_of(settled, number)
    # In turn with others a starting list says nothing that the pairings do not.
    has_standings = part == Part.STANDINGS or (part is None and settled.after_round > 0)
    standings = standings_of(settled, is_final=is_final(tournament, settled)) if has_standings else None
    categories = standings_by_category(settled) if part == Part.CATEGORIES else ()
    if part == Part.CATEGORIES and not categories:
        raise NotPublished
    return ProjectorPage(
        boards=played if part in (None, Part.BOARDS) else None,
        is_under_way=any(not board.is_open for board in played.boards),
        names=played if part in (None, Part.NAMES, Part.FIND) else None,
        standings=standings,
        rows=_rows(settled, standings) if standings else (),
        categories=tuple(ProjectorPage(standings=each, rows=_rows(settled, each)) for each in categories),
        standings_wait=part is None and _waits_for_results(played),
        foot=_foot(tournament, played, settled),
    )


def _waits_for_results(played: RoundPage) -> bool:
    """People still look for their boards: there is something to play of what was paired last, and nothing of it has
    been played."""
    first = max(paired_later(played.round), default=1)
    to_play = [board for board in played.boards if board.number >= first and not board.is_postponed]
    return bool(to_play) and all(board.is_open for board in to_play)


def _rows(settled: PublishedTournament, standings: StandingsPage) -> tuple[ProjectorRow, ...]:
    found = []
    for row in standings.rows:
        last = last_rounds(settled.record, row.number, after=settled.after_round, rounds=FORM)
        found.append(ProjectorRow(row=row, form=last, said=spoken(last)))
    return tuple(found)


def _foot(tournament: Tournament, played: RoundPage, settled: PublishedTournament) -> Foot:
    to_play = [board for board in played.boards if not board.is_postponed or not board.is_open]
    done = sum(not board.is_open for board in to_play)
    story = round_summary(settled, played.number)
    return Foot(
        progress=Progress(done=done, boards=len(to_play)),
        just_in=_just_in(tournament, played) if done and not story else (),
        summary=tuple(line.text for line in story.lines) if story else (),
        leader=_leader(settled),
        next_round=dates_page(tournament).next_words,
        waiting=waiting_in_words(tournament, played.round, settled.state.rounds) if to_play and not done else "",
    )


def _just_in(tournament: Tournament, played: RoundPage) -> tuple[RoundBoard, ...]:
    """By the record: what was taken away since has no result to be told."""
    entered = Action.objects.filter(tournament=tournament, verb="result.enter", facts__round=played.number)
    boards = {board.number: board for board in played.boards if not board.is_open}
    # Corrections may name a board several times.
    newest = entered.order_by("-pk").values_list("facts__board", flat=True)[: 4 * _LAST_RESULTS]
    return tuple(boards[each] for each in dict.fromkeys(newest) if each in boards)[:_LAST_RESULTS]


def _leader(settled: PublishedTournament) -> str:
    """Empty before the first table, and where more lead than a line has room for."""
    if not settled.after_round:
        return ""
    first = [settled.names[row.player] for row in settled.table.rows if row.place == 1]
    match first:
        case [one]:
            return _("Leads after round {number}: {name}").format(number=settled.after_round, name=one)
        case [one, other]:
            text = _("Lead after round {number}: {one} and {other}")
            return text.format(number=settled.after_round, one=one, other=other)
        case _:
            return ""
