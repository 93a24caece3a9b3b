"""A backup that is taken while ten processes write is the database of one moment."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import as_json, dump, taken_back
from tests.tools.processes.races import ROOT, database_of_its_own
from tournaments.models import Action

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]  # locks

WRITERS = 10


def test_ten_writers_do_not_tear_it(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    file = tmp_path / "backup.zip"
    with django_db_blocker.unblock(), database_of_its_own(tmp_path, called="written") as environment:
        evening = Evening.of(WRITERS)
        evening.play()
        evening.open()
        before = Action.objects.count()
        with writers(environment):
            time.sleep(0.3)
            when_asked = Action.objects.count()
            call_command("backup", file, verbosity=0)
            time.sleep(0.3)
        in_the_end, actions = as_json(dump()), list(Action.objects.order_by("-pk"))

        with database_of_its_own(tmp_path, called="restored", migrated=False):
            call_command("restore", file, verbosity=0)
            restored, kept = as_json(dump()), set(Action.objects.values_list("pk", flat=True))

    later = [action for action in actions if action.pk not in kept]
    assert before < when_asked <= len(kept) < len(actions)
    assert restored == taken_back(in_the_end, later)


@contextmanager
def writers(environment: Mapping[str, str]) -> Iterator[None]:
    """Each has written at the beginning of the block; all end well after it."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.tools.processes.writer", str(number)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(1, WRITERS + 1)
    ]
    try:
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline() == "writing\n"
        yield
        for process in started:
            process.communicate(timeout=60)
        assert [process.returncode for process in started] == [0] * WRITERS
    finally:
        for process in started:
            process.kill()
            process.wait()
