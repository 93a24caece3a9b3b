"""Who is here tonight: one row for everybody who can play the round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.called import Called
from tournaments.models import Attendance, Presence
from tournaments.pages.evening.kinds import KindButton, PaidAbsences, kind_buttons
from tournaments.pages.evening.past import Past
from tournaments.pages.sorting import sorted_by_name
from tournaments.pairing.model.snapshot import PlayerId

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
    absences: PaidAbsences | None
    """Where only so many of them pay."""
    out_since: int | None
    """The round whose loss was one too many: shown, but not to be marked any more."""

    @property
    def is_present(self) -> bool:
        return self.presence is Presence.PRESENT and not self.is_out

    @property
    def is_away(self) -> bool:
        return self.presence in AWAY and not self.is_out

    @property
    def is_out(self) -> bool:
        return self.out_since is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckIn:
    """The rows by name, and how many of each. `kinds` are one tap away, `unmarked_is` what everybody else counts as.

    `has_half_byes` is false where the system gives nobody a half-point bye in this round.
    """

    rows: tuple[CheckInRow, ...]
    here: int
    away: int
    unmarked: int
    kinds: tuple[KindButton, ...]
    unmarked_is: Presence
    has_half_byes: bool

    def row(self, entry: int) -> CheckInRow | None:
        return next((row for row in self.rows if row.entry == entry), None)


def check_in(attendances: Iterable[Attendance], called: Mapping[int, Called], past: Past) -> CheckIn:
    """Withdrawn players and those who join later are not asked for. Whoever is out comes last."""
    absences, quota = past.paid_absences, past.half_byes
    by_name = sorted_by_name(
        (_row(row, called, absences, past.out) for row in attendances if _takes_part(row, past)),
        lambda row: row.name,
    )
    rows = sorted(by_name, key=lambda row: row.is_out)
    here = sum(row.is_present for row in rows)
    away = sum(row.is_away for row in rows)
    return CheckIn(
        rows=tuple(rows),
        here=here,
        away=away,
        unmarked=sum(not row.is_out for row in rows) - here - away,
        kinds=kind_buttons(past.terms, quota),
        unmarked_is=Presence(past.terms.scoring.default_absence.value),
        has_half_byes=quota is None or quota.are_possible,
    )


def _takes_part(attendance: Attendance, past: Past) -> bool:
    entrant = past.snapshot.by_number.get(attendance.entry.number or 0)
    return entrant is not None and entrant.takes_part(past.number)


def _row(
    attendance: Attendance,
    called: Mapping[int, Called],
    absences: Mapping[PlayerId, PaidAbsences],
    out: Mapping[PlayerId, int],
) -> CheckInRow:
    entry = attendance.entry
    return CheckInRow(
        entry=entry.pk,
        number=entry.number,
        name=called[entry.pk],
        rating=entry.rating,
        presence=Presence(attendance.presence),
        absences=absences.get(entry.number or 0),
        out_since=out.get(entry.number or 0),
    )
