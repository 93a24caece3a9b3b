"""Simulated rounds whose sentences are all read again, for the tests and for the long form in `soak`."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable

from tests.tools.pairing.told_rounds import ToldRound, told_rounds
from tests.tools.pairing.true_reasons import untrue, untrue_refusal
from tournaments.pairing import systems
from tournaments.pairing.discovery import SYSTEMS

IN_THE_TREE = [found.name for found in pkgutil.iter_modules(systems.__path__[:1]) if found.name in SYSTEMS]
"""Besides them the tests have toys, whose sentences no page holds to account."""


def false_of(each: ToldRound) -> list[str]:
    if each.paired is None:
        return untrue_refusal(each.system, each.snapshot, each.refused, each.pinned)
    return untrue(each.system, each.snapshot, each.paired, each.pinned)


def check(code: str, seeds: Iterable[int]) -> int:
    """How many rounds were read."""
    rounds = 0
    for seed in seeds:
        for number, each in enumerate(told_rounds(code, seed), start=1):
            assert not (false := false_of(each)), (seed, number, each.system, false)
            rounds += 1
    return rounds
