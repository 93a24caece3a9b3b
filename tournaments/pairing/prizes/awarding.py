"""Giving the prizes: list after list, or the best prize first, each handed down to the next who may have it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from tournaments.pairing.prizes.types import Award, Contender, Given, PersonKey, Prize, PrizeList, Sharing, Turn


def give(
    lists: Sequence[PrizeList],
    *,
    one_prize: bool = True,
    turn: Turn = Turn.LISTS,
    left_out: Collection[PersonKey] = (),
    lots: Sequence[PersonKey] = (),
) -> Given:
    """Who gets what. `left_out` want no prize. `lots`: of those level whoever stands here first has won the lot.

    The money of those who share is divided to the cent; cents left over go to the first of them, so that nothing of it
    is lost. Where more share than prizes are left, they share those. Same input, same answer.
    """
    open_lists = [_Open(number=number, of=each, lots=lots) for number, each in enumerate(lists)]
    have: set[PersonKey] = set()
    awards: list[Award] = []
    while steps := [(each, group) for each in open_lists if (group := each.next_group(have, left_out, one_prize))]:
        chosen, group = steps[0] if turn is Turn.LISTS else max(steps, key=lambda step: step[0].worth(step[1]))
        given = chosen.give(group)
        awards += given
        if not chosen.of.is_besides:
            have.update(award.person for award in given if award.cents or award.thing)
    awards.sort(key=lambda award: (award.of, award.first))  # stable: those who share stay in their order
    return Given(awards=tuple(awards), left=tuple(len(each.of.prizes) - each.taken for each in open_lists))


@dataclass(kw_only=True, slots=True)
class _Open:
    """A list that is being given away: so many of its prizes are `taken`."""

    number: int
    of: PrizeList
    lots: Sequence[PersonKey]
    taken: int = 0
    done: set[PersonKey] = field(default_factory=set)

    def next_group(
        self, have: Collection[PersonKey], left_out: Collection[PersonKey], one_prize: bool
    ) -> tuple[Contender, ...]:
        """Those level who come next, in the order in which they get things; empty at the end of either."""
        if self.taken >= len(self.of.prizes):
            return ()
        has_had = have if one_prize and not self.of.is_besides else ()
        for level in self._levels():
            group = [
                each
                for each in level
                if each.person not in self.done and each.person not in left_out and each.person not in has_had
            ]
            if group:
                return tuple(sorted(group, key=self._turn))
        return ()

    def worth(self, group: Sequence[Contender]) -> Fraction:
        """The money of each of them."""
        return Fraction(sum(prize.cents for prize in self._taken_by(group)), len(group))

    def give(self, group: Sequence[Contender]) -> list[Award]:
        prizes = self._taken_by(group)
        ahead = self._ahead_of(group)
        pool = sum(prize.cents for prize in prizes)
        share, over = divmod(pool, len(group))
        things = [prize.thing for prize in prizes if prize.thing]
        told = [*things, *[""] * (len(group) - len(things))]
        undrawn = self._undrawn(group, told)

        def level_with(one: Contender) -> tuple[PersonKey, ...]:
            """All who share the money; where there is none, a lot parts only those who share a place."""
            is_for_all = pool or one.person not in undrawn
            return tuple(each.person for each in group if each != one and (is_for_all or each.place == one.place))

        awards = [
            Award(
                of=self.number,
                person=each.person,
                first=self.taken + 1,
                last=self.taken + len(prizes),
                place=len(ahead) + 1,
                cents=share + (at < over),
                thing=told[at],
                pool=pool,
                level=level_with(each),
                passed=tuple(person for person in ahead if person not in self.done),
                by_lot=each.person in undrawn,
            )
            for at, each in enumerate(group)
        ]
        self.taken += len(prizes)
        self.done.update(each.person for each in group)
        return [award for award in awards if award.cents or award.thing or award.by_lot]

    def _levels(self) -> Iterator[tuple[Contender, ...]]:
        for _key, level in groupby(self.of.contenders, key=self._key):
            yield tuple(level)

    def _key(self, contender: Contender) -> Fraction | int:
        return contender.points if self.of.sharing is Sharing.EQUALLY else contender.place

    def _turn(self, contender: Contender) -> tuple[int, int, int]:
        return (contender.place, self._lot(contender), contender.person)

    def _lot(self, contender: Contender) -> int:
        return self.lots.index(contender.person) if contender.person in self.lots else len(self.lots)

    def _taken_by(self, group: Sequence[Contender]) -> Sequence[Prize]:
        return self.of.prizes[self.taken : self.taken + len(group)]

    def _ahead_of(self, group: Sequence[Contender]) -> list[PersonKey]:
        ahead: list[PersonKey] = []
        for level in self._levels():
            if group[0] in level:
                break
            ahead += [each.person for each in level]
        return ahead

    def _undrawn(self, group: Sequence[Contender], things: Sequence[str]) -> set[PersonKey]:
        """Those who share a place and do not get the same thing, where no lot says who gets which."""
        found: set[PersonKey] = set()
        for _place, same in groupby(zip(group, things, strict=True), key=lambda one: one[0].place):
            members = list(same)
            lots = [self._lot(contender) for contender, _thing in members]
            for at, (contender, thing) in enumerate(members):
                if any(lots[at] == lot and thing != other[1] for lot, other in zip(lots, members, strict=True)):
                    found.add(contender.person)
        return found
