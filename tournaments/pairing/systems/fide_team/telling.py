"""Why these two, why that team comes up or sits out, and why these colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.pairing.history.record import Record
from tournaments.pairing.systems.fide_team import rules
from tournaments.pairing.systems.fide_team.colours import Colours, ColourStep, colours_of
from tournaments.pairing.systems.fide_team.pairing_brackets import Field, PairedBracket, numbers
from tournaments.pairing.systems.fide_team.team_cards import TeamCard
from tournaments.pairing.types.paired_round import MOST_NAMED, PairedBoard, PairedBye, Place, Player, Reason
from tournaments.pairing.types.snapshot import ByeKind, Colour


@dataclass(frozen=True, kw_only=True)
class Telling:
    """`initial` is the initial colour."""

    record: Record
    field: Field
    initial: Colour

    def points(self, score: int) -> Fraction:
        return Fraction(score, self.record.unit)

    # Boards

    def boards(self, bracket: PairedBracket) -> Iterator[PairedBoard]:
        why_up = {card.number: self._why_up(bracket, card) for card in bracket.upfloaters}
        halves = _Halves(bracket)
        for one, other in bracket.pairs:
            colours = colours_of(one, other, self.initial)
            up = next((why_up[card.number] for card in (one, other) if card.number in why_up), [])
            yield PairedBoard(
                board=0,
                white=colours.white.number,
                black=colours.black.number,
                reasons=(*up, *self._why_these(halves, one, other), self._why_colours(colours)),
                group=self.points(bracket.residents[0].score),
            )

    def _why_these(self, halves: _Halves, one: TeamCard, other: TeamCard) -> list[Reason]:
        """`one` has the lower number."""
        by_number = halves.opponent_of(one)
        if by_number is other:
            return [rules.HALVES.reason(place=Place(halves.place_of(one)))]
        best = rules.BEST.reason(higher=Player(one.number), lower=Player(other.number))
        skipped = by_number and self._why_not(one, by_number)
        return [best, skipped] if skipped else [best]

    def _why_not(self, one: TeamCard, other: TeamCard) -> Reason | None:
        """What those two have against each other; they may have nothing, and be paired otherwise for others' sake."""
        pair = {"higher": Player(one.number), "skipped": Player(other.number)}
        if other.number in self.record.forbidden.get(one.number, ()):
            return rules.FORBIDDEN.reason(**pair)
        if met := self.record.met(one.number, other.number):
            return rules.MET.reason(**pair, round=met[-1])
        if one.wants and one.clashes_with(other):
            return rules.SAME_COLOUR.reason(**pair, colour=one.wants)
        return None

    # Upfloaters

    def _why_up(self, bracket: PairedBracket, card: TeamCard) -> list[Reason]:
        points = self.points(bracket.residents[0].score)
        is_odd = len(bracket.residents) % 2 == 1 and len(bracket.upfloaters) == 1
        rule = rules.UP_ODD if is_odd else rules.UP_STUCK
        why = [rule.reason(points=points, player=Player(card.number), own=self.points(card.score))]
        if len(bracket.upfloaters) == 1:
            before = bracket.lower[: numbers(bracket.lower).index(card.number)]
            why += [self._why_not_up(bracket, card, skipped) for skipped in before[:MOST_NAMED]]
        return why

    def _why_not_up(self, bracket: PairedBracket, card: TeamCard, skipped: TeamCard) -> Reason:
        """Only one comes up: a team placed before it would have been worse by the first criterion that can tell."""
        rest = [each for each in bracket.lower if each is not skipped]
        stands = {"skipped": Player(skipped.number)}
        if not self.field.have_pairing([*bracket.residents, skipped]) or not self.field.have_pairing(rest):
            return rules.UP_UNPAIRED.reason(**stands)
        if card.has_floated < skipped.has_floated and self.field.floats_count:
            return rules.UP_FLOATED.reason(**stands, round=self.record.snapshot.next_number - 1)
        following = self.field.following(bracket.residents[0].score) or 0
        return rules.UP_FOLLOWING.reason(**stands, points=self.points(following))

    # The bye

    def byes(self) -> tuple[PairedBye, ...]:
        card = self.field.bye
        if card is None:
            return ()
        in_turn = sorted(self.field.cards, key=lambda each: (each.score, -len(each.had), -each.number))
        before = in_turn[: numbers(in_turn).index(card.number)][:MOST_NAMED]
        skipped = (
            (rules.LEAVES_OTHERS if each.may_have_bye else rules.HAD_IT).reason(skipped=Player(each.number))
            for each in before
        )
        reasons = (rules.BYE.reason(player=Player(card.number)), *skipped)
        return (PairedBye(player=card.number, kind=ByeKind.PAIRING, reasons=reasons),)

    # Colours

    def _why_colours(self, colours: Colours) -> Reason:
        white, black, decider = (Player(card.number) for card in (colours.white, colours.black, colours.decider))
        wanted = colours.decider.wants or Colour.WHITE
        match colours.step:
            case ColourStep.NOBODY_HAS_PLAYED:
                place = Place(colours.decider.place)
                return rules.BY_NUMBER.reason(player=decider, place=place, odd=self.initial, even=self.initial.other)
            case ColourStep.ONE_PREFERENCE:
                return rules.ONE_PREFERS.reason(player=decider, colour=wanted)
            case ColourStep.BOTH_PREFERENCES:
                return rules.BOTH_PREFER.reason(white=white, black=black)
            case ColourStep.ONLY_STRONG:
                return rules.ONLY_STRONG.reason(player=decider, colour=wanted)
            case ColourStep.LOWER_LEAN:
                counts = {"white_count": colours.white.lean, "black_count": colours.black.lean}
                return rules.LOWER_LEAN.reason(white=white, **counts)
            case ColourStep.LAST_DIFFERENCE:
                white_round, black_round = colours.differed or (0, 0)
                rounds = {"white_round": white_round, "black_round": black_round}
                return rules.LAST_DIFFERENCE.reason(white=white, black=black, **rounds)
            case ColourStep.FIRST_TEAMS_PREFERENCE:
                return rules.FIRST_PREFERS.reason(player=decider, colour=wanted)
            case ColourStep.FIRST_TEAM_CHANGES:
                return rules.FIRST_CHANGES.reason(player=decider, colour=colours.decider.had[-1][1])
            case ColourStep.OTHER_CHANGES:
                return rules.OTHER_CHANGES.reason(player=decider, colour=colours.decider.had[-1][1])


@dataclass(frozen=True)
class _Halves:
    """A bracket by number: who would meet whom if nothing spoke against it."""

    bracket: PairedBracket

    @cached_property
    def members(self) -> Sequence[TeamCard]:
        return sorted((card for pair in self.bracket.pairs for card in pair), key=lambda card: card.number)

    @cached_property
    def _place(self) -> dict[int, int]:
        return {card.number: place for place, card in enumerate(self.members, start=1)}

    def place_of(self, card: TeamCard) -> int:
        return self._place[card.number]

    def opponent_of(self, card: TeamCard) -> TeamCard | None:
        """Of the upper half; None for the others."""
        half, place = len(self.members) // 2, self.place_of(card)
        return self.members[place + half - 1] if place <= half else None
