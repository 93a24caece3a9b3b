"""Opening the next round: everybody is on the list, nobody is marked."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.evenings import tonight
from tournaments.models import Attendance, Entry, Round, RoundState, Tournament, User
from tournaments.recording import Stale, last_change_of, recording
from tournaments.services.closed_season import refuse_when_closed
from tournaments.services.refusal import Refused
from tournaments.services.rounds.finish import finish, refuse_unfinished
from tournaments.services.rounds.gone_home import guests_of_earlier_evenings


def open_next_round(
    tournament: Tournament,
    *,
    seen_number: int,
    seen_over: bool | None = None,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Round:
    """Open round `seen_number` for check-in; the round before it is finished by that, and its table published.

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
        number = last.number + 1 if last else 1
        if seen_number != number:
            raise Stale(last_change_of(last, tournament=tournament) if last else None)
        if last is not None and seen_over is not None and seen_over != (last.over_at is not None):
            raise Stale(last_change_of(last, tournament=tournament))
        refuse_when_closed(tournament)
        if tournament.planned_rounds is not None and number > tournament.planned_rounds:
            raise Refused(_("All planned rounds have been played."))
        entries = list(Entry.objects.filter(tournament=tournament).order_by("pk"))
        _refuse_without_numbers(entries)
        if last is not None:
            refuse_unfinished(last)
            if last.state == RoundState.PUBLISHED:
                finish(change, last)
            change.relies_on([last], "state")
        date = tonight(tournament.club.time_zone, since=last.date if last else None)
        opened = change.create(Round(tournament=tournament, number=number, date=date))
        change.create_many([Attendance(round=opened, entry=entry) for entry in entries])
        if last is None or last.date != date:
            guests_of_earlier_evenings(change, opened)
        change.relies_on(entries, "number")
        return opened


def _refuse_without_numbers(entries: Sequence[Entry]) -> None:
    if not entries:
        raise Refused(_("Nobody has been entered yet: enter the players first."))
    if any(entry.number is None for entry in entries):
        raise Refused(_("Not everybody has a number yet: number the players first."))
