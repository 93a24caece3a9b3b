"""What is kept for a time only: rows that go for good, and what the record tells of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Model, Q, QuerySet

from tournaments.models import Action
from tournaments.recording.change import Change
from tournaments.recording.row_changes import label_of


def forget(change: Change, rows: Iterable[QuerySet[Any]], told_in: QuerySet[Action]) -> int:
    """Delete these rows, and take their values out of the actions: undoing one of those is refused from then on.

    How many rows. The recording's own action says only that there were some.
    """
    gone: dict[str, set[int]] = {}
    for each in rows:
        keys = set(each.values_list("pk", flat=True))
        if keys:
            gone[label_of(each.model)] = keys
            each.model._base_manager.filter(pk__in=keys).delete()
            change.rows += [_private(label_of(each.model), key) for key in sorted(keys)]
    _strip(told_in, gone)
    return sum(map(len, gone.values()))


def forget_values(change: Change, row: Model, told_in: QuerySet[Action], **values: Any) -> None:
    """Write these values over those of a row that stays, and take what it was out of the actions."""
    label = label_of(type(row))
    type(row)._base_manager.filter(pk=row.pk).update(**values)
    change.rows.append({"model": label, "pk": row.pk, "before": {}, "after": {}, "private": True})
    _strip(told_in, {label: {row.pk}})


def forget_log(told_in: QuerySet[Action], verbs: str) -> None:
    """The actions of verbs that begin so, and their undoing, whole."""
    spoken = told_in.filter(Q(verb__startswith=verbs) | Q(verb="undo", facts__verb__startswith=verbs))
    while spoken.filter(undone_by=None).exists():  # an undo refers to what it undid: the newest of each chain first
        spoken.filter(undone_by=None).delete()


def _strip(told_in: QuerySet[Action], gone: Mapping[str, Collection[int]]) -> None:
    for action in told_in.only("changes"):
        if any(kept["pk"] in gone.get(kept["model"], ()) for kept in action.changes):
            left = [stripped(kept, gone) for kept in action.changes]
            # Archived meanwhile, it stays so.
            Action.objects.filter(pk=action.pk).exclude(changes=[]).update(changes=left)


def stripped(kept: dict[str, Any], gone: Mapping[str, Collection[int]]) -> dict[str, Any]:
    if kept["pk"] not in gone.get(kept["model"], ()):
        return kept
    values: dict[str, Any] = {side: None if kept[side] is None else {} for side in ("before", "after")}
    return {"model": kept["model"], "pk": kept["pk"], **values, "private": True}


def _private(label: str, key: int) -> Any:
    return {"model": label, "pk": key, "before": {}, "after": None, "private": True}
