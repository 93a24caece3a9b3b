"""Who had said that they come, or stood on a board, and did not come: what follows from it, in the same action."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import AfterNoShow, Attendance, Entry, Game, InboxSubject, Round
from tournaments.recording import Change
from tournaments.selectors.evenings import DID_NOT_COME, evenings_missed
from tournaments.services.common.inbox_items import put_in_inbox


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
    missed = evenings_missed(entries)
    for entry in Entry.objects.filter(pk__in=entries).select_related("player").order_by("pk"):
        times = missed.get(entry.pk, 0)
        if times >= tournament.out_after:
            put_in_inbox(
                change,
                InboxSubject.OUT,
                club=tournament.club,
                tournament=tournament,
                player=entry.player,
                facts={"entry": entry.pk, "times": times},
            )


def after_forfeit(change: Change, game: Game) -> None:
    """Who stood on this board and did not come, by its result. It comes with its round."""
    tournament = game.round.tournament
    if tournament.after_no_show == AfterNoShow.NOTHING and tournament.out_after is None:
        return
    missing = Attendance.objects.filter(DID_NOT_COME, game=game).order_by("pk")
    after_no_show(change, game.round, list(missing.values_list("entry", flat=True)))
