"""`make run` and `make install` do again what has changed since, and nothing else; the port is looked at first."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder

from clubchess.bind_address import why_not
from tournaments.management.commands import prepare

ROOT = Path(__file__).parents[2]


class Installation:
    def __init__(self, root: Path, called: list[str]) -> None:
        self.program, self.sources, self.data, self.called = root / "program", root / "sources", root / "data", called

    def prepare(self) -> list[str]:
        """Which commands it took."""
        self.called.clear()
        call_command("prepare")
        return list(self.called)

    def served(self) -> dict[str, str]:
        """What pages link to, with what is there."""
        static = self.data / "static"
        names = json.loads((static / "staticfiles.json").read_text())["paths"]
        return {name: (static / names[name]).read_text() for name in names if name.startswith("own/")}


@pytest.fixture
def installation(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Installation:
    called: list[str] = []

    def call(name: str, **options: Any) -> None:
        called.append(name)
        if name != "migrate":
            call_command(name, **options)

    monkeypatch.setattr(prepare, "call_command", call)
    made = Installation(tmp_path, called)
    for path in (made.program, made.data, made.sources / "own"):
        path.mkdir(parents=True)
    (made.program / "requirements.txt").write_text("whitenoise==1")
    (made.sources / "own" / "a.txt").write_text("one")
    settings.BASE_DIR, settings.DATA_DIR = made.program, made.data
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [made.sources], made.data / "static"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "clubchess.static_files.StaticFiles"},
    }
    return made


def changed_with_the_date_it_had(made: Installation) -> None:
    file = made.sources / "own" / "a.txt"
    before = file.stat()
    file.write_text("two")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def added(made: Installation) -> None:
    (made.sources / "own" / "b.txt").write_text("new")


def removed(made: Installation) -> None:
    (made.sources / "own" / "a.txt").unlink()


def other_packages(made: Installation) -> None:
    (made.program / "requirements.txt").write_text("whitenoise==2")


def other_storage(made: Installation) -> None:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {**settings.STORAGES["staticfiles"], "OPTIONS": {"manifest_strict": False}},
    }


def collected_files_deleted(made: Installation) -> None:
    shutil.rmtree(made.data / "static")


def one_of_the_collected_written_over(made: Installation) -> None:
    (made.data / "static" / "staticfiles.json").write_text('{"paths": {}}')


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "served"),
    [
        (changed_with_the_date_it_had, {"own/a.txt": "two"}),
        (added, {"own/a.txt": "one", "own/b.txt": "new"}),
        (removed, {}),
        (other_packages, {"own/a.txt": "one"}),
        (other_storage, {"own/a.txt": "one"}),
        (collected_files_deleted, {"own/a.txt": "one"}),
        (one_of_the_collected_written_over, {"own/a.txt": "one"}),
    ],
)
def test_static_files_are_collected_again_when_something_has_changed(
    installation: Installation, change: Callable[[Installation], None], served: dict[str, str]
) -> None:
    assert installation.prepare() == ["collectstatic"]
    assert installation.prepare() == []

    change(installation)

    assert installation.prepare() == ["collectstatic"]
    assert installation.served() == served
    assert installation.prepare() == []


@pytest.mark.django_db
def test_what_could_not_be_collected_is_tried_again(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object, **_options: object) -> None:
        raise OSError("full")

    with monkeypatch.context() as broken:
        broken.setattr(prepare, "call_command", full)
        with pytest.raises(OSError, match="full"):
            call_command("prepare")

    assert installation.prepare() == ["collectstatic"]


@pytest.mark.django_db
@pytest.mark.postgresql  # the database says it
def test_it_migrates_where_the_database_lacks_a_migration_and_says_so(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    installation.prepare()
    assert capsys.readouterr().out == ""
    newest = MigrationRecorder.Migration.objects.filter(app="tournaments").latest("name")
    newest.delete()
    assert installation.prepare() == ["migrate"]
    assert "making the database ready for this version" in capsys.readouterr().out

    MigrationRecorder.Migration.objects.create(app="tournaments", name=newest.name)
    assert installation.prepare() == []


@pytest.mark.slow
def test_a_database_that_was_deleted_or_replaced_by_an_older_one_is_migrated(tmp_path: Path) -> None:
    file = tmp_path / "clubchess.sqlite3"
    environment = {**os.environ, "CLUBCHESS_DATA": str(tmp_path), "DATABASE_URL": "", "STATIC_MANIFEST": "0"}

    def tables() -> int:
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=environment, check=True, timeout=120)
        with sqlite3.connect(file) as database:
            return int(database.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0])

    first = tables()
    file.unlink()
    assert tables() == first >= 50
    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("clubchess.sqlite3*")} == {0o600}
    file.write_bytes(b"")  # as old as can be
    assert tables() == first


def test_catalogues_are_made_again_when_something_has_changed(tmp_path: Path) -> None:
    folder = tmp_path / "locale" / "nb" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue, made = folder / "django.po", folder / "django.mo"
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'

    def compiled() -> bytes:
        subprocess.run([ROOT / "tools" / "compile_catalogues", sys.executable], cwd=tmp_path, check=True, timeout=60)
        return made.read_bytes()

    catalogue.write_text(f'{head}msgid "yes"\nmsgstr "ja"\n')
    before = compiled()
    first = made.stat().st_mtime_ns
    compiled()
    assert made.stat().st_mtime_ns == first

    older = catalogue.stat()
    catalogue.write_text(f'{head}msgid "yes"\nmsgstr "jo"\n')
    os.utime(catalogue, ns=(older.st_atime_ns, older.st_mtime_ns))
    after = compiled()
    assert before != after
    made.unlink()
    assert compiled() == after
    made.write_bytes(b"half of it")
    assert compiled() == after


def test_nothing_is_done_where_there_are_no_catalogues(tmp_path: Path) -> None:
    subprocess.run([ROOT / "tools" / "compile_catalogues", "no-such-python"], cwd=tmp_path, check=True, timeout=60)


def test_a_taken_port_is_said_before_anything_else(tmp_path: Path) -> None:
    """As somebody types it: inside `make test` another make would say which folder it enters."""
    from_a_shell = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = subprocess.run(
            ["make", "run", f"PORT={port}"],
            cwd=ROOT,
            env=from_a_shell | {"CLUBCHESS_DATA": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
        )

    assert result.returncode != 0
    assert f"Cannot listen on 127.0.0.1:{port}: " in result.stderr
    assert "make run: with PORT=" in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []
    assert why_not(f"127.0.0.1:{port}") == ""
