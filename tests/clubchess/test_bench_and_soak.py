"""Every program of bench/ and soak/ is started on its smallest size: nobody else starts them between two releases.

Those that need servers of their own, a browser or a demo club cost two minutes together: they are started with
EVERYTHING=1 alone, and otherwise only read, with their options where they have some. The two about a federation are
told of no PostgreSQL, and say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.migrated import kept_file

ROOT = Path(__file__).parents[2]
NOWHERE = "postgres://nobody@127.0.0.1:1/nothing"

STARTED = {
    "bench.after_a_result": ("", "Round 2: "),
    "bench.berger": ("", "plan with reasons ms"),
    "bench.beside_the_planner": ("2", "beside the planner"),
    "bench.beside_uploads": ("", "files answered"),
    "bench.club_ratings": ("10 2", "ms"),
    "bench.dutch": ("", "py4swiss"),
    "bench.evening": ("", "pair_round on SQLite"),
    "bench.fide_team": ("", "slowest round"),
    "bench.federation": ("", "nothing measured"),
    "bench.federation_load": ("", "nothing measured"),
    "bench.first": ("", "FIRST at least cost"),
    "bench.largest": ("", "addresses, the slowest"),
    "bench.keizer": ("", "as tables of cells"),
    "bench.names": ("", "46 names: look"),
    "bench.neighbours": ("", "gap 60 and 1 meeting"),
    "bench.planner": ("attendance_monrad", "attendance_monrad"),
    "bench.rating_list": ("1000", "in the place of the first"),
    "bench.round_verbs": ("", "open the next round"),
    "bench.series": ("", "race: "),
    "bench.systems": ("attendance_monrad", "Fields made to hurt"),
    "bench.taps": ("", "Round 2"),
    "bench.team_tournament": ("", "public round, 16 teams of 2: "),
    "bench.teams": ("", "captain's match, proposed: "),
    "soak.checkers": ("1", " 0 of them unexplained"),
    "soak.evenings": ("1", "every invariant kept"),
    "soak.fide_team": ("2 0 6", " 0 otherwise than gacrux"),
    "soak.first": ("50", "0 disagreements"),
    "soak.fuzzer": ("3", "fuzzer: 3 files"),
    "soak.memory": ("", "MB at the end"),
    "soak.konrad": ("5", "0 of them needless"),
    "soak.postgresql": ("", "nothing to do"),
    "soak.processes": ("1", "1 races"),
    "soak.readers": ("20", "shapes took too much"),
    "soak.reasons": ("", "no sentence that is not so"),
    "soak.reports": ("4", "0 otherwise without a word"),
    "soak.season": ("", "1 evenings"),
    "soak.team_ties": ("1", " 0 differ"),
    "soak.team_tournaments": ("--count 3 --seed 0", " 0 do not hold"),
    "soak.push": ("1 1", "told twice: 0"),
    "soak.simulations": ("1", "0 do not hold"),
}
"""By program: what it is given, and what is in its lines."""
DEAR = {
    "bench.answers": ("--only sqlite --faster 600", "a member answers"),
    "bench.browser_evening": ("", "check in 10 people"),
    "bench.first_paint": ("", "first paint"),
    "bench.log_ins": ("--seconds 1", "4 names"),
    "bench.page_weight": ("", "bytes, compressed"),
    "bench.phones": ("--only sqlite --phones 20 --seconds 1", "director publishes"),
    "soak.clubs": ("", "A: Elm School, en"),
    "soak.keys": ("1", "1 times Publish"),
    "soak.line": ("1", "0 lost"),
    "soak.papers": ("", "all/"),
}
"""With a server, a browser or the demo."""

USE_A_DATABASE_THAT_IS_THERE = {
    "bench.after_a_result",
    "bench.beside_the_planner",
    "bench.beside_uploads",
    "bench.club_ratings",
    "bench.largest",
    "bench.names",
    "bench.rating_list",
    "bench.round_verbs",
    "bench.taps",
    "soak.memory",
}

pytestmark = pytest.mark.slow


def start(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "CLUBCHESS_DATA"}}
    given |= {"SMALLEST": "1", "SECRET_KEY": "of this test " * 5, **environment}
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=given, capture_output=True, text=True, check=False)


def test_all_of_them_are_here() -> None:
    there = {f"{folder}.{file.stem}" for folder in ("bench", "soak") for file in (ROOT / folder).glob("[a-z]*.py")}
    assert there == {*STARTED, *DEAR}


@pytest.mark.parametrize("program", STARTED)
def test_it_still_runs(program: str, tmp_path: Path, django_db_setup: None) -> None:
    arguments, line = STARTED[program]
    environment = {"DATABASE_URL": NOWHERE} if "federation" in program else {}
    if program in USE_A_DATABASE_THAT_IS_THERE and kept_file().exists():  # so that not each of them makes one
        environment["DATABASE_URL"] = f"sqlite:///{shutil.copy(kept_file(), tmp_path / 'bench.sqlite3')}"
    done = start("-m", program, *arguments.split(), CLUBCHESS_DATA=str(tmp_path), **environment)

    assert done.returncode == 0, done.stderr[-2_000:]
    assert line in done.stdout


@pytest.mark.parametrize("program", DEAR)
def test_a_dear_one_can_still_be_read(program: str, tmp_path: Path) -> None:
    arguments, line = DEAR[program]
    if os.environ.get("EVERYTHING") == "1":
        done = start("-m", program, *arguments.split(), CLUBCHESS_DATA=str(tmp_path))
    else:
        has_options = arguments.startswith("--")
        done = start(*(["-m", program, "--help"] if has_options else ["-c", f"import {program}; print('{line}')"]))
        line = arguments.split()[0] if has_options else line

    assert done.returncode == 0, done.stderr[-2_000:]
    assert line in done.stdout
