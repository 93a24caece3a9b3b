"""What somebody's leaving would do to the table, to be seen before it is confirmed."""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot


def without(snapshot: TournamentSnapshot, player: PlayerId) -> TournamentSnapshot:
    """As if the player had left for good before the round to come."""
    coming = snapshot.next_number
    entrants = (
        replace(each, away=(*each.away, (coming, None))) if each.number == player and not each.is_away(coming) else each
        for each in snapshot.entrants
    )
    return replace(snapshot, entrants=tuple(entrants))
