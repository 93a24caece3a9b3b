"""Predicates by the code of the rule whose sentence they read."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING, Any

from tournaments.pairing.discovery import rule_of
from tournaments.pairing.types.paired_round import PairedBoard, PairedBye, Place, Player, Players, Reason, Share
from tournaments.pairing.types.snapshot import PlayerId

if TYPE_CHECKING:
    from tests.tools.pairing.true_reasons.scene import Scene

Predicate = Callable[..., bool]
PREDICATES: dict[str, Predicate] = {}


@dataclass(frozen=True)
class Said:
    """Where something is said: on a board, of somebody, or of the round."""

    scene: Scene
    board: PairedBoard | None = None
    about: PlayerId | None = None
    bye: PairedBye | None = None
    change: object = None
    """After publishing: a `late.Change`."""

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """The higher placed of the board first."""
        assert self.board is not None
        return self.scene.in_order(self.board)

    @property
    def lies_as_said(self) -> bool:
        """Whether the round's list is the page's."""
        return self.scene.paired is not None and [*self.scene.paired.order] == self.scene.order

    def is_of(self, higher: PlayerId, lower: PlayerId) -> bool:
        return self.board is not None and self.players == (higher, lower)

    def is_between(self, white: PlayerId, black: PlayerId) -> bool:
        return self.board is not None and (self.board.white, self.board.black) == (white, black)

    @property
    def free(self) -> list[PlayerId]:
        """Who was still to be paired when the board was, its own two included."""
        assert self.board is not None
        return self.scene.free_at(self.board)

    @property
    def others_free(self) -> list[PlayerId]:
        return [player for player in self.free if player not in self.players]

    @property
    def could_choose(self) -> list[PlayerId]:
        """Whom the higher placed of the board could have had in place of the other, if the rules let them."""
        return [player for player in self.free if player != self.players[0]]

    def was_passed_over(self, skipped: PlayerId, higher: PlayerId) -> bool:
        """Still free, and placed between the two of the board."""
        place = self.scene.place
        above, below = self.players
        return higher == above and skipped in self.others_free and place[above] < place[skipped] < place[below]

    @property
    def passed_over(self) -> list[PlayerId]:
        return [player for player in self.free if self.was_passed_over(player, self.players[0])]


def says(*codes: str) -> Callable[[Predicate], Predicate]:
    def keep(predicate: Predicate) -> Predicate:
        for code in codes:
            assert code not in PREDICATES, f"two predicates for {code}"
            PREDICATES[code] = predicate
        return predicate

    return keep


def is_true(where: Said, reason: Reason) -> bool:
    """KeyError where nobody has said what the rule's sentence means."""
    predicate = PREDICATES[reason.rule]
    return bool(predicate(where, **{name: _plain(reason.facts[name]) for name in parameters(predicate)}))


def parameters(predicate: Predicate) -> tuple[str, ...]:
    """Without the place where it is said."""
    return tuple(inspect.signature(predicate).parameters)[1:]


def gaps_of(code: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(rule_of(code).sentence) if name}


def _plain(fact: Any) -> Any:
    match fact:
        case Player(number) | Place(number):
            return number
        case Players(numbers):
            return numbers
        case Share(of_one):
            return of_one
    return fact
