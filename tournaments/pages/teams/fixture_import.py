"""The preview of fixtures that are taken over: what would become of each, and what of the file is not taken."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.exchange.fixtures.listed_fixture import FixtureList, FixtureStep
from tournaments.exchange.player_list import Problem


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureRow:
    """As it would be. `old_…`: as it was, where that is something else."""

    row: int
    step: FixtureStep
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
    steps = [row.step for row in rows]
    problems = [Problem(row=row.row, column="", message=row.problem) for row in rows if row.problem]
    written = (FixtureStep.ADD, FixtureStep.MOVE, FixtureStep.CHANGE)
    return FixtureImportPage(
        rows=tuple(row for row in rows if row.step in written),
        stopped=tuple(sorted((*found.stopped, *problems), key=lambda problem: problem.row)),
        left_out=found.left_out,
        notes=(*found.notes, *notes),
        new=steps.count(FixtureStep.ADD),
        moved=steps.count(FixtureStep.MOVE),
        changed=steps.count(FixtureStep.CHANGE),
        kept=steps.count(FixtureStep.KEEP),
        asked=steps.count(FixtureStep.ASK),
        of_others=steps.count(FixtureStep.OTHERS),
    )
