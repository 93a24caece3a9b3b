"""Numbers by round as lines in a box: what a small SVG needs, worked out before it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH = 1000
HEIGHT = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """`path` is in the language of SVG; `end` is the path of a dot where the line ends."""

    code: str
    path: str
    end: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LineDrawing:
    """Rounds from left to right, numbers from 0 at the bottom; `highest` is the top edge."""

    lines: tuple[Line, ...]
    first: int
    last: int
    highest: Fraction
    width: int = WIDTH
    height: int = HEIGHT


def line_drawing(lines: Mapping[str, Sequence[Fraction | None]]) -> LineDrawing | None:
    """Each line by its code: a number per round from round 0 on, None where there is none. Nothing to see: None."""
    known = [number for line in lines.values() for number in line if number is not None]
    rounds = [place for line in lines.values() for place, number in enumerate(line) if number is not None]
    if not known or min(rounds) == max(rounds):
        return None
    first, last, highest = min(rounds), max(rounds), max(known)

    def point(place: int, number: Fraction) -> str:
        up = number / highest if highest > 0 else Fraction(0)
        return f"{round(Fraction(place - first, last - first) * WIDTH)} {round((1 - max(up, Fraction(0))) * HEIGHT)}"

    def drawn(code: str, numbers: Sequence[Fraction | None]) -> Line:
        steps = []
        end = ""
        is_on = False
        for place, number in enumerate(numbers):
            if number is not None:
                end = point(place, number)
                steps.append(f"{'L' if is_on else 'M'}{end}")
            is_on = number is not None
        return Line(code=code, path="".join(steps), end=f"M{end}h0")

    return LineDrawing(
        lines=tuple(drawn(code, numbers) for code, numbers in lines.items()), first=first, last=last, highest=highest
    )
