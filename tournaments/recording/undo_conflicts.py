"""Which later actions stand in the way of an undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from tournaments.models import Action
from tournaments.recording.current_rows import newest_first
from tournaments.recording.other_versions import ANY_MODEL, references
from tournaments.recording.row_changes import RowChange

Row: TypeAlias = tuple[str, int]
"""Its model's label and its key."""


def in_the_way(action: Action) -> list[Action]:
    """Later actions that changed the same fields of the same rows, rely on them, refer to a row that would go, or
    deleted a row that would be referred to again; newest first.

    Undoing an undo does the first action anew: what that one relied on must be as it was, too.
    """
    return in_the_way_of_each([action])[action.pk]


def in_the_way_of_each(actions: Sequence[Action]) -> dict[int, list[Action]]:
    """By key, of actions of one club: what came later is read once for all of them."""
    prints = {action.pk: _Footprint(action) for action in actions}
    found: dict[int, list[Action]] = {action.pk: [] for action in actions}
    by_row: dict[Row, set[int]] = {}
    for key, footprint in prints.items():
        for row in footprint.rows():
            by_row.setdefault(row, set()).add(key)
    for later in _standing_since(actions[0].club_id, min(found)) if actions else ():
        near = {key for row in _rows_of(later) for key in by_row.get(row, ())}
        for key in near:
            if _is_later_than(later, key) and prints[key].is_disturbed_by(later):
                found[key].append(later)
    return found


class _Footprint:
    """The rows and fields that an undo of the action would write, and what those must stand on."""

    def __init__(self, action: Action) -> None:
        self.touched: dict[Row, set[str]] = {}
        self.whole: set[Row] = set()
        self.referred_to: set[Row] = set()
        self.needed: dict[Row, set[str]] = {}
        for kept in action.changes:
            key = (kept["model"], kept["pk"])
            self.touched.setdefault(key, set()).update(kept["before"] or {}, kept["after"] or {})
            self.referred_to.update(references(kept["model"], kept["before"]))
            if kept["before"] is None or kept["after"] is None:
                self.whole.update([key, (ANY_MODEL, kept["pk"])])
        for kept in _done_anew_by_undoing(action):
            for pk in kept["pks"]:
                self.needed.setdefault((kept["model"], pk), set()).update(kept["fields"])

    def rows(self) -> Iterator[Row]:
        yield from self.touched
        yield from self.whole
        yield from self.referred_to
        yield from self.needed

    def is_disturbed_by(self, later: Action) -> bool:
        return any(self._is_changed_by(kept) for kept in later.changes) or any(
            self._collides((kept["model"], key), kept["fields"]) for kept in later.relies_on for key in kept["pks"]
        )

    def _is_changed_by(self, kept: RowChange) -> bool:
        key = (kept["model"], kept["pk"])
        fields = {**(kept["before"] or {}), **(kept["after"] or {})}
        return (
            self._collides(key, fields)
            or not self.needed.get(key, set()).isdisjoint(fields)
            or not self.whole.isdisjoint(references(kept["model"], kept["after"]))
            or (kept["after"] is None and key in self.referred_to)
        )

    def _collides(self, key: Row, fields: Iterable[str]) -> bool:
        return key in self.whole or not self.touched.get(key, set()).isdisjoint(fields)


def _rows_of(action: Action) -> Iterator[Row]:
    """Those it changed, those it referred to, those it relies on."""
    for kept in action.changes:
        yield kept["model"], kept["pk"]
        yield from references(kept["model"], kept["after"])
    for kept in action.relies_on:
        for key in kept["pks"]:
            yield kept["model"], key


def in_the_same_tables(action: Action) -> list[Action]:
    """For a collision that only the database sees: more cannot be said about who is in the way."""
    tables = {kept["model"] for kept in action.changes}
    return [later for later in _later(action) if any(kept["model"] in tables for kept in later.changes)]


def _later(action: Action) -> Iterator[Action]:
    """Of its club; a tournament's work may build on the club's."""
    return (later for later in _standing_since(action.club_id, action.pk) if _is_later_than(later, action.pk))


def _is_later_than(later: Action, key: int) -> bool:
    """Taking back something older than the action of that key is later work; taking back something later only removes
    it."""
    return later.pk > key and (later.undoes_id is None or later.undoes_id < key)


def _standing_since(club: int | None, key: int) -> Iterator[Action]:
    """Actions after that one which are not undone, newest first: whoever undid an action comes before it."""
    newest = newest_first(Action.objects.filter(club=club, id__gt=key).select_related("actor"))
    undone: set[int] = set()
    for later in newest:
        if later.pk in undone:
            continue
        if later.undoes_id is not None:
            undone.add(later.undoes_id)
        yield later


def _done_anew_by_undoing(action: Action) -> list[dict[str, Any]]:
    """What the action relied on that an undo of this undo brings back; nothing where this is no undo of a doing."""
    steps, first = 0, action
    while first.undoes is not None:
        steps, first = steps + 1, first.undoes
    return list(first.relies_on) if steps % 2 else []
