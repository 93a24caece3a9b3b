"""What comes out of pairing: boards, byes and those left out, each with its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId


@dataclass(frozen=True, slots=True)
class Player:
    """A fact that names one player; shown as the name the player wants shown."""

    number: PlayerId


@dataclass(frozen=True, slots=True)
class Players:
    """A fact that names several players, in this order."""

    numbers: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A fact that is a part of something: shown as ½, 1/3 or 0.667."""

    of_one: Fraction


@dataclass(frozen=True, slots=True)
class Place:
    """A fact that is a place in a list, from 1: shown as 1st, 2nd, 3rd."""

    number: int


@dataclass(frozen=True, slots=True)
class Group:
    """A fact that is one of an event's groups, from 1, the highest: shown as A, B, C."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """A fact that is a club's own word for something: shown as it stands, in whatever language."""

    text: str


@dataclass(frozen=True, slots=True)
class Amounts:
    """A fact that is several amounts of points, in this order."""

    amounts: tuple[Fraction, ...]


Fact: TypeAlias = Player | Players | Share | Place | Group | Named | Amounts | Colour | Fraction | int
"""Numbers of players, colours as codes, points as fractions, counts and rounds as whole numbers: no words of ours."""


MOST_NAMED = 3
"""Further ones are only counted: a reason has to fit under a board."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can decide something: its code and the whole sentence that says so, with named gaps.

    Stands at module level beside the line that decides; `discovery.rule_of(code)` finds it.
    """

    code: str
    sentence: str
    is_private: bool = False
    """For the director alone: who shall not meet is nobody else's business."""
    in_public: str = ""
    """What everybody else reads instead of the sentence, where that says more than concerns them."""
    is_remark: bool = False
    """Of a note: says how the round is paired, not what of the rules was not kept."""
    is_remedy: bool = False
    """Says what the director can do where there is no pairing."""
    is_balance: bool = False
    """Its whole numbers are balances: told with their sign."""

    def reason(self, **facts: Fact) -> Reason:
        return Reason(rule=self.code, facts=facts)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    rule: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        return {"rule": self.rule, "facts": {name: fact_to_json(fact) for name, fact in self.facts.items()}}

    @classmethod
    def from_json(cls, saved: Mapping[str, object]) -> Reason:
        facts = saved.get("facts", {})
        if not isinstance(facts, Mapping):
            raise TypeError("facts of a reason must be an object")
        return cls(rule=str(saved["rule"]), facts={name: fact_from_json(fact) for name, fact in facts.items()})


def fact_to_json(fact: Fact) -> object:
    match fact:
        case Player(number):
            return {"player": number}
        case Players(numbers):
            return {"players": list(numbers)}
        case Share(of_one):
            return {"share": str(of_one)}
        case Place(number):
            return {"place": number}
        case Group(number):
            return {"group": number}
        case Named(text):
            return {"named": text}
        case Amounts(amounts):
            return {"amounts": [str(amount) for amount in amounts]}
        case Colour():
            return {"colour": fact.value}
        case Fraction():
            return {"points": str(fact)}
        case int():
            return fact


def fact_from_json(saved: object) -> Fact:
    match saved:
        case {"player": int(number)}:
            return Player(number)
        case {"players": [*numbers]}:
            return Players(tuple(int(number) for number in numbers))
        case {"share": str(of_one)}:
            return Share(Fraction(of_one))
        case {"place": int(number)}:
            return Place(number)
        case {"group": int(number)}:
            return Group(number)
        case {"named": str(text)}:
            return Named(text)
        case {"amounts": [*amounts]}:
            return Amounts(tuple(Fraction(str(amount)) for amount in amounts))
        case {"colour": str(colour)}:
            return Colour(colour)
        case {"points": str(points)}:
            return Fraction(points)
        case int():
            return saved
    raise ValueError(f"not a fact: {saved!r}")


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedBoard:
    board: int
    white: PlayerId
    black: PlayerId
    reasons: tuple[Reason, ...] = ()
    """As a director would tell it: what was relaxed, why these two, who was passed over (a fact `skipped`), and last
    why these colours. Of a board set by the director: that, and what it does not keep."""
    pinned: bool = False
    """Set by the director, not by the system."""
    is_postponed: bool = False
    """One of the two is away: the game is set up all the same, to be played another day."""
    group: Fraction | None = None
    """The score of the score group in which the two were paired; None where groups were not asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedBye:
    player: PlayerId
    kind: ByeKind
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    player: PlayerId
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedRound:
    """Boards 1..n in order; notes say what was relaxed for the round as a whole."""

    number: int
    boards: tuple[PairedBoard, ...]
    byes: tuple[PairedBye, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[Reason, ...] = ()
    order: tuple[PlayerId, ...] = ()
    """Those who are here, best first: the cards as they lay on the table."""
    scores: Mapping[PlayerId, Fraction] = field(default_factory=dict)
    """What score groups are made by, where that need not be the points: with those an accelerated round adds."""
    ordered_by: Reason | None = None
    """How that order came about."""


def numbered(boards: Iterable[PairedBoard], order: Sequence[PlayerId]) -> tuple[PairedBoard, ...]:
    """Boards 1..n by the higher placed player's place in the order."""
    place = {player: index for index, player in enumerate(order)}
    by_place = sorted(boards, key=lambda board: min(place[board.white], place[board.black]))
    return tuple(replace(board, board=number) for number, board in enumerate(by_place, start=1))


@dataclass(frozen=True, kw_only=True, slots=True)
class PinnedBoard:
    white: PlayerId
    black: PlayerId


@dataclass(frozen=True, kw_only=True, slots=True)
class PinnedBye:
    player: PlayerId


Pin: TypeAlias = PinnedBoard | PinnedBye


class PairingImpossible(Exception):
    """No pairing keeps the rules; the reasons say why and what the director can do."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__(", ".join(reason.rule for reason in reasons))
        self.reasons = tuple(reasons)
