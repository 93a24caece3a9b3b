"""The program where what CPython on Windows lacks has been taken away: an imitation, no Windows."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.tools.processes.served import ROOT, free_port, until_it_answers

pytestmark = [pytest.mark.slow]

IMITATION = [sys.executable, "-W", "ignore", "-m", "tests.tools.processes.without_unix"]


def environment_of(data: Path) -> dict[str, str]:
    """Letters of files and of the console are those of an old code page, too."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "PYTEST_CURRENT_TEST"}}
    return kept | {"CLUBCHESS_DATA": str(data), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def said(data: Path, *program: str) -> str:
    done = subprocess.run(
        [*IMITATION, *program], cwd=ROOT, env=environment_of(data), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("sjakk æ") / "data"
    said(directory, "manage.py", "migrate", "--verbosity", "0")
    return directory


def test_nothing_that_everything_imports_needs_unix(tmp_path: Path) -> None:
    assert "no issues" in said(tmp_path / "data", "manage.py", "check")


def test_a_club_is_made_and_plays_an_evening(data: Path) -> None:
    assert "password/" in said(
        data, "manage.py", "create_club", "Vålerenga Åpen", "--admin", "kari", "--language", "nb"
    )
    shown = said(data, "-m", "tests.tools.processes.an_evening").splitlines()
    assert [line.split()[0] for line in shown[:5]] == ["200"] * 5, shown
    assert shown[5] == "read apart: Sheet"


def test_it_is_backed_up_and_put_back_here_and_elsewhere(data: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.zip"
    said(data, "manage.py", "backup", str(kept))
    assert "Restored" in said(tmp_path / "elsewhere", "manage.py", "restore", str(kept))
    assert "Restored" in said(data, "manage.py", "restore", "--replace", str(kept))


def test_it_serves(data: Path) -> None:
    said(data, "manage.py", "collectstatic", "--no-input", "--verbosity", "0")
    port = free_port()
    serve = [*IMITATION, "manage.py", "serve", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(serve, cwd=ROOT, env=environment_of(data), stdout=subprocess.DEVNULL) as process:
        try:
            until_it_answers(port, process)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/en/", timeout=30) as answer:
                assert answer.status == 200
        finally:
            process.terminate()
            assert process.wait(timeout=30) == 0
