"""Who is here tonight: one row for everybody who can play the round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Attendance, Presence
from tournaments.pages.sorting import sorted_by_name
from tournaments.pairing.snapshot import TournamentSnapshot

AWAY = tuple(presence for presence in Presence if presence not in {Presence.UNMARKED, Presence.PRESENT})
"""What the second control of a row offers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckInRow:
    """`entry` is the key that the row's fragment is called by."""

    entry: int
    number: int | None
    name: str
    rating: int | None
    presence: Presence

    @property
    def is_present(self) -> bool:
        return self.presence is Presence.PRESENT

    @property
    def is_away(self) -> bool:
        return self.presence in AWAY


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckIn:
    """The rows by name, and how many of each."""

    rows: tuple[CheckInRow, ...]
    here: int
    away: int
    unmarked: int

    def row(self, entry: int) -> CheckInRow | None:
        return next((row for row in self.rows if row.entry == entry), None)


def check_in(attendances: Iterable[Attendance], snapshot: TournamentSnapshot, round_number: int) -> CheckIn:
    """Withdrawn players and those who join later are not asked for."""
    rows = sorted_by_name(
        (_row(row) for row in attendances if _takes_part(row, snapshot, round_number)), lambda row: row.name
    )
    here = sum(row.is_present for row in rows)
    away = sum(row.is_away for row in rows)
    return CheckIn(rows=tuple(rows), here=here, away=away, unmarked=len(rows) - here - away)


def _takes_part(attendance: Attendance, snapshot: TournamentSnapshot, round_number: int) -> bool:
    entrant = snapshot.by_number.get(attendance.entry.number or 0)
    return entrant is not None and entrant.takes_part(round_number)


def _row(attendance: Attendance) -> CheckInRow:
    entry = attendance.entry
    return CheckInRow(
        entry=entry.pk,
        number=entry.number,
        name=entry.player.full_name,
        rating=entry.rating,
        presence=Presence(attendance.presence),
    )
