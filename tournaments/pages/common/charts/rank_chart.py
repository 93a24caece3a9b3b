"""A player's way through a tournament: the place after each round as a line, and what each game was as a dot on it.

From the first place of the field to the last to scale, a tick for every round. Two drawings, for a wide page and for a
phone, so that the type keeps its size; the same facts stand beside them as a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from django.utils.translation import gettext as _

from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import mark_of
from tournaments.pairing.history.record import RoundOutcome

# not all: games that were played and are over
_SIGNS = {RoundOutcome.WIN: "win", RoundOutcome.DRAW: "draw", RoundOutcome.LOSS: "loss"}
"""Games that were played and are over; nothing else has a dot."""
_LETTER = 6.8
"""About how wide a letter of 12 px is; what is written is kept apart by it."""
_NICE = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
_STORY_ROUNDS = 5
_STORY_FIELD = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class RankPoint:
    """After the round; `sign` is win, draw or loss, empty for a round without a game that was played."""

    round_number: int
    place: int
    sign: str = ""
    words: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """A text in a drawing; `anchor` is start, middle or end."""

    x: int
    y: int
    anchor: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawn:
    """Paths are in the language of SVG. `halves` fills the lower half of the draws' dots."""

    width: int
    height: int
    course: str
    grid: str
    ticks: str
    wins: str
    draws: str
    halves: str
    losses: str
    scale: tuple[Written, ...]
    labels: tuple[Written, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RankChart:
    """`headline` is empty where there is no story; `words` says what there is to see."""

    points: tuple[RankPoint, ...]
    last_place: int
    headline: str
    words: str
    wide: Drawn
    narrow: Drawn


@dataclass(frozen=True, kw_only=True, slots=True)
class _RankBox:
    """Pixels: the drawing, the plot in it, and the radius of a dot."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    radius: int
    most_rounds: int
    """Numbers of rounds under the line."""


_WIDE = _RankBox(width=960, height=294, left=34, right=944, top=24, bottom=236, radius=5, most_rounds=12)
_NARROW = _RankBox(width=326, height=240, left=30, right=314, top=24, bottom=184, radius=4, most_rounds=6)
_BELOW = 19
_ABOVE = -10


def rank_chart(
    places: Mapping[int, int], outcomes: Mapping[int, RoundOutcome], *, last_place: int, rounds: int
) -> RankChart | None:
    """`places` by round, from 1; where there is none the line has a gap. `rounds` is the newest round there is a table
    of, `last_place` the field's. Fewer than two places are no line: None."""
    if len(places) < 2:
        return None
    points = tuple(
        RankPoint(
            round_number=number,
            place=places[number],
            sign=_SIGNS.get(outcomes[number], "") if number in outcomes else "",
            words=str(mark_of(outcomes[number]).words) if number in outcomes else "",
        )
        for number in sorted(places)
    )
    last_place = max(last_place, *places.values())
    return RankChart(
        points=points,
        last_place=last_place,
        headline=_headline(points, last_place),
        words=_words(points, last_place),
        wide=_drawn(_WIDE, points, last_place, rounds),
        narrow=_drawn(_NARROW, points, last_place, rounds),
    )


def _headline(points: Sequence[RankPoint], last_place: int) -> str:
    """Only where there is a story: five rounds at least in a field of eight at least, and either in the lead after
    every round, or half of the field climbed from the lowest place to the present one, which is among the first
    quarter or the first three.

    Who fell has no headline: nobody is made to read that.
    """
    if len(points) < _STORY_ROUNDS or last_place < _STORY_FIELD:
        return ""
    worst, now = max(point.place for point in points), points[-1].place
    if worst == 1:
        return _("In the lead after every round")
    if 2 * (worst - now) < last_place or now > max(last_place / 4, 3):
        return ""
    if worst == last_place:
        match now:
            case 1:
                return _("From last to first")
            case 2:
                return _("From last to second")
            case 3:
                return _("From last to third")
        return _("From last to {place}").format(place=ordinal(now))
    return _("From {worst} to {place}").format(worst=ordinal(worst), place=ordinal(now))


def _words(points: Sequence[RankPoint], last_place: int) -> str:
    first, now = points[0], points[-1]
    said = [
        _("{place} of {players} after round {first}, {now} after round {last}.").format(
            place=ordinal(first.place),
            players=last_place,
            first=first.round_number,
            now=ordinal(now.place),
            last=now.round_number,
        )
    ]
    best, worst = (_last_at(pick(each.place for each in points), points) for pick in (min, max))
    if best.place < min(first.place, now.place):
        said.append(
            _("The best place was {place}, after round {number}.").format(
                place=ordinal(best.place), number=best.round_number
            )
        )
    if worst.place > max(first.place, now.place):
        said.append(
            _("The lowest place was {place}, after round {number}.").format(
                place=ordinal(worst.place), number=worst.round_number
            )
        )
    return " ".join(said)


def _last_at(place: int, points: Sequence[RankPoint]) -> RankPoint:
    """Where the line turns away from a place for good."""
    return next(each for each in reversed(points) if each.place == place)


def _drawn(box: _RankBox, points: Sequence[RankPoint], last_place: int, rounds: int) -> Drawn:
    """Of all rounds there are tables of, also before the player came in."""
    first = min(1, points[0].round_number)
    span = max(rounds, points[-1].round_number) - first

    def x(number: int) -> int:
        return round(box.left + (box.right - box.left) * (number - first) / span) if span else box.left

    def y(place: int) -> int:
        return round(box.top + (box.bottom - box.top) * (place - 1) / max(last_place - 1, 1))

    def dots(sign: str) -> str:
        turn = f"a{box.radius} {box.radius} 0 1 0"
        return "".join(
            f"M{x(each.round_number) - box.radius} {y(each.place)}{turn}{2 * box.radius} 0{turn}-{2 * box.radius} 0"
            for each in points
            if each.sign == sign
        )

    course, before = [], None
    for each in points:
        course.append(f"{'L' if before == each.round_number - 1 else 'M'}{x(each.round_number)} {y(each.place)}")
        before = each.round_number
    marks = _marks(last_place, 4)
    floor = box.bottom + 30
    numbers = [first + mark - 1 for mark in _marks(span + 1, box.most_rounds)]
    at = [(x(each.round_number), y(each.place)) for each in points]
    return Drawn(
        width=box.width,
        height=box.height,
        course="".join(course),
        grid="".join(f"M{box.left} {y(mark)}H{box.right}" for mark in marks),
        ticks="".join(f"M{x(first + each)} {floor}v4" for each in range(span + 1)),
        wins=dots("win"),
        draws=dots("draw"),
        halves="".join(
            f"M{x(each.round_number) - box.radius} {y(each.place)}a{box.radius} {box.radius} 0 0 0 {2 * box.radius} 0z"
            for each in points
            if each.sign == "draw"
        ),
        losses=dots("loss"),
        scale=(
            *(Written(x=box.left - 9, y=y(mark) + 4, anchor="end", text=str(mark)) for mark in marks),
            *(Written(x=x(number), y=floor + 18, anchor="middle", text=str(number)) for number in numbers),
        ),
        labels=tuple(_labels(box, points, at)),
    )


def _marks(last: int, most: int) -> list[int]:
    """From 1 to the last, both of them, and round numbers in between that keep their distance."""
    step = next((each for each in _NICE if last / each <= most), last)
    between = [each for each in range(step, last, step) if last - each >= 0.6 * step and each - 1 >= max(step / 2, 1)]
    return [1, *between, *([last] if last > 1 else [])]


def _labels(box: _RankBox, points: Sequence[RankPoint], at: Sequence[tuple[int, int]]) -> Iterable[Written]:
    """At the turning points: the lowest place, and the last change. Who ends on the lowest has the best one named.

    Nothing of the line is below its lowest point, and nothing above its highest: there a text is always free.
    """
    runs = [list(each) for _place, each in groupby(range(len(points)), key=lambda index: points[index].place)]
    final = runs[-1]
    now, since = points[-1].place, points[final[0]].round_number
    if len(runs) == 1:
        text = _("{place} after every round").format(place=ordinal(now))
    elif len(final) == 1:
        text = _("{place} after round {number}").format(place=ordinal(now), number=since)
    else:
        text = _("{place} from round {number}").format(place=ordinal(now), number=since)
    wide = _LETTER * len(text)
    end = max(box.left + wide, at[-1][0])
    left = end - wide - 12
    near: list[float] = [height for index, (x, height) in enumerate(at) if x >= left or index in final]
    near += [_height(left, one, other) for one, other in pairwise(at) if one[0] < left < other[0]]
    y: float
    if max(near) <= at[-1][1]:
        y = at[-1][1] + _BELOW
    elif min(near) + _ABOVE >= 12:
        y = min(near) + _ABOVE
    else:
        y = max(near) + _BELOW
    label = Written(x=round(end), y=round(y), anchor="end", text=text)
    yield label
    worst, best = max(point.place for point in points), min(point.place for point in points)
    named = worst if worst != now else best
    if named == now:
        return
    turn = _last_at(named, points)
    text = _("{place} after round {number}").format(place=ordinal(named), number=turn.round_number)
    turn_x, turn_y = at[points.index(turn)]
    wide = _LETTER * len(text)
    x = min(max(turn_x - wide / 2, box.left), box.right - wide)
    y = turn_y + (_BELOW if named == worst else _ABOVE)
    if abs(y - label.y) >= 15 or x + wide + 8 < label.x - _LETTER * len(label.text) or x > label.x + 8:
        yield Written(x=round(x), y=y, anchor="start", text=text)


def _height(x: float, one: tuple[int, int], other: tuple[int, int]) -> float:
    """Of the line between two points, there."""
    return one[1] + (other[1] - one[1]) * (x - one[0]) / (other[0] - one[0])
