"""A round as it was paired, with what the raw rows say of those in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from tests.tools.pairing.brute_force import can_be_paired_by_algebra
from tests.tools.pairing.page_facts import Facts
from tournaments.pairing.discovery import code_of
from tournaments.pairing.history.record import ODD_NUMBER
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound, Pin, PinnedBoard, PinnedBye
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, TournamentSnapshot

Cost = tuple[int, ...]
PairCost = Callable[[PlayerId, PlayerId], Cost | None]
"""What a pair costs; None where the two cannot be paired."""
MOST = 14
"""Players up to whom a table of all subsets is bearable; above them only what is counted is checked."""


class Page(Facts):
    """What a system's page adds to the facts, where it says something else than most."""

    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        """Who may have the bye for the odd number, whose turn it is first."""
        return [player for player in self.fewest_byes_from_the_end(field) if player is not None]

    def begin(self, scene: Scene) -> None:
        """Settles what is in force in this round."""

    def is_legal(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether the two may be paired in this round, by all that is in force."""
        return self.may_meet(one, other)

    def is_rematch(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether they have met so often that only the last resort lets them meet again."""
        return not self.is_forbidden(one, other) and not self.may_meet(one, other)

    @property
    def planned_rounds(self) -> int | None:
        return self.snapshot.planned_rounds

    @property
    def usual_meetings(self) -> int:
        """After so many a further one is a rematch."""
        return self.option("max_meetings") or 1

    def needs_rematches(self, scene: Scene) -> bool:
        return scene.needs_rematches

    def least_rematches(self, scene: Scene, rest: Sequence[PlayerId]) -> Cost | None:
        """What it costs to pair these, where rematches are needed."""
        return scene.least_rematches(rest)

    def is_legal_for_bye(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether they may be paired when it is settled who sits out."""
        return self.is_legal(one, other)

    def before(self, where: Any, lower: PlayerId) -> list[PlayerId]:
        """Who was free and came before that one, in the order of the board's higher placed."""
        raise NotImplementedError

    def could_get(self, where: Any, other: PlayerId) -> bool:
        """Whether the board's higher placed could have had that one."""
        raise NotImplementedError


PAGES: dict[str, type[Page]] = {}
"""By the system's code; `Page` itself for the others."""


class Scene:
    """`paired` None: the round could not be paired."""

    def __init__(
        self,
        system: PairingSystem,
        snapshot: TournamentSnapshot,
        paired: PairedRound | None,
        pinned: Sequence[Pin] = (),
    ) -> None:
        self.system: Any = system
        self.snapshot = snapshot
        self.paired = paired
        self.page = PAGES.get(code_of(system), Page)(snapshot, system)
        self.order = self.page.order()
        self.place = {player: place for place, player in enumerate(self.order, start=1)}
        self.pinned_boards = {(pin.white, pin.black) for pin in pinned if isinstance(pin, PinnedBoard)}
        asked = {bye.player for bye in snapshot.next_round.byes if bye.kind is ByeKind.PAIRING}
        self.given_byes = asked | {pin.player for pin in pinned if isinstance(pin, PinnedBye)}
        self.set_by_hand = [player for pin in pinned for player in players_of(pin)]
        taken = {*self.set_by_hand, *self.given_byes}
        self.field = [player for player in self.order if player not in taken]
        self._least: dict[str, dict[frozenset[PlayerId], Cost | None]] = {}
        self.page.begin(self)

    # The round

    def in_order(self, board: PairedBoard) -> tuple[PlayerId, PlayerId]:
        higher, lower = sorted((board.white, board.black), key=self.place.__getitem__)
        return higher, lower

    @cached_property
    def sits_out(self) -> PlayerId | None:
        """By the system's choice."""
        byes = self.paired.byes if self.paired else ()
        odd = [bye.player for bye in byes if bye.kind in ODD_NUMBER and bye.player not in self.given_byes]
        return odd[0] if odd else None

    @cached_property
    def to_pair(self) -> list[PlayerId]:
        return [player for player in self.field if player != self.sits_out]

    @cached_property
    def boards(self) -> list[PairedBoard]:
        """The system's, in the order in which they were found: score group by score group, from the top."""
        boards = self.paired.boards if self.paired else ()
        own = [board for board in boards if not board.pinned]
        return sorted(own, key=lambda board: (-(board.group or 0), self.place[self.in_order(board)[0]]))

    def free_at(self, board: PairedBoard) -> list[PlayerId]:
        before = self.boards[: self.boards.index(board)]
        gone = {player for each in before for player in (each.white, each.black)}
        return [player for player in self.to_pair if player not in gone]

    # Who could have been paired

    @property
    def is_small(self) -> bool:
        return len(self.field) <= MOST

    def can_all_be_paired(
        self, players: Sequence[PlayerId], is_legal: Callable[[PlayerId, PlayerId], bool] | None = None
    ) -> bool:
        is_legal = is_legal or self.page.is_legal
        barred = {one: {other for other in players if other != one and not is_legal(one, other)} for one in players}
        return len(players) % 2 == 0 and can_be_paired_by_algebra(players, barred)

    def least(self, purpose: str, players: Sequence[PlayerId], cost: PairCost) -> Cost | None:
        """The least sum over all complete pairings, None where there is none. One purpose, one kind of cost."""
        known = self._least.setdefault(purpose, {frozenset(): ()})

        def both(own: Cost | None, left: frozenset[PlayerId]) -> Cost | None:
            if own is None or (rest := of(left)) is None:
                return None
            return added(own, rest)

        def of(left: frozenset[PlayerId]) -> Cost | None:
            if left not in known:
                one = min(left)
                sums = (both(cost(one, other), left - {one, other}) for other in left - {one})
                known[left] = min((each for each in sums if each is not None), default=None)
            return known[left]

        return of(frozenset(players)) if len(players) % 2 == 0 else None

    # Rematches as a last resort

    @cached_property
    def needs_rematches(self) -> bool:
        """Whether nobody of those whose turn it may be can sit out so that all the others are paired as usual."""
        return not any(self.can_all_be_paired(rest) for rest in self.without_each_bye)

    @cached_property
    def without_each_bye(self) -> list[list[PlayerId]]:
        if len(self.field) % 2 == 0:
            return [self.field]
        return [[player for player in self.field if player != out] for out in self.page.turns(self.field)]

    def rematch_cost(self, one: PlayerId, other: PlayerId) -> Cost | None:
        """How many, met how often, how lately (rulebook, README)."""
        if self.page.is_forbidden(one, other):
            return None
        met = self.page.meetings(one, other)
        return (1, len(met), met[-1]) if self.page.is_rematch(one, other) else (0, 0, 0)

    def least_rematches(self, players: Sequence[PlayerId]) -> Cost | None:
        return self.least("rematches", players, self.rematch_cost)


def players_of(pin: Pin) -> tuple[PlayerId, ...]:
    return (pin.white, pin.black) if isinstance(pin, PinnedBoard) else (pin.player,)


def added(one: Cost, other: Cost) -> Cost:
    if not one or not other:
        return one or other
    return tuple(a + b for a, b in zip(one, other, strict=True))
