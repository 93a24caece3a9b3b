"""Half-point byes that players ask for: how many each may have, and in which rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.types.snapshot import ByeKind, PlayerId, TournamentSnapshot


@dataclass(frozen=True, kw_only=True, slots=True)
class HalfByeLimits:
    """So many for each player, and none in so many rounds at the end."""

    allowed: int
    not_in_last: int = 0

    def are_over(self, round_number: int, planned_rounds: int | None) -> bool:
        """Whether that round is one of those at the end that have none."""
        return planned_rounds is not None and round_number > planned_rounds - self.not_in_last


@dataclass(frozen=True, kw_only=True, slots=True)
class HalfByes:
    """What a system allows in the round to be paired; `had` are those of earlier rounds."""

    allowed: int
    had: Mapping[PlayerId, int]
    last_rounds: int
    """So many rounds at the end have none."""
    is_too_late: bool

    @property
    def are_possible(self) -> bool:
        """Whether anybody may have one in this round."""
        return self.allowed > 0 and not self.is_too_late

    def may_have(self, player: PlayerId) -> bool:
        return self.are_possible and self.had.get(player, 0) < self.allowed


def half_byes(limits: HalfByeLimits | None, snapshot: TournamentSnapshot) -> HalfByes | None:
    """None where the system says nothing about them. The system itself takes what happened, however much that is."""
    if limits is None:
        return None
    return HalfByes(
        allowed=limits.allowed,
        had=Counter(bye.player for played in snapshot.rounds for bye in played.byes if bye.kind is ByeKind.HALF),
        last_rounds=limits.not_in_last,
        is_too_late=limits.are_over(snapshot.next_number, snapshot.planned_rounds),
    )
