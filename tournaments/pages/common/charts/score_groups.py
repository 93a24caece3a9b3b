"""Who floats in a drafted round: each board joins two discs, which stand as high as the points that pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.common.wording import EXACT, Spelling

BOARDS = 8
"""To a strip: as many as a phone shows without sliding."""
LEFT = 34
PITCH = 40
STEP = 22
TOP = 14
_TILE = 18


@dataclass(frozen=True, kw_only=True, slots=True)
class Seats:
    """A board with what both are paired by."""

    board: int
    white: Fraction
    black: Fraction

    @property
    def is_float(self) -> bool:
        return self.white != self.black


@dataclass(frozen=True, kw_only=True, slots=True)
class DiscHeight:
    y: int
    points: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerDisc:
    x: int
    board: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Strip:
    """One drawing, of at most `BOARDS`; each path is in the language of SVG. Only the points that occur have a level,
    the most on top. `words` say the same."""

    levels: tuple[DiscHeight, ...]
    numbers: tuple[PlayerDisc, ...]
    even: str
    floats: str
    tiles: str
    whites: str
    blacks: str
    words: str
    width: int
    height: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreGroups:
    strips: tuple[Strip, ...]
    words: str
    is_accelerated: bool = False
    """With what is added to some for the pairing alone."""
    is_unusual: bool = False
    """Some meet across points on which others stand: a float to the next points is what a healthy round has."""


def score_groups(
    seats: Iterable[Seats], spelling: Spelling = EXACT, *, is_accelerated: bool = False
) -> ScoreGroups | None:
    """In the order of the boards. None where nothing is to be seen: nobody plays, or all have the same."""
    boards = sorted(seats, key=lambda each: each.board)
    levels = sorted({points for each in boards for points in (each.white, each.black)})
    if len(levels) < 2:
        return None
    far = [each.board for each in boards if abs(levels.index(each.white) - levels.index(each.black)) > 1]
    return ScoreGroups(
        strips=tuple(_strip(boards[first : first + BOARDS], spelling) for first in range(0, len(boards), BOARDS)),
        words=_said(far),
        is_accelerated=is_accelerated,
        is_unusual=bool(far),
    )


def _said(far: Sequence[int]) -> str:
    if not far:
        return _("Pairings by points")
    return ngettext("Far apart in points: board {boards}", "Far apart in points: boards {boards}", len(far)).format(
        boards=", ".join(map(str, far))
    )


def _strip(boards: Sequence[Seats], spelling: Spelling) -> Strip:
    levels = sorted({points for each in boards for points in (each.white, each.black)}, reverse=True)
    y = {points: TOP + place * STEP for place, points in enumerate(levels)}
    x = {each.board: LEFT + place * PITCH + _TILE // 2 for place, each in enumerate(boards)}

    def lines(wanted: Callable[[Seats], bool]) -> str:
        return "".join(
            f"M{x[each.board]} {y[each.white]}L{x[each.board] + _TILE} {y[each.black]}"
            for each in boards
            if wanted(each)
        )

    whites = [(x[each.board], y[each.white]) for each in boards]
    blacks = [(x[each.board] + _TILE, y[each.black]) for each in boards]
    return Strip(
        levels=tuple(DiscHeight(y=y[points], points=spelling.points(points)) for points in levels),
        numbers=tuple(PlayerDisc(x=x[each.board] + _TILE // 2, board=each.board) for each in boards),
        even=lines(lambda each: not each.is_float),
        floats=lines(lambda each: each.is_float),
        tiles="".join(f"M{left - 8} {top - 8}h16v16h-16z" for left, top in (*whites, *blacks)),
        whites="".join(f"M{left} {top}h0" for left, top in whites),
        blacks="".join(f"M{left} {top}h0" for left, top in blacks),
        words=" ".join(
            _("Board {board}: {white} against {black}.").format(
                board=each.board, white=spelling.points(each.white), black=spelling.points(each.black)
            )
            for each in boards
        ),
        width=LEFT + BOARDS * PITCH,
        height=TOP + len(levels) * STEP + 8,
    )
