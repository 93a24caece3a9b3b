"""Simulated tournaments of each system, thousands in soak/simulations.py: they verify in any order and any process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.management.test_tournament_files import ROOT, run
from tests.tools.evenings.simulated import check, simulated
from tests.tools.guards.layers import first_fast
from tests.tools.seeds import seeds, telling
from tournaments.exchange.tournament_file import dump
from tournaments.pairing.discovery import SYSTEMS

TOURNAMENTS = 40
MANAGE = "import runpy, tests.tools.toys; runpy.run_path('manage.py', run_name='__main__')"
ELSEWHERE = 6
"""Of each system looked at in another process."""


@pytest.mark.parametrize("tournaments", first_fast(1, [4, TOURNAMENTS]))
@pytest.mark.parametrize("code", SYSTEMS)
def test_simulated_tournaments_verify_and_keep_what_must_hold(code: str, tournaments: int) -> None:
    for seed in seeds(tournaments):
        with telling(seed):
            check(simulated(code, seed).file, Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize(("hash_seed", "zone"), [("1", "Asia/Tokyo"), ("4242", "America/Lima")])
def test_another_process_says_the_same(tmp_path: Path, hash_seed: str, zone: str) -> None:
    paths = []
    for code in SYSTEMS:
        for seed in range(ELSEWHERE):
            paths.append(tmp_path / f"{code}-{seed}.json")
            paths[-1].write_bytes(dump(simulated(code, seed).file))
    command = ["verify_tournament", *map(str, paths), "--json"]
    there = subprocess.run(
        [sys.executable, "-c", MANAGE, *command],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "TZ": zone, "LANG": "C"},
        capture_output=True,
        text=True,
        check=False,
    )
    status, here, _errors = run(*command)
    assert (there.returncode, status) == (0, 0), there.stdout
    assert there.stdout == here
    assert len(here.splitlines()) == ELSEWHERE * len(SYSTEMS)
    assert all(json.loads(line)["rounds"] for line in here.splitlines())
