"""What the places of a ladder are worth (rulebook, keizer, Values)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import lcm


class Ladder(StrEnum):
    STEP = "step"
    RANGE_PLACE = "range_place"
    RANGE_SCORE = "range_score"


class Top(StrEnum):
    """What the first place is worth, where it is no fixed number; N players are in the ladder."""

    RATIO = "ratio"
    N = "N"
    TWO_N = "2N"
    ONE_AND_A_HALF_N = "1.5N"


class Rounding(StrEnum):
    DOWN = "down"
    HALF_EVEN = "half_even"
    HALF_UP = "half_up"
    UP = "up"


@dataclass(frozen=True, kw_only=True, slots=True)
class Values:
    """How places become values. The fields are a system's options of the same names.

    Values are whole numbers of 1/`scale`.
    """

    ladder: Ladder
    top: Top | Fraction
    ratio: Fraction
    top_rounding: Rounding
    step: Fraction
    bottom: Fraction
    min_value: Fraction | None
    value_unit: Fraction

    @property
    def scale(self) -> int:
        parts = [self.min_value or Fraction(0)]
        if self.ladder is Ladder.STEP:
            parts += [self.step, self.top if isinstance(self.top, Fraction) else Fraction(1)]
        else:
            parts.append(self.value_unit)
        return lcm(*(part.denominator for part in parts))

    def top_of(self, size: int) -> Fraction:
        """What the first of `size` is worth."""
        match self.top:
            case Top.RATIO:
                least = (size - 1) * self.ratio / (self.ratio - 1)
                return Fraction(max(size, rounded(least, self.top_rounding)))
            case Top.N:
                return Fraction(size)
            case Top.TWO_N:
                return Fraction(2 * size)
            case Top.ONE_AND_A_HALF_N:
                return Fraction(rounded(Fraction(3 * size, 2), Rounding.HALF_UP))
        return self.top

    def of_places(self, size: int) -> tuple[int, ...]:
        """The values of place 1 to `size`, in units. Before round 1 also those of a ladder by score."""
        return _of_places(self, size)

    def of_scores(self, scores: Sequence[int]) -> list[int]:
        """Under `range_score`, the values of totals in any one unit, in units. One at least."""
        top = self.top_of(len(scores))
        lowest, highest = min(scores), max(scores)
        if lowest == highest:
            return [self._at_least(self._units(half_up(top, self.value_unit)))] * len(scores)
        # In whole value units, halves up: floor((bottom + (top - bottom) * share) / unit + 1/2), over one denominator.
        base, rise = self.bottom / self.value_unit, (top - self.bottom) / self.value_unit
        span = 2 * base.denominator * rise.denominator * (highest - lowest)
        start = 2 * base.numerator * rise.denominator * (highest - lowest) + span // 2
        each = 2 * rise.numerator * base.denominator
        unit = self._units(self.value_unit)
        return [self._at_least((start + each * (score - lowest)) // span * unit) for score in scores]

    def _units(self, value: Fraction) -> int:
        return int(value * self.scale)

    def _at_least(self, units: int) -> int:
        return units if self.min_value is None else max(units, self._units(self.min_value))


@lru_cache(maxsize=256)
def _of_places(values: Values, size: int) -> tuple[int, ...]:
    top = values.top_of(size)
    if values.ladder is Ladder.STEP:
        exact = [top - place * values.step for place in range(size)]
    else:
        fall = (top - values.bottom) / max(1, size - 1)
        exact = [half_up(top - place * fall, values.value_unit) for place in range(size)]
    return tuple(values._at_least(values._units(value)) for value in exact)


def half_up(amount: Fraction, unit: Fraction) -> Fraction:
    """The nearest multiple of the unit, halves up."""
    return (amount / unit + Fraction(1, 2)) // 1 * unit


def rounded(amount: Fraction, rounding: Rounding) -> int:
    match rounding:
        case Rounding.DOWN:
            return amount // 1
        case Rounding.UP:
            return -(-amount // 1)
        case Rounding.HALF_EVEN:
            return round(amount)
        case Rounding.HALF_UP:
            return (amount + Fraction(1, 2)) // 1
