"""What a player does in a round: the part of the attendance row that pairing fills."""

from __future__ import annotations

from tournaments.models import Attendance, Bye, Presence

_REQUESTED = {
    Presence.HALF_BYE.value: Bye.HALF.value,
    Presence.FULL_BYE.value: Bye.FULL.value,
    Presence.ZERO_BYE.value: Bye.ZERO.value,
}


def emptied() -> dict[str, object]:
    return {"game": None, "colour": "", "bye": "", "reasons": []}


def fits_its_mark(row: Attendance) -> bool:
    """Whether the draft gives the player what the mark asks for: a game or the bye, the requested bye, or nothing."""
    if row.presence == Presence.PRESENT:
        return row.game_id is not None or row.bye == Bye.PAIRING
    return row.game_id is None and row.bye == _REQUESTED.get(row.presence, "")
