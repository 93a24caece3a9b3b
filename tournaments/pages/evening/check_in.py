"""Who is here tonight: one row for everybody who can play, on the evening as at the door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.called import Called
from tournaments.evenings import nights
from tournaments.models import Attendance, Presence, Round
from tournaments.pages.kinds_of_absence import Offer, PaidAbsences, offer
from tournaments.pages.past import Past
from tournaments.pages.sorting import sorted_by_name

AWAY = tuple(presence for presence in Presence if presence not in {Presence.UNMARKED, Presence.PRESENT})
"""What the second control of a row offers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Somebody's place in one of tonight's rounds: what a tap marks. `entry` is the key of its fragment."""

    tournament: str
    slug: str
    round: int
    entry: int
    number: int | None
    presence: Presence
    offer: Offer
    absences: PaidAbsences | None = None
    """Where only so many of them pay."""
    out_since: int | None = None
    """The round whose loss was one too many: shown, but not to be marked any more."""

    @property
    def is_present(self) -> bool:
        return self.presence is Presence.PRESENT and not self.is_out

    @property
    def is_away(self) -> bool:
        return self.presence in AWAY and not self.is_out

    @property
    def is_unmarked(self) -> bool:
        return not (self.is_present or self.is_away or self.is_out)

    @property
    def is_out(self) -> bool:
        return self.out_since is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckInRow:
    """A person, with one place or with several to choose from. Marked in one of them, nobody need ask any more."""

    player: int
    name: Called
    rating: int | None
    places: tuple[Place, ...]

    @property
    def is_in_several(self) -> bool:
        return len(self.places) > 1

    @property
    def state(self) -> str:
        for state, applies in (
            ("present", any(place.is_present for place in self.places)),
            ("away", any(place.is_away for place in self.places)),
            ("out", all(place.is_out for place in self.places)),
        ):
            if applies:
                return state
        return "unmarked"


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckIn:
    """The rows by name, and how many of each. `unmarked_is` is what everybody else counts as."""

    rows: tuple[CheckInRow, ...]
    here: int
    away: int
    unmarked: int
    offer: Offer
    unmarked_is: Presence

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(place for row in self.rows for place in row.places)

    def row(self, entry: int) -> CheckInRow | None:
        return next((row for row in self.rows if row.places[0].entry == entry), None)

    def place(self, entry: int) -> Place | None:
        return next((place for place in self.places if place.entry == entry), None)


def check_in(round: Round, attendances: Iterable[Attendance], called: Mapping[int, Called], past: Past) -> CheckIn:
    """`called` is by entry. Withdrawn players and those who join later are not asked for. Whoever is out comes last."""
    taking_part = [row for row in attendances if _takes_part(row, past)]
    offered = offer(past.terms, past.half_byes)
    rows = [_row(row, called[row.entry_id], _place(row, round, past, offered)) for row in taking_part]
    places = [place for row in rows for place in row.places]
    return CheckIn(
        rows=in_order(rows),
        here=sum(place.is_present for place in places),
        away=sum(place.is_away for place in places),
        unmarked=sum(place.is_unmarked for place in places),
        offer=offered,
        unmarked_is=Presence(past.terms.scoring.default_absence.value),
    )


def here_again(round: Round, checked_in: CheckIn, past: Past) -> int:
    """How many were here in the round before, on this same evening, and are not marked yet."""
    if round.number == 1 or past.rounds[round.number - 2].date not in nights(round.tournament.club.time_zone):
        return 0
    waiting = {place.entry for place in checked_in.places if place.is_unmarked}
    return len(waiting & past.here_before) if waiting else 0


def in_order(rows: Iterable[CheckInRow]) -> tuple[CheckInRow, ...]:
    """By name; whoever is out comes last."""
    return tuple(sorted(sorted_by_name(rows, lambda row: row.name), key=lambda row: row.state == "out"))


def _takes_part(attendance: Attendance, past: Past) -> bool:
    entrant = past.snapshot.by_number.get(attendance.entry.number or 0)
    return entrant is not None and entrant.takes_part(past.number)


def _row(attendance: Attendance, name: Called, place: Place) -> CheckInRow:
    entry = attendance.entry
    return CheckInRow(player=entry.player_id, name=name, rating=entry.rating, places=(place,))


def _place(attendance: Attendance, round: Round, past: Past, offered: Offer) -> Place:
    number = attendance.entry.number
    return Place(
        tournament=round.tournament.name,
        slug=round.tournament.slug,
        round=round.number,
        entry=attendance.entry_id,
        number=number,
        presence=Presence(attendance.presence),
        offer=offered,
        absences=past.paid_absences.get(number or 0),
        out_since=past.out.get(number or 0),
    )
