"""Everything the app's tables hold, but for the record itself, log-ins and the counters that only rise."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.sql.compiler import SQLCompiler

from tournaments.models import Action
from tournaments.models.session import Session
from tournaments.recording.row_changes import to_json

Dump = dict[str, dict[int, dict[str, Any]]]


def dump() -> Dump:
    """Rows by table and key."""
    ours = apps.get_app_config("tournaments").get_models()
    return {model.__name__: _rows(model) for model in ours if model not in (Action, Session)}


def _rows(model: type[models.Model]) -> dict[int, dict[str, Any]]:
    columns, compiler, sql = _question(model)
    with connection.cursor() as cursor:
        cursor.execute(sql)
        rows = cursor.fetchall()
    converters = compiler.get_converters([column for column, _sql, _name in compiler.select]) if rows else {}
    named = (dict(zip(columns, row, strict=True)) for row in compiler.apply_converters(rows, converters))
    return {row["id"]: {name: _comparable(value) for name, value in row.items()} for row in named}


@functools.cache
def _question(model: type[models.Model]) -> tuple[list[str], SQLCompiler, str]:
    """Worked out once: most tables of a test are empty, and to build the question costs far more than to ask it."""
    counters = getattr(model, "UNRECORDED", ())
    columns = [column.attname for column in model._meta.concrete_fields if column.attname not in counters]
    compiler = model._base_manager.values(*columns).query.get_compiler(DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    assert not parameters
    return columns, compiler, sql


def _comparable(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


@contextmanager
def nothing_changes(error: type[Exception], match: str | None = None) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """The block raises the error, and afterwards every row of the app is as it was, the record too."""
    before, actions = dump(), Action.objects.count()
    with pytest.raises(error, match=match) as raised:
        yield raised
    assert dump() == before
    assert Action.objects.count() == actions


def every_row(*, besides: Collection[str] = ()) -> dict[str, list[str]]:
    """All that stands in all tables, those of Django too, in an order of its own. `besides`: columns left out."""
    rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            columns = [column[0] for column in cursor.description]
            named = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
            rows[table] = sorted(repr(sorted((n, v) for n, v in row.items() if n not in besides)) for row in named)
    return rows


def as_json(rows: Dump) -> dict[str, dict[int, dict[str, Any]]]:
    return {
        model.lower(): {key: {name: to_json(value) for name, value in row.items()} for key, row in found.items()}
        for model, found in rows.items()
    }


def taken_back(rows: dict[str, dict[int, dict[str, Any]]], actions: Sequence[Action]) -> object:
    """The rows as they were before these actions, the last first; by the record, not by the code that undoes."""
    for action in actions:
        for change in reversed(action.changes):
            if change["before"] is None:
                del rows[change["model"]][change["pk"]]
            else:
                rows[change["model"]].setdefault(change["pk"], {"id": change["pk"]}).update(change["before"])
    return rows
