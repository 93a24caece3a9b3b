"""Seasons played in a process of their own, so that those who tap meanwhile wait for none: `python -m
tournaments.simulation.process`.

The first line it reads says what to play, each further one the number of a season; the last one ends it. It answers
with an empty line for each evening and with a row of figures (JSON, as `figures.to_row`) for each season.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

from clubchess.platforms.own_limits import stand_behind
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.simulation.field import SimulatedField
from tournaments.simulation.season import play
from tournaments.simulation.statistics import figures_of, to_row

_KINDNESS = 10
"""To those who tap: a tenth of their share, where both want the same core."""
EVENING = "\n"
_GARBAGE = 50_000
"""So many new objects before circles of them are looked for: a pairing makes many and hardly any circles, and Python's
own 700 costs a tenth of the time."""


def row_of(
    system: str,
    preset: str,
    plan: SimulatedField,
    *,
    seed: str,
    number: int,
    after_evening: Callable[[], None] = lambda: None,
) -> list[float]:
    """The figures of one season. Raises KeyError for a system or preset that there is not."""
    way = configured(SYSTEMS[system], {}, preset=preset or None)
    return to_row(figures_of(play(way, plan, seed=seed, number=number, after_evening=after_evening), plan))


def order(system: str, preset: str, plan: SimulatedField, *, seed: str) -> str:
    """The first line."""
    return json.dumps({"system": system, "preset": preset, "plan": plan.to_json(), "seed": seed})


def row_in(line: str) -> list[float]:
    """A season's row, out of the line that tells of it."""
    return [float(value) for value in json.loads(line)]


def answer(lines: IO[str], out: IO[str]) -> None:
    asked: Mapping[str, Any] = json.loads(lines.readline())
    plan = SimulatedField.from_json(asked["plan"])

    def tell(row: Sequence[float] | None = None) -> None:
        out.write(EVENING if row is None else json.dumps(row) + "\n")
        out.flush()

    for line in lines:
        tell(
            row_of(
                asked["system"],
                asked["preset"],
                plan,
                seed=asked["seed"],
                number=int(line),
                after_evening=tell,
            )
        )


if __name__ == "__main__":
    stand_behind(_KINDNESS)  # whoever taps comes first
    gc.freeze()
    gc.set_threshold(_GARBAGE)
    answer(sys.stdin, sys.stdout)
