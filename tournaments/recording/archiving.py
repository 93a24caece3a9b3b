"""Old actions without what undo goes by: three quarters of each row. What was done, when and by whom stays."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Max, Min

from tournaments.models import Action
from tournaments.recording.unit_of_work import being_active

ActionRow: TypeAlias = dict[str, Any]
"""By column, as ARCHIVED_COLUMNS names them."""

YOUNGEST = datetime.timedelta(days=92)
"""No action is archived sooner."""
ARCHIVED_COLUMNS = tuple(column.attname for column in Action._meta.concrete_fields)
_AT_ONCE = 500
_KEYS_LOOKED_AT = 50_000
"""At most so many rows are read by one question, since those archived before are passed over in it."""
_IT_IS = ("club_id", "tournament_id", "verb", "at")


class AnotherDatabase(Exception):
    """An action of that key is another one here."""


def archivable() -> Iterator[list[ActionRow]]:
    """A club's actions that are not archived yet, whole, oldest first, some hundred at a time."""
    keys = Action.objects.aggregate(first=Min("pk"), last=Max("pk"))
    after, last = (keys["first"] or 1) - 1, keys["last"] or 0
    rows = Action.objects.exclude(changes=[]).exclude(club=None).order_by("pk").values(*ARCHIVED_COLUMNS)
    while after < last:
        found = list(rows.filter(pk__gt=after, pk__lte=after + _KEYS_LOOKED_AT)[:_AT_ONCE])
        after = found[-1]["id"] if len(found) == _AT_ONCE else after + _KEYS_LOOKED_AT
        yield found


def take_away(rows: Sequence[Mapping[str, Any]]) -> int:
    """From these actions what undo goes by, in one short transaction; of how many that had it still.

    The oldest of a club must come first: whoever looks for what is in the way of an undo reads what came later. Those
    that are gone are passed over. Raises AnotherDatabase.
    """
    archived = {row["id"]: tuple(row[name] for name in _IT_IS) for row in rows}
    with transaction.atomic(), being_active():
        there = Action.objects.filter(pk__in=list(archived)).exclude(changes=[])
        for key, *is_here in there.values_list("pk", *_IT_IS):
            if tuple(is_here) != archived[key]:
                raise AnotherDatabase
        return there.update(changes=[], relies_on=[])
