"""Rows as JSON, before and after a change."""

from __future__ import annotations

import base64
import datetime
import uuid
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from django.apps import apps
from django.db import models

RowChange: TypeAlias = dict[str, Any]
"""{"model": label, "pk": key, "before": {field: value} or None, "after": …}; as kept in Action.changes.

With "private": true where values are lacking in it that were there before.
"""


def row_change(
    model: type[models.Model], key: int, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> RowChange:
    private = set(getattr(model, "PRIVATE", ()))

    def kept(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
        return None if values is None else {name: value for name, value in values.items() if name not in private}

    row: RowChange = {"model": label_of(model), "pk": key, "before": kept(before), "after": kept(after)}
    if after is None:
        lacks_some = any((before or {}).get(name) not in (None, "") for name in private)
    else:
        lacks_some = not private.isdisjoint(before or {})
    return row | ({"private": True} if lacks_some else {})


def change_of_new(row: models.Model) -> RowChange:
    model = type(row)
    after = {attname: to_json(getattr(row, attname)) for attname in kept_attnames(model)}
    return row_change(model, row.pk, None, after)


def current(model: type[models.Model], keys: Sequence[int], attnames: Sequence[str]) -> dict[int, dict[str, Any]]:
    """The rows as the database has them, by key, values as JSON."""
    rows = model._base_manager.filter(pk__in=keys).values("pk", *attnames)
    return {row["pk"]: {name: to_json(row[name]) for name in attnames} for row in rows}


def kind_of(kept: RowChange) -> str:
    if kept["before"] is None:
        return "create"
    if kept["after"] is None:
        return "delete"
    return "update" if kept["after"] else "touch"


def values_from(model: type[models.Model], saved: Mapping[str, Any]) -> dict[str, Any]:
    return {attname: _from_json(model, attname, value) for attname, value in saved.items()}


def kept_attnames(model: type[models.Model]) -> list[str]:
    left_out = {model._meta.pk.attname, *getattr(model, "UNRECORDED", ()), *getattr(model, "PRIVATE", ())}
    return [f.attname for f in model._meta.concrete_fields if f.attname not in left_out]


def label_of(model: type[models.Model]) -> str:
    """As which the record knows it: a model that was renamed keeps the label of its first rows (`RECORDED_AS`)."""
    return str(getattr(model, "RECORDED_AS", model._meta.model_name))


def model_of(label: str) -> type[models.Model]:
    """Raises LookupError for one that this version does not have."""
    return _models()[label]


@cache
def _models() -> Mapping[str, type[models.Model]]:
    return {label_of(model): model for model in apps.get_app_config("tournaments").get_models()}


def column_of(model: type[models.Model], name: str) -> models.Field[Any, Any]:
    found = model._meta.get_field(name)
    if not isinstance(found, models.Field):
        raise TypeError(f"{name} is not a column of {model.__name__}")
    return found


def attname_of(model: type[models.Model], name: str) -> str:
    return column_of(model, name).attname


def to_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, str | uuid.UUID):
        return str(value)  # of an enum's member its plain value
    return value


def _from_json(model: type[models.Model], attname: str, value: Any) -> Any:
    column = model._meta.get_field(attname)
    if isinstance(column, models.BinaryField) and isinstance(value, str):
        return base64.b64decode(value)
    if isinstance(column, models.ForeignKey) or not isinstance(column, models.Field):
        return value
    return column.to_python(value)
