"""Those to be paired, who may meet whom, and whether what is left can be paired completely (fide_dutch 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from tournaments.pairing.search.witness import Witness
from tournaments.pairing.systems.fide_dutch.pairing_cards import PairingCard
from tournaments.pairing.types.snapshot import Colour


@dataclass(frozen=True, kw_only=True)
class Field:
    """Cards best first; everybody else in here is named by the index of the card.

    A set of players is an integer with one bit for each place, and places count from the end: index 0 is the highest
    bit, so those from some index on are the lowest bits.
    """

    cards: Sequence[PairingCard]
    met: Sequence[int]
    """Whom each may not meet again, or never (C1), as sets."""
    first: Colour
    """The initial colour."""
    clashes_barred: bool = True
    """C3."""
    _known: dict[tuple[int, int], bool] = field(default_factory=dict, init=False)

    @property
    def size(self) -> int:
        return len(self.cards)

    def bit(self, index: int) -> int:
        return 1 << (self.size - 1 - index)

    def from_on(self, index: int) -> int:
        """All from that index on, as a set."""
        return (1 << (self.size - index)) - 1

    def set_of(self, indices: Sequence[int]) -> int:
        return sum(map(self.bit, indices))

    @cached_property
    def near(self) -> Sequence[int]:
        """Whom each may meet under C1 and C3, as sets."""
        everybody = self.from_on(0)
        must = dict.fromkeys(Colour, 0)
        for index, card in enumerate(self.cards):
            if self.clashes_barred and card.wants and card.bars_its_like:
                must[card.wants] |= self.bit(index)
        near = []
        for index, card in enumerate(self.cards):
            bit = self.bit(index)
            far = self.met[index] | bit
            if card.wants and must[card.wants] & bit:
                far |= must[card.wants]
            near.append(everybody & ~far)
        return near

    def may_meet(self, one: int, other: int) -> bool:
        return bool(self.near[one] & self.bit(other))

    @cached_property
    def groups(self) -> Sequence[range]:
        """The score groups, best first."""
        groups = []
        begin = 0
        for _score, cards in groupby(self.cards, key=lambda card: card.score):
            end = begin + len(list(cards))
            groups.append(range(begin, end))
            begin = end
        return groups

    # The bye

    @cached_property
    def is_possible(self) -> bool:
        """Whether all can be paired, with one bye where they are odd."""
        return self.bye_score is not None if self.size % 2 else self.can_be_paired(range(self.size))

    @cached_property
    def bye_score(self) -> int | None:
        """B of C5: the lowest score that the bye can have. Asked for an odd number, None: nobody can have it."""
        for group in reversed(self.groups):
            if self.can_be_paired(range(self.size), self._may_have_bye(group)):
                return self.cards[group[0]].score
        return None

    @cached_property
    def may_have_bye(self) -> int:
        """Those of B's score who may have it, as a set; nobody where the number is even."""
        if self.size % 2 == 0:
            return 0
        return next(
            (self._may_have_bye(group) for group in self.groups if self.cards[group[0]].score == self.bye_score), 0
        )

    def _may_have_bye(self, group: range) -> int:
        return self.set_of([index for index in group if self.cards[index].may_have_bye])

    # C4 and C5

    def can_be_paired(self, players: Sequence[int], bye: int = 0) -> bool:
        """Whether these can all be paired with each other, an odd one having the bye, which one of `bye` may have."""
        members = self.set_of(players)
        known = self._known.get((members, bye))
        if known is None:
            known = self._known[members, bye] = self._can_be_paired(players, bye)
        return known

    def _can_be_paired(self, players: Sequence[int], bye: int) -> bool:
        return not players or self.witness(self.among(players), local(self.size, players, bye)).complete()

    def witness(self, near: Sequence[int], bye: int) -> Witness:
        """Of places that may meet these others, and, if they are odd, of one more for the bye."""
        if len(near) % 2:
            near = [*(mask | (bye >> place & 1) << len(near) for place, mask in enumerate(near)), bye]
        return Witness.of_places(near)

    def among(self, players: Sequence[int]) -> list[int]:
        """For each of these from the last one on, whom of them they may meet: places from the last one on."""
        return [local(self.size, players, self.near[index]) for index in reversed(players)]


def local(size: int, players: Sequence[int], members: int) -> int:
    """A set, of the players named only, with places of their own. They are named in rising order; most of them stand
    side by side."""
    found = 0
    width = len(players)
    begin = 0
    while begin < width:
        end = _end_of_run(players, begin)
        low = size - 1 - players[end - 1]
        found |= (members >> low & (1 << (end - begin)) - 1) << (width - end)
        begin = end
    return found


def _end_of_run(players: Sequence[int], begin: int) -> int:
    """Where those that stand side by side from `begin` on end."""
    if isinstance(players, range):
        return len(players)
    offset = players[begin] - begin
    low, high = begin + 1, len(players)
    while low < high:
        middle = (low + high + 1) // 2
        if players[middle - 1] - (middle - 1) == offset:
            low = middle
        else:
            high = middle - 1
    return low
