"""manage.py verify_tournament: files without a database, tournaments here with what was kept with their rounds."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.management.test_tournament_files import ROOT, SIX, answers, run
from tests.tools.casts.factories import Evening, PlayerFactory
from tournaments.exchange.tournament_file import dump
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf import TrfEdition
from tournaments.exchange.trf import dump as dump_trf
from tournaments.exchange.trf.exporter import in_usual_points, trf_of
from tournaments.management.simulated_files import simulated_file
from tournaments.models import Game, PublishedTable
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.audit.verification import Verdict, verify
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.snapshot import Result, TournamentSnapshot
from tournaments.selectors.snapshots import exported, packed_table, unpacked_table
from tournaments.services.evening import manual_pairing
from tournaments.services.setup import entries


def called(evening: Evening) -> str:
    return f"{evening.tournament.club.slug}/{evening.tournament.slug}"


@pytest.fixture
def turned(tmp_path: Path) -> Path:
    """The six cards with the colours of one board turned."""
    document = json.loads(SIX.read_text())
    game = document["rounds"][1]["games"][0]
    game["white"], game["black"] = game["black"], game["white"]
    path = tmp_path / "turned.json"
    path.write_text(json.dumps(document))
    return path


def test_a_file_that_holds_gives_status_0() -> None:
    status, out, err = run("verify_tournament", SIX)
    assert (status, err) == (0, "")
    assert out.splitlines()[1:] == [
        "Round 1: 3 boards, as the system pairs",
        "Round 2: 3 boards, as the system pairs",
        "Tables: they hold.",
        "Everything is as the system pairs and ranks.",
    ]


def test_what_differs_is_said_with_its_board_and_gives_status_1(turned: Path) -> None:
    status, out, _err = run("verify_tournament", turned)
    assert status == 1
    assert "Round 2: 3 boards, NOT as it should be\n  Board 1: Player " in out
    assert out.endswith("Something differs: see above.\n")


def test_json_says_the_same_one_line_per_tournament(turned: Path, tmp_path: Path) -> None:
    status, [one, two, three] = answers("verify_tournament", SIX, turned, tmp_path / "none.json")
    assert status == 2
    assert (one["holds"], two["holds"]) == (True, False)
    assert [reason["rule"] for reason in two["rounds"][1]["differing"]] == ["verification/colours"]
    assert "cannot be read" in three["error"]


def test_a_wrong_file_names_the_place(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(json.loads(SIX.read_text()) | {"seed": "00"}))
    status, _out, err = run("verify_tournament", path)
    assert status == 2
    assert "seed: A seed has 64 hex digits." in err


@pytest.mark.slow
def test_a_file_needs_no_database() -> None:
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "for this test only"}
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_tournament", str(SIX), "--json"],
        cwd=ROOT,
        env=os.environ | nowhere,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def evening() -> Evening:
    """Three rounds in which the director has been busy: absences, moves by hand, a postponed game, a correction."""
    evening = Evening.of(8)
    evening.play(1, 2, 3, 4, 5, 6, 7)
    evening.draft(1, 2, 3, 4, 5, 6, 8)
    one, two = evening.boards()[:2]
    found = evening.round
    manual_pairing.swap_players(
        found,
        evening.entry(one[1]),
        evening.entry(two[0]),
        seen_revision=found.revision,
        actor=evening.director,
    )
    evening.publish()
    for board in range(1, len(evening.boards()) + 1):
        evening.enter(board, Result.DRAW)
    evening.enter(2, Result.BLACK_WINS, in_round=1)
    evening.play()
    return evening


@pytest.mark.slow
@pytest.mark.django_db
def test_a_tournament_of_the_installation_holds(evening: Evening) -> None:
    status, [answer] = answers("verify_tournament", called(evening))
    assert (status, answer["holds"]) == (0, True), answer
    assert [len(each["by_hand"]) for each in answer["rounds"]] == [0, 2, 0]


@pytest.mark.slow
@pytest.mark.django_db
def test_its_file_alone_says_the_same(evening: Evening, tmp_path: Path) -> None:
    path = tmp_path / "exported.json"
    path.write_bytes(dump(exported(evening.tournament)))
    status, [answer] = answers("verify_tournament", path)
    assert (status, answer["holds"]) == (0, True), answer


@pytest.mark.slow
@pytest.mark.django_db
def test_a_draft_is_nobodys_yet(evening: Evening) -> None:
    evening.draft()
    _status, [answer] = answers("verify_tournament", called(evening))
    assert len(answer["rounds"]) == 3


@pytest.mark.slow
@pytest.mark.django_db
def test_a_result_changed_behind_the_record_is_found(evening: Evening) -> None:
    Game.objects.filter(pk=evening.game(1, in_round=1).pk).update(result=Result.BLACK_WINS.value)
    status, [answer] = answers("verify_tournament", called(evening))
    assert status == 1
    assert "verification/kept" in {reason["rule"] for each in answer["rounds"] for reason in each["broken"]}


@pytest.mark.slow
@pytest.mark.django_db
def test_a_published_table_that_was_changed_is_found(evening: Evening) -> None:
    kept = PublishedTable.objects.get(round__number=1)
    table = unpacked_table(kept.table)
    swapped = replace(table, rows=(table.rows[1], table.rows[0], *table.rows[2:]))
    PublishedTable.objects.filter(pk=kept.pk).update(table=packed_table(swapped))
    status, out, _err = run("verify_tournament", called(evening))
    assert status == 1
    assert "Tables: The table published after round 1 does not follow from what was known then." in out


@pytest.mark.django_db
def test_a_tournament_that_is_not_there_is_said_and_the_next_is_looked_at() -> None:
    status, out, err = run("verify_tournament", "nowhere/cup", SIX)
    assert status == 2
    assert "There is no tournament nowhere/cup" in err
    assert out.endswith("Everything is as the system pairs and ranks.\n")


def test_a_fault_of_ours_keeps_no_other_file_from_its_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(system: PairingSystem, tie_breaks: object, snapshot: TournamentSnapshot, **others: Any) -> Verdict:
        if snapshot.planned_rounds == 7:
            raise ZeroDivisionError
        return verify(system, (), snapshot, **others)

    monkeypatch.setattr("tournaments.management.commands.verify_tournament.verify", fails)
    other = tmp_path / "seven.json"
    other.write_text(json.dumps(json.loads(SIX.read_text()) | {"planned_rounds": 7}))
    status, [one, two] = answers("verify_tournament", other, SIX)
    assert status == 3
    assert "A fault of this program, ZeroDivisionError" in one["error"]
    assert two["holds"]


@pytest.mark.django_db
def test_a_plan_that_somebody_joined_late_and_another_left_holds() -> None:
    """Games of rounds gone by are set up for the latecomer, and those of rounds ahead go with the leaver."""
    evening = Evening.of(7, system="all_play_all", options={"numbering": "given", "publish": "round"}, tie_breaks=None)
    evening.play()
    evening.play()
    entries.enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=evening.director)
    evening.play()
    entries.withdraw_entry(evening.tournament.entries.get(number=2), actor=evening.director)
    evening.play(1, 3, 4, 5, 6, 7, 8)
    status, out, err = run("verify_tournament", called(evening))
    assert (status, err) == (0, "")
    assert out.endswith("Everything is as the system pairs and ranks.\n")

    file = exported(evening.tournament)
    *before, last = file.snapshot.rounds
    first, *others = last.games
    turned = replace(last, games=(replace(first, white=first.black, black=first.white), *others))
    system, tie_breaks = file.configured()
    verdict = verify(system, tie_breaks, replace(file.snapshot, rounds=(*before, turned)))
    assert [len(each.differing) for each in verdict.rounds] == [0, 0, 0, 1]


# Reports, which do not say all that a round was paired from


def report(path: Path, code: str, edition: TrfEdition, *, seed: int, rates: Rates) -> Path:
    file = simulated_file(code, seed=seed, players=16, rounds=7, rates=rates).file
    written = trf_of(file)
    path.write_bytes(dump_trf(in_usual_points(written) if edition is TrfEdition.TRF16 else written, edition=edition))
    return path


BUSY = Rates(attendance=0.95, late=0.1, withdrawals=0.05, postponed=0.1, by_hand=0.1, forbidden=0.05)
QUIET = Rates(
    attendance=1, late=0, withdrawals=0, forfeits=0.05, postponed=0, corrections=0, half_byes=0, by_hand=0, forbidden=0
)


@pytest.mark.parametrize("code", ["norwegian_monrad", "fide_dutch", "modified_monrad", "attendance_monrad"])
def test_an_older_report_accuses_nobody_and_says_what_it_does_not_say(code: str, tmp_path: Path) -> None:
    path = report(tmp_path / "report.trf", code, TrfEdition.TRF16, seed=3, rates=BUSY)
    status, out, _err = run("verify_tournament", path)
    assert status == 0
    assert "A TRF16 does not say, and so it cannot be checked by one:" in out
    for what in ("which boards and byes the director set", "who entered late", "what results and byes score"):
        assert f"  {what}" in out
    assert "NOT" not in out
    assert "had White against" not in out
    assert "as the system pairs by what the file says (not " in out
    last = out.splitlines()[-1]
    assert last.startswith("Nothing is wrong as far as the file says it: ")
    assert "of 7 rounds are as the system pairs." in last


def test_its_last_round_may_be_the_last_one_planned(tmp_path: Path) -> None:
    """Of the Norwegian Monrad, where the last round allows a third colour."""
    path = report(tmp_path / "report.trf", "norwegian_monrad", TrfEdition.TRF16, seed=1, rates=QUIET)
    status, out, _err = run("verify_tournament", path)
    assert (status, out.splitlines()[-1]) == (0, "Everything is as the system pairs and ranks.")
    system, tie_breaks = (file := read_tournament(path.read_bytes()).file).configured()
    assert file.snapshot.planned_rounds is None
    assert not verify(system, tie_breaks, file.snapshot).holds, "as one of more rounds to come it is not"


def test_the_newer_report_says_enough_to_be_held_to_it(tmp_path: Path) -> None:
    path = report(tmp_path / "report.trf", "fide_dutch", TrfEdition.TRF26, seed=1, rates=QUIET)
    assert run("verify_tournament", path)[1].endswith("Everything is as the system pairs and ranks.\n")
    text = path.read_text()
    (one,) = [line for line in text.splitlines() if line.startswith("001    1 ")]
    (other,) = [line for line in text.splitlines() if line.startswith(f"001 {one[91:95]} ")]
    turned = {"w": "b", "b": "w"}
    for line in (one, other):
        text = text.replace(line, line[:96] + turned[line[96]] + line[97:])
    path.write_text(text)
    status, out, _err = run("verify_tournament", path)
    assert status == 1
    assert "A TRF does not say, and so it cannot be checked by one:\n  which boards and byes the director set" in out
    assert "what results and byes score" not in out
    assert out.endswith("Something differs: see above.\n")


def test_json_tells_what_a_report_does_not_say(tmp_path: Path) -> None:
    path = report(tmp_path / "report.trf", "norwegian_monrad", TrfEdition.TRF16, seed=3, rates=BUSY)
    status, [answer, own] = answers("verify_tournament", path, SIX)
    assert status == 0
    assert answer["holds"] is False
    assert "how many rounds were planned" in answer["unsaid"]
    assert "unsaid" not in own
