"""Undo: the rows as they were before an action, written as an action of its own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError, UniqueConstraint

from tournaments.models import Action, User
from tournaments.recording.change import Change
from tournaments.recording.door import Scope, recording
from tournaments.recording.images import RowChange, attname_of, current, kind_of, values_from
from tournaments.recording.in_the_way import in_the_same_tables, in_the_way
from tournaments.recording.refusals import AlreadyDone, UndoRefused


def undo(action: Action, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Write the before-images of an action's rows, as an action of its own (so an undo can be undone).

    What was undone and done again is undone by undoing the latter. Raises UndoRefused where a row is no longer as the
    action left it or a later action relies on it, AlreadyDone when the receipt was seen before or the action is undone
    already.
    """
    action = _last_doing(action)
    scope: Scope | None = action.tournament or action.club
    public = [
        row
        for label, key in action.public
        for row in apps.get_model("tournaments", label)._default_manager.filter(pk=key)
    ]
    with recording(scope, actor=actor, verb="undo", receipt=receipt, public=public, _undoes=action) as change:
        if Action.objects.filter(undoes=action).exists():
            raise AlreadyDone
        change.facts.update(action.facts | {"verb": action.verb})
        later = in_the_way(action)
        if later or any(kept.get("private") for kept in action.changes) or not _is_as_left(action.changes):
            raise UndoRefused(later)
        try:
            with transaction.atomic():
                _write_back(change, action.changes)
                connection.check_constraints()  # references are otherwise looked at when all is over
        except (ProtectedError, IntegrityError) as error:
            raise UndoRefused(in_the_same_tables(action)) from error


def _last_doing(action: Action) -> Action:
    """The action itself or, where it was undone and done again, its last doing.

    Raises AlreadyDone where it is undone.
    """
    is_undone = False
    while (undoing := Action.objects.filter(undoes=action).first()) is not None:
        action, is_undone = undoing, not is_undone
    if is_undone:
        raise AlreadyDone
    return action


def _is_as_left(changes: Sequence[RowChange]) -> bool:
    """Whether every row still stands as these changes left it."""
    expected: dict[str, dict[int, dict[str, Any] | None]] = {}
    for kept in changes:
        rows = expected.setdefault(kept["model"], {})
        after = kept["after"]
        earlier = rows.get(kept["pk"])
        rows[kept["pk"]] = None if after is None else {**(earlier or {}), **after}
    for label, rows in expected.items():
        model = apps.get_model("tournaments", label)
        attnames = sorted({name for after in rows.values() for name in after or {}})
        there = current(model, list(rows), attnames)
        for key, after in rows.items():
            if after is None:
                if key in there:
                    return False
            elif key not in there or any(there[key][name] != value for name, value in after.items()):
                return False
    return True


def _write_back(change: Change, changes: Sequence[RowChange]) -> None:
    """Undo the changes from the last to the first; neighbours of one kind go in one statement."""
    for (label, kind), group in groupby(reversed(changes), key=lambda kept: (kept["model"], kind_of(kept))):
        model = apps.get_model("tournaments", label)
        kept_rows = list(group)
        if kind == "touch":
            for kept in kept_rows:
                change.touch(model._default_manager.get(pk=kept["pk"]))
        elif kind == "create":
            change.delete_many([model(pk=kept["pk"]) for kept in kept_rows])
        elif kind == "delete":
            change.create_many([model(pk=kept["pk"], **values_from(model, kept["before"])) for kept in kept_rows])
        else:
            for together in _in_one_statement(model, kept_rows):
                change.update_many([(model(pk=kept["pk"]), values_from(model, kept["before"])) for kept in together])


def _in_one_statement(model: type[models.Model], kept_rows: Sequence[RowChange]) -> Iterator[list[RowChange]]:
    """Neighbours that may be written back at once: no row twice, and no unique value that another gives up only now."""
    unique = _unique_attnames(model)
    together: list[RowChange] = []
    rows: set[int] = set()
    given_up: set[tuple[str, Any]] = set()
    for kept in kept_rows:
        wanted = {(name, kept["before"][name]) for name in unique & kept["before"].keys()}
        if kept["pk"] in rows or not wanted.isdisjoint(given_up):
            yield together
            together, rows, given_up = [], set(), set()
        together.append(kept)
        rows.add(kept["pk"])
        given_up |= {(name, kept["after"][name]) for name in unique & kept["after"].keys()}
    yield together


def _unique_attnames(model: type[models.Model]) -> set[str]:
    together = [constraint.fields for constraint in model._meta.constraints if isinstance(constraint, UniqueConstraint)]
    alone = {column.attname for column in model._meta.concrete_fields if column.unique}
    return alone | {attname_of(model, name) for fields in together for name in fields}
