"""Real processes on a database of their own: raced against each other, and killed in the middle."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump
from tests.tools.migrated import kept_file, kept_on_the_server
from tests.tools.processes.verbs import VERBS, assert_whole
from tournaments.models import Action, Tournament, User

ROOT = Path(__file__).parents[3]
PRESSES = 8
PLAYERS = 9


@contextmanager
def database_of_its_own(directory: Path, *, called: str = "races", migrated: bool = True) -> Iterator[dict[str, str]]:
    """Without a row; this process and those started with the environment given use it. Gone afterwards.

    A copy of the migrated database of the tests where that is made already.
    """
    kept = dict(connection.settings_dict)
    on_sqlite = connection.vendor == "sqlite"
    name = str(directory / f"{called}.sqlite3") if on_sqlite else f"clubchess_{called}_{os.getpid()}"
    if on_sqlite:
        copied = migrated and kept_file().exists()
        if copied:
            shutil.copyfile(kept_file(), name)
    else:
        copied = migrated and kept_on_the_server() is not None
        template = f'TEMPLATE "{kept_on_the_server()}"' if copied else ""
        _on_the_server(kept, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}" {template}')
    connection.close()
    connection.settings_dict["NAME"] = name
    environment = os.environ | {"SECRET_KEY": settings.SECRET_KEY, "DATABASE_URL": _url(connection.settings_dict)}
    environment["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    try:
        if migrated and not copied:
            call_command("migrate", verbosity=0)
        yield environment
    finally:
        connection.close()
        connection.settings_dict.update(kept)
        if not on_sqlite:
            _on_the_server(kept, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def race(verb: str, racers: Sequence[subprocess.Popen[str]]) -> None:
    """Presses at the same moment, all made for the same screen: one is carried out."""
    evening = _at(verb)
    actions = Action.objects.count()
    said = Counter(_press_together(verb, racers))

    assert said == {"done": 1, "stale": len(racers) - 1}, said
    assert Action.objects.count() == actions + 1
    assert_whole(evening)


@contextmanager
def workers(count: int, environment: Mapping[str, str], *arguments: str) -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that wait for verbs; ended and waited for afterwards."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.tools.processes.worker", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    try:
        yield started
    finally:
        for process in started:
            process.kill()
            process.communicate()


def kill(verb: str, environment: Mapping[str, str], chance: random.Random) -> str:
    """A press that dies after a random number of statements: all of it or nothing is there; it can be pressed again."""
    evening = _at(verb)
    before, actions = dump(), Action.objects.count()
    statements = chance.randrange(_statements(verb, evening) + 1)
    print(f"{verb} killed after {statements} statements")  # noqa: T201  # what to repeat when it fails
    with workers(1, environment, str(statements)) as killed:
        (said,) = _press_together(verb, killed)

    connection.close()
    assert_whole(evening)
    if said == "done":
        assert Action.objects.count() == actions + 1
    else:
        assert said == "", said
        assert dump() == before
        assert Action.objects.count() == actions
        VERBS[verb].made_for(evening)()
        assert_whole(evening)
    return said


def _at(verb: str) -> Evening:
    call_command("flush", interactive=False, verbosity=0)
    evening = Evening.of(PLAYERS)
    VERBS[verb].before(evening)
    assert (Tournament.objects.count(), User.objects.count()) == (1, 1)
    return evening


def _statements(verb: str, evening: Evening) -> int:
    """How many the press takes, found by pressing it in a transaction that is thrown away."""
    with CaptureQueriesContext(connection) as captured, transaction.atomic():
        VERBS[verb].made_for(evening)()
        transaction.set_rollback(True)
    return len(captured)


def _press_together(verb: str, processes: Sequence[subprocess.Popen[str]]) -> list[str]:
    """All have seen the same screen before the first is let go. What each says; nothing where it was killed."""
    _tell(processes, verb)
    assert [_said(process) for process in processes] == ["ready"] * len(processes)
    _tell(processes, "go")
    return [_said(process) for process in processes]


def _tell(processes: Sequence[subprocess.Popen[str]], line: str) -> None:
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(f"{line}\n")
        process.stdin.flush()


def _said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _url(database: dict[str, object]) -> str:
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    at = f"{database['HOST']}:{database['PORT']}" if database["PORT"] else database["HOST"]
    who = f"{database['USER']}:{database['PASSWORD']}" if database["PASSWORD"] else database["USER"]
    return f"postgres://{who}@{at}/{database['NAME']}"


def _on_the_server(database: dict[str, object], *statements: str) -> None:
    connection.settings_dict["NAME"] = "postgres"
    try:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = database["NAME"]
