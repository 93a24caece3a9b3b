"""C6 to C21 and the order of the candidates, as digits of one whole number for each possible pair (fide_dutch 4, 5).

All of them are sums over pairs and over those who go down, so the best candidate is the complete pairing of least cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tournaments.pairing.systems.fide_dutch.colours import colours_of
from tournaments.pairing.systems.fide_dutch.field import Field
from tournaments.pairing.systems.fide_dutch.pairing_cards import Float, PairingCard, Strength
from tournaments.pairing.types.snapshot import Colour

Faults = tuple[int, int, int, int]
_NO_FAULT: Final = (0, 0, 0, 0)


@dataclass(frozen=True, kw_only=True)
class PairingBracket:
    """The moved-down players stand before the residents. `following` is the next score group, `below` the first of all
    behind this bracket."""

    field: Field
    moved_down: tuple[int, ...]
    residents: range
    following: range

    @cached_property
    def members(self) -> tuple[int, ...]:
        return (*self.moved_down, *self.residents)

    @property
    def below(self) -> range:
        return range(self.residents.stop, self.field.size)

    @property
    def score(self) -> int:
        return self.field.cards[self.residents.start].score

    @cached_property
    def bye(self) -> int:
        """Who may have the bye, as a set; nobody where the number of those left is even."""
        return self.field.may_have_bye if (len(self.members) + len(self.below)) % 2 else 0


def faults(field: Field, one: int, other: int) -> Faults:
    """C10 to C13 of a pair."""
    higher, lower = field.cards[one], field.cards[other]
    if not higher.clashes_with(lower):
        return _NO_FAULT
    strengths = {higher.strength, lower.strength}
    if strengths != {Strength.ABSOLUTE}:
        return 0, 0, 1, int(min(strengths) >= Strength.STRONG)
    if not (higher.is_topscorer or lower.is_topscorer):
        return 0, 0, 1, 0
    colours = colours_of(higher, lower, field.first)
    loser, colour = (colours.white, Colour.WHITE) if higher.wants is Colour.BLACK else (colours.black, Colour.BLACK)
    last_two = [had for _round, had in loser.had[-2:]]
    return int(abs(higher.lean) >= 2 <= abs(lower.lean)), int(last_two == [colour, colour]), 1, 0


class Digits:
    """Places of a large number, the first named the highest; each is wide enough for the largest sum it may hold."""

    def __init__(self) -> None:
        self._widths: dict[Hashable, int] = {}
        self._unit: dict[Hashable, int] = {}

    def add(self, name: Hashable, largest: int) -> None:
        if largest > 0:
            self._widths[name] = largest.bit_length()

    def close(self) -> None:
        at = 0
        for name, width in reversed(self._widths.items()):
            self._unit[name] = 1 << at
            at += width

    def __call__(self, name: Hashable) -> int:
        """What one of it costs; nothing where it cannot differ."""
        return self._unit.get(name, 0)

    @property
    def width(self) -> int:
        return sum(self._widths.values())

    def read(self, cost: int) -> Iterator[tuple[Hashable, int]]:
        for name, width in self._widths.items():
            yield name, cost // self._unit[name] & (1 << width) - 1


@dataclass(frozen=True, kw_only=True)
class Costs:
    """What pairs and going down cost in a bracket. `pairs` and `down` are how many are expected, which only C9 and the
    order of the candidates rest on; `remainder` those residents who are ordered among themselves, none while moved-down
    players choose. `with_order`: also what tells one by one which players are paired and with whom, the digits from (c)
    or (f) on."""

    bracket: PairingBracket
    down: int
    remainder: tuple[int, ...] = ()
    remainder_pairs: int = 0
    with_following: bool = True
    with_order: bool = True

    @cached_property
    def digits(self) -> Digits:
        digits, bracket = Digits(), self.bracket
        cards = bracket.field.cards
        members, moved = bracket.members, bracket.moved_down
        size = len(members)
        scores = Counter(cards[index].score for index in members)
        digits.add(6, size)
        if len(scores) > 1:
            for score in sorted(scores, reverse=True):
                digits.add((7, score), scores[score])
        if self.with_following:
            both = scores + Counter(cards[index].score for index in bracket.following)
            digits.add(8, sum(both.values()))
            for score in sorted(both, reverse=True):
                digits.add((8, score), both[score])
        if self.has_c9:
            digits.add(9, max(cards[index].unplayed for index in members))
        if any(cards[index].is_topscorer for index in members):
            digits.add(10, size)
            digits.add(11, size)
        digits.add(12, size)
        digits.add(13, size)
        floated = [(cards[index].before, cards[index].two_before) for index in bracket.residents]
        for code, past in ((14, 0), (16, 1)):
            digits.add(code, sum(each[past].down for each in floated))
            if moved:
                digits.add(code + 1, sum(each[past].up for each in floated))
        for code, past in ((18, 0), (20, 1)):
            again = Counter(cards[index].score for index in moved if _floats(cards[index])[past].down)
            for score in sorted(again, reverse=True):
                digits.add((code, score), again[score])
            if moved and any(each[past].up for each in floated):
                for score in sorted({cards[index].score for index in moved}, reverse=True):
                    digits.add((code + 1, score), size)
        self._add_order(digits)
        digits.close()
        return digits

    def _add_order(self, digits: Digits) -> None:
        """While a remainder is ordered, what the moved-down players do stands."""
        moved, width = self.bracket.moved_down, len(self.remainder)
        if width:
            digits.add("a", width)
            digits.add("b", width * width)
        if not self.with_order:
            return
        if width:
            digits.add("c", 1 << self.remainder_pairs)
            digits.add("d", width << width)
            for index in self.remainder:
                digits.add(("e", index), width)
            return
        digits.add("set", (1 << len(moved)) - 1)
        for index in moved:
            digits.add(("opponent", index), len(self.bracket.residents))

    @property
    def has_c9(self) -> bool:
        """Whoever goes down alone has the bye, if nobody below can."""
        bracket = self.bracket
        bye_score = bracket.field.bye_score if bracket.bye else None
        return self.down == 1 and bye_score is not None and bye_score >= bracket.score

    def of_going_down(self, index: int) -> int:
        bracket, digits = self.bracket, self.digits
        card = bracket.field.cards[index]
        cost = digits(6) + digits((7, card.score))
        if index in bracket.residents:
            return cost + digits(14) * card.before.down + digits(16) * card.two_before.down
        cost += digits((18, card.score)) * card.before.down + digits((20, card.score)) * card.two_before.down
        return cost + (digits("set") << (len(bracket.moved_down) - 1 - bracket.moved_down.index(index)))

    def of_going_on_down(self, index: int) -> int:
        """Also from the following bracket (C8)."""
        return self.digits(8) + self.digits((8, self.bracket.field.cards[index].score)) if self.with_following else 0

    def of_bye(self, index: int) -> int:
        return self.digits(9) * self.bracket.field.cards[index].unplayed

    def of_pair(self, one: int, other: int) -> int:
        digits, bracket = self.digits, self.bracket
        c10, c11, c12, c13 = faults(bracket.field, one, other)
        cost = digits(12) * c12 + digits(13) * c13
        if c10 or c11:
            cost += digits(10) * c10 + digits(11) * c11
        if one < bracket.residents.start:
            card, opponent = bracket.field.cards[one], bracket.field.cards[other]
            if opponent.before.up:
                cost += digits(15) + digits((19, card.score))
            if opponent.two_before.up:
                cost += digits(17) + digits((21, card.score))
            return cost + digits(("opponent", one)) * (other - bracket.residents.start)
        return cost + self._of_order(one, other) if self.remainder else cost

    @cached_property
    def _number(self) -> Mapping[int, int]:
        """In the remainder, from 1."""
        return {index: number for number, index in enumerate(self.remainder, start=1)}

    def _of_order(self, one: int, other: int) -> int:
        """(a) to (e): `one` is the upper."""
        digits, number, width = self.digits, self._number[one], len(self.remainder)
        cost = digits("b") * number + digits(("e", one)) * self._number[other]
        if number > self.remainder_pairs:
            return cost + digits("a") + digits("d") * ((1 << width) - (1 << (width - number)))
        return cost + (digits("c") << (number - 1))


def _floats(card: PairingCard) -> Sequence[Float]:
    return card.before, card.two_before
