"""Somebody's rating after each evening as a line: two drawings, for a wide page and for a phone. The same facts stand
beside them as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.pages.common.charts.rank_chart import Drawn, Written
from tournaments.selectors.club_ratings import whole

_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MARKS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingPoint:
    """After an evening, which `when` names."""

    when: str
    rating: float


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingLine:
    """`words` says what there is to see."""

    words: str
    wide: Drawn
    narrow: Drawn


@dataclass(frozen=True, kw_only=True, slots=True)
class _RatingBox:
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int


_WIDE = _RatingBox(width=960, height=260, left=46, right=940, top=24, bottom=214)
_NARROW = _RatingBox(width=326, height=220, left=42, right=312, top=24, bottom=172)


def rating_line(points: Sequence[RatingPoint], *, start: float) -> RatingLine | None:
    """From what they began with to the last evening. Fewer than two evenings are no line: None."""
    if len(points) < 2:
        return None
    values = [start, *(each.rating for each in points)]
    best = max(points, key=lambda each: each.rating)
    words = _("{start} at the start, {now} after {last}. The highest was {best}, after {when}.").format(
        start=whole(start),
        now=whole(points[-1].rating),
        last=points[-1].when,
        best=whole(best.rating),
        when=best.when,
    )
    return RatingLine(words=words, wide=_drawn(_WIDE, points, values), narrow=_drawn(_NARROW, points, values))


def _drawn(box: _RatingBox, points: Sequence[RatingPoint], values: Sequence[float]) -> Drawn:
    marks = _scale(min(values), max(values))
    low, high = min(marks[0], min(values)), max(marks[-1], max(values))

    def x(place: int) -> int:
        return round(box.left + (box.right - box.left) * place / (len(values) - 1))

    def y(rating: float) -> int:
        return round(box.bottom - (box.bottom - box.top) * (rating - low) / ((high - low) or 1))

    at = [(x(place), y(value)) for place, value in enumerate(values)]
    floor = box.bottom + 14
    return Drawn(
        width=box.width,
        height=box.height,
        course="".join(f"{'L' if place else 'M'}{left} {top}" for place, (left, top) in enumerate(at)),
        grid="".join(f"M{box.left} {y(mark)}H{box.right}" for mark in marks),
        ticks="".join(f"M{left} {floor}v4" for left, _top in at[1:]),
        wins="",
        draws="",
        halves="",
        losses="",
        scale=(
            *(Written(x=box.left - 8, y=y(mark) + 4, anchor="end", text=str(mark)) for mark in marks),
            Written(x=at[1][0], y=floor + 20, anchor="start", text=points[0].when),
            Written(x=box.right, y=floor + 20, anchor="end", text=points[-1].when),
        ),
        labels=(_label(box, at, values),),
    )


def _label(box: _RatingBox, at: Sequence[tuple[int, int]], values: Sequence[float]) -> Written:
    """The rating now, at the end of the line: above it, or below it where the line comes from above."""
    height = at[-1][1]
    comes_from_above = values[-1] < values[-2]
    down = height + 18
    y = down if comes_from_above and down <= box.bottom + 6 else max(height - 9, 12)
    return Written(x=box.right, y=y, anchor="end", text=str(whole(values[-1])))


def _scale(lowest: float, highest: float) -> list[int]:
    """Round numbers that hold all between them, five at most."""
    step = next((each for each in _STEPS if (highest - lowest) / each <= _MARKS - 1), _STEPS[-1])
    first = int(lowest // step) * step
    marks = [first]
    while marks[-1] < highest:
        marks.append(marks[-1] + step)
    return marks if len(marks) > 1 else [first, first + step]
