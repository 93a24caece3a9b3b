"""Groups first, then a cup: in which order their players stand in its tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.pairing.types.snapshot import PlayerId


def seeded(order: Sequence[PlayerId], groups: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """The first of each group, then the second, so that in the first round nobody meets somebody of their own group
    where that can be had (rulebook, cup, Qualifying first). `order` by place and then by group, as `finals` gives it.

    The winners keep their order; those of a further place are moved on in turn, or two of them change places.
    """
    levels = [*_levels(order, groups)]
    for index in range(len(levels) - 1, 0, -1):
        tries = [[*levels[:index], each, *levels[index + 1 :]] for each in _otherwise(levels[index])]
        levels = min(tries, key=lambda each: _of_one_group(_joined(each), groups))
    return _joined(levels)


def _otherwise(level: list[PlayerId]) -> Iterator[list[PlayerId]]:
    """As it is, then moved on, then with two of them changed: the first that does is taken."""
    turned = [level[step:] + level[:step] for step in range(len(level))]
    yield from turned
    for order in turned:
        for one, other in combinations(range(len(order)), 2):
            changed = [*order]
            changed[one], changed[other] = changed[other], changed[one]
            yield changed


def _levels(order: Sequence[PlayerId], groups: Mapping[PlayerId, int]) -> Iterator[list[PlayerId]]:
    """Cut where a group comes up again."""
    level: list[PlayerId] = []
    for player in order:
        if any(groups[player] == groups[other] for other in level):
            yield level
            level = []
        level.append(player)
    if level:
        yield level


def _joined(levels: Sequence[Sequence[PlayerId]]) -> tuple[PlayerId, ...]:
    return tuple(player for level in levels for player in level)


def _of_one_group(seeds: Sequence[PlayerId], groups: Mapping[PlayerId, int]) -> int:
    """Ties of the first round between two of one group: seeds s and B + 1 − s meet."""
    size = 1
    while size < len(seeds):
        size *= 2
    pairs = ((place, size + 1 - place) for place in range(1, size // 2 + 1) if size + 1 - place <= len(seeds))
    return sum(groups[seeds[one - 1]] == groups[seeds[other - 1]] for one, other in pairs)
