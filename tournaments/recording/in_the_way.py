"""Which later actions stand in the way of an undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from django.apps import apps
from django.db import models

from tournaments.models import Action
from tournaments.recording.images import RowChange, label_of

Row: TypeAlias = tuple[str, int]
"""Its model's label and its key."""

_ACTIONS_AT_ONCE = 50


def in_the_way(action: Action) -> list[Action]:
    """Later actions that changed the same fields of the same rows, rely on them, refer to a row that would go, or
    deleted a row that would be referred to again.

    Undoing an undo does the first action anew: what that one relied on must be as it was, too.
    """
    touched: dict[Row, set[str]] = {}
    whole: set[Row] = set()
    referred_to: set[Row] = set()
    for kept in action.changes:
        key = (kept["model"], kept["pk"])
        touched.setdefault(key, set()).update(kept["before"] or {}, kept["after"] or {})
        referred_to.update(_references(kept["model"], kept["before"]))
        if kept["before"] is None or kept["after"] is None:
            whole.add(key)
    needed: dict[Row, set[str]] = {}
    for kept in _done_anew_by_undoing(action):
        for pk in kept["pks"]:
            needed.setdefault((kept["model"], pk), set()).update(kept["fields"])

    def collides(key: Row, fields: Iterable[str]) -> bool:
        return key in whole or not touched.get(key, set()).isdisjoint(fields)

    def disturbs(kept: RowChange) -> bool:
        key = (kept["model"], kept["pk"])
        fields = {**(kept["before"] or {}), **(kept["after"] or {})}
        return (
            collides(key, fields)
            or not needed.get(key, set()).isdisjoint(fields)
            or not whole.isdisjoint(_references(kept["model"], kept["after"]))
            or (kept["after"] is None and key in referred_to)
        )

    return [
        later
        for later in _later(action)
        if any(disturbs(kept) for kept in later.changes)
        or any(collides((kept["model"], key), kept["fields"]) for kept in later.relies_on for key in kept["pks"])
    ]


def in_the_same_tables(action: Action) -> list[Action]:
    """For a collision that only the database sees: more cannot be said about who is in the way."""
    tables = {kept["model"] for kept in action.changes}
    return [later for later in _later(action) if any(kept["model"] in tables for kept in later.changes)]


def _later(action: Action) -> Iterator[Action]:
    """Actions of its club after this one that still stand, newest first; a tournament's work may build on the club's.

    Taking back something older than this one is such an action; taking back something later only removes it.
    """
    newest = Action.objects.filter(club=action.club_id, id__gt=action.pk).select_related("actor").order_by("-id")
    undone: set[int] = set()
    for later in newest.iterator(chunk_size=_ACTIONS_AT_ONCE):  # newest first: whoever undid an action comes before it
        if later.pk in undone:
            continue
        if later.undoes_id is not None:
            undone.add(later.undoes_id)
        if later.undoes_id is None or later.undoes_id < action.pk:
            yield later


def _references(label: str, values: Mapping[str, Any] | None) -> Iterator[Row]:
    model = apps.get_model("tournaments", label)
    for column in model._meta.concrete_fields:
        if isinstance(column, models.ForeignKey) and (key := (values or {}).get(column.attname)) is not None:
            yield label_of(column.related_model), key


def _done_anew_by_undoing(action: Action) -> list[dict[str, Any]]:
    """What the action relied on that an undo of this undo brings back; nothing where this is no undo of a doing."""
    steps, first = 0, action
    while first.undoes is not None:
        steps, first = steps + 1, first.undoes
    return list(first.relies_on) if steps % 2 else []
