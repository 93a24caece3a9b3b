"""The Berger tables by their formula (rulebook, all_play_all, The table in one formula: FIDE C.05, Annex 1)."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.pairing.types.snapshot import PlayerId

Pair = tuple[PlayerId, PlayerId]
"""White, Black."""


def berger(numbers: int, round_number: int) -> Iterator[Pair]:
    """Of that round, in the order of the boards. `numbers` is even; rounds go from 1 to `numbers` − 1."""
    alone = _alone(numbers, round_number)
    yield _coloured(numbers, alone, numbers)
    rounds = numbers - 1
    for distance in range(1, numbers // 2):
        yield _coloured(numbers, (alone + distance) % rounds or rounds, (alone - distance) % rounds or rounds)


def _alone(numbers: int, round_number: int) -> PlayerId:
    """Who would meet themselves, and so meets the last number: half of `numbers` is the inverse of 2."""
    return (round_number + 1) * (numbers // 2) % (numbers - 1) or numbers - 1


def _coloured(numbers: int, one: PlayerId, other: PlayerId) -> Pair:
    lower, higher = (one, other) if one < other else (other, one)
    lower_has_white = lower <= numbers // 2 if higher == numbers else (lower + higher) % 2 == 1
    return (lower, higher) if lower_has_white else (higher, lower)


@dataclass(frozen=True, kw_only=True, slots=True)
class BergerTable:
    """All rounds of an all-play-all among so many start numbers, vacant ones included."""

    drawn: int
    """Start numbers, at least 1; where they are odd one more, the dummy, makes them even."""
    cycles: int = 1
    swaps: bool = False
    """The last two rounds of the first cycle change places."""
    swaps_later: bool = False
    """Those of the later cycles as well, as they did until 2026."""

    @property
    def numbers(self) -> int:
        return self.drawn + self.drawn % 2

    @property
    def dummy(self) -> PlayerId | None:
        return self.numbers if self.drawn % 2 else None

    @property
    def in_a_cycle(self) -> int:
        """Rounds."""
        return self.numbers - 1

    @property
    def rounds(self) -> int:
        return self.cycles * self.in_a_cycle

    def cycle(self, round_number: int) -> int:
        """From 1."""
        return (round_number - 1) // self.in_a_cycle + 1

    def is_reversed(self, round_number: int) -> bool:
        return self.cycle(round_number) % 2 == 0

    def in_the_table(self, round_number: int) -> int:
        """Which round of the printed table is played in that round."""
        number, last = (round_number - 1) % self.in_a_cycle + 1, self.in_a_cycle
        if (self.swaps_later if round_number > last else self.swaps) and last > 1 and number >= last - 1:
            return 2 * last - 1 - number
        return number

    def opponent(self, number: PlayerId, round_number: int) -> PlayerId:
        """Whom the number meets in that round, whether somebody has it or not."""
        in_the_table = self.in_the_table(round_number)
        if number == self.numbers:
            return _alone(self.numbers, in_the_table)
        other = (in_the_table + 1 - number) % self.in_a_cycle or self.in_a_cycle
        return self.numbers if other == number else other

    def games(self, round_number: int, held: AbstractSet[PlayerId]) -> list[Pair]:
        """In the order of the boards, those among the numbers that somebody has."""
        alone = _alone(self.numbers, self.in_the_table(round_number))
        pairs = ((one, self.opponent(one, round_number)) for one in held)
        found = sorted((self._place(alone, *pair), *pair) for pair in pairs if pair[0] < pair[1] and pair[1] in held)
        coloured = (_coloured(self.numbers, one, other) for _place, one, other in found)
        return [(black, white) if self.is_reversed(round_number) else (white, black) for white, black in coloured]

    def _place(self, alone: PlayerId, one: PlayerId, other: PlayerId) -> int:
        """Of a board: how far its two are from who meets the last number."""
        if other == self.numbers:
            return 0
        return min((one - alone) % self.in_a_cycle, (alone - one) % self.in_a_cycle)
