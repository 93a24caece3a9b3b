"""The app's tables as plain values, read past all of the app's own code but its models."""

from __future__ import annotations

import base64
import datetime
from collections.abc import Mapping
from typing import Any, TypeAlias

from django.apps import apps

from tournaments.models import Action
from tournaments.recording.row_changes import label_of

Key: TypeAlias = tuple[str, int]
Rows: TypeAlias = dict[Key, dict[str, Any]]

COUNTERS = frozenset({"revision", "public_revision", "past_revision"})
"""They only ever rise, also when something is undone."""


def all_rows() -> Rows:
    """Every row of every table but the record of actions, as JSON would hold it, without what no record keeps."""
    return {
        (label_of(model), row["id"]): {
            name: _plain(value) for name, value in row.items() if name not in getattr(model, "PRIVATE", ())
        }
        for model in apps.get_app_config("tournaments").get_models()
        if model is not Action
        for row in model._base_manager.values()
    }


def without_counters(rows: Rows) -> Rows:
    return {key: {name: value for name, value in row.items() if name not in COUNTERS} for key, row in rows.items()}


def replayed(rows: Rows, action: Action) -> Rows:
    """What the rows become by what an action says; fails where it tells of values that were not there."""
    there = without_counters(rows)
    for kept in action.changes:
        key = (kept["model"], kept["pk"])
        before, after = kept["before"], kept["after"]
        if before is None:
            assert key not in there, f"{action.verb} says it made {key}, which was there"
            there[key] = {"id": key[1], **after}
        elif after is None:
            gone = there.pop(key)
            assert gone == {"id": key[1], **before}, f"{action.verb} deleted another {key} than it says"
        else:
            assert _part(there[key], before) == before, f"{action.verb} found another {key} than it says"
            there[key] = there[key] | after
    return there


def _part(row: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value
