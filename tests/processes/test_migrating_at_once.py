"""Several processes that start on one new database: one migrates, the others wait and find nothing to do."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.processes.races import ROOT, database_of_its_own

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]  # locks, migrations


def test_all_of_them_succeed_and_each_migration_is_applied_once(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    command = [sys.executable, "manage.py", "migrate", "--no-input"]
    with (
        django_db_blocker.unblock(),
        database_of_its_own(tmp_path, called="migrating", migrated=False) as environment,
    ):
        started = [
            subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            for _ in range(3)
        ]
        said = [process.communicate(timeout=120)[0] for process in started]
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            applied = Counter(cursor.fetchall())

    assert [process.returncode for process in started] == [0, 0, 0], said
    assert sorted("No migrations to apply" in each for each in said) == [False, True, True], said
    assert set(applied.values()) == {1}
