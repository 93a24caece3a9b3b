"""Baku acceleration: virtual points in the first half of the rounds (rulebook, fide_dutch 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.types.snapshot import PlayerId


@dataclass(frozen=True, kw_only=True, slots=True)
class Acceleration:
    """`group` are those down to `last`, who have `virtual` points more in round 1, 2, … in units."""

    group: Sequence[PlayerId]
    last: PlayerId
    virtual: Sequence[int]

    def of_all(self) -> Mapping[PlayerId, Sequence[int]]:
        return dict.fromkeys(self.group, self.virtual)

    def in_round(self, number: int) -> int:
        return self.virtual[number - 1] if number <= len(self.virtual) else 0


def accelerated(
    in_list: Sequence[PlayerId], numbers: Mapping[PlayerId, int], rounds: int, win: int
) -> Acceleration | None:
    """`numbers`: the TPNs of round 1; `win` in units. None: nobody had one."""
    last = min(len(numbers), 2 * -(-len(numbers) // 4))
    by_number = {tpn: player for player, tpn in numbers.items()}
    if not by_number:
        return None
    half = -(-rounds // 2)
    full = -(-half // 2)
    player = by_number[last]
    return Acceleration(
        group=in_list[: in_list.index(player) + 1],
        last=player,
        virtual=[win] * full + [win // 2] * (half - full),
    )
