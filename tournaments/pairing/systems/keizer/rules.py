"""What a system chooses about its ladder; the fields are options of the same names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.pairing.systems.keizer.values import Values
from tournaments.pairing.systems.keizer.worth import Worth


class StartingList(StrEnum):
    RATING = "rating"
    NUMBER = "number"
    LOT = "lot"  # numbers are drawn before round 1, and the list goes by them


class PairedBy(StrEnum):
    """By what those who are there stand in the list that is paired from the top."""

    LADDER = "ladder"
    RATING = "rating"


class ValuesFrom(StrEnum):
    """Which ladder the values come from."""

    RANKING = "ranking"
    START = "start"


class Rescoring(StrEnum):
    CLASSIC = "classic"  # all rounds with today's values, one pass
    FROZEN = "frozen"  # each round keeps the values it was played with
    COMPLETE = "complete"  # pass by pass, until the ranking is the one it came from


class Restart(StrEnum):
    """Where complete re-scoring starts."""

    PREVIOUS = "previous"
    INITIAL = "initial"


class OnCycle(StrEnum):
    """Which pass counts when re-scoring does not settle."""

    CALMEST = "calmest"
    AVERAGE = "average"
    LAST = "last"


class OwnValueOf(StrEnum):
    """Which ladder the own value in a total comes from."""

    CURRENT = "current"
    START = "start"
    FINAL = "final"


@dataclass(frozen=True, kw_only=True, slots=True)
class Passes:
    """How totals are worked out."""

    rescoring: Rescoring
    restart: Restart
    max_passes: int
    on_cycle: OnCycle
    own_value_of: OwnValueOf
    round_item: Fraction | None
    round_total: Fraction | None

    @property
    def is_frozen(self) -> bool:
        return self.rescoring is Rescoring.FROZEN


@dataclass(frozen=True, kw_only=True, slots=True)
class LadderRules:
    starting_list: StartingList
    values_from: ValuesFrom
    values: Values
    worth: Worth
    passes: Passes
