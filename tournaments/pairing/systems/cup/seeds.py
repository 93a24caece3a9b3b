"""Who stands where in a tree that is drawn once (rulebook, cup, Drawing)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from tournaments.pairing.types.snapshot import PlayerId


def power_of_two(count: int) -> int:
    """The smallest that reaches it; 1 for nobody."""
    return 1 << max(count - 1, 0).bit_length()


def places(size: int) -> list[int]:
    """The seeds of a tree of so many, a power of two, from top to bottom: S(2k) = for each s of S(k): s, 2k + 1 − s."""
    order = [1]
    while len(order) < size:
        double = 2 * len(order)
        order = [each for seed in order for each in (seed, double + 1 - seed)]
    return order


def seeded(field: AbstractSet[PlayerId]) -> list[PlayerId | None]:
    """From top to bottom, by their numbers; None where there is nobody."""
    seeds = sorted(field)
    return [seeds[seed - 1] if seed <= len(seeds) else None for seed in places(power_of_two(len(seeds)))]
