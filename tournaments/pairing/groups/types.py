"""What goes in and what comes out: players with their places of before, and a proposal with a reason each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import PlayerId


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    """A row of the final table of a group, tie-breaks and all. Who is level has the same place."""

    player: PlayerId
    place: int


Ranking: TypeAlias = Sequence[Ranked]
"""Of one group, best first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupCandidate:
    """Somebody who plays. `group` and `place` are last season's, None for a newcomer."""

    player: PlayerId
    rating: int | None = None
    group: int | None = None
    place: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    player: PlayerId
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class UndecidedLevel:
    """Players who share a place of a group while it matters who of them is ahead: for the director to decide, by a
    play-off or by lot. `players` in the order in which the proposal has taken them until then."""

    group: int
    players: tuple[PlayerId, ...]
    reason: Reason


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """Groups from the highest, their players in order. Nothing of it holds before a director says so."""

    groups: tuple[tuple[Placed, ...], ...]
    level: tuple[UndecidedLevel, ...] = ()
    notes: tuple[Reason, ...] = ()


class GroupsImpossible(Exception):
    """There are no such groups; the reasons say why."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__(", ".join(reason.rule for reason in reasons))
        self.reasons = tuple(reasons)
