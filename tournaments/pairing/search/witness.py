"""A complete pairing kept as witness while its players choose: who can have whom (Edmonds' blossom search)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from tournaments.pairing.types.snapshot import PlayerId

_NONE: Final = -1
_SMALL: Final = 16  # up to so many are read one by one


class Witness:
    """Some players, whom each may meet, and a matching of them that `complete` makes perfect if anything can.

    Players are places counted from the end of the list, sets of them are integers with one bit per place: the first on
    the list is the highest bit.
    """

    __slots__ = ("free", "inner", "mate", "near", "outer", "place", "player")

    def __init__(
        self,
        players: Sequence[PlayerId],
        barred: Mapping[PlayerId, AbstractSet[PlayerId]],
        pairs: Sequence[tuple[PlayerId, PlayerId]],
    ) -> None:
        self.player = players[::-1]
        self.place = {player: place for place, player in enumerate(self.player)}
        self.free = (1 << len(players)) - 1
        self.near = self._near(barred)
        self.mate = [_NONE] * len(players)
        self.inner = self.outer = 0  # of the last tree that grew to its full size
        for one, other in pairs:
            self._join(self.place[one], self.place[other])

    @classmethod
    def of_places(cls, near: Sequence[int], pairs: Iterable[tuple[int, int]] = ()) -> Witness:
        """The players are the places themselves, the last one first on the list; `near` says whom each may meet."""
        witness = cls((), {}, ())
        witness.player = range(len(near))
        witness.place = dict(enumerate(witness.player))
        witness.free = (1 << len(near)) - 1
        witness.near = [*near]
        witness.mate = [_NONE] * len(near)
        for one, other in pairs:
            witness._join(one, other)
        return witness

    def _near(self, barred: Mapping[PlayerId, AbstractSet[PlayerId]]) -> list[int]:
        """For each place the places that it may meet."""
        bit_of = {player: 1 << place for player, place in self.place.items()}
        near = []
        known: AbstractSet[PlayerId] = frozenset()  # the large set that was read last, and its bits
        known_far = 0
        for place, player in enumerate(self.player):
            barred_here = barred.get(player, frozenset())
            # Those who have met nearly all of a group have nearly the same large set: only what differs is read.
            differing, far = barred_here, 0
            if len(barred_here) > _SMALL:
                differing, far = barred_here ^ known, known_far
                if len(differing) > len(barred_here):
                    differing, far = barred_here, 0
            for other in differing:
                far ^= bit_of.get(other, 0)
            if len(barred_here) > _SMALL:
                known, known_far = barred_here, far
            near.append(self.free & ~far & ~(1 << place))
        return near

    def bar(self, player: PlayerId, others: AbstractSet[PlayerId]) -> None:
        one = self.place[player]
        for other in map(self.place.__getitem__, others):
            self.near[one] &= ~(1 << other)
            self.near[other] &= ~(1 << one)

    def _join(self, one: int, other: int) -> None:
        self.mate[one] = other
        self.mate[other] = one

    def players(self) -> Sequence[PlayerId]:
        """All of them, first on the list first."""
        return self.player[::-1]

    def first_free(self) -> PlayerId | None:
        return self.player[self.free.bit_length() - 1] if self.free else None

    def complete(self, *, or_most: bool = False) -> bool:
        """Join all who are still single, turning other pairs over where needed. False if that cannot be done: at once,
        or with as many joined as can be."""
        single = self._join_cheaply(sum(1 << place for place, mate in enumerate(self.mate) if mate == _NONE))
        within = self.free
        while single:
            root = single.bit_length() - 1
            single ^= 1 << root
            ends = 0
            for other in places(single):
                ends |= self.near[other]
            tree = _Tree(self, root, within & ~single, ends)
            if not tree.outer & ends:
                if not or_most:
                    return False  # no later turning over would help `root` either
                within &= tree.untouched | single  # nor anybody else a way through this tree
                continue
            end = (tree.outer & ends).bit_length() - 1
            other = (self.near[end] & single).bit_length() - 1
            tree.turn_over(end)
            self._join(end, other)
            single ^= 1 << other
        return _NONE not in self.mate

    def pairs(self) -> list[tuple[PlayerId, PlayerId]]:
        return [(self.player[one], self.player[other]) for other, one in enumerate(self.mate) if one > other]

    def _join_cheaply(self, single: int) -> int:
        """Join singles with each other, then two singles with the two of a pair. Who is single after that."""
        for one in places(single):
            if single >> one & 1 and (others := self.near[one] & single):
                other = others.bit_length() - 1
                self._join(one, other)
                single ^= 1 << one | 1 << other
        for one, other in enumerate(self.mate):
            if not single:
                break
            if other < one:
                continue
            for_one, for_other = self.near[one] & single, self.near[other] & single
            if not for_one or not for_other or (for_one | for_other).bit_count() == 1:
                continue
            if for_other.bit_count() == 1:
                for_one &= ~for_other
            x = for_one.bit_length() - 1
            y = (for_other & ~(1 << x)).bit_length() - 1
            self._join(one, x)
            self._join(other, y)
            single ^= 1 << x | 1 << y
        return single

    def settle(self, player: PlayerId, candidates: Sequence[PlayerId] | None) -> PlayerId | None:
        """Take out `player` and the first of their candidates (None: in list order) who leaves the rest pairable."""
        one = self.place[player]
        self.free ^= 1 << one
        open_to = self.near[one] & self.free
        if self.inner >> one & 1:
            open_to &= self.outer
        other = self._choice(open_to, candidates)
        if other == _NONE:
            return None
        if other != self.mate[one] and not self._reconnect(one, other):
            tree = _Tree(self, self.mate[one], self.free, 1 << other)
            other = self._choice(open_to & tree.outer, candidates)
            if other == _NONE:
                return None
            tree.turn_over(other)
            if not tree.reached:
                # Full-grown: its inner places are just enough for its outer ones and can have nobody else, ever.
                self.inner, self.outer = self.free & ~tree.outer & ~tree.untouched, tree.outer
        self.free ^= 1 << other
        return self.player[other]

    def insist(self, player: PlayerId, others: int) -> bool:
        """Let `player` have nobody but these, a set of places, if all can then still be joined; if not, none of these.
        All must be joined."""
        one = self.place[player]
        within, mate = self.near[one] & others & self.free, self.mate[one]
        can = bool(within >> mate & 1)
        if within and not can:
            tree = _Tree(self, mate, self.free & ~(1 << one), within)
            if can := tree.reached:
                end = (tree.outer & within).bit_length() - 1
                tree.turn_over(end)
                self._join(one, end)
            else:
                self._join(one, mate)
        dropped = self.near[one] & (~others if can else others)
        self.near[one] ^= dropped
        for other in places(dropped):
            self.near[other] &= ~(1 << one)
        return can

    def barrier(self, player: PlayerId) -> tuple[int, int]:
        """Some who compete for the same others, `player` among them, and these others, as sets: in no complete pairing
        does anybody of the first set have anybody but of the second, and `player` can have each of these whom they may
        meet. All must be joined."""
        one = self.place[player]
        mate = self.mate[one]
        tree = _Tree(self, mate, self.free & ~(1 << one), 0)
        self._join(one, mate)
        return self.free & ~tree.outer & ~tree.untouched, tree.outer

    def _choice(self, workable: int, candidates: Sequence[PlayerId] | None) -> int:
        if candidates is None:
            return workable.bit_length() - 1
        for player in candidates:
            place = self.place.get(player, _NONE)
            if place != _NONE and workable >> place & 1:
                return place
        return _NONE

    def _reconnect(self, one: int, other: int) -> bool:
        """Join the two who lose their partners when `one` and `other` leave: directly or over one other pair."""
        left, right = self.mate[one], self.mate[other]
        if self.near[left] >> right & 1:
            self._join(left, right)
            return True
        for through in places(self.near[left] & self.free):
            if self.near[right] >> self.mate[through] & 1:
                self._join(right, self.mate[through])
                self._join(left, through)
                return True
        return False


class _Tree:
    """The alternating tree of a single place `root` inside `within`, grown until an outer place is in `goal`.

    A place is outer if turning over the pairs on the way to it makes it single in place of the root. The places of an
    odd circle of such ways, a blossom, are all outer and share their base.
    """

    __slots__ = ("base", "before", "blossom", "outer", "queue", "reached", "untouched", "witness")

    def __init__(self, witness: Witness, root: int, within: int, goal: int) -> None:
        self.witness = witness
        self.outer = 1 << root
        self.untouched = within & ~self.outer
        self.base = list(range(len(witness.mate)))
        self.before = [_NONE] * len(witness.mate)  # the outer place from which an inner one was reached
        self.blossom: dict[int, int] = {}
        self.queue = [root]
        witness.mate[root] = _NONE
        self.reached = self._grow(goal)

    def _grow(self, goal: int) -> bool:
        near_of, mate, before, queue = self.witness.near, self.witness.mate, self.before, self.queue
        for place in queue:  # grows while it is read
            if self.outer & goal:
                return True
            near = near_of[place]
            while new := near & self.untouched:
                inner = new.bit_length() - 1
                before[inner] = place
                queue.append(mate[inner])
                self.outer |= 1 << mate[inner]
                self.untouched ^= 1 << inner | 1 << mate[inner]
            while circle := near & self.outer & ~self._members(place):
                self._contract(place, circle.bit_length() - 1)
        return bool(self.outer & goal)

    def _base(self, place: int) -> int:
        base = self.base
        while base[place] != place:
            base[place] = place = base[base[place]]
        return place

    def _members(self, place: int) -> int:
        base = self._base(place)
        return self.blossom.get(base, 1 << base)

    def _contract(self, one: int, other: int) -> None:
        """Two outer places may meet: all on the circle that this closes become outer."""
        top = self._meeting_point(one, other)
        merged = {self._base(top)}
        self._lead_back(one, other, top, merged)
        self._lead_back(other, one, top, merged)
        members = 0
        for base in merged:
            members |= self.blossom.pop(base, 1 << base)
            self.base[base] = top
        self.blossom[top] = members
        self.queue.extend(places(members & ~self.outer))
        self.outer |= members

    def _meeting_point(self, one: int, other: int) -> int:
        """The first base that the two ways up to the root share, both climbed in turn."""
        seen = set()
        one, other = self._base(one), self._base(other)
        while True:
            if one != _NONE:
                if one in seen:
                    return one
                seen.add(one)
                one = self._above(one)
            one, other = other, one

    def _above(self, base: int) -> int:
        mate = self.witness.mate[base]
        return _NONE if mate == _NONE else self._base(self.before[mate])

    def _lead_back(self, place: int, came_from: int, top: int, merged: set[int]) -> None:
        """Note for each outer place on the way up to `top` how it is reached the other way round."""
        mate, before = self.witness.mate, self.before
        while self._base(place) != top:
            inner = mate[place]
            merged.update((self._base(place), self._base(inner)))
            before[place] = came_from
            came_from = inner
            place = before[inner]

    def turn_over(self, end: int) -> None:
        """Turn the pairs over on the way from the root to the outer place `end`, which becomes single."""
        mate, before = self.witness.mate, self.before
        single = mate[end]
        mate[end] = _NONE
        while single != _NONE:
            partner = before[single]
            following = mate[partner]
            mate[single] = partner
            mate[partner] = single
            single = following


def places(bits: int) -> Iterator[int]:
    """The places in a set, highest on the list first."""
    while bits:
        place = bits.bit_length() - 1
        yield place
        bits ^= 1 << place
