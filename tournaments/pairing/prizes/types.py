"""What is given away and who stands where, and what comes of it: values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

PersonKey: TypeAlias = int
"""The same person in all lists."""


class Sharing(StrEnum):
    """Who shares prizes: their money is added up and divided, things go by the table."""

    EQUALLY = "equally"  # all with the same points
    TABLE = "table"  # only those who share a place in the table, after its tie-breaks


class Turn(StrEnum):
    """Which prize somebody gets who may have one only."""

    LISTS = "lists"  # of the list that comes first (rulebook, series: the best category first, then handed down)
    WORTH = "worth"  # the one with the most money; of as much money that of the list that comes first


@dataclass(frozen=True, kw_only=True, slots=True)
class Prize:
    """`cents` of money, a thing, or both."""

    cents: int = 0
    thing: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Contender:
    """Somebody in the table of a list. `place` is the one there, the same for those who share it; `points` what
    decides first about it, level for those who share where all with the same points do."""

    person: PersonKey
    place: int
    points: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeList:
    """Prizes best first, contenders as the table has them. Of one that is `besides` somebody may have a prize as well
    as one of another list."""

    prizes: tuple[Prize, ...]
    contenders: tuple[Contender, ...]
    sharing: Sharing = Sharing.EQUALLY
    is_besides: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Award:
    """What one person gets of one list.

    Prizes `first` to `last` of it were shared by this person and `level`, `pool` being the cents of all. `place`
    counts all contenders; `passed`: those ahead who get nothing here, since they have another prize or leave theirs.
    `by_lot`: the table does not say which of those level gets the thing, and no lot has been drawn yet.
    """

    of: int
    person: PersonKey
    first: int
    last: int
    place: int
    cents: int = 0
    thing: str = ""
    pool: int = 0
    level: tuple[PersonKey, ...] = ()
    passed: tuple[PersonKey, ...] = ()
    by_lot: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """Awards by list, and in it by prize. `left`: of each list how many prizes nobody gets."""

    awards: tuple[Award, ...]
    left: tuple[int, ...]

    def of_person(self, person: PersonKey) -> tuple[Award, ...]:
        return tuple(award for award in self.awards if award.person == person)
