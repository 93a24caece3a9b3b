"""Points by place: a list that has a name, or that a club writes itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

_DOWN_TO = re.compile(r"…|\.\.\.?")
_LINEAR = re.compile(r"linear[ (]*(\d{1,3})\)?", re.ASCII)
_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6}|/[1-9]\d{0,5})?", re.ASCII)
_LONGEST = 200

_NAMED: dict[str, tuple[str, int]] = {
    "ten": ("10 8 6 5 4 3 2 1", 0),
    "sjoen": ("6 4 3 2", 1),
    "barometer": ("20 15 10 8 6 4 3 2", 1),
    "lynmix": ("30 26 24 22 20 … 1", 1),
    "krefeld": ("20 17 15 … 1", 0),
}
FIELD = "field"


@dataclass(frozen=True, slots=True)
class PlaceList:
    """`numbers` for the first place, the second … and `rest` for all behind them; as many as took part where empty."""

    text: str
    numbers: tuple[Fraction, ...]
    rest: Fraction = Fraction(0)

    def __str__(self) -> str:
        return self.text

    def of(self, place: int, count: int, *, rest: Fraction, shorten: bool) -> Fraction:
        """For a place from 1 among `count`. `shorten`: the last among a few gets the last number."""
        if not self.numbers:
            return Fraction(count + 1 - place)
        skipped = max(0, len(self.numbers) - count) if shorten else 0
        at = place - 1 + skipped
        return self.numbers[at] if at < len(self.numbers) else rest

    @property
    def most(self) -> Fraction | None:
        """None: it hangs on how many take part."""
        return max(self.numbers) if self.numbers else None


def place_list(text: str) -> PlaceList | None:
    """A name of the rulebook, `linear 25`, or numbers that do not rise, such as 15 12 10 9 … 1. None: no list."""
    text = " ".join(text.replace(",", " ").replace(";", " ").split()).casefold()
    if text == FIELD:
        return PlaceList(text, ())
    if (found := _LINEAR.fullmatch(text)) is not None:
        most = int(found[1])
        return PlaceList(f"linear {most}", _down(most)) if 1 <= most <= _LONGEST else None
    written, rest = _NAMED.get(text, (text, 0))
    numbers = _numbers(written)
    return PlaceList(text, numbers, Fraction(rest)) if numbers else None


def _numbers(text: str) -> tuple[Fraction, ...] | None:
    """None where a part is no number, or a number is higher than the one before it."""
    found: list[Fraction] = []
    parts = _DOWN_TO.sub(" … ", text).split()
    for at, part in enumerate(parts):
        if part == "…":
            end = parts[at + 1] if at + 1 < len(parts) else ""
            if not found or found[-1].denominator != 1 or not end.isdecimal() or not int(end) < found[-1] <= _LONGEST:
                return None
            found.extend(map(Fraction, range(int(found[-1]) - 1, int(end), -1)))
        elif _NUMBER.fullmatch(part):
            found.append(Fraction(part))
        else:
            return None
    falls = all(one >= other for one, other in pairwise(found))
    return tuple(found) if 0 < len(found) <= _LONGEST and falls else None


def _down(most: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, range(most, 0, -1)))
