"""Who was passed over in a round, and why, and who is due which colour, for those who ask (fide_dutch 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import NamedTuple

from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Further
from tournaments.pairing.search.matching import Edge
from tournaments.pairing.systems.fide_dutch import passed_over_rules as rules
from tournaments.pairing.systems.fide_dutch.comparing import ORDER, Compared, Patience
from tournaments.pairing.systems.fide_dutch.field import Field
from tournaments.pairing.systems.fide_dutch.pairing_brackets import PairedBracket
from tournaments.pairing.systems.fide_dutch.pairing_cards import PairingCard, Strength, in_points
from tournaments.pairing.types.paired_round import MOST_NAMED, Player, Reason
from tournaments.pairing.types.snapshot import Colour


class AtOnce(NamedTuple):
    """Of a pair: why the halves did not meet, and who was passed over and barred."""

    not_the_halves: tuple[Reason, ...]
    barred: tuple[Reason, ...]


@dataclass(frozen=True)
class WhyNot:
    record: Record
    field: Field
    patience: Patience

    def at_once(self, paired: PairedBracket) -> Mapping[Edge, AtOnce]:
        """By pair what is told with the round."""
        return self._at_once(Compared(paired, self.patience))

    def _at_once(self, compared: Compared) -> Mapping[Edge, AtOnce]:
        paired = compared.paired
        as_it_stood = dict(_as_they_stood(paired))
        moved_down = frozenset(paired.bracket.moved_down)
        changed = {pair for pair in paired.pairs if pair[0] not in moved_down and as_it_stood.get(pair[0]) != pair[1]}
        halves = self._not_the_halves(compared) if changed else None
        found = {}
        for pair, before in came_first(paired):
            barred = (index for index in islice(before, MOST_NAMED) if not self.field.may_meet(pair[0], index))
            found[pair] = AtOnce(
                not_the_halves=(halves,) if halves and pair in changed else (),
                barred=tuple(self._why_barred(pair[0], index) for index in barred),
            )
        return found

    def of_all(self, brackets: Sequence[PairedBracket]) -> Further:
        """Also what is told at once: of rounds that were kept before it was."""
        found: dict[frozenset[int], tuple[Reason, ...]] = {}
        why_down: dict[int, Reason] = {}
        for paired in brackets:
            compared = Compared(paired, self.patience)
            at_once = self._at_once(compared)
            for (one, other), before in came_first(paired):
                halves = at_once[one, other].not_the_halves
                down = (why_down[one],) if one in why_down else ()
                skipped = self._skipped(compared, one, [*before])
                found[self._players(one, other)] = (*halves, *down, *skipped, *self._preferences(one, other))
            why_down = dict(self._why_down(compared))
            if paired.down and not paired.bracket.following:
                index = paired.down[0]
                down = (why_down[index],) if index in why_down else ()
                found[self._players(index)] = (*down, *self._not_the_bye(brackets, index))
        return {players: reasons for players, reasons in found.items() if reasons}

    def _players(self, *indices: int) -> frozenset[int]:
        return frozenset(self.field.cards[index].number for index in indices)

    def _player(self, index: int) -> Player:
        return Player(self.field.cards[index].number)

    # Opponents

    def _not_the_halves(self, compared: Compared) -> Reason | None:
        """None: not found out."""
        halves = list(_as_they_stood(compared.paired))
        for one, other in halves:
            if not self.field.may_meet(one, other):
                return self._why_not_half(one, other)
        code = compared.with_halves(halves)
        rule = None if code is None else rules.AS_THEY_STOOD.get(code)
        return None if rule is None else rule.reason()

    def _why_not_half(self, one: int, other: int) -> Reason:
        facts = {"one": self._player(one), "other": self._player(other)}
        if facts["other"].number in self.record.forbidden.get(facts["one"].number, ()):
            return rules.DID_NOT_FIT_FORBIDDEN.reason(**facts)
        rounds = self.record.met(facts["one"].number, facts["other"].number)
        if rounds:
            return rules.DID_NOT_FIT_MET.reason(**facts, round=rounds[-1])
        return rules.DID_NOT_FIT_COLOUR.reason(**facts, colour=self.field.cards[one].wants or Colour.WHITE)

    def _skipped(self, compared: Compared, one: int, before: Sequence[int]) -> Iterator[Reason]:
        told = 0
        for index in before[:MOST_NAMED]:
            reason = self._why_not(compared, one, index)
            if reason is not None:
                yield reason
                told += 1
        if told and (further := len(before) - told):
            yield rules.MORE.reason(higher=self._player(one), count=further)

    def _why_not(self, compared: Compared, one: int, other: int) -> Reason | None:
        """None: not found out."""
        skipped = self._player(other)
        if not self.field.may_meet(one, other):
            return self._why_barred(one, other)
        code = compared.with_pair(*sorted((one, other)))
        return None if code is None else rules.WITH_BOARD[code].reason(skipped=skipped)

    def _why_barred(self, one: int, other: int) -> Reason:
        higher, skipped = self._player(one), self._player(other)
        if skipped.number in self.record.forbidden.get(higher.number, ()):
            return rules.FORBIDDEN.reason(skipped=skipped, higher=higher)
        rounds = self.record.met(higher.number, skipped.number)
        if rounds:
            return rules.MET.reason(skipped=skipped, higher=higher, round=rounds[-1])
        return rules.SAME_COLOUR.reason(skipped=skipped, colour=self.field.cards[other].wants or Colour.WHITE)

    # Colours

    def _preferences(self, one: int, other: int) -> Iterator[Reason]:
        """Of two who are due the same colour."""
        cards = self.field.cards[one], self.field.cards[other]
        if cards[0].clashes_with(cards[1]):
            yield from map(_preference, cards)

    # Downfloaters

    def _why_down(self, compared: Compared) -> Iterator[tuple[int, Reason]]:
        bracket = compared.bracket
        points = in_points(self.record, bracket.score)
        for index in compared.paired.down:
            player = self._player(index)
            others = bracket.residents if index in bracket.moved_down else bracket.members
            if len(bracket.members) == 1:
                continue  # an odd number says it all
            if not any(self.field.may_meet(index, other) for other in others):
                yield index, rules.NOBODY_LEFT.reason(player=player, points=points)
            elif code := compared.with_staying(index):
                yield index, rules.STAYING[code].reason(player=player)

    # The bye

    def _not_the_bye(self, brackets: Sequence[PairedBracket], index: int) -> Iterator[Reason]:
        """Of those placed lower who may have it, from the last one on."""
        cards, told = self.field.cards, 0
        lower = [i for i in range(self.field.size - 1, index, -1) if cards[i].may_have_bye]
        for other in lower[:MOST_NAMED]:
            if cards[other].score < cards[index].score:
                reason: Reason | None = rules.OTHERS_LEFT.reason(skipped=self._player(other))
            else:
                reason = self._why_not_sits_out(brackets, index, other)
            if reason is not None:
                yield reason
                told += 1
        if told and (further := len(lower) - told):
            yield rules.MORE_FOR_BYE.reason(count=further)

    def _why_not_sits_out(self, brackets: Sequence[PairedBracket], index: int, other: int) -> Reason | None:
        cards, skipped = self.field.cards, self._player(other)
        (paired,) = (each for each in brackets if other in each.bracket.residents)
        if paired.down != (index,):
            return None
        code = Compared(paired, self.patience).with_bye(other)
        if code is None or code == ORDER:
            return None
        if code in (4, 5):
            return rules.OTHERS_LEFT.reason(skipped=skipped)
        if code == 9:
            return rules.PLAYED_LESS.reason(skipped=skipped) if cards[other].unplayed > cards[index].unplayed else None
        return rules.WORSE.reason(skipped=skipped, criterion=code)


def _preference(card: PairingCard) -> Reason:
    player, due = Player(card.number), card.wants or Colour.WHITE
    match card.strength:  # not all: the mildest preference is what is left
        case Strength.ABSOLUTE if abs(card.lean) > 1:
            return rules.MORE_OFTEN.reason(player=player, count=abs(card.lean), due=due)
        case Strength.ABSOLUTE:
            return rules.TWICE_RUNNING.reason(player=player, due=due)
        case Strength.STRONG:
            return rules.ONCE_MORE.reason(player=player, due=due)
    return rules.LAST_TIME.reason(player=player, due=due)


def came_first(paired: PairedBracket) -> Iterator[tuple[Edge, Iterator[int]]]:
    """Each pair with those whom the higher one would have met sooner: residents before the opponent for whoever came
    down; otherwise, where upper half did not meet lower half as they stood, those of the lower half who come before.
    They are to be read before the next pair is."""
    moved_down = frozenset(paired.bracket.moved_down)
    from_above = [pair for pair in paired.pairs if pair[0] in moved_down]
    taken: set[int] = set()
    for one, other in from_above:
        yield (one, other), (index for index in paired.bracket.residents if index < other and index not in taken)
        taken.add(other)
    own = [pair for pair in paired.pairs if pair[0] not in moved_down]
    upper, lower = _halves(paired)
    halves, may_be_all = dict(zip(upper, lower, strict=False)), frozenset(upper)
    for one, other in own:
        is_as_it_stood = one not in halves or halves[one] == other
        earlier = takewhile(lambda index: index < other, lower)  # noqa: B023  # read at once
        free = () if is_as_it_stood else lower if other in may_be_all else earlier
        yield (one, other), (index for index in free if index not in taken)
        taken |= {one, other}


def _halves(paired: PairedBracket) -> tuple[Sequence[int], Sequence[int]]:
    """Of the residents who meet nobody from above: the upper and the lower ones."""
    moved_down = frozenset(paired.bracket.moved_down)
    taken = {index for pair in paired.pairs if pair[0] in moved_down for index in pair}
    remainder = [index for index in paired.bracket.residents if index not in taken]
    own = sum(pair[0] not in moved_down for pair in paired.pairs)
    return remainder[:own], remainder[own:]


def _as_they_stood(paired: PairedBracket) -> Iterator[Edge]:
    """Upper half against lower half."""
    return zip(*_halves(paired), strict=False)
