"""What the last rounds were for somebody, as squares."""

from __future__ import annotations

from tournaments.pages.common.charts.squares import Square, square_of
from tournaments.pairing.history.record import Record, RoundOutcome
from tournaments.pairing.types.snapshot import PlayerId

FORM = 5
"""So many rounds, the last, tell how somebody is doing."""


def last_rounds(record: Record, player: PlayerId, *, after: int, rounds: int) -> tuple[Square, ...]:
    """Up to that round, the oldest first; fewer for whoever joined later."""
    return tuple(
        square_of(each.outcome)
        for each in record.entries.get(player, ())
        if after - rounds < each.round_number <= after and each.outcome is not RoundOutcome.BEFORE_JOINING
    )
