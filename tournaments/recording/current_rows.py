"""What a service asks before it writes: the row as it is now, and who changed it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from django.db import models

from tournaments.models import Action, Club, Tournament
from tournaments.recording.refusals import Stale
from tournaments.recording.row_changes import label_of

_OLD_ACTIONS_SEARCHED = 2_000
_AT_ONCE = 50


def refresh(row: models.Model) -> None:
    """Read a row anew under the lock. Raises Stale when it is gone."""
    try:
        row.refresh_from_db()
    except type(row).DoesNotExist as error:  # type: ignore[attr-defined]  # every model has it
        raise Stale from error


def last_change_of(
    row: models.Model, *, tournament: Tournament, fields: Collection[str] | None = None
) -> Action | None:
    """The newest action that changed this row, or one of these fields of it: who did it, and when."""
    return _newest(tournament.actions.all(), row, fields)


def last_change_in_club(row: models.Model, *, club: Club) -> Action | None:
    """As last_change_of, for a row that the club's own actions change."""
    return _newest(Action.objects.filter(club=club, tournament=None), row)


def _newest(
    actions: models.QuerySet[Action], row: models.Model, fields: Collection[str] | None = None
) -> Action | None:
    label = label_of(type(row))
    for action in islice(newest_first(actions.select_related("actor")), _OLD_ACTIONS_SEARCHED):
        changed = [kept for kept in action.changes if kept["model"] == label and kept["pk"] == row.pk]
        if any(fields is None or not set(fields).isdisjoint(kept["after"] or ()) for kept in changed):
            return action
    return None


def newest_first(actions: models.QuerySet[Action]) -> Iterator[Action]:
    """A few at a time, each time asked for anew: a cursor in the database would be one session's, and behind a pooler
    the next question may go by another."""
    rows = actions.order_by("-pk")
    found = list(rows[:_AT_ONCE])
    while found:
        yield from found
        found = list(rows.filter(pk__lt=found[-1].pk)[:_AT_ONCE]) if len(found) == _AT_ONCE else []
