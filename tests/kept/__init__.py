"""Evenings that are brought about once a process and put back for every further test that begins with the same steps.

A test that begins `Evening.of(6)`, `draft()`, `publish()` takes steps that hundreds of tests take. The first of them
takes each step by the services, and what it writes is kept under the path to it; the next one has the same rows by
those writes alone, a hundredth of the time. Nothing is asked of the test: keys and sequences are the same, since the
database begins empty, and what the test writes itself between two steps is a part of the path.

Whatever could make a step another one ends it, and all that follows is done by the services, as ever: a service called
by the test itself, a roll-back, another language, a travelled clock, a patch, rows of a class or a module.
"""

from __future__ import annotations

import datetime
import functools
import inspect
import os
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from hashlib import blake2b
from typing import Any, Protocol, TypeVar

import pytest
import time_machine
from django.db import connection, models
from django.utils import timezone, translation

from tournaments import clock
from tournaments.models import Action, Club, User

StepT = TypeVar("StepT", bound=Callable[..., Any])
Key = tuple[Any, ...]
Write = tuple[str, Any, bool]
"""SQL, parameters, whether they are of many rows."""

_READS = re.compile(r"\s*(?:SELECT|SAVEPOINT|RELEASE)\b", re.IGNORECASE)
_TAKES_BACK = re.compile(r"\s*ROLLBACK\b", re.IGNORECASE)
_PLAIN = (int, str, bytes, type(None), Fraction, datetime.date, datetime.time, datetime.timedelta, Enum)
_FIXTURES = frozenset(
    {"by_the_services", "monkeypatch", "settings", "transactional_db", "live_server", "django_assert_num_queries"}
)
"""Whoever asks for one of these may look at how a step is taken, or change it."""
_CHANGES_THE_APP = re.compile(r"\bpatch(\.\w+)?\(|MonkeyPatch(\.context)?\(|pseudo_language|marked_language")
_KEYS_FROM_ONE = """
    SELECT setval(pg_get_serial_sequence(quote_ident(table_name), column_name), 1, false)
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name LIKE 'tournaments_%' AND is_identity = 'YES'
"""
_WRAPPERS = 2
"""The guard of writes and our own; whoever adds another counts questions."""
_OF_THE_RECORD = re.compile(r'"tournaments_action"')


class Sequences(Protocol):
    """Where the factories go on counting."""

    def now(self) -> Mapping[str, int]: ...

    def go_on(self, counters: Mapping[str, int]) -> None: ...


@dataclass(kw_only=True)
class _Kept:
    writes: list[Write]
    left: bytes
    """Pickled: what the step gave back, and what its object held then."""
    counters: Mapping[str, int]


@dataclass(kw_only=True)
class _Test:
    """What is known of the test that runs. `path` None: it has done something else than kept steps."""

    path: bytes | None = None
    writes: list[Write] | None = None
    """Those of the step that is being taken for the first time."""
    is_spoilt: bool = False
    """The step has taken something back, or failed: it is not kept."""


_IS_OFF = os.environ.get("KEPT") == "0"
"""To see whether a failure is a kept step's: `KEPT=0 pytest …` takes each step anew."""
_steps: dict[bytes, _Kept] = {}
_sequences: list[Sequences] = []
_test = _Test()


def count_along(sequences: Sequences) -> None:
    """These count in each test from the beginning, so that its rows are the same as another's."""
    _sequences.append(sequences)


def kept(step: StepT) -> StepT:
    """A step that leads from the same rows always to the same rows: of the cast, by the services."""

    @functools.wraps(step)
    def taken(*args: Any, **kwargs: Any) -> Any:
        if _test.writes is not None or _test.path is None or not _is_as_ever():
            return step(*args, **kwargs)
        key = _key((step.__qualname__, args, kwargs))
        when = clock._told.get(), timezone.get_current_timezone_name()
        if key is None or not _begin():
            return step(*args, **kwargs)
        path = _further(_test.path, (key, when))
        owner = args[0] if args and hasattr(args[0], "tournament") and not isinstance(args[0], type) else None
        if path in _steps:
            _test.path = path
            return _put_back(_steps[path], owner)
        return _taken_first(step, args, kwargs, path, owner)

    return taken  # type: ignore[return-value]


@contextmanager
def path_of(item: pytest.Item) -> Iterator[None]:
    """Around a test, with its database open or not."""
    may_be_kept = not _IS_OFF and _FIXTURES.isdisjoint(_asked_by(item)) and not _patches(item)
    _test.path, _test.writes, _test.is_spoilt = (b"" if may_be_kept else None), None, False
    try:
        with connection.execute_wrapper(_watch):
            yield
    finally:
        _test.path = None


@functools.cache
def _changes_the_app(module: Any) -> bool:
    return _CHANGES_THE_APP.search(inspect.getsource(module)) is not None


def is_known() -> bool:
    """Whether the next step of the test that runs can be a kept one."""
    return bool(_test.path)


def _asked_by(item: pytest.Item) -> set[str]:
    """The fixtures that the test and those of our own ask for; what plugins ask of each other is no concern of its."""
    info = item._fixtureinfo  # type: ignore[attr-defined]
    fixtures = [each for found in info.name2fixturedefs.values() for each in found]
    ours = [each for each in fixtures if each.func.__module__.startswith("tests")]
    return {*info.initialnames, *(name for each in ours for name in each.argnames)}


def _patches(item: pytest.Item) -> bool:
    module = getattr(item, "module", None)
    return module is None or _changes_the_app(module)


def _is_as_ever() -> bool:
    return (
        connection.in_atomic_block
        and not time_machine.escape_hatch.is_travelling()
        and translation.get_language() == "en"
        and not connection.force_debug_cursor
        and len(connection.execute_wrappers) == _WRAPPERS
    )


def _watch(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    if not _READS.match(str(sql)):
        _see(str(sql), params, many)
    return execute(sql, params, many, context)


def _see(sql: str, params: Any, many: bool) -> None:
    if _test.writes is None:
        is_known = _is_as_ever() and not _TAKES_BACK.match(sql) and not _OF_THE_RECORD.search(sql)
        if not _test.path or not is_known:  # whoever begins with rows of their own has counted on already
            _test.path = None
        else:
            _test.path = _further(_test.path, (sql, params))
    elif _TAKES_BACK.match(sql):
        _test.is_spoilt = True
    else:
        _test.writes.append((sql, params, many))


def _further(path: bytes, step: object) -> bytes:
    return blake2b(path + repr(step).encode(), digest_size=16).digest()


def _begin() -> bool:
    """Whether it is known which rows there are. A test that has done nothing yet finds out, once."""
    if _test.path == b"":
        _test.path = None  # for the questions that follow
        if (begun := beginning()) is not None:
            _test.path = _further(b"", begun)
            for each in _sequences:
                each.go_on({})
    return _test.path is not None


def beginning() -> Key | None:
    """From where the keys go on, and which day it is; None where there are rows already."""
    if any(model.objects.exists() for model in (Club, User, Action)):  # without these there is no row in any table
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
            return timezone.now().date(), cursor.fetchall()
        cursor.execute(_KEYS_FROM_ONE)  # a sequence of PostgreSQL is not taken back with what was written
        return timezone.now().date(), ()


def _key(value: Any) -> Any:
    """What tells one call from another; None where that cannot be said."""
    if isinstance(value, type):
        return value.__qualname__
    if isinstance(value, _PLAIN):
        return type(value).__name__, value
    if isinstance(value, models.Model):
        return value._meta.label, value.pk
    if isinstance(value, Mapping):
        value = sorted(value.items())
    if isinstance(value, list | tuple | range):
        found = tuple(map(_key, value))
        return None if None in found else (type(value).__name__, found)
    tournament = getattr(value, "tournament", None)
    return (type(value).__qualname__, tournament.pk) if isinstance(tournament, models.Model) else None


def _taken_first(step: Callable[..., Any], args: Any, kwargs: Any, path: bytes, owner: object) -> Any:
    _test.writes, _test.is_spoilt = [], False
    try:
        given = step(*args, **kwargs)
    except BaseException:
        _test.path = None
        raise
    finally:
        writes, _test.writes = _test.writes, None
    if _test.is_spoilt:
        _test.path = None
        return given
    try:
        left = pickle.dumps((given, vars(owner) if owner is not None else {}))
    except (pickle.PicklingError, TypeError, AttributeError):
        _test.path = None
        return given
    _steps[path] = _Kept(writes=writes, left=left, counters=_counters())
    _test.path = path
    return given


def _counters() -> Mapping[str, int]:
    return {name: number for each in _sequences for name, number in each.now().items()}


def _put_back(there: _Kept, owner: object) -> Any:
    with closing(
        connection.create_cursor()
    ) as cursor:  # past the wrappers: these writes were guarded when they were made
        for sql, params, many in there.writes:
            if many:
                cursor.executemany(sql, params)
            else:
                cursor.execute(sql, params)
                if "RETURNING" in sql:
                    cursor.fetchall()
    for each in _sequences:
        each.go_on(there.counters)
    given, held = pickle.loads(there.left)  # noqa: S301 # our own, of this process
    for name, value in held.items():
        now = vars(owner).get(name)
        if isinstance(now, models.Model) and type(now) is type(value) and now.pk == value.pk:
            vars(now).clear()  # whoever holds the row sees what the step did to it
            vars(now).update(vars(value))
        else:
            setattr(owner, name, value)
    return given
