"""The race: place by round of those at the top, as lines with the names at their ends; and the same as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.pairing.types.snapshot import PlayerId
from tournaments.selectors.display_names import DisplayName

BEST = 10
FIRST_ROUNDS, FEW = 5, 5
"""On a phone so few rounds have room for so few lines: they cross at every step."""
TO_SCALE = 12
"""Places until here have a row each, those behind are pressed into a few rows."""
_PRESSED = 2.5
_ROW, _TOP, _GAP = 26, 14, 15
_MEDALS = {1: "first", 2: "second", 3: "third"}
_LETTERS = 15
"""Of a name on a phone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RaceLine:
    """A line: `path` in the language of SVG, broken where there is no place. `label` is what stands at its end.

    `medal`: first, second, third or empty. The label stands at `label_y` because others may end at the same height.
    """

    player: PlayerId
    medal: str
    path: str
    end_y: float
    label_y: float
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RaceDrawing:
    """For one width of screen, in pixels. `code` is wide or narrow, and begins the names of its lines."""

    code: str
    width: int
    height: int
    left: int
    right: int
    places: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    pressed_from: float | None
    """Where the places begin that are pressed together; None: all are to scale."""
    courses: tuple[RaceLine, ...]

    @property
    def label_x(self) -> int:
        return self.right + 10

    @property
    def ticks_y(self) -> int:
        return self.height - 4


@dataclass(frozen=True, kw_only=True, slots=True)
class RaceRow:
    """`places` by round, None where the player had none."""

    player: PlayerId
    name: str
    url: str
    places: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Race:
    """`rows` in the order of the table shown; the drawings show the same places."""

    rounds: tuple[int, ...]
    rows: tuple[RaceRow, ...]
    drawings: tuple[RaceDrawing, ...]


def race_of(
    runners: Sequence[tuple[PlayerId, str, str]],
    places: Mapping[int, Mapping[PlayerId, int]],
    *,
    own: PlayerId | None = None,
) -> Race | None:
    """The best of the `runners`, who come with name and address in the order of the table, over the rounds of `places`;
    and with them whoever is `own`.

    None before the second round.
    """
    rounds = tuple(sorted(places))
    rows = tuple(
        RaceRow(player=player, name=name, url=url, places=tuple(places[number].get(player) for number in rounds))
        for at, (player, name, url) in enumerate(runners)
        if at < BEST or player == own
    )
    rows = tuple(row for row in rows if row.places and row.places[-1] is not None)
    if len(rounds) < 2 or not rows:
        return None
    last = max(max(each.values(), default=1) for each in places.values())
    few = (
        rows
        if len(rounds) > FIRST_ROUNDS
        else tuple(row for at, row in enumerate(rows) if at < FEW or row.player == own)
    )
    return Race(
        rounds=rounds,
        rows=rows,
        drawings=(
            _drawing("wide", rows, rounds, last, width=928, room=170),
            _drawing("narrow", few, rounds, last, width=340, room=128),
        ),
    )


@lru_cache(maxsize=256)
def _drawing(
    code: str, rows: tuple[RaceRow, ...], rounds: tuple[int, ...], last: int, *, width: int, room: int
) -> RaceDrawing:
    """Kept, since most results change nothing at the top."""
    left, right = 22, width - room
    step = (right - left) / (len(rounds) - 1)
    lowest = max(place for row in rows for place in row.places if place is not None)
    is_pressed = lowest > TO_SCALE

    def height_of(place: int) -> float:
        if place <= TO_SCALE or not is_pressed:
            return _TOP + (place - 1) * _ROW
        return _TOP + (TO_SCALE - 1 + _PRESSED * (place - TO_SCALE) / (last - TO_SCALE)) * _ROW

    labels = _spread([height_of(row.places[-1] or 1) for row in rows])
    bottom = max(height_of(last if is_pressed else lowest), *labels)
    courses = [
        RaceLine(
            player=row.player,
            medal=_MEDALS.get(row.places[-1] or 0, ""),
            path=_path([None if place is None else height_of(place) for place in row.places], left, step),
            end_y=_short(height_of(row.places[-1] or 1)),
            label_y=_short(label),
            label=f"{row.places[-1]} {row.name if code == 'wide' else short_name(row.name)}",
        )
        for row, label in zip(rows, labels, strict=True)
    ]
    marks = [place for place in (1, 5, 10) if place <= lowest] + ([last] if is_pressed else [])
    return RaceDrawing(
        code=code,
        width=width,
        height=round(bottom) + 32,
        left=left,
        right=right,
        places=tuple(Tick(at=_short(height_of(place)), text=str(place)) for place in marks),
        rounds=tuple(Tick(at=_short(left + step * at), text=str(rounds[at])) for at in _marked(len(rounds))),
        pressed_from=_short(_TOP + (TO_SCALE - 0.5) * _ROW) if is_pressed else None,
        courses=tuple(courses[::-1]),  # the first lies on top
    )


def _marked(rounds: int) -> list[int]:
    """Which rounds have their number below: the first, the last, and some between them, none too near to another."""
    every = 1 if rounds <= 8 else 5 if rounds <= 40 else 10
    between = [at for at in range(1, rounds - 1) if (at + 1) % every == 0]
    return [0, *(at for at in between if at >= every / 2 and rounds - 1 - at >= every / 2), rounds - 1]


def _spread(wanted: Sequence[float]) -> list[float]:
    """The heights, in their order, moved down as far as none is nearer to the one above than a line of text."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    found = [0.0] * len(wanted)
    above = float("-inf")
    for index in order:
        above = found[index] = max(wanted[index], above + _GAP)
    return found


def _path(heights: Sequence[float | None], left: float, step: float) -> str:
    return path_of([None if y is None else (round(left + step * at), round(y)) for at, y in enumerate(heights)])


def path_of(points: Sequence[tuple[int, int] | None]) -> str:
    """In the language of SVG, as short as it can be: what lies on the way from one turning to the next is left out.

    The line is broken where there is no point.
    """
    path = ""
    before: tuple[int, int] | None = None
    for index, point in enumerate(points):
        following = points[index + 1] if index + 1 < len(points) else None
        if point is None:
            before = None
        elif before is None:
            path, before = f"{path}M{point[0]} {point[1]}", point
        elif following is None or not before[1] == point[1] == following[1]:
            right, down = point[0] - before[0], point[1] - before[1]
            path += f"l{right}{'' if down < 0 else ' '}{down}" if down else f"h{right}"
            before = point
    return path


def short_name(name: str) -> str:
    """Initial and the rest where the name is long, cut where that is too long as well; what tells two apart stays.
    A team has a short name of its own, or none."""
    plain, remark = (
        (name.plain, f" ({name.remark})") if isinstance(name, DisplayName) and name.remark else (str(name), "")
    )
    words, room = plain.split(), _LETTERS - len(remark) // 2
    text = f"{words[0][0]}. {' '.join(words[1:])}" if len(words) > 1 and len(plain) > room - 4 else plain
    if isinstance(name, DisplayName) and name.short:
        text = name.short
    return (text if len(text) <= room else f"{text[: room - 1].rstrip()}…") + remark


def short_names(names: Iterable[str]) -> tuple[str, ...]:
    """Of all that stand in one list: whose short name another has too is called in full."""
    full = tuple(names)
    shorts = [short_name(name) for name in full]
    counts = Counter(shorts)
    return tuple(short if counts[short] == 1 else str(name) for short, name in zip(shorts, full, strict=True))


def _short(number: float) -> float:
    return round(number, 1)
