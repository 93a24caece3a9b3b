"""Brackets settled without weighing pairs: where the least that the colours cost can be counted (fide_dutch 4 and 5).

Of m pairs in which one colour is wanted by m + x players, at least x clash, and the counts say which kinds of pairs may
then be made: each complete pairing of these kinds has no more faults than that, and no other one has as few. So the
best candidate is the first one of these kinds, and finding the first is FIRST. Where nothing is proved in this way the
answer is None, and the pairs are weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from tournaments.pairing.search.matching import Edge
from tournaments.pairing.search.witness import Witness, places
from tournaments.pairing.systems.fide_dutch.completion import Below
from tournaments.pairing.systems.fide_dutch.criteria import PairingBracket
from tournaments.pairing.systems.fide_dutch.field import local
from tournaments.pairing.systems.fide_dutch.pairing_cards import PairingCard, Strength
from tournaments.pairing.types.snapshot import Colour

_MOST_EXCHANGES: Final = 60


class Count(NamedTuple):
    """C12 and C13 at the least; `colour` is wanted by the most."""

    clashes: int
    strong: int
    colour: Colour


class _UnprovedError(Exception):
    """Perhaps there is a candidate of these kinds: it was not looked for any longer."""


class Candidate(NamedTuple):
    """`order` compares those of one bracket as article 3 does; pairs and floater are places."""

    order: tuple[int, ...]
    pairs: Sequence[Edge]
    floater: int | None


def paired_by_counting(bracket: PairingBracket) -> tuple[list[Edge], tuple[int, ...]] | None:
    """The pairs and who goes down; None where that must be weighed."""
    try:
        found = _Counted(bracket).best()
    except _UnprovedError:
        return None
    if found is None:
        return None
    members, last = bracket.members, len(bracket.members) - 1
    pairs = [(members[last - one], members[last - other]) for one, other in found.pairs]
    return pairs, () if found.floater is None else (members[last - found.floater],)


@dataclass(frozen=True)
class _Counted:
    """A place is counted from the last member on, so that the best has the highest bit."""

    bracket: PairingBracket

    @cached_property
    def size(self) -> int:
        return len(self.bracket.members)

    @cached_property
    def below(self) -> Below:
        return Below(self.bracket)

    @cached_property
    def cards(self) -> Sequence[PairingCard]:
        """By place."""
        return [self.bracket.field.cards[index] for index in reversed(self.bracket.members)]

    @cached_property
    def near(self) -> Sequence[int]:
        """Moved-down players do not meet each other; nor do they meet who has been up before (C15, C17). Nobody meets
        another who must have the same colour, not even a topscorer: whoever of the two does not get it has it a third
        time in a row, or three times more often (C10, C11), which comes before all that is counted here."""
        near = self.bracket.field.among(self.bracket.members)
        for must in self.must_have.values():
            for place in places(must):
                near[place] &= ~must
        residents = len(self.bracket.residents)
        if residents == self.size:
            return near
        been_up = sum(
            1 << place for place, card in enumerate(self.cards[:residents]) if card.before.up or card.two_before.up
        )
        from_above = (1 << self.size) - (1 << residents)
        for place in range(residents, self.size):
            near[place] &= ~(from_above | been_up)
        for place in places(been_up):
            near[place] &= ~from_above
        return near

    @cached_property
    def wanting(self) -> dict[Colour, int]:
        wanting = dict.fromkeys(Colour, 0)
        for place, card in enumerate(self.cards):
            if card.wants is not None:
                wanting[card.wants] |= 1 << place
        return wanting

    @cached_property
    def mild(self) -> int:
        return sum(1 << place for place, card in enumerate(self.cards) if card.strength is Strength.MILD)

    @cached_property
    def must_have(self) -> dict[Colour, int]:
        """Topscorers included; nobody where C3 was given up."""
        must = dict.fromkeys(Colour, 0)
        if self.bracket.field.clashes_barred:
            for place, card in enumerate(self.cards):
                if card.wants is not None and card.strength is Strength.ABSOLUTE:
                    must[card.wants] |= 1 << place
        return must

    def count(self, floater: PairingCard | None) -> Count | None:
        """If that one, or one like it, goes down. None: what the colours cost cannot be counted."""
        counts = {
            colour: wanting.bit_count() - (floater is not None and floater.wants is colour)
            for colour, wanting in self.wanting.items()
        }
        colour = max(Colour, key=counts.__getitem__)
        clashes = max(0, counts[colour] - self.size // 2)
        if clashes and not self.bracket.field.clashes_barred:
            return None
        is_mild = floater is not None and floater.wants is colour and floater.strength is Strength.MILD
        mild = (self.wanting[colour] & self.mild).bit_count() - is_mild
        return Count(clashes, max(0, clashes - mild), colour)

    def kinds(self, count: Count) -> Sequence[int]:
        """For each place the set of those whom it may meet without making the faults more."""
        if not count.clashes:
            white, black = self.wanting[Colour.WHITE], self.wanting[Colour.BLACK]
            return [
                mask & ~(white if white >> place & 1 else black if black >> place & 1 else 0)
                for place, mask in enumerate(self.near)
            ]
        wanting = self.wanting[count.colour]
        mild = wanting & self.mild
        hard = wanting & ~mild
        others = (1 << self.size) - 1 & ~wanting
        of_others, of_mild, of_hard = (
            (hard, hard, wanting | others) if count.strong else (wanting, wanting | others, others | mild)
        )
        return [
            mask & (of_others if others >> place & 1 else of_mild if mild >> place & 1 else of_hard)
            for place, mask in enumerate(self.near)
        ]

    def best(self) -> Candidate | None:
        bracket = self.bracket
        if self.size < 2 * len(bracket.moved_down):
            return None
        if self.size % 2 == 0:
            if not bracket.field.can_be_paired(bracket.below, bracket.bye):
                return None
            count = self.count(None)
            return count and self.first(self.kinds(count), 0)
        return self._with_floater()

    # Somebody goes down

    def _with_floater(self) -> Candidate | None:
        best = None
        for alike in self._best_floaters():
            count = self.count(self.cards[alike.bit_length() - 1])
            good = self._good_floaters(alike)
            found = self.first(self.kinds(count), good) if good and count else None
            if found is not None and (best is None or found.order < best.order):
                best = found
        return best

    def _best_floaters(self) -> Sequence[int]:
        """Residents who cost the least if they go down, as sets of those who are alike."""
        bracket = self.bracket
        may = (1 << len(bracket.residents)) - 1
        if self.below.bye_is_here:
            may &= local(bracket.field.size, bracket.members, bracket.bye)
        alike: dict[object, int] = {}
        for place in places(may):
            card = self.cards[place]
            unplayed = card.unplayed if self.below.bye_is_here else 0
            key = (unplayed, card.wants, card.strength is Strength.MILD, card.before.down, card.two_before.down)
            alike[key] = alike.get(key, 0) | 1 << place
        by_cost: dict[tuple[int, ...], list[int]] = {}
        for same in alike.values():
            card = self.cards[same.bit_length() - 1]
            count = self.count(card)
            if count is None:
                return []
            unplayed = card.unplayed if self.below.bye_is_here else 0
            cost = (unplayed, count.clashes, count.strong, card.before.down, card.two_before.down)
            by_cost.setdefault(cost, []).append(same)
        return by_cost[min(by_cost)] if by_cost else []

    def _good_floaters(self, alike: int) -> int:
        """Those of them with whom the following bracket is paired as well as can be."""
        members, last = self.bracket.members, self.size - 1
        good = self.below.good_floaters([members[last - place] for place in places(alike)])
        return local(self.bracket.field.size, members, self.bracket.field.set_of(good))

    # The first candidate

    def first(self, near: Sequence[int], floaters: int) -> Candidate | None:
        """Of these kinds of pairs, `floaters` being those of whom one goes down. None: there is no complete one."""
        witness = _with_slot(near, floaters)
        if not witness.complete():
            return None
        residents = len(self.bracket.residents)
        above: list[Edge] = []
        left = (1 << residents) - 1
        for place in range(self.size - 1, residents - 1, -1):
            opponent = _settled(witness, place)
            above.append((place, opponent))
            left &= ~(1 << opponent)
        remainder = [*places(left)]
        number = {place: bsn for bsn, place in enumerate(remainder)}
        for turn, uppers in enumerate(_exchanges(remainder, len(remainder) // 2)):
            if turn > _MOST_EXCHANGES:
                break
            found = self._upper_against_lower(near, above, uppers, left, floaters)
            if found is not None:
                over = left & ~sum(1 << place for pair in found for place in pair)
                return Candidate(
                    order=(*(residents - other for _one, other in above), turn, *(number[low] for _up, low in found)),
                    pairs=(*above, *found),
                    floater=over.bit_length() - 1 if over else None,
                )
        raise _UnprovedError

    def _upper_against_lower(
        self, near: Sequence[int], above: Sequence[Edge], uppers: Sequence[int], left: int, floaters: int
    ) -> list[Edge] | None:
        """Whoever is settled already has but one to meet."""
        among = [0] * len(near)
        for one, other in above:
            among[one], among[other] = 1 << other, 1 << one
        upper = sum(1 << place for place in uppers)
        lower = left & ~upper
        for place in uppers:
            among[place] = near[place] & lower & (1 << place) - 1
        for place in places(lower):
            among[place] = near[place] & upper & -2 << place
        witness = _with_slot(among, floaters & lower)
        return [(place, _settled(witness, place)) for place in uppers] if witness.complete() else None


def _settled(witness: Witness, place: int) -> int:
    opponent = witness.settle(place, None)
    if opponent is None:
        raise _UnprovedError
    return opponent


def _with_slot(near: Sequence[int], floaters: int) -> Witness:
    """With one vertex more for whoever goes down, if somebody must."""
    if len(near) % 2 == 0:
        return Witness.of_places(near)
    with_slot = [*near, 0]
    _add(with_slot, len(near), floaters)
    return Witness.of_places(with_slot)


def _add(near: list[int], place: int, others: int) -> None:
    """Join a new place with these."""
    near[place] = others
    for other in places(others):
        near[other] |= 1 << place


def _exchanges(players: Sequence[int], count: int) -> Iterator[Sequence[int]]:
    """The upper halves in the order of 4.3: as they stand, then with one player exchanged."""
    yield players[:count]
    for difference in range(1, len(players)):
        for out in range(count - 1, -1, -1):
            into = out + difference
            if count <= into < len(players):
                yield [*players[:out], *players[out + 1 : count], players[into]]
