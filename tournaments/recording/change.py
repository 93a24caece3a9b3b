"""The verbs in which a service writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models import F

from tournaments.models import Action, Player, Round
from tournaments.recording.refusals import Stale
from tournaments.recording.row_changes import (
    RowChange,
    attname_of,
    change_of_new,
    column_of,
    current,
    kept_attnames,
    label_of,
    row_change,
    to_json,
)

ModelT = TypeVar("ModelT", bound=models.Model)

_REVISED = (Round,)  # rows that count their own changes


@dataclass(kw_only=True)
class Change:
    """The verbs in which a service writes. Rows are compared with the database as it stands under the lock."""

    facts: dict[str, Any] = field(default_factory=dict)
    rows: list[RowChange] = field(default_factory=list)
    reliances: list[dict[str, Any]] = field(default_factory=list)
    action: Action | None = None
    """What was kept, once all is written; None where nothing has changed."""
    _read: dict[tuple[type[models.Model], int], dict[str, Any]] = field(default_factory=dict)

    def read(self, row: ModelT) -> ModelT:
        """A row just read under this recording's lock need not be read again before it is written."""
        self._read[type(row), row.pk] = {attname: to_json(getattr(row, attname)) for attname in _columns(row)}
        return row

    def create(self, row: ModelT) -> ModelT:
        _refuse_merged([row])
        row.save(force_insert=True)
        self.rows.append(change_of_new(row))
        return row

    def create_many(self, rows: Iterable[ModelT]) -> list[ModelT]:
        """All of one model, in one statement."""
        rows = list(rows)
        _refuse_merged(rows)
        if rows:
            type(rows[0])._base_manager.bulk_create(rows)
            self.rows.extend(change_of_new(row) for row in rows)
        return rows

    def update(self, row: models.Model, **values: Any) -> None:
        self.update_many([(row, values)])

    def update_many(self, updates: Iterable[tuple[models.Model, Mapping[str, Any]]]) -> None:
        """Rows of one model, each once, with their new values; rows that have them already are left alone.

        Raises Stale where a row is gone.
        """
        by_fields: dict[tuple[str, ...], list[tuple[models.Model, Mapping[str, Any]]]] = {}
        for row, values in updates:
            by_fields.setdefault(tuple(sorted(values)), []).append((row, values))
        for names, same_fields in by_fields.items():
            self._update_fields(names, same_fields)

    def _update_fields(self, names: Sequence[str], updates: Sequence[tuple[models.Model, Mapping[str, Any]]]) -> None:
        model = type(updates[0][0])
        attnames = [attname_of(model, name) for name in names]
        before = self._before(model, [row.pk for row, _ in updates], attnames)
        changed = []
        for row, values in updates:
            if row.pk not in before:
                raise Stale
            for name, value in values.items():
                setattr(row, name, value)
            old = before[row.pk]
            new = {attname: to_json(getattr(row, attname)) for attname in attnames}
            different = [attname for attname in attnames if new[attname] != old[attname]]
            if different:
                changed.append(row)
                self.rows.append(
                    row_change(model, row.pk, {name: old[name] for name in different}, {n: new[n] for n in different})
                )
                self._read.pop((model, row.pk), None)
        if changed:
            _write(model, names, changed)
            _revise(model, [row.pk for row in changed])

    def _before(
        self, model: type[models.Model], keys: Sequence[int], attnames: Sequence[str]
    ) -> dict[int, dict[str, Any]]:
        """As the database has them."""
        read = {key: self._read[model, key] for key in keys if (model, key) in self._read}
        missing = [key for key in keys if key not in read]
        return read | (current(model, missing, attnames) if missing else {})

    def touch(self, row: models.Model) -> None:
        """Raise the row's revision with this action, and again when it is undone."""
        self.rows.append(row_change(type(row), row.pk, {}, {}))
        _revise(type(row), [row.pk])

    def delete(self, row: models.Model) -> None:
        self.delete_many([row])

    def delete_many(self, rows: Iterable[models.Model]) -> None:
        """Rows of one model. Raises ProtectedError where others refer to them."""
        rows = list(rows)
        if not rows:
            return
        model = type(rows[0])
        names = [*kept_attnames(model), *getattr(model, "PRIVATE", ())]  # the private ones only to know whether any is
        before = current(model, [row.pk for row in rows], names)
        self.rows.extend(row_change(model, key, values, None) for key, values in before.items())
        for key in before:
            self._read.pop((model, key), None)
        model._base_manager.filter(pk__in=list(before)).delete()

    def relies_on(self, rows: Iterable[models.Model], *fields: str) -> None:
        """Whoever wants to undo a change of these fields must first undo this."""
        by_model: dict[type[models.Model], list[int]] = {}
        for row in rows:
            by_model.setdefault(type(row), []).append(row.pk)
        self.reliances.extend(
            {"model": label_of(model), "pks": keys, "fields": [attname_of(model, name) for name in fields]}
            for model, keys in by_model.items()
        )


def _refuse_merged(rows: Sequence[models.Model]) -> None:
    """Whoever wrote for somebody whose record became another one's meanwhile looks again: nothing lies where nobody
    looks for it. One question, and only of rows that belong to a player."""
    keys = {key for row in rows if (key := getattr(row, "player_id", None)) is not None}
    if keys and Player.with_merged.filter(pk__in=keys).exclude(merged_into=None).exists():
        raise Stale


def _columns(row: models.Model) -> list[str]:
    return [column.attname for column in row._meta.concrete_fields if column.attname in row.__dict__]


def _write(model: type[models.Model], names: Sequence[str], rows: Sequence[models.Model]) -> None:
    """One short statement for all rows: a bulk update takes several times as long to build its cases as to run them."""
    columns = [column_of(model, name) for name in names]
    quote = connection.ops.quote_name
    values = ", ".join(f"{quote(str(column.column))} = %s" for column in columns)
    statement = f"UPDATE {quote(model._meta.db_table)} SET {values} WHERE id = %s"  # noqa: S608  # our own columns' names
    with connection.cursor() as cursor:
        cursor.executemany(
            statement,
            [
                [*(column.get_db_prep_save(getattr(row, column.attname), connection) for column in columns), row.pk]
                for row in rows
            ],
        )


def _revise(model: type[models.Model], keys: Sequence[int]) -> None:
    if model in _REVISED:
        model._base_manager.filter(pk__in=keys).update(revision=F("revision") + 1)
