"""Races: places round by round as lines; a small one of a tournament's first three."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from django.utils.translation import gettext as _

from tournaments.pairing.types.snapshot import PlayerId

Places = Mapping[PlayerId, int]
"""By start number; whoever takes no place is not in it."""

WIDTH, ROW = 100, 26
"""Of the small race: it is stretched to whatever width there is, each of the three names stands in a row beside it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SmallRaceLine:
    """One of the three: `medal` is first, second or third, `path` in the language of SVG; `ranks` are its places by
    round, None where it had none."""

    medal: str
    path: str
    ranks: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MiniRace:
    """The last of the three is drawn first, so that the first lies on top. `words` say it to who does not see it."""

    courses: tuple[SmallRaceLine, ...]
    words: str
    width: int
    height: int


def mini_race(runners: Sequence[tuple[PlayerId, str]], places: Mapping[int, Places]) -> MiniRace | None:
    """At most three runners in their order, with their names, over the rounds in `places`; None before the second.

    The height of a place is its square root, so that the fight for the first places has room; the ends are spread to
    one row each, so that names beside them never collide.
    """
    rounds = sorted(places)
    if len(rounds) < 2 or not runners:
        return None
    ranks = {player: tuple(places[number].get(player) for number in rounds) for player, _name in runners[:3]}
    lowest = max((rank for line in ranks.values() for rank in line if rank is not None), default=1)
    height = ROW * len(ranks)
    courses = tuple(
        SmallRaceLine(medal=medal, path=_path(line, lowest, height, end=ROW * row + ROW // 2), ranks=line)
        for row, (medal, line) in enumerate(zip(("first", "second", "third"), ranks.values(), strict=False))
    )
    lines = [
        _("{player}: {places}").format(player=name, places=", ".join(str(rank or "–") for rank in ranks[player]))
        for player, name in runners[:3]
    ]
    words = _("Places by round. {lines}").format(lines="; ".join(lines))
    return MiniRace(courses=courses[::-1], words=words, width=WIDTH, height=height)


def _path(ranks: Sequence[int | None], lowest: int, height: int, *, end: int) -> str:
    """A line through the places; where there was none it is broken off."""
    top, room = ROW // 2, height - ROW
    scale = room / (sqrt(lowest) - 1) if lowest > 1 else 0.0
    steps = len(ranks) - 1
    path, is_broken = "", True
    for step, rank in enumerate(ranks):
        if rank is None:
            is_broken = True
            continue
        y = float(end) if step == steps else top + scale * (sqrt(rank) - 1)
        path += f"{'M' if is_broken else 'L'}{_short(step * WIDTH / steps)} {_short(y)}"
        is_broken = False
    return path


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
