"""The preview of an import: what would happen to each row, and what of the file is not taken."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.text import capfirst

from tournaments.exchange.player_list import OWN_FIELDS, ListedPlayer, PlayerList, Problem
from tournaments.models import Player, PlayerContact, Sex

_NUMBERS = frozenset({"rating", "fide_rating", "rapid_rating", "blitz_rating", "fide_id", "birth_year"})


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
    in_lists: str = ""
    """Who they are in the rating lists, or that several fit."""

    @property
    def told(self) -> Mapping[str, str]:
        """What the row says besides names, by field."""
        own = {name: str(value) for name, value in self.listed.told().items()}
        return own | {name: _as_shown(value) for name, value in self.listed.contact.items()}


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportColumn:
    title: str
    is_number: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Namesake:
    """A row of the same name as an earlier one: the same person, unless it is ticked."""

    row: int
    name: str
    is_ticked: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingChoice:
    """A column that may have the ratings, by its place among those."""

    place: int
    heading: str
    examples: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundInLists:
    """How many of the names, and in which rating lists."""

    names: str
    found: int
    several: int
    is_asked: bool
    """Whether to take what the lists say: for whoever was more than a number anyway."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportPage:
    rows: tuple[ImportRow, ...]
    stopped: tuple[Problem, ...]
    """Rows that are not taken, in their order."""
    left_out: tuple[Problem, ...]
    """Single values of rows that are taken."""
    namesakes: tuple[Namesake, ...]
    in_capitals: tuple[str, ...]
    """Names that are, as they stand in the list."""
    rating_choices: tuple[RatingChoice, ...]
    notes: tuple[str, ...]
    lists: FoundInLists | None
    """None where nobody is in one."""
    new: int
    updated: int
    skipped: int

    @property
    def known(self) -> int:
        return self.updated + self.skipped

    @property
    def columns(self) -> tuple[ImportColumn, ...]:
        """Those that have something in a row."""
        return tuple(ImportColumn(title=_title(name), is_number=name in _NUMBERS) for name in _fields(self.rows))

    @property
    def table(self) -> Iterator[tuple[ImportRow, tuple[tuple[str, bool], ...]]]:
        """Each row with its cells, by column, and whether each of them is a number."""
        fields = _fields(self.rows)
        for row in self.rows:
            told = row.told
            yield row, tuple((told.get(name, ""), name in _NUMBERS) for name in fields)

    @property
    def names(self) -> int:
        """Of people, those who may be two counted once."""
        return self.new + self.known

    @property
    def not_taken(self) -> tuple[Problem, ...]:
        """Both, in the order of the rows."""
        return tuple(sorted((*self.stopped, *self.left_out), key=lambda problem: problem.row))


def import_page(
    found: PlayerList, rows: Sequence[ImportRow], ticked: Collection[int] = (), lists: FoundInLists | None = None
) -> ImportPage:
    """`found` as it was read, `rows` as they would be taken. `ticked`: rows of namesakes who are somebody else."""
    there = {row.listed.row for row in rows}
    problems = [Problem(row=row.listed.row, column="", message=row.problem) for row in rows if row.problem]
    fine = [row.fate for row in rows if not row.problem]
    asked = {each.row for each in found.namesakes}
    stopped = [problem for problem in found.stopped if problem.row not in there | asked]
    return ImportPage(
        rows=tuple(rows),
        stopped=tuple(sorted((*stopped, *problems), key=lambda problem: problem.row)),
        left_out=found.left_out,
        namesakes=tuple(
            Namesake(row=each.row, name=each.name, is_ticked=each.row in ticked)
            for each in found.namesakes
            if each.row not in there
        ),
        in_capitals=tuple(each.name for each in found.players if each.is_in_capitals),
        rating_choices=tuple(
            RatingChoice(place=place, heading=each.heading, examples=", ".join(each.examples))
            for place, each in enumerate(found.rating_columns)
        ),
        notes=found.notes,
        lists=lists,
        new=fine.count(Fate.ADD),
        updated=fine.count(Fate.UPDATE),
        skipped=fine.count(Fate.SKIP),
    )


def _fields(rows: Iterable[ImportRow]) -> list[str]:
    found = {name for row in rows for name in row.told}
    return [name for name in (*OWN_FIELDS, *PlayerContact.PRIVATE) if name in found]


def _title(name: str) -> str:
    model = Player if name in OWN_FIELDS else PlayerContact
    titles = {column.name: str(column.verbose_name) for column in model._meta.concrete_fields}
    return capfirst(titles[name])


def _as_shown(value: datetime.date | str | int) -> str:
    if isinstance(value, str) and value in Sex.values:
        return str(Sex(value).label)
    return date_format(value) if isinstance(value, datetime.date) else str(value)
