"""Our own processes, where the program is frozen into one: an executable that is no Python runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clubchess import bundle, command_line, program_files
from clubchess.child_processes import Child, command
from tournaments.exchange.apart import Reader, read_apart
from tournaments.services.clubs.simulation_processes import played_apart
from tournaments.simulation.field import evenly
from tournaments.simulation.process import row_of

PLAN = evenly(members=5, comes=0.7, weakest=1200, strongest=1900, evenings=3)
PROGRAM = f"""#!{sys.executable}
import sys
sys.path[0] = {str(program_files.ROOT)!r}
sys.frozen = True
from clubchess import bundle, command_line
command_line.installed = lambda: sys.exit("the program itself")
bundle.main()
"""


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "Clubchess"
    program.write_text(PROGRAM, encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    return program


def test_a_file_is_read_and_a_season_played(frozen: Path) -> None:
    assert command(Child.SEASONS) == [str(frozen), "--child", "tournaments.simulation.process"]
    assert read_apart(Reader.SHEET, "Name\nÅse".encode()).rows[1].cells == ("Åse",)
    moments = played_apart("keizer", "", PLAN, seed="7", numbers=[3], seconds=60)
    rows = {number: row for moment in moments for number, row in moment.rows.items()}
    assert rows == {3: row_of("keizer", "", PLAN, seed="7", number=3)}


def test_it_runs_nothing_else(frozen: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(frozen), *arguments], capture_output=True, text=True, check=False)

    for other in (["this"], ["tournaments.exchange.apart_child.x"], [""], []):
        refused = run("--child", *other)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "is not a valid Child" in refused.stderr
    assert run("backup", "--child", "this").stderr == "the program itself\n"


def test_a_child_knows_no_django() -> None:
    asked = "import sys, clubchess.bundle, clubchess.window_child; print([m for m in sys.modules if 'django' in m])"
    run = [sys.executable, "-c", asked]
    assert subprocess.run(run, cwd=program_files.ROOT, capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(("before", "after"), [("/own", "/own"), (None, None)])
def test_the_browser_gets_none_of_the_folders_libraries(
    before: str | None, after: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PyInstaller's start program has put its folder there, and what was there before beside it."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/folder")
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    else:
        monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    monkeypatch.setattr(command_line, "installed", lambda: None)
    monkeypatch.setattr(sys, "argv", ["Clubchess"])
    bundle.main()
    assert os.environ.get("LD_LIBRARY_PATH") == after
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
