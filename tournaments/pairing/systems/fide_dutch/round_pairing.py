"""All who are not set by hand: the brackets, the last resort, and the reasons of each board (fide_dutch 7, 9, 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from tournaments.pairing.history.byes import in_turn_reasons
from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.colour_allocation import Colouring, by_turning
from tournaments.pairing.opponents.opponent_reasons import opponent_reasons, passed_over, places_of
from tournaments.pairing.protocols import Further
from tournaments.pairing.search.last_resort import (
    ALLOW_REMATCH,
    LastResort,
    at_least_rematches,
    rematch_reason,
    who_is_stuck,
)
from tournaments.pairing.search.matching import Edge
from tournaments.pairing.systems.fide_dutch import rules
from tournaments.pairing.systems.fide_dutch.colours import Colours, ColourStep, colours_of
from tournaments.pairing.systems.fide_dutch.comparing import Patience
from tournaments.pairing.systems.fide_dutch.field import Field
from tournaments.pairing.systems.fide_dutch.pairing_brackets import PairedBracket, paired_brackets
from tournaments.pairing.systems.fide_dutch.pairing_cards import PairingCard, in_points
from tournaments.pairing.systems.fide_dutch.passed_over import AtOnce, WhyNot
from tournaments.pairing.types.paired_round import (
    MOST_NAMED,
    PairedBoard,
    PairedBye,
    PairingImpossible,
    Place,
    Player,
    Reason,
)
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId

_A_MOMENT: Final = 500_000
"""Patience with what is told with the round: some milliseconds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """Boards not numbered yet."""

    boards: Sequence[PairedBoard] = ()
    byes: tuple[PairedBye, ...] = ()
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TheRound:
    """`cards` best first, `everybody` with those set by hand."""

    record: Record
    cards: Sequence[PairingCard]
    everybody: Sequence[PlayerId]
    first: Colour
    last_resort: LastResort

    def paired(self) -> Found:
        if not self.cards:
            return Found()
        field = self._field_in_force()
        if field is None:
            return self._by_rematches()
        return self._by_brackets(field, () if field.clashes_barred else (rules.WITHOUT_C3.reason(),))

    def why_not(self) -> Further:
        """Of a round made as a last resort `paired` says all there is."""
        field = self._field_in_force() if self.cards else None
        return {} if field is None else WhyNot(self.record, field, Patience()).of_all([*paired_brackets(field)])

    def _field_in_force(self) -> Field | None:
        """Without C3 where that is needed; None: not even then can all be paired."""
        field = self._field
        if len(self.cards) % 2 and not any(card.may_have_bye for card in self.cards):
            raise PairingImpossible([rules.NO_BYE.reason(), rules.GIVE_BYE.reason()])
        if field.is_possible:
            return field
        if self.last_resort is LastResort.STOP:
            order = [card.number for card in self.cards]
            stuck = who_is_stuck(order, self.record.barred())
            raise PairingImpossible([*stuck, rules.IMPOSSIBLE.reason(), ALLOW_REMATCH.reason()])
        without_c3 = replace(field, clashes_barred=False)
        return without_c3 if without_c3.is_possible else None

    @cached_property
    def _field(self) -> Field:
        places = {card.number: 1 << place for place, card in enumerate(reversed(self.cards))}
        barred = self.record.barred()
        return Field(
            cards=self.cards,
            met=[sum(map(places.__getitem__, barred[card.number] & places.keys())) for card in self.cards],
            first=self.first,
        )

    # By the brackets

    def _by_brackets(self, field: Field, notes: tuple[Reason, ...]) -> Found:
        boards: list[PairedBoard] = []
        byes: tuple[PairedBye, ...] = ()
        why_down: dict[int, Reason] = {}
        why_not = WhyNot(self.record, field, Patience(_A_MOMENT))
        for paired in paired_brackets(field):
            boards += self._boards(field, paired, why_down, why_not.at_once(paired), relaxed=bool(notes))
            why_down = {}
            if len(paired.down) == 1 and len(paired.bracket.members) % 2:
                (index,) = paired.down
                why_down[index] = rules.ODD.reason(
                    player=Player(self.cards[index].number), points=self._points_of_group(paired)
                )
            if not paired.bracket.following and paired.down:
                byes = (self._bye(paired.down[0]),)
        return Found(boards=boards, byes=byes, notes=notes)

    def _boards(
        self,
        field: Field,
        paired: PairedBracket,
        why_down: Mapping[int, Reason],
        why_not: Mapping[Edge, AtOnce],
        *,
        relaxed: bool,
    ) -> Iterator[PairedBoard]:
        moved_down = frozenset(paired.bracket.moved_down)
        own = [pair for pair in paired.pairs if pair[0] not in moved_down]
        taken = {index for pair in paired.pairs if pair[0] in moved_down for index in pair}
        remainder = [index for index in paired.bracket.residents if index not in taken]
        strict = replace(field, clashes_barred=True) if relaxed else field
        halves = dict(zip(remainder[: len(own)], remainder[len(own) :], strict=False))
        for one, other in paired.pairs:
            higher, lower = self.cards[one], self.cards[other]
            pair = {"higher": Player(higher.number), "lower": Player(lower.number)}
            if one in moved_down:
                why = [rules.CAME_DOWN.reason(**pair, points=in_points(self.record, higher.score))]
                why = [*([why_down[one]] if one in why_down else []), *why]
            elif halves.get(one) == other:
                why = [rules.HALVES.reason(place=Place(remainder.index(one) + 1))]
            else:
                why = [rules.CHANGED.reason(**pair)]
            told = why_not[one, other]
            why = [*told.not_the_halves, *why, *told.barred]
            clash = not strict.may_meet(one, other)
            colours = colours_of(higher, lower, self.first)
            yield PairedBoard(
                board=0,
                white=colours.white.number,
                black=colours.black.number,
                reasons=(*([rules.WITHOUT_C3.reason()] if clash else []), *why, self._why(colours, higher, lower)),
                group=self._points_of_group(paired),
            )

    def _points_of_group(self, paired: PairedBracket) -> Fraction:
        """The score, in which virtual points count."""
        return in_points(self.record, paired.bracket.score)

    def _bye(self, index: int) -> PairedBye:
        card = self.cards[index]
        reason = rules.BYE.reason(player=Player(card.number), points=in_points(self.record, card.score))
        lower = [each for each in reversed(self.cards[index + 1 :]) if not each.may_have_bye]
        had_it = (rules.HAD_IT.reason(skipped=Player(each.number)) for each in lower[:MOST_NAMED])
        return PairedBye(player=card.number, kind=ByeKind.PAIRING, reasons=(reason, *had_it))

    def _why(self, colours: Colours, higher: PairingCard, lower: PairingCard) -> Reason:
        white, black = colours.white, colours.black
        match colours.step:  # not all: the other steps are told below
            case ColourStep.BOTH_PREFERENCES:
                due, other = (higher, lower) if higher.wants else (lower, higher)
                return rules.BOTH.reason(
                    player=Player(due.number), colour=due.wants or Colour.WHITE, other=Player(other.number)
                )
            case ColourStep.NUMBER:
                return rules.BY_NUMBER.reason(
                    higher=Player(higher.number), place=Place(higher.tpn), odd=self.first, even=self.first.other
                )
        due_colour = higher.wants or Colour.WHITE
        gets = white if due_colour is Colour.WHITE else black
        match colours.step:  # not all: two are told above, and HIGHER_RANKED is what is left
            case ColourStep.STRONGER:
                return rules.STRONGER.reason(player=Player(gets.number), colour=due_colour)
            case ColourStep.LAST_DIFFERENCE:
                white_round, black_round = colours.differed or (0, 0)
                return rules.LAST_DIFFERENCE.reason(
                    colour=due_colour,
                    white=Player(white.number),
                    white_round=white_round,
                    black=Player(black.number),
                    black_round=black_round,
                )
        return rules.HIGHER.reason(player=Player(gets.number), colour=due_colour)

    # As a last resort

    def _by_rematches(self) -> Found:
        """C3 no longer counts; C2 does."""
        order = [card.number for card in self.cards]
        bye = [card.number for card in reversed(self.cards) if card.may_have_bye] if len(order) % 2 else None
        found = at_least_rematches(self.record, order, max_meetings=1, bye=bye)
        boards = []
        for higher, lower, skipped in passed_over(order, found.pairs):
            reasons = opponent_reasons(
                self.record, places_of(self.everybody), higher, lower, skipped, max_meetings=1, relaxed=True
            )
            if (higher, lower) in found.rematches:
                reasons = (rematch_reason(self.record, higher, lower), *reasons)
            white, black, why = self._turned(higher, lower)
            boards.append(PairedBoard(board=0, white=white, black=black, reasons=(*reasons, why)))
        byes: tuple[PairedBye, ...] = ()
        if found.bye is not None and bye is not None:
            first_in_turn = rules.LOWEST.reason(player=Player(found.bye))
            reasons = in_turn_reasons(bye, found.bye, first_in_turn, relaxed=True)
            byes = (PairedBye(player=found.bye, kind=ByeKind.PAIRING, reasons=reasons),)
        return Found(boards=boards, byes=byes, notes=(rules.REMATCHES.reason(count=len(found.rematches)),))

    def _turned(self, higher: PlayerId, lower: PlayerId) -> Colouring:
        """Those who have met swap the colours of their last game."""
        turned = by_turning(self.record.last_as_white, higher, lower)
        if turned is None:
            card_of = {card.number: card for card in self.cards}
            colours = colours_of(card_of[higher], card_of[lower], self.first)
            why = self._why(colours, card_of[higher], card_of[lower])
            return Colouring(colours.white.number, colours.black.number, why)
        return turned


def in_board_order(boards: Sequence[PairedBoard], cards: Mapping[PlayerId, PairingCard]) -> list[PairedBoard]:
    """By the score of the higher ranked, the sum of both, the number of the higher ranked (C.04.2 3.6)."""

    def place(board: PairedBoard) -> tuple[int, int, int]:
        higher, lower = sorted((cards[board.white], cards[board.black]), key=lambda card: (-card.score, card.tpn))
        return -higher.score, -higher.score - lower.score, higher.tpn

    return sorted(boards, key=place)
