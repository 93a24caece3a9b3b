"""FIDE's Dutch system on histories from a tournament file: forfeits, late entrants, byes that were asked for."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.oracles.fide_dutch import Oracle
from tournaments.exchange.tournament_file import TournamentFile, dump
from tournaments.exchange.trf import dump as dump_trf
from tournaments.exchange.trf import parse
from tournaments.exchange.trf.exporter import trf_of
from tournaments.exchange.trf.importer import taken
from tournaments.pairing.opponents.starting_list import InitialColour
from tournaments.pairing.systems.fide_dutch import FideDutch
from tournaments.pairing.types.snapshot import Entrant, TournamentSnapshot

BLACK_FIRST = {"initial_colour": "black"}
ROUNDS = (
    "4:1 1-0, 2:5 0-1, 7:3 0-1, 8 pairing, 6 half",
    "3:8 1/2-1/2, 6:4 1/2-1/2, 1:2 --+, 7 pairing, 5 excused",
    "4:3 ---, 8:2 1-0, 5:7 1/2-1/2, 1:6 1/2-1/2",
    "7:8 1/2-1/2, 6:3 1/2-1/2, 1:5 1-0, 2 half, 4 half",
    "8:6 1/2-1/2, 4:7 1/2-1/2, 3:5 1-0, 2:1 1/2-1/2",
    "8:4 0-1, 1:3 0-1, 6:2 1-0, 5 pairing, 7 excused",
)
"""The whole tournament of the page."""


def answer(tmp_path: Path, snapshot: TournamentSnapshot) -> dict[str, list[dict[str, object]]]:
    """What `manage.py pair FILE --json` says."""
    file = TournamentFile(
        name="Swiss",
        system="fide_dutch",
        names={entrant.number: f"Player {entrant.number}" for entrant in snapshot.entrants},
        options=BLACK_FIRST,
        snapshot=snapshot,
    )
    path = tmp_path / "swiss.json"
    path.write_bytes(dump(file))
    out = io.StringIO()
    call_command("pair", str(path), "--json", stdout=out)
    found: dict[str, list[dict[str, object]]] = json.loads(out.getvalue())
    return found


def pairs(found: dict[str, list[dict[str, object]]]) -> list[tuple[object, object]]:
    byes = [(bye["player"], 0) for bye in found["byes"] if bye["kind"] == "pairing"]
    return [*((board["white"], board["black"]) for board in found["boards"]), *byes]


@pytest.mark.parametrize("held", range(len(ROUNDS)))
def test_the_whole_tournament_of_the_page_from_files(held: int, tmp_path: Path) -> None:
    after = tournament(8, *ROUNDS[: held + 1], planned_rounds=6)
    coming = ", ".join(part for part in ROUNDS[held].split(", ") if part.endswith(("half", "excused")))
    before = tournament(8, *ROUNDS[:held], coming=coming, planned_rounds=6)
    played = after.rounds[-1]
    expected = {(game.white, game.black) for game in played.games}
    expected |= {(bye.player, 0) for bye in played.byes if bye.kind.value == "pairing"}

    assert {*pairs(answer(tmp_path, before))} == expected


def as_report(snapshot: TournamentSnapshot) -> TournamentSnapshot:
    """Once out as a TRF, and in again."""
    names = {entrant.number: f"Player {entrant.number}" for entrant in snapshot.entrants}
    file = TournamentFile(name="Swiss", system="fide_dutch", names=names, options=BLACK_FIRST, snapshot=snapshot)
    return taken(parse(dump_trf(trf_of(file))), system="fide_dutch").file.snapshot


@pytest.mark.parametrize("held", range(len(ROUNDS)))
def test_the_whole_tournament_of_the_page_from_reports(held: int, tmp_path: Path) -> None:
    """Forfeits, one of them on both sides, half-point byes, absences and the byes for the odd number, as letters of a
    TRF; what is asked for the coming round stands in it too."""
    coming = ", ".join(part for part in ROUNDS[held].split(", ") if part.endswith(("half", "excused")))
    before = tournament(8, *ROUNDS[:held], coming=coming, planned_rounds=6)

    assert pairs(answer(tmp_path, as_report(before))) == pairs(answer(tmp_path, before))


def by_page(snapshot: TournamentSnapshot) -> list[tuple[int, int]]:
    found = Oracle(snapshot, FideDutch(initial_colour=InitialColour.BLACK)).pair()
    assert found is not None
    return [*found.boards, *((player, 0) for player, kind in found.byes.items() if kind == "pairing")]


def test_late_entrants_and_who_left_from_a_file(tmp_path: Path) -> None:
    """8 joins in round 2 and 9 in round 3, each where the rating belongs; 5 withdraws after round 2 and 7 has lost by
    forfeit."""
    ratings = [2100, 2050, 2000, 1950, 1900, 1850, 1800]
    entrants = [Entrant(number=number, rating=rating) for number, rating in enumerate(ratings, start=1)]
    entrants[4] = replace(entrants[4], away=((3, None),))
    entrants += [Entrant(number=8, rating=2070, joined_round=2), Entrant(number=9, rating=1700, joined_round=3)]
    rounds = ("4:1 0-1, 2:5 1-0, 6:3 1/2-1/2, 7 pairing", "1:2 1/2-1/2, 3:8 0-1, 5:6 1-0, 7:4 --+")
    snapshot = tournament(entrants, *rounds, coming="4 half", planned_rounds=5)

    found = answer(tmp_path, snapshot)

    assert pairs(found) == by_page(snapshot)
    assert {each["player"] for each in found["left_out"]} == {5}
    assert {bye["player"] for bye in found["byes"]} >= {4}


def test_late_entrants_and_forfeits_from_a_report(tmp_path: Path) -> None:
    """A report has no word for joining late: 3 and 8 have the place that it gives them, and nothing in the rounds
    before. 5 has forfeited, 6 had half a point, 2 a full one."""
    entrants = [Entrant(number=number, rating=2200 - 50 * number) for number in range(1, 9)]
    rounds = (
        "1:5 1-0, 4:7 +--, 6 half, 2 full, 3 excused, 8 excused",
        "2:1 1/2-1/2, 3:4 1-0, 7:6 0-1, 5 pairing, 8 excused",
    )
    snapshot = as_report(tournament(entrants, *rounds, coming="1 half", planned_rounds=5))

    found = pairs(answer(tmp_path, snapshot))

    assert found == by_page(snapshot)
    assert {number for pair in found for number in pair} == {0, 2, 3, 4, 5, 6, 7, 8}
