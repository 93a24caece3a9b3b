"""Undo: the rows as they were before an action, written as an action of its own."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError, UniqueConstraint

from tournaments import clock
from tournaments.models import Action, User
from tournaments.recording.archiving import YOUNGEST
from tournaments.recording.change import Change
from tournaments.recording.other_versions import is_of_another_version, model_called
from tournaments.recording.refusals import AlreadyDone, Archived, OfAnotherVersion, UndoRefused
from tournaments.recording.row_changes import RowChange, attname_of, current, kind_of, model_of, values_from
from tournaments.recording.undo_conflicts import in_the_same_tables, in_the_way, in_the_way_of_each
from tournaments.recording.unit_of_work import Scope, recording

_Rows: TypeAlias = dict[str, dict[int, dict[str, Any] | None]]
"""By model and key, the fields of a row; None where it is not there."""


def undo(action: Action, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Write the before-images of an action's rows, as an action of its own (so an undo can be undone).

    What was undone and done again is undone by undoing the latter. Raises UndoRefused where a row is no longer as the
    action left it or a later action relies on it, Archived where it is too old to know, OfAnotherVersion where it names
    what is not known here, AlreadyDone when the receipt was seen before or the action is undone already.
    """
    action = _last_doing(action)
    scope: Scope | None = action.tournament or action.club
    shown = [(model, key) for label, key in action.public if (model := model_called(label)) is not None]
    public: list[Any] = [row for model, key in shown for row in model._base_manager.filter(pk=key)]
    with recording(scope, actor=actor, verb="undo", receipt=receipt, public=public, _undoes=action) as change:
        if Action.objects.filter(undoes=action).exists():
            raise AlreadyDone
        if is_of_another_version(action):
            raise OfAnotherVersion
        change.facts.update(_facts_of_undoing(action))
        later = in_the_way(action)
        if is_archived(action) or _was_archived_meanwhile(action):
            raise Archived
        if later or _lacks_private_values(action) or not _is_as_left(action.changes):
            raise UndoRefused(later)
        try:
            with transaction.atomic():
                _write_back(change, action.changes)
                connection.check_constraints()  # references are otherwise looked at when all is over
        except (ProtectedError, IntegrityError) as error:
            raise UndoRefused(in_the_same_tables(action)) from error


def _facts_of_undoing(action: Action) -> dict[str, Any]:
    """What was undone, by the verb that did it first; `again` where an undo is undone, which does it again."""
    is_again = action.undoes_id is not None and not action.facts.get("again", False)
    return {**action.facts, "verb": action.facts.get("verb", action.verb), "again": is_again}


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


def obstacles(actions: Sequence[Action]) -> dict[int, tuple[Action, ...] | None]:
    """By key, of actions of one club, whether undoing each would be refused now: None where it would not, else the
    later actions in the way, newest first; none of those where its rows have changed without any, were not kept, or are
    told of in another version's words.

    The number of queries does not grow with the number of actions.
    """
    unknown = [action for action in actions if is_of_another_version(action)]
    actions = [action for action in actions if action not in unknown]
    later = in_the_way_of_each(actions)
    expected = {action.pk: _left_by(action.changes) for action in actions}
    there = _as_they_are(expected.values())
    refused: dict[int, tuple[Action, ...] | None] = {action.pk: () for action in unknown}
    return refused | {
        action.pk: tuple(later[action.pk])
        if later[action.pk] or _lacks_private_values(action) or not _stands(expected[action.pk], there)
        else None
        for action in actions
    }


def is_archived(action: Action) -> bool:
    """Itself, or what it undid: of that, too, must be known what it relied on, where it is to be done anew."""
    while not action.is_archived:
        if action.undoes is None:
            return False
        action = action.undoes
    return True


def _was_archived_meanwhile(action: Action) -> bool:
    """Asked once the later ones were read: of a club the oldest goes first, so none of those was without its rows."""
    return action.at < clock.now() - YOUNGEST and Action.objects.filter(pk=action.pk, changes=[]).exists()


def _lacks_private_values(action: Action) -> bool:
    return any(kept.get("private") for kept in action.changes)


def _is_as_left(changes: Sequence[RowChange]) -> bool:
    """Whether every row still stands as these changes left it."""
    expected = _left_by(changes)
    return _stands(expected, _as_they_are([expected]))


def _left_by(changes: Sequence[RowChange]) -> _Rows:
    left: _Rows = {}
    for kept in changes:
        rows = left.setdefault(kept["model"], {})
        after = kept["after"]
        earlier = rows.get(kept["pk"])
        rows[kept["pk"]] = None if after is None else {**(earlier or {}), **after}
    return left


def _as_they_are(expected: Iterable[_Rows]) -> _Rows:
    """Those rows, with the fields that are expected of them: one query a model."""
    keys: dict[str, set[int]] = {}
    names: dict[str, set[str]] = {}
    for rows in expected:
        for label, by_key in rows.items():
            keys.setdefault(label, set()).update(by_key)
            names.setdefault(label, set()).update(name for after in by_key.values() for name in after or {})
    return {label: {**current(model_of(label), list(keys[label]), sorted(names[label]))} for label in keys}


def _stands(expected: _Rows, there: _Rows) -> bool:
    for label, rows in expected.items():
        for key, after in rows.items():
            row = there[label].get(key)
            if after is None or row is None:
                if (after is None) != (row is None):
                    return False
            elif any(row[name] != value for name, value in after.items()):
                return False
    return True


def _write_back(change: Change, changes: Sequence[RowChange]) -> None:
    """Undo the changes from the last to the first; neighbours of one kind go in one statement."""
    for (label, kind), group in groupby(reversed(changes), key=lambda kept: (kept["model"], kind_of(kept))):
        model = model_of(label)
        kept_rows = list(group)
        if kind == "touch":
            for kept in kept_rows:
                change.touch(model._base_manager.get(pk=kept["pk"]))
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
