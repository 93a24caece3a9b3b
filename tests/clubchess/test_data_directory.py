"""What an installation keeps is for its owner's eyes alone, also where it was made before that held."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clubchess.command_line import run as run_command
from clubchess.data_directory import close_database, make_private

ROOT = Path(__file__).parents[2]
WRITE = "from django.db import connection; connection.cursor().execute('CREATE TABLE x (y)'); input()"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def old(directory: Path, *names: str) -> Path:
    """As an earlier version left it."""
    directory.mkdir(mode=0o755)
    directory.chmod(0o755)
    for name in names:
        (directory / name).write_text("x")
        (directory / name).chmod(0o644)
    return directory


OURS = ("clubchess.sqlite3", "clubchess.sqlite3-wal", "clubchess.sqlite3-shm", "secret_key")


def test_a_new_one_is_for_its_owner_alone(tmp_path: Path) -> None:
    make_private(tmp_path / "a" / "b")

    assert mode(tmp_path / "a" / "b") == 0o700


def test_one_from_before_is_closed_with_all_that_is_kept_in_it(tmp_path: Path) -> None:
    data = old(tmp_path / "data", *OURS)
    (data / "static").mkdir()
    (data / "backups").mkdir()
    for name in ("chosen.json", "put-back.json", "clubchess.log"):  # as pages and a program without a console write
        (data / name).touch()
    make_private(data)

    assert mode(data) == 0o700
    assert {name: mode(data / name) for name in OURS} == dict.fromkeys(OURS, 0o600)


@pytest.mark.parametrize("other", ["letters.txt", "www"])
def test_one_that_holds_other_things_too_stays_open_and_only_our_files_are_closed(tmp_path: Path, other: str) -> None:
    data = old(tmp_path / "data", *OURS, other)
    make_private(data)

    assert (mode(data), mode(data / other)) == (0o755, 0o644)
    assert {name: mode(data / name) for name in OURS} == dict.fromkeys(OURS, 0o600)


def test_a_database_that_stands_elsewhere_is_closed_too(tmp_path: Path) -> None:
    elsewhere = old(tmp_path / "elsewhere", "chess.db", "chess.db-wal", "chess.db.old", "letters.txt")
    close_database(elsewhere / "chess.db")

    assert {file.name: mode(file) for file in elsewhere.iterdir()} == {
        "chess.db": 0o600,
        "chess.db-wal": 0o600,
        "chess.db.old": 0o644,
        "letters.txt": 0o644,
    }
    assert mode(elsewhere) == 0o755
    close_database(tmp_path / "not there yet")


@pytest.mark.slow
def test_a_start_closes_the_database_wherever_it_stands(tmp_path: Path) -> None:
    elsewhere = old(tmp_path / "elsewhere")
    (elsewhere / "chess.db").touch(0o644)
    url = f"sqlite:///{elsewhere / 'chess.db'}"
    with run("manage.py", "check", data=tmp_path / "data", DATABASE_URL=url) as process:
        _, errors = process.communicate(timeout=60)

    assert mode(elsewhere / "chess.db") == 0o600, errors


def test_somebody_elses_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = old(tmp_path / "data", *OURS)
    monkeypatch.setattr(os, "geteuid", lambda: data.stat().st_uid + 1)
    make_private(data)

    assert mode(data) == 0o755
    assert mode(data / "secret_key") == 0o644


def test_one_where_everybody_may_write_is_left_alone(tmp_path: Path) -> None:
    """Such as /tmp, which would be gone for all others."""
    data = old(tmp_path / "data")
    data.chmod(0o1777)
    make_private(data)

    assert mode(data) == 0o1777


def test_a_link_leads_nowhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("x")
    elsewhere.chmod(0o644)
    data = old(tmp_path / "data")
    (data / "secret_key").symlink_to(elsewhere)
    make_private(data)

    assert mode(elsewhere) == 0o644


def run(*arguments: str, data: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "CLUBCHESS_DATA": str(data), **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=0o022,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "started",
    [
        ["manage.py", "shell", "-v0", "-c", WRITE],
        ["-c", f"import clubchess.wsgi; {WRITE}"],
    ],
)
def test_whatever_writes_there_writes_for_its_owner_alone(tmp_path: Path, started: list[str]) -> None:
    data = tmp_path / "data"
    with run(*started, data=data) as process:
        end = time.monotonic() + 60
        while not (data / "clubchess.sqlite3-shm").exists() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        modes = {file.name: mode(file) for file in data.iterdir()}
        _, errors = process.communicate("\n", timeout=30)

    assert modes == dict.fromkeys(OURS, 0o600), errors
    assert mode(data) == 0o700


@pytest.mark.parametrize(
    ("command", "umask"),
    [
        ("serve", 0o077),
        ("migrate", 0o077),
        ("backup", 0o077),
        ("collectstatic", 0o022),
        ("makemessages", 0o022),
        ("makemigrations", 0o022),
    ],
)
def test_what_belongs_to_the_program_stays_readable(command: str, umask: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image is built from it by root, and run by somebody else."""
    seen: list[int] = []

    def execute(_: list[str]) -> None:
        seen.append(os.umask(0o022))

    monkeypatch.setattr("django.core.management.execute_from_command_line", execute)
    monkeypatch.setattr(sys, "argv", ["manage.py", command])
    before = os.umask(0o022)
    try:
        run_command(sys.argv)
    finally:
        os.umask(before)

    assert seen == [umask]


@pytest.mark.slow
def test_collected_static_files_can_be_served_by_another_program(tmp_path: Path) -> None:
    with run(
        "manage.py", "collectstatic", "--no-input", data=tmp_path / "data", STATIC_ROOT=str(tmp_path / "s")
    ) as made:
        _, errors = made.communicate(timeout=120)

    assert made.returncode == 0, errors
    found = [*(tmp_path / "s").rglob("*")]
    assert len(found) > 20
    assert [file for file in found if mode(file) & 0o044 != 0o044] == []
