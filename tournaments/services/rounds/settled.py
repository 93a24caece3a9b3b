"""What those count as whom nobody had marked when a round was published: from then on it stands in their rows."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from tournaments.models import Action, Attendance, Presence, Round
from tournaments.selectors.snapshots import presence_in
from tournaments.services.rounds.round_under_lock import RoundUnderLock

VERB = "round.publish"


def settled(locked: RoundUnderLock) -> list[tuple[Attendance, dict[str, object]]]:
    """To be written. Who takes no part in the round stays as they are."""
    if not locked.unmarked:
        return []
    return [
        (row, {"presence": presence_in(row, locked.unmarked)})
        for row in locked.rows
        if row.entry_id not in locked.outsiders
    ]


def not_marked_before(round: Round) -> list[tuple[Attendance, dict[str, object]]]:
    """A round that is taken back: who was not marked when it was published is not marked again, but for those whom
    somebody has marked since."""
    written = dict(_written(round))
    rows = Attendance.objects.filter(pk__in=written) if written else Attendance.objects.none()
    return [(row, {"presence": Presence.UNMARKED}) for row in rows if row.presence == written[row.pk]]


def _written(round: Round) -> Iterator[tuple[int, str]]:
    """By the row's key, as the last publishing has it in the record."""
    doing = Q(verb=VERB) | Q(verb="undo", facts__verb=VERB, facts__again=True)
    of_round = Action.objects.filter(doing, tournament=round.tournament_id, facts__round=round.number)
    published = of_round.order_by("-pk").first()
    for kept in published.changes if published is not None else []:
        if kept["model"] == "attendance" and (kept["before"] or {}).get("presence") == Presence.UNMARKED:
            yield kept["pk"], kept["after"]["presence"]
