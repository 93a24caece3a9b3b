"""The one door to the database: every write is recorded with who, when, what, and the rows before and after."""

from __future__ import annotations

import base64
import datetime
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import F, ProtectedError, UniqueConstraint

from tournaments.models import Action, Club, Round, Tournament, User

Scope: TypeAlias = Club | Tournament
ModelT = TypeVar("ModelT", bound=models.Model)
Row: TypeAlias = tuple[str, int]
"""Its model's label and its key."""
RowChange: TypeAlias = dict[str, Any]
"""{"model": label, "pk": key, "before": {field: value} or None, "after": …}; as kept in Action.changes.

With "private": true where values are lacking in it that were there before.
"""

_REVISED = (Round,)  # rows that count their own changes
_OLD_ACTIONS_SEARCHED = 2_000
_ACTIONS_AT_ONCE = 50


class AlreadyDone(Exception):
    """The same receipt was sent before: nothing was changed, and what is there is the answer."""


class Stale(Exception):
    """What the person saw is no longer there. `since` is the action that changed it, where it is known."""

    def __init__(self, since: Action | None = None) -> None:
        super().__init__()
        self.since = since


class UndoRefused(Exception):
    """Others built on it: `later` are the actions in the way, newest first (empty: already undone, or not kept)."""

    def __init__(self, later: Sequence[Action] = ()) -> None:
        super().__init__()
        self.later = tuple(later)


@dataclass(kw_only=True)
class Change:
    """The verbs in which a service writes. Rows are compared with the database as it stands under the lock."""

    facts: dict[str, Any] = field(default_factory=dict)
    _rows: list[RowChange] = field(default_factory=list)
    _relies_on: list[dict[str, Any]] = field(default_factory=list)

    def create(self, row: ModelT) -> ModelT:
        row.save(force_insert=True)
        self._rows.append(_created(row))
        return row

    def create_many(self, rows: Iterable[ModelT]) -> list[ModelT]:
        """All of one model, in one statement."""
        rows = list(rows)
        if rows:
            type(rows[0])._default_manager.bulk_create(rows)
            self._rows.extend(_created(row) for row in rows)
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
        attnames = [_attname(model, name) for name in names]
        before = _current(model, [row.pk for row, _ in updates], attnames)
        changed = []
        for row, values in updates:
            if row.pk not in before:
                raise Stale
            for name, value in values.items():
                setattr(row, name, value)
            old = before[row.pk]
            new = {attname: _to_json(getattr(row, attname)) for attname in attnames}
            different = [attname for attname in attnames if new[attname] != old[attname]]
            if different:
                changed.append(row)
                self._rows.append(
                    _row_change(model, row.pk, {name: old[name] for name in different}, {n: new[n] for n in different})
                )
        if changed:
            model._default_manager.bulk_update(changed, names, batch_size=500)
            _revise(model, [row.pk for row in changed])

    def touch(self, row: Round) -> None:
        """Raise the row's revision with this action, and again when it is undone."""
        self._rows.append(_row_change(type(row), row.pk, {}, {}))
        _revise(type(row), [row.pk])

    def delete(self, row: models.Model) -> None:
        self.delete_many([row])

    def delete_many(self, rows: Iterable[models.Model]) -> None:
        """Rows of one model. Raises ProtectedError where others refer to them."""
        rows = list(rows)
        if not rows:
            return
        model = type(rows[0])
        before = _current(model, [row.pk for row in rows], _kept_attnames(model))
        self._rows.extend(_row_change(model, key, values, None) for key, values in before.items())
        model._default_manager.filter(pk__in=list(before)).delete()

    def relies_on(self, rows: Iterable[models.Model], *fields: str) -> None:
        """Whoever wants to undo a change of these fields must first undo this."""
        by_model: dict[type[models.Model], list[int]] = {}
        for row in rows:
            by_model.setdefault(type(row), []).append(row.pk)
        self._relies_on.extend(
            {"model": model._meta.model_name, "pks": keys, "fields": [_attname(model, name) for name in fields]}
            for model, keys in by_model.items()
        )


_active: ContextVar[int] = ContextVar("recordings", default=0)


@contextmanager
def _being_active() -> Iterator[None]:
    token = _active.set(_active.get() + 1)
    try:
        yield
    finally:
        _active.reset(token)


@contextmanager
def recording(
    scope: Scope | None,
    *,
    actor: User | None,
    verb: str,
    receipt: uuid.UUID | None = None,
    facts: Mapping[str, Any] | None = None,
    public: Iterable[Scope] = (),
    _undoes: Action | None = None,
) -> Iterator[Change]:
    """One transaction, one action. Locks the scope's row and reads it anew.

    `public` names the clubs and tournaments whose public pages this changes. Rows are locked clubs first, then
    tournaments by key, so that two recordings never wait for each other. `scope` is None only for a new club.

    Raises AlreadyDone when the receipt was seen before. Nothing changed: no action is kept.
    """
    public = list(public)
    with transaction.atomic(), _being_active():
        _lock([*([scope] if scope else []), *public])
        if scope is not None:
            scope.refresh_from_db()
        if receipt is not None and Action.objects.filter(receipt=receipt).exists():
            raise AlreadyDone
        change = Change(facts=dict(facts or {}))
        yield change
        if not change._rows:
            return
        if isinstance(scope, Tournament):
            Tournament.objects.filter(pk=scope.pk).update(revision=F("revision") + 1)
        for row in {(type(row), row.pk): row for row in public}.values():
            type(row)._default_manager.filter(pk=row.pk).update(public_revision=F("public_revision") + 1)
        try:
            Action.objects.create(
                club=scope.club if isinstance(scope, Tournament) else scope,
                tournament=scope if isinstance(scope, Tournament) else None,
                actor=actor,
                verb=verb,
                facts=change.facts,
                receipt=receipt,
                changes=change._rows,
                relies_on=change._relies_on,
                public=[[_label(type(row)), row.pk] for row in public],
                undoes=_undoes,
            )
        except IntegrityError as error:  # the same receipt in another scope, in the same moment
            raise AlreadyDone from error


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
        later = _in_the_way(action)
        if later or any(kept.get("private") for kept in action.changes) or not _is_as_left(action.changes):
            raise UndoRefused(later)
        try:
            with transaction.atomic():
                _write_back(change, action.changes)
                connection.check_constraints()  # references are otherwise looked at when all is over
        except (ProtectedError, IntegrityError) as error:
            raise UndoRefused(_in_the_same_tables(action)) from error


def is_recording() -> bool:
    """Whether this thread is inside a recording: what a guard on the connection asks before it lets a write through."""
    return _active.get() > 0


def refresh(row: models.Model) -> None:
    """Read a row anew under the lock. Raises Stale when it is gone."""
    try:
        row.refresh_from_db()
    except type(row).DoesNotExist as error:  # type: ignore[attr-defined]  # every model has it
        raise Stale from error


def last_change_of(row: models.Model, *, tournament: Tournament) -> Action | None:
    """The newest action that changed this row: who did it, and when."""
    label = _label(type(row))
    recent = tournament.actions.select_related("actor").order_by("-id")[:_OLD_ACTIONS_SEARCHED]
    for action in recent.iterator(chunk_size=50):
        if any(kept["model"] == label and kept["pk"] == row.pk for kept in action.changes):
            return action
    return None


def _lock(rows: Iterable[Scope]) -> None:
    """No key is changed under it, so that another's action may refer to the row meanwhile: or the two could wait for
    each other, one for the club, the other for its tournament."""
    clubs = sorted({row.pk for row in rows if isinstance(row, Club)})
    tournaments = sorted({row.pk for row in rows if isinstance(row, Tournament)})
    for model, keys in ((Club, clubs), (Tournament, tournaments)):
        if keys:
            list(
                model._default_manager.select_for_update(no_key=True)
                .filter(pk__in=keys)
                .order_by("pk")
                .values_list("pk")
            )


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


def _in_the_same_tables(action: Action) -> list[Action]:
    """For a collision that only the database sees: more cannot be said about who is in the way."""
    tables = {kept["model"] for kept in action.changes}
    return [later for later in _later(action) if any(kept["model"] in tables for kept in later.changes)]


def _in_the_way(action: Action) -> list[Action]:
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


def _references(label: str, values: Mapping[str, Any] | None) -> Iterator[Row]:
    model = apps.get_model("tournaments", label)
    for column in model._meta.concrete_fields:
        if isinstance(column, models.ForeignKey) and (key := (values or {}).get(column.attname)) is not None:
            yield _label(column.related_model), key


def _done_anew_by_undoing(action: Action) -> list[dict[str, Any]]:
    """What the action relied on that an undo of this undo brings back; nothing where this is no undo of a doing."""
    steps, first = 0, action
    while first.undoes is not None:
        steps, first = steps + 1, first.undoes
    return list(first.relies_on) if steps % 2 else []


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
        there = _current(model, list(rows), attnames)
        for key, after in rows.items():
            if after is None:
                if key in there:
                    return False
            elif key not in there or any(there[key][name] != value for name, value in after.items()):
                return False
    return True


def _write_back(change: Change, changes: Sequence[RowChange]) -> None:
    """Undo the changes from the last to the first; neighbours of one kind go in one statement."""
    for (label, kind), group in groupby(reversed(changes), key=lambda kept: (kept["model"], _kind(kept))):
        model = apps.get_model("tournaments", label)
        kept_rows = list(group)
        if kind == "touch":
            for kept in kept_rows:
                change.touch(model._default_manager.get(pk=kept["pk"]))
        elif kind == "create":
            change.delete_many([model(pk=kept["pk"]) for kept in kept_rows])
        elif kind == "delete":
            change.create_many([model(pk=kept["pk"], **_values(model, kept["before"])) for kept in kept_rows])
        else:
            for together in _in_one_statement(model, kept_rows):
                change.update_many([(model(pk=kept["pk"]), _values(model, kept["before"])) for kept in together])


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
    return alone | {_attname(model, name) for fields in together for name in fields}


def _kind(kept: RowChange) -> str:
    if kept["before"] is None:
        return "create"
    if kept["after"] is None:
        return "delete"
    return "update" if kept["after"] else "touch"


def _values(model: type[models.Model], saved: Mapping[str, Any]) -> dict[str, Any]:
    return {attname: _from_json(model, attname, value) for attname, value in saved.items()}


def _revise(model: type[models.Model], keys: Sequence[int]) -> None:
    if model in _REVISED:
        model._default_manager.filter(pk__in=keys).update(revision=F("revision") + 1)


def _row_change(
    model: type[models.Model], key: int, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> RowChange:
    private = set(getattr(model, "PRIVATE", ()))

    def kept(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
        return None if values is None else {name: value for name, value in values.items() if name not in private}

    row: RowChange = {"model": _label(model), "pk": key, "before": kept(before), "after": kept(after)}
    lacks_some = bool(private) if after is None else not private.isdisjoint(before or {})
    return row | ({"private": True} if lacks_some else {})


def _created(row: models.Model) -> RowChange:
    model = type(row)
    after = {attname: _to_json(getattr(row, attname)) for attname in _kept_attnames(model)}
    return _row_change(model, row.pk, None, after)


def _current(model: type[models.Model], keys: Sequence[int], attnames: Sequence[str]) -> dict[int, dict[str, Any]]:
    """The rows as the database has them, by key, values as JSON."""
    rows = model._default_manager.filter(pk__in=keys).values("pk", *attnames)
    return {row["pk"]: {name: _to_json(row[name]) for name in attnames} for row in rows}


def _kept_attnames(model: type[models.Model]) -> list[str]:
    left_out = {model._meta.pk.attname, *getattr(model, "UNRECORDED", ()), *getattr(model, "PRIVATE", ())}
    return [f.attname for f in model._meta.concrete_fields if f.attname not in left_out]


def _label(model: type[models.Model]) -> str:
    return str(model._meta.model_name)


def _attname(model: type[models.Model], name: str) -> str:
    found = model._meta.get_field(name)
    if not isinstance(found, models.Field):
        raise TypeError(f"{name} is not a column of {model.__name__}")
    return found.attname


def _to_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, str):
        return str(value)  # an enum's member as its plain value
    return value


def _from_json(model: type[models.Model], attname: str, value: Any) -> Any:
    column = model._meta.get_field(attname)
    if isinstance(column, models.BinaryField) and isinstance(value, str):
        return base64.b64decode(value)
    if isinstance(column, models.ForeignKey) or not isinstance(column, models.Field):
        return value
    return column.to_python(value)
