"""manage.py pair and manage.py standings, as docs/tournament-file.md says."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.exchange.tournament_file import TournamentFile

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
SIX = DATA / "attendance_monrad_six.json"


def run(*args: Any) -> tuple[int, str, str]:
    """Exit status, output and errors of a command, in this process."""
    out, err = StringIO(), StringIO()
    status: Any = 0
    try:
        call_command(*map(str, args), stdout=out, stderr=err)
    except SystemExit as stopped:
        status = stopped.code
    return status, out.getvalue(), err.getvalue()


def answers(*args: Any) -> tuple[int, list[dict[str, Any]]]:
    status, out, err = run(*args, "--json")
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write(name: str, **changes: Any) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(json.loads(SIX.read_text()) | changes))
        return path

    return write


def test_pair_gives_the_expected_boards() -> None:
    expected = json.loads((DATA / "attendance_monrad_six.expected.json").read_text())
    status, [answer] = answers("pair", SIX)
    assert status == 0
    assert list(answer) == ["round", "boards", "byes", "left_out", "notes"]
    assert answer["round"] == 3
    assert [[board["white"], board["black"]] for board in answer["boards"]] == expected["pair"]
    assert [list(board) for board in answer["boards"]] == [["board", "white", "black", "reasons"]] * 3
    assert answer["boards"][0]["reasons"][1] == {
        "rule": "first/met",
        "text": "Player 4 is placed higher, but met Player 2 in round 2.",
    }


def test_pair_names_who_was_passed_over_and_by_which_criterion(write: Any) -> None:
    """FIDE Swiss: what takes longer than the pairing itself is worked out for the answer too."""
    games = [{"board": n, "white": w, "black": b, "result": "1/2-1/2"} for n, w, b in ((1, 1, 4), (2, 5, 2), (3, 3, 6))]
    swiss = {"system": "fide_dutch", "options": {"initial_colour": "white"}, "planned_rounds": 5}
    rounds = [{"number": 1, "games": games, "byes": [], "absences": []}]
    file = write("swiss.json", **swiss, rounds=rounds)
    _status, [answer] = answers("pair", file)
    told = {(board["white"], board["black"]): board["reasons"] for board in answer["boards"]}
    rules = {pair: [reason["rule"].removeprefix("fide_dutch/") for reason in said] for pair, said in told.items()}
    assert rules == {
        (6, 1): ["3.3/C1", "3.6", "C1", "C12", "5.2.1"],
        (2, 3): ["3.3/C1", "3.6", "C1", "C12", "5.2.1"],
        (4, 5): ["3.3/C1", "3.6", "5.2.1"],
    }
    _status, out, _err = run("pair", file)
    assert "did not fit" in out


def test_pair_names_byes_and_those_left_out(write: Any) -> None:
    coming = {"absences": [{"player": 4, "kind": "club"}], "byes": [{"player": 1, "kind": "half"}]}
    _status, [answer] = answers("pair", write("a.json", next_round=coming, options={"max_meetings": 2}))
    assert {bye["player"]: bye["kind"] for bye in answer["byes"]} == {1: "half"}
    [left] = answer["left_out"]
    assert left == {"player": 4, "reasons": [{"rule": "attendance/club", "text": "Player 4 is on club duty."}]}


def test_pair_honours_the_boards_set_in_the_file(write: Any) -> None:
    games = [{"board": 1, "white": 1, "black": 2, "result": "*"}]
    _status, [answer] = answers("pair", write("a.json", next_round={"games": games}))
    assert (answer["boards"][0]["white"], answer["boards"][0]["black"]) == (1, 2)
    assert answer["boards"][0]["reasons"][0]["text"] == "The director has set Player 1 against Player 2."


@pytest.mark.parametrize(
    ("after", "members", "guests"), [(3, [5, 6, 3, 9, 2, 8], [1, 7, 10, 4]), (7, [5, 9, 6, 3, 2, 8], [1, 7, 4, 10])]
)
def test_standings_say_the_place_in_the_category(after: int, members: list[int], guests: list[int]) -> None:
    """A club's tournament for members that is open to guests; its numbers by an independent model."""
    _status, [answer] = answers("standings", DATA / "members_and_guests.json", "--after", after)
    found = {(row["category"], row["category_rank"]): row["player"] for row in answer["standings"]}
    expected = {("member", place): player for place, player in enumerate(members, 1)}
    assert found == expected | {("guest", place): player for place, player in enumerate(guests, 1)}


def test_standings_of_a_period(tmp_path: Path) -> None:
    names = [{"number": number, "name": "P"} for number in (1, 2, 3, 4)]
    boards = [((2, 1, "1-0"), (4, 3, "1-0")), ((1, 2, "1-0"), (3, 4, "1/2-1/2"))]
    keys = ("board", "white", "black", "result")
    rounds = [
        {
            "number": number,
            "games": [dict(zip(keys, (board, *game), strict=True)) for board, game in enumerate(games, 1)],
        }
        for number, games in enumerate(boards, 1)
    ]
    path = tmp_path / "keizer.json"
    file = {"format": "clubchess-tournament", "version": 1, "name": "K", "system": "keizer", "players": names}
    path.write_text(json.dumps(file | {"options": {"top": "10", "period_rounds": [1]}, "rounds": rounds}))

    assert answers("standings", path, "--period", 2) == (
        0,
        [
            {
                "after_round": 2,
                "period": 2,
                "standings": [
                    {"rank": 1, "player": 1, "points": "10"},
                    {"rank": 2, "player": 3, "points": "9/2"},
                    {"rank": 3, "player": 4, "points": "7/2"},
                    {"rank": 4, "player": 2, "points": "0"},
                ],
            }
        ],
    )
    assert "K, after round 2, period 2" in run("standings", path, "--period", 2)[1]
    status, [wrong] = answers("standings", path, "--period", 3)
    assert (status, wrong["place"]) == (2, "options.period_rounds")
    status, [wrong] = answers("standings", path, "--period", 2, "--after", 1)
    assert (status, wrong["place"]) == (2, "rounds")


def test_without_categories_nobody_has_a_place_in_one() -> None:
    _status, [answer] = answers("standings", SIX)
    assert {(row["category"], row["category_rank"]) for row in answer["standings"]} == {(None, None)}


def test_standings_rank_and_show_positions() -> None:
    expected = json.loads((DATA / "attendance_monrad_six.expected.json").read_text())
    status, [answer] = answers("standings", SIX)
    assert (status, answer["after_round"]) == (0, 2)
    by_position = sorted(answer["standings"], key=lambda row: row["position"])
    assert [row["player"] for row in by_position] == expected["positions_before_round_3"]
    assert answer["standings"][0] == {
        "rank": 1,
        "player": 2,
        "points": "6",
        "tie_breaks": {"Buchholz-1": "4", "wins": "2", "blacks": "1"},
        "category": None,
        "category_rank": None,
        "position": 1,
    }


def test_standings_after_an_earlier_round() -> None:
    _status, [answer] = answers("standings", SIX, "--after", 1)
    assert (answer["after_round"], [row["rank"] for row in answer["standings"]]) == (1, [1, 1, 1, 4, 4, 4])
    _status, [answer] = answers("standings", SIX, "--after", 0)
    assert [(row["rank"], row["player"]) for row in answer["standings"]] == [(n, n) for n in range(1, 7)]


def test_rationals_come_in_lowest_terms(write: Any) -> None:
    path = write("a.json", options={"win": "1", "draw": "2/4", "loss": "0.25"})
    _status, [answer] = answers("standings", path, "--after", 1)
    assert {row["points"] for row in answer["standings"]} == {"1", "1/4"}


def test_a_round_not_played_is_said() -> None:
    status, [answer] = answers("standings", SIX, "--after", 3)
    assert (status, answer) == (2, {"error": "Only 2 rounds have been played.", "place": "rounds"})


def test_every_file_is_answered_in_order(write: Any, tmp_path: Path) -> None:
    finished = write("finished.json", planned_rounds=2)
    wrong = write("wrong.json", seed="00")
    status, [one, two, three, four, five] = answers("pair", finished, wrong, SIX, tmp_path / "none", tmp_path)
    assert status == 2
    assert one == {
        "error": "All planned rounds have been played; rounds so far: 2.",
        "reasons": [
            {"rule": "impossible/all_played", "text": "All planned rounds have been played; rounds so far: 2."}
        ],
    }
    assert two == {"error": "A seed has 64 hex digits.", "place": "seed"}
    assert three["round"] == 3
    assert "cannot be read" in four["error"]
    assert "cannot be read" in five["error"]


@pytest.mark.parametrize("number", ["1e9999999999999999999", "[" * 5_000, "9" * 5_000, "{}"])
@pytest.mark.parametrize("command", ["pair", "standings", "verify_tournament"])
def test_a_wrong_file_is_a_sentence_with_its_place(write: Any, tmp_path: Path, command: str, number: str) -> None:
    right, wrong = write("right.json"), tmp_path / "wrong.json"
    wrong.write_text(SIX.read_text().replace("{", f'{{"planned_rounds": {number}, ', 1))
    status, given = answers(command, *[right] * 3, wrong, *[right] * 3)
    assert status == 2
    assert ["error" in answer for answer in given] == [False] * 3 + [True] + [False] * 3
    assert given[3]["place"]


@pytest.mark.slow
def test_all_the_others_of_four_hundred_files_are_answered(write: Any, tmp_path: Path) -> None:
    wrong = write("wrong.json", planned_rounds="HERE")
    wrong.write_text(wrong.read_text().replace('"HERE"', "1e9999999999999999999"))
    paths = [write(f"{number}.json") for number in range(399)]
    status, given = answers("pair", *paths[:6], wrong, *paths[6:])
    assert status == 2
    assert [index for index, answer in enumerate(given) if "error" in answer] == [6]
    assert given[6] == {
        "error": "A whole number from 0 is expected here, not 1e9999999999999999999.",
        "place": "planned_rounds",
    }
    assert len(given) == 400


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_fault_of_ours_keeps_no_other_file_from_its_answer(
    write: Any, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    configured = TournamentFile.configured

    def fails(file: TournamentFile) -> Any:
        if file.snapshot.planned_rounds == 7:
            raise ZeroDivisionError
        return configured(file)

    monkeypatch.setattr(TournamentFile, "configured", fails)
    status, [one, two] = answers(command, write("seven.json", planned_rounds=7), SIX)
    assert status == 3
    assert one["error"].startswith("A fault of this program, ZeroDivisionError: please report it with the file")
    with pytest.raises(ZeroDivisionError):
        run(command, SIX, write("seven.json", planned_rounds=7), "--traceback")
    assert "error" not in two
    assert "seven.json: A fault of this program" in run(command, write("seven.json", planned_rounds=7), SIX)[2]


@pytest.mark.slow
def test_a_file_whose_name_is_no_text_is_answered_too(tmp_path: Path) -> None:
    there = tmp_path / os.fsdecode(b"\xff.json")
    there.write_bytes(SIX.read_bytes())
    done = subprocess.run(
        [sys.executable, "manage.py", "pair", there, tmp_path / os.fsdecode(b"none\xff"), SIX],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout.count(b"Player 6 (6)") == 2
    assert b"\\xff.json:" in done.stdout
    assert b"none\\xff: The file cannot be read" in done.stderr


def test_a_file_that_cannot_be_paired_gives_status_1(write: Any) -> None:
    assert run("pair", write("finished.json", planned_rounds=2), SIX, "--json")[0] == 1


def test_the_text_for_people_is_a_table_with_reasons() -> None:
    status, out, err = run("pair", SIX)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Six cards, pairs broken up from below in round 3, round 3"
    assert lines[1].split() == ["Board", "White", "Black", "Why"]
    assert lines[2].startswith("    1  Player 6 (6)  Player 2 (2)  Player 6 is the highest placed")
    table = run("standings", SIX)[1].splitlines()
    assert table[1].split() == ["Place", "Player", "Pts", "Buchholz-1", "Wins", "Games", "with", "Black", "Pos"]
    assert len({len(line) for line in table[1:]}) == 1


def test_errors_for_people_go_to_stderr(write: Any) -> None:
    status, out, err = run("pair", write("wrong.json", seed="00"), SIX)
    assert status == 2
    assert "wrong.json: seed: A seed has 64 hex digits." in err
    assert "Player 6 (6)" in out


@pytest.mark.slow
@pytest.mark.parametrize("command", ["pair", "standings"])
def test_no_database_is_touched(command: str) -> None:
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "for this test only"}
    done = subprocess.run(
        [sys.executable, "manage.py", command, str(SIX), "--json"],
        cwd=ROOT,
        env=os.environ | nowhere,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)


def test_people_read_two_decimals_at_most() -> None:
    status, text, _errors = run("standings", DATA / "keizer_amsterdam.json")
    assert status == 0
    assert [line.split()[-3] for line in text.splitlines()[2:]] == ["264", "217½", "189", "176", "113.33", "86"]


def test_what_was_read_otherwise_in_a_report_goes_to_the_errors(tmp_path: Path) -> None:
    given = Path(__file__).parents[1] / "data" / "trf_inputs" / "xxa_ignored.trf"
    path = tmp_path / "other.trf"
    path.write_bytes(given.read_bytes().replace(b"XXA    4  1.0", b"XXA    5  1.0"))
    for command in ("pair", "standings", "verify_tournament"):
        _status, _out, err = run(command, path)
        assert "The points of accelerated rounds (250, XXA) are not imported" in err, command
        assert run(command, given)[2] == ""
