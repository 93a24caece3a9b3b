"""The preview of an import: what would happen to each row, and what of the file is not taken."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.formats import date_format

from tournaments.exchange.player_list import ListedPlayer, PlayerList, Problem
from tournaments.models import PlayerContact, Sex


class Fate(StrEnum):
    """What the import would do with a row."""

    ADD = "add"
    UPDATE = "update"
    SKIP = "skip"


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportRow:
    listed: ListedPlayer
    fate: str
    known_as: str
    """The player of the club whom the row is taken for."""
    problem: str

    @property
    def contact(self) -> tuple[str, ...]:
        told = self.listed.contact
        return tuple(_as_shown(told[name]) for name in PlayerContact.PRIVATE if name in told)


@dataclass(frozen=True, kw_only=True, slots=True)
class Namesake:
    """A row of the same name as an earlier one: the same person, unless it is ticked."""

    row: int
    name: str
    is_ticked: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportPage:
    rows: tuple[ImportRow, ...]
    stopped: tuple[Problem, ...]
    """Rows that are not taken, in their order."""
    left_out: tuple[Problem, ...]
    """Single values of rows that are taken."""
    namesakes: tuple[Namesake, ...]
    notes: tuple[str, ...]
    new: int
    updated: int
    skipped: int

    @property
    def known(self) -> int:
        return self.updated + self.skipped

    @property
    def not_taken(self) -> tuple[Problem, ...]:
        """Both, in the order of the rows."""
        return tuple(sorted((*self.stopped, *self.left_out), key=lambda problem: problem.row))


def import_page(found: PlayerList, rows: Sequence[ImportRow], ticked: Collection[int] = ()) -> ImportPage:
    """`ticked` are the rows of namesakes who are somebody else."""
    problems = [Problem(row=row.listed.row, column="", message=row.problem) for row in rows if row.problem]
    fine = [row.fate for row in rows if not row.problem]
    return ImportPage(
        rows=tuple(rows),
        stopped=tuple(sorted((*found.stopped, *problems), key=lambda problem: problem.row)),
        left_out=found.left_out,
        namesakes=tuple(
            Namesake(row=each.row, name=f"{each.given_name} {each.family_name}".strip(), is_ticked=each.row in ticked)
            for each in found.namesakes
        ),
        notes=found.notes,
        new=fine.count(Fate.ADD),
        updated=fine.count(Fate.UPDATE),
        skipped=fine.count(Fate.SKIP),
    )


def _as_shown(value: datetime.date | str | int) -> str:
    if isinstance(value, str) and value in Sex.values:
        return str(Sex(value).label)
    return date_format(value) if isinstance(value, datetime.date) else str(value)
