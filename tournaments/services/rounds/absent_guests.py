"""Guests who are not there: they have withdrawn, as everybody who is not asked for, until they come again.

Nobody waits for a guest, so they are never absent: an absence would be paid by the system's rules.
"""

from __future__ import annotations

from tournaments.models import Attendance, Entry, Presence, Round, Withdrawal
from tournaments.recording import Change
from tournaments.selectors.snapshots import configured_system
from tournaments.services.rounds.seats import outsiders


def guests_of_earlier_evenings(change: Change, round: Round) -> None:
    """A round is opened on another evening than the one before: none of the guests is on its list.

    In a knock-out they are: to leave would be to lose a tie.
    """
    if configured_system(round.tournament).capabilities().knocks_out is not None:
        return
    guests = Entry.objects.filter(tournament=round.tournament_id, is_guest=True).order_by("pk")
    there = guests.exclude(pk__in=outsiders(round))
    change.create_many([Withdrawal(entry=entry, first_round=round.number) for entry in there])


def guests_without_a_mark(change: Change, round: Round) -> None:
    """A round is published without them: they have gone home, or pause; but for those who wait in a knock-out."""
    if configured_system(round.tournament).capabilities().knocks_out is not None:
        return
    slots = Attendance.objects.filter(
        round=round, entry__is_guest=True, entry__number__isnull=False, presence=Presence.UNMARKED, game=None, bye=""
    ).select_related("entry")
    waiting = slots.exclude(entry__in=outsiders(round)).order_by("pk")
    change.create_many(
        [Withdrawal(entry=slot.entry, first_round=round.number, last_round=round.number) for slot in waiting]
    )
