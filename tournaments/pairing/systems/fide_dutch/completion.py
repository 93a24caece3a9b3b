"""What those below a bracket allow: whether all can be paired, and how well the following bracket (C4, C5, C8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tournaments.pairing.search.witness import Witness, places
from tournaments.pairing.systems.fide_dutch.criteria import PairingBracket
from tournaments.pairing.systems.fide_dutch.field import local

_ENOUGH: Final = 3
"""Of those who may go down from the following group, so many are looked for."""


@dataclass(frozen=True)
class Below:
    bracket: PairingBracket

    @cached_property
    def rest(self) -> range:
        """Behind the following group."""
        return range(self.bracket.following.stop, self.bracket.field.size)

    @cached_property
    def bye_is_here(self) -> bool:
        """Whoever goes down alone has the bye."""
        score = self.bracket.field.bye_score if self.bracket.bye else None
        return score is not None and score >= self.bracket.score

    @cached_property
    def bye_is_deep(self) -> bool:
        """It is given behind the following group, or nobody gets it."""
        bracket = self.bracket
        score = bracket.field.bye_score if bracket.bye else None
        return bool(bracket.following) and (score is None or score < bracket.field.cards[bracket.following.start].score)

    @cached_property
    def may_stay(self) -> int:
        """Some of the following group, from the last one on, without whom it may leave the rest a pairing, as a set."""
        bracket, rest = self.bracket, self.rest
        field, found = bracket.field, 0
        for index in reversed(bracket.following):
            if bracket.bye & field.bit(index):
                fits = field.can_be_paired(rest)
            else:
                fits = field.can_be_paired((index, *rest), bracket.bye)
            if fits:
                found |= field.bit(index)
                if found.bit_count() == _ENOUGH:
                    break
        return found

    @cached_property
    def _players(self) -> tuple[int, ...]:
        return (*self.bracket.members, *self.bracket.below)

    @cached_property
    def _witness(self) -> Witness:
        field, players = self.bracket.field, self._players
        witness = field.witness(field.among(players), local(field.size, players, self.bracket.bye))
        witness.complete()
        return witness

    def none_can_stay(self) -> bool:
        """Whether C4 and C5 leave nobody an opponent in the bracket: all below need them. There must be a complete
        pairing."""
        unknown = members = self._members
        while unknown:
            place = unknown.bit_length() - 1
            competing, others = self._witness.barrier(place)
            here = others & members
            if self._witness.near[place] & here & ~self._never(place):
                return False
            unknown &= ~(1 << place if here else competing)
        return True

    @property
    def _members(self) -> int:
        return (1 << len(self._players)) - (1 << len(self.bracket.below))

    def _never(self, place: int) -> int:
        """Whom of the bracket this one, if moved down, does not meet in it."""
        from_above = (1 << len(self._players)) - (1 << len(self._players) - len(self.bracket.moved_down))
        return from_above if from_above >> place & 1 else 0

    def competing(self, least: int) -> tuple[int, int] | None:
        """At least so many who can have nobody but the others named, as sets of the field. Looked for with the first
        of the bracket only."""
        competing, others = self._witness.barrier(len(self._players) - 1)
        return None if competing.bit_count() < least else (self._in_field(competing), self._in_field(others))

    def _in_field(self, members: int) -> int:
        last = len(self._players) - 1
        return self.bracket.field.set_of([self._players[last - place] for place in places(members) if place <= last])

    def can_leave_few(self, down: int) -> bool:
        """Whether, if so many go down, what the following bracket leaves at the least can be paired."""
        if (len(self.bracket.following) + down) % 2:
            return bool(self.may_stay)
        return self.bracket.field.can_be_paired(self.rest, self.bracket.bye)

    def choices(self, index: int) -> int:
        """Whom somebody may meet in the following group, with places of its own."""
        field = self.bracket.field
        return local(field.size, self.bracket.following, field.near[index])

    @cached_property
    def among_following(self) -> Sequence[int]:
        return self.bracket.field.among(self.bracket.following)

    def is_dense(self, down: int) -> bool:
        """Each in the following group can meet so many that they have a complete pairing without any so many, and
        without one more (Dirac)."""
        least = len(self.bracket.following) // 2 + down + 1
        return all(mask.bit_count() >= least for mask in self.among_following)

    def takes_any(self, down: int) -> bool:
        """Whoever goes down, so many of them: the following bracket leaves as few as can be, and C4 and C5 hold."""
        if not self.bye_is_deep or not self.is_dense(down) or not self.can_leave_few(down):
            return False
        return all(self.choices(index).bit_count() > down for index in self.bracket.members)

    def good_floaters(self, indices: Sequence[int]) -> list[int]:
        """Those with whom, if they go down alone, the following bracket leaves as few as can be."""
        bracket = self.bracket
        if self.bye_is_here:
            return [*indices] if bracket.field.can_be_paired(bracket.below) else []
        if not self.can_leave_few(1):
            return []
        if self.is_dense(1):
            return [index for index in indices if self.choices(index).bit_count() > 1]
        return [index for index in indices if self._is_taken(index)]

    def _is_taken(self, index: int) -> bool:
        size = len(self.bracket.following)
        near = [*self.among_following, 0]
        _add(near, size, self.choices(index))
        if size % 2 == 0:
            near.append(0)
            _add(near, size + 1, local(self.bracket.field.size, self.bracket.following, self.may_stay))
        return Witness.of_places(near).complete()


def _add(near: list[int], place: int, others: int) -> None:
    """Join a new place with these."""
    near[place] = others
    for other in places(others):
        near[other] |= 1 << place
