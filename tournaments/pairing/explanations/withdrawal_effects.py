"""What somebody's leaving would do to the table, to be seen before it is confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Row


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawalRank:
    """`place` None: takes none."""

    place: int | None
    points: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawalEffect:
    """Of one player, in the table after the last round."""

    player: PlayerId
    before: WithdrawalRank
    after: WithdrawalRank

    @property
    def points_drop(self) -> bool:
        return self.after.points < self.before.points


def if_left(
    system: PairingSystem, snapshot: TournamentSnapshot, player: PlayerId, tie_breaks: Sequence[TieBreak]
) -> tuple[WithdrawalEffect, ...]:
    """Whose points or place would change if the player left for good before the round to come; best first by the table
    as it would be."""
    before = {row.player: row for row in system.standings(snapshot, tie_breaks).rows}
    after = system.standings(without(snapshot, player), tie_breaks)
    changes = (
        WithdrawalEffect(player=row.player, before=_standing(before[row.player]), after=_standing(row))
        for row in after.rows
    )
    return tuple(change for change in changes if change.before != change.after)


def without(snapshot: TournamentSnapshot, player: PlayerId) -> TournamentSnapshot:
    """As if the player had left for good before the round to come."""
    coming = snapshot.next_number
    entrants = (
        replace(each, away=(*each.away, (coming, None))) if each.number == player and not each.is_away(coming) else each
        for each in snapshot.entrants
    )
    return replace(snapshot, entrants=tuple(entrants))


def _standing(row: Row) -> WithdrawalRank:
    return WithdrawalRank(place=row.place, points=Fraction(row.cells[POINTS.code].value or 0))
