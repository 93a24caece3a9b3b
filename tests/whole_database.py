"""Everything the app's tables hold, but for the record itself and the counters that only rise."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import models

from tournaments.models import Action

Dump = dict[str, dict[int, dict[str, Any]]]


def dump() -> Dump:
    """Rows by table and key."""
    return {
        model.__name__: _rows(model) for model in apps.get_app_config("tournaments").get_models() if model is not Action
    }


def _rows(model: type[models.Model]) -> dict[int, dict[str, Any]]:
    counters = getattr(model, "UNRECORDED", ())
    columns = [column.attname for column in model._meta.concrete_fields if column.attname not in counters]
    return {
        row["id"]: {name: _comparable(value) for name, value in row.items()} for row in model.objects.values(*columns)
    }


def _comparable(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value
