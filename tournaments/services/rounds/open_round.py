"""Opening the next round: everybody is on the list, nobody is marked."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _

from tournaments.models import Attendance, Round, RoundState, Tournament, User
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.evenings import is_waiting, tonight
from tournaments.selectors.snapshots import configured_system, is_played_out
from tournaments.services.calendar.line_up_duties import write_duties_of_evening
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.players import notifications
from tournaments.services.rounds.absent_guests import guests_of_earlier_evenings
from tournaments.services.rounds.automatic_entry import enter_everybody
from tournaments.services.rounds.finish import finish, finish_played_rounds, refuse_unfinished
from tournaments.services.rounds.round_under_lock import RoundUnderLock
from tournaments.services.rounds.start_numbers import refuse_without_numbers


def open_next_round(
    tournament: Tournament,
    *,
    seen_number: int,
    seen_over: bool | None = None,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Round:
    """Open round `seen_number` for check-in; the round before it is finished by that, and its table published.

    Where its boards are published already, with the whole plan, it is played tonight: nobody is checked in for it.
    Rounds of that plan that have been played already are passed over; where all have, the last of them is answered.

    Raises Stale when that round is there already, or where somebody has said since that the evening is over
    (`seen_over`: whether that was on the screen; None: nobody looked). Refused while the last one waits for results.
    """
    with recording(
        tournament,
        actor=actor,
        verb="round.open",
        receipt=receipt,
        facts={"round": seen_number},
        public=[tournament.club, tournament],
    ) as change:
        last = tournament.rounds.order_by("-number").first()
        waits = is_waiting(tournament, last)
        number = 1 if last is None else last.number + (not waits)
        if seen_number != number:
            raise Stale(last_change_of(last, tournament=tournament) if last else None)
        if last is not None and seen_over is not None and seen_over != (last.over_at is not None):
            raise Stale(last_change_of(last, tournament=tournament))
        refuse_when_closed(tournament)
        if not waits:
            _refuse_beyond_the_end(tournament, number)
        if last is None and (entered := enter_everybody(change, tournament)):
            change.facts |= {"what": "entered", "players": [each.who for each in entered]}
        locked = RoundUnderLock(round=last or Round(tournament=tournament, number=1))
        entries = locked.entries
        refuse_without_numbers(entries)
        if last is not None and not waits:
            refuse_unfinished(locked)
            if last.state == RoundState.PUBLISHED:
                finish(change, locked)
            change.relies_on([last], "state")
        elif waits:
            finish_played_rounds(change, tournament)
        date = tonight(tournament.club.time_zone, since=last.date if last else None)
        if on_the_wall := list(Round.with_ahead.filter(tournament=tournament, number__gte=number).order_by("number")):
            coming = next((each for each in on_the_wall if each.state == RoundState.PUBLISHED), None)
            if coming is None:  # all of them have been played before their turn
                change.facts |= {"round": on_the_wall[-1].number, "what": "played"}
                return on_the_wall[-1]
            change.update(coming, date=date)
            change.facts |= {"round": coming.number, "what": "planned"}
            notifications.tell_of(coming)
            return coming
        opened = change.create(Round(tournament=tournament, number=number, date=date))
        change.create_many([Attendance(round=opened, entry=entry) for entry in entries])
        write_duties_of_evening(change, tournament, date)
        if last is None or last.date != date:
            guests_of_earlier_evenings(change, opened)
        change.relies_on(entries, "number")
        return opened


def _refuse_beyond_the_end(tournament: Tournament, number: int) -> None:
    """A plan that follows from the field has an end that nobody was asked for."""
    planned = tournament.planned_rounds
    is_over = planned is not None and number > planned
    if not is_over and configured_system(tournament).capabilities().rounds.known_at_start:
        is_over = is_played_out(tournament, after=number - 1)
    if is_over:
        raise Refused(_("All planned rounds have been played."))
