"""Who had said that they come, or stood on a board, and did not come: what follows from it, in the same action."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from tournaments.evenings import DID_NOT_COME
from tournaments.models import AfterNoShow, Asked, Attendance, Entry, Presence, Round
from tournaments.recording import Change
from tournaments.services.inbox import put


def after_no_show(change: Change, round: Round, entries: Collection[int]) -> None:
    """From now on they are expected only when they say so, where the tournament has it; and who has not come so often
    as it allows is proposed to the director, who decides."""
    tournament = round.tournament
    if not entries:
        return
    if tournament.after_no_show == AfterNoShow.MUST_SAY:
        found = Entry.objects.filter(pk__in=entries, must_say=False).order_by("pk")
        change.update_many([(entry, {"must_say": True}) for entry in found])
    if tournament.out_after is None:
        return
    for entry in Entry.objects.filter(pk__in=entries).select_related("player").order_by("pk"):
        times = _evenings_missed(entry, round)
        if times >= tournament.out_after:
            put(
                change,
                Asked.OUT,
                club=tournament.club,
                tournament=tournament,
                player=entry.player,
                facts={"entry": entry.pk, "times": times},
            )


def _evenings_missed(entry: Entry, round: Round) -> int:
    """With this one; an evening counts once, however many rounds it has."""
    missed = Attendance.objects.filter(Q(presence=Presence.NO_SHOW) | DID_NOT_COME, entry=entry).exclude(round=round)
    before = missed.exclude(round__date=round.date) if round.date is not None else missed
    evenings = before.values_list("round__date", "round__number")
    return 1 + len({date or number for date, number in evenings})
