"""Exact sums on whole numbers: values in units of one size, totals in units of another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """Values are whole numbers of 1/`values`, totals of 1/`totals`, however they are rounded."""

    values: int
    totals: int
    round_item: Fraction | None
    round_total: Fraction | None

    @classmethod
    def fitting(
        cls,
        values: int,
        shares: Iterable[Fraction],
        points: Iterable[Fraction],
        *,
        round_item: Fraction | None,
        round_total: Fraction | None,
    ) -> Scale:
        """Fine enough for all shares of values and all fixed points, and for the mean of two totals."""
        if round_item is None:
            parts = [values * share.denominator for share in shares] + [each.denominator for each in points]
        else:
            parts = [round_item.denominator]
        parts.append((round_total or Fraction(1)).denominator)
        return cls(values=values, totals=2 * lcm(*parts), round_item=round_item, round_total=round_total)

    def items(self, share: Fraction, values: Iterable[int]) -> list[int]:
        """The share of each value, rounded where items are, in units of totals."""
        if self.round_item is None:
            each = int(share * self.totals / self.values)
            return [value * each for value in values]
        unit = self.round_item
        whole = 2 * share.denominator * self.values * unit.numerator
        each, half = 2 * share.numerator * unit.denominator, whole // 2
        step = int(unit * self.totals)
        return [(value * each + half) // whole * step for value in values]

    def points(self, amount: Fraction) -> int:
        """Fixed points, rounded where items are, in units of totals."""
        if self.round_item is not None:
            amount = (amount / self.round_item + Fraction(1, 2)) // 1 * self.round_item
        return int(amount * self.totals)

    def value(self, units: int, passes: int = 1) -> Fraction:
        """The mean of so many values, given their sum."""
        return Fraction(units, passes * self.values)

    def rounded(self, totals: Sequence[int]) -> list[int]:
        """The totals as they count."""
        if self.round_total is None:
            return list(totals)
        unit = self.round_total
        whole = 2 * self.totals * unit.numerator
        step = int(unit * self.totals)
        return [(2 * total * unit.denominator + whole // 2) // whole * step for total in totals]
