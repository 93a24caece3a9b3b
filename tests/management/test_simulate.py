"""manage.py simulate: the same arguments, the same tournament; what it says, and what it refuses."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.management.test_tournament_files import ROOT, run
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.types.snapshot import ByeKind, Result

ARGUMENTS = ("simulate", "--system", "attendance_monrad", "--seed", "11", "--players", "13", "--rounds", "7")
KNOWN = "cd6fe5d13544ec8335b0e2760cd987542a48278ec6bc8b84849f844a269ece7f"
"""SHA-256 of what these arguments give: a change of it is a change of every tournament that was ever simulated."""


def test_the_file_can_be_read_and_holds(tmp_path: Path) -> None:
    status, out, err = run(*ARGUMENTS)
    assert status == 0
    file = parse(out.encode())
    assert (len(file.names), len(file.snapshot.rounds), file.snapshot.planned_rounds) == (13, 7, 7)
    assert err.startswith("attendance_monrad: 13 players, 7 of 7 rounds, ")
    assert len(err.splitlines()) == 1
    path = tmp_path / "simulated.json"
    path.write_text(out)
    assert run("verify_tournament", path)[0] == 0


def test_it_writes_the_file_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "simulated.json"
    status, out, _err = run(*ARGUMENTS, "--out", path)
    assert (status, out) == (0, "")
    assert path.read_text() == run(*ARGUMENTS)[1]


@pytest.mark.slow
def test_it_gives_the_same_for_ever_in_another_process_too() -> None:
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "for this test only"}
    done = subprocess.run(
        [sys.executable, "manage.py", *ARGUMENTS],
        cwd=ROOT,
        env=os.environ | nowhere | {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LANG": "C"},
        capture_output=True,
        check=True,
    )
    assert done.stdout == run(*ARGUMENTS)[1].encode()
    assert hashlib.sha256(done.stdout).hexdigest() == KNOWN


def test_another_seed_gives_another_tournament() -> None:
    assert run(*ARGUMENTS, "--seed", "12")[1] != run(*ARGUMENTS)[1]


def test_the_rates_make_happen_what_they_say() -> None:
    always = parse(
        run(*ARGUMENTS, "--attendance", "1", "--late", "0", "--withdrawals", "0", "--half-byes", "0")[1].encode()
    )
    assert all(len(played.games) == 6 for played in always.snapshot.rounds)
    forfeits = parse(run(*ARGUMENTS, "--forfeits", "1", "--postponed", "0", "--corrections", "0")[1].encode())
    assert all(game.result.is_forfeit for played in forfeits.snapshot.rounds for game in played.games)
    busy = parse(
        run(
            *ARGUMENTS,
            *("--postponed", "0.6", "--corrections", "0.3", "--half-byes", "0.3", "--by-hand", "1"),
            *("--late", "0.4", "--withdrawals", "0.2", "--returns", "0.5", "--forbidden", "0.1"),
        )[1].encode()
    ).snapshot
    games = [game for played in busy.rounds for game in played.games]
    assert any(game.known_from and not game.earlier for game in games)
    assert any(game.earlier for game in games)
    assert any(game.result is Result.OPEN for game in games)
    assert all(any(game.by_hand for game in played.games) for played in busy.rounds)
    assert any(bye.kind is ByeKind.HALF for played in busy.rounds for bye in played.byes)
    assert any(entrant.joined_round > 1 for entrant in busy.entrants)
    assert any(last is not None for entrant in busy.entrants for _first, last in entrant.away)
    assert busy.forbidden_pairs


def test_a_system_that_stops_is_helped_by_hand_or_the_tournament_ends() -> None:
    status, out, err = run(
        "simulate",
        *("--system", "norwegian_monrad", "--seed", "3", "--players", "3", "--rounds", "9", "--attendance", "1"),
        *("--late", "0", "--withdrawals", "0"),
    )
    rounds = json.loads(out)["rounds"]
    assert status == 0
    assert any(game["by_hand"] for played in rounds for game in played["games"])
    assert len(rounds) == 9 or "It ended before its time: " in err


@pytest.mark.slow
def test_who_never_came_is_in_no_forbidden_pair() -> None:
    """It ends before late entrants join."""
    for seed in range(20):
        _status, out, _err = run(
            *("simulate", "--system", "norwegian_monrad", "--players", "5", "--rounds", "9", "--seed", str(seed)),
            *("--late", "0.6", "--forbidden", "0.3"),
        )
        assert parse(out.encode()).names


def test_nobody_at_all_ends_it_at_once() -> None:
    _status, out, err = run("simulate", "--system", "keizer", "--seed", "1", "--players", "0", "--rounds", "3")
    assert json.loads(out)["rounds"] == []
    assert err.rstrip().endswith("It ended before its time: Nobody is present.")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--system", "keizr"), "invalid choice: 'keizr'"),
        (("--preset", "konrad"), "There is no preset konrad"),
        (("--attendance", "1.5"), "a number from 0 to 1"),
        (("--attendance", "nan"), "a number from 0 to 1"),
        (("--players", "-1"), "a whole number from 0"),
        (("--out", "/nowhere/at/all.json"), "cannot be written"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(more: tuple[str, str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*ARGUMENTS, *more)
