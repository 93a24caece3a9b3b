"""The preview of fixtures that are taken over: what would become of each, and what of the file is not taken."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.exchange.fixtures.listed_fixture import FixtureList
from tournaments.exchange.player_list import Problem


class FixtureFate(StrEnum):
    """What the import would do with a row."""

    ADD = "add"
    MOVE = "move"
    CHANGE = "change"
    KEEP = "keep"
    SKIP = "skip"
    ASK = "ask"
    OTHERS = "others"


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureRow:
    """As it would be. `old_…`: as it was, where that is something else."""

    row: int
    fate: str
    team: str = ""
    round: int | None = None
    date: datetime.date
    starts_at: datetime.time | None = None
    old_date: datetime.date | None = None
    old_starts_at: datetime.time | None = None
    opponent: str = ""
    old_opponent: str = ""
    is_home: bool | None = None
    place: str = ""
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureImportPage:
    rows: tuple[FixtureRow, ...]
    """Those that are written."""
    stopped: tuple[Problem, ...]
    """Rows that are not taken, in their order."""
    left_out: tuple[Problem, ...]
    """Single values of rows that are taken."""
    notes: tuple[str, ...]
    new: int
    moved: int
    changed: int
    kept: int
    asked: int
    """Rows whose team has to be said first."""
    of_others: int
    """Rows in which none of our teams plays."""

    @property
    def not_taken(self) -> tuple[Problem, ...]:
        """Both, in the order of the rows."""
        return tuple(sorted((*self.stopped, *self.left_out), key=lambda problem: problem.row))


def fixture_import_page(found: FixtureList, rows: Sequence[FixtureRow], notes: Sequence[str]) -> FixtureImportPage:
    """`found` as it was read, `rows` as they would be taken; `notes`: what is to be said of these."""
    fates = [row.fate for row in rows]
    problems = [Problem(row=row.row, column="", message=row.problem) for row in rows if row.problem]
    written = (FixtureFate.ADD, FixtureFate.MOVE, FixtureFate.CHANGE)
    return FixtureImportPage(
        rows=tuple(row for row in rows if row.fate in written),
        stopped=tuple(sorted((*found.stopped, *problems), key=lambda problem: problem.row)),
        left_out=found.left_out,
        notes=(*found.notes, *notes),
        new=fates.count(FixtureFate.ADD),
        moved=fates.count(FixtureFate.MOVE),
        changed=fates.count(FixtureFate.CHANGE),
        kept=fates.count(FixtureFate.KEEP),
        asked=fates.count(FixtureFate.ASK),
        of_others=fates.count(FixtureFate.OTHERS),
    )
