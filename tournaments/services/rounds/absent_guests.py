"""Guests who are not there: they have withdrawn, as everybody who is not asked for, until they come again.

Nobody waits for a guest, so they are never absent: an absence would be paid by the system's rules.
"""

from __future__ import annotations

from tournaments.models import Entry, Presence, Round, Withdrawal
from tournaments.recording import Change
from tournaments.selectors.snapshots import configured_system
from tournaments.services.rounds.round_under_lock import RoundUnderLock
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


def guests_without_a_mark(change: Change, locked: RoundUnderLock) -> None:
    """A round is published without them: they have gone home, or pause; but for those who wait in a knock-out."""
    if locked.capabilities.knocks_out is not None:
        return
    number = locked.round.number
    gone = [
        row.entry
        for row in locked.rows
        if row.entry.is_guest
        and row.presence == Presence.UNMARKED
        and not (row.game_id or row.bye)
        and row.entry_id not in locked.outsiders
    ]
    change.create_many([Withdrawal(entry=entry, first_round=number, last_round=number) for entry in gone])
