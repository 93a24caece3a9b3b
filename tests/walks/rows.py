"""A reader of the walk of verbs: what stands in the tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from tests.tools.guards.whole_database import Dump, dump
from tournaments.models import Action

_ONLY_READS = re.compile(r"\s*(?:SELECT|SAVEPOINT|RELEASE|ROLLBACK)\b", re.IGNORECASE)


@dataclass(kw_only=True)
class Rows:
    """Dumped before the verb, and after each step that has written something."""

    untouched: Dump
    wrong: list[str] = field(default_factory=list)
    _now: Dump = field(init=False)
    _done: Dump = field(init=False)
    _stays: Dump = field(init=False)
    """Whatever is undone: players whom the case has made for its verb, and pictures, which redo shows again."""
    _written: bool = False

    def __post_init__(self) -> None:
        self._now = self.untouched

    @contextmanager
    def watching(self) -> Iterator[None]:
        def noted(execute: Callable[..., Any], sql: Any, *arguments: Any) -> Any:
            self._written = self._written or not _ONLY_READS.match(str(sql))
            return execute(sql, *arguments)

        with connection.execute_wrapper(noted):
            yield

    def look(self, step: str, action: Action) -> None:
        if self._written:
            self._now, self._written = dump(), False
        if step == "done":
            self._done = self._now
            makes_players = any(kept["model"] == "player" for kept in action.changes)
            staying = ["ClubLogo"] if makes_players else ["ClubLogo", "Player"]
            self._stays = {table: self._done[table] for table in staying}
            if self._done == self.untouched | self._stays:
                self.wrong.append("nothing was done")
            return
        expected = self._done if step == "redone" else self.untouched
        if self._now != expected | self._stays:
            self.wrong.append(f"{step}: {difference(expected | self._stays, self._now)}")


def difference(expected: Dump, found: Dump) -> Mapping[str, object]:
    """By table and key: None for a row that is not there, else what was expected and found of its columns."""
    return {
        table: {
            key: _columns(expected[table].get(key), found[table].get(key))
            for key in sorted(expected[table].keys() | found[table].keys())
            if expected[table].get(key) != found[table].get(key)
        }
        for table in expected
        if expected[table] != found[table]
    }


def _columns(expected: dict[str, Any] | None, found: dict[str, Any] | None) -> object:
    if expected is None or found is None:
        return {"expected": expected, "found": found}
    return {name: (value, found[name]) for name, value in expected.items() if value != found[name]}
