"""What another version of Clubchess has recorded, by names that are not known here.

The record speaks of models and fields by their names, and versions work side by side on one database. What this one
does not know it can neither compare with the database nor write back, so it tells of it and leaves it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.db import connection, models
from django.db.migrations.loader import MigrationLoader

from tournaments.models import Action
from tournaments.recording.row_changes import RowChange, label_of, model_of

_APP = "tournaments"
_PARTS = frozenset({"model", "pk", "before", "after", "private"})
_DIGITS = 4
"""With which the name of a migration begins."""
ANY_MODEL = ""
"""In the place of a label: a reference of which it is not known where it leads."""


def model_called(label: str) -> type[models.Model] | None:
    """None: another version's."""
    try:
        return model_of(label)
    except LookupError:
        return None


def is_of_another_version(action: Action) -> bool:
    """It names a model, a field or a kind of change that this version does not have, or has no longer."""
    return not all(map(_is_known, action.changes)) or any(model_called(label) is None for label, _ in action.public)


def references(label: str, values: Mapping[str, Any] | None) -> Iterator[tuple[str, int]]:
    """The rows that a row with these values refers to. Of a column that is not known here only its name tells that it
    refers to something: then it may be a row of any model."""
    columns = _columns(label)
    for name, value in (values or {}).items():
        if name in columns:
            if (to := columns[name]) is not None and value is not None:
                yield to, value
        elif name.endswith("_id") and isinstance(value, int):
            yield ANY_MODEL, value


def newer_migrations(loader: MigrationLoader | None = None) -> list[str]:
    """What a newer version has made of the database: migrations after the newest that this one has. Older ones that are
    here no longer, since others stand in their place, are none of them."""
    loader = loader or MigrationLoader(connection)
    newest = max(name for app, name in loader.disk_migrations if app == _APP)
    applied = {name for app, name in loader.applied_migrations if app == _APP}
    return sorted(name for name in applied if name[:_DIGITS] > newest[:_DIGITS])


def _is_known(kept: RowChange) -> bool:
    names = {*(kept["before"] or ()), *(kept["after"] or ())}
    has_model = model_called(kept["model"]) is not None
    return has_model and names <= _columns(kept["model"]).keys() and _PARTS.issuperset(kept)


@cache
def _columns(label: str) -> Mapping[str, str | None]:
    """Of a model, by name: the label of the model to which it refers, None where it holds a value of its own."""
    model = model_called(label)
    return {
        column.attname: label_of(column.related_model) if isinstance(column, models.ForeignKey) else None
        for column in (model._meta.concrete_fields if model else ())
    }
