"""`manage.py standings --json` answers for every system and preset, after every round, and of empty tables too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.management.test_tournament_files import run
from tests.tools.guards.layers import first_fast
from tests.tools.pairing.fide_charts import BERG, CLUB_EVENINGS, DAHL, ERIKSEN, FOSS, GRAN
from tournaments.exchange.tournament_file import TournamentFile, dump
from tournaments.management.simulated_files import simulated_file
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.discovery import MOST_TIE_BREAKS, SYSTEMS, TIE_BREAKS
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.types.snapshot import Entrant, PlayedGame, PlayedRound, Result, TournamentSnapshot

PRESETS = [(code, preset) for code in SYSTEMS for preset in (None, *SYSTEMS[code].info.presets)]
BUSY = Rates(attendance=0.75, late=0.2, withdrawals=0.08, forfeits=0.08, postponed=0.08, half_byes=0.08)
every_preset = pytest.mark.parametrize(("code", "preset"), PRESETS)


def played(code: str, preset: str | None, *, players: int, rounds: int) -> TournamentFile:
    return simulated_file(code, preset=preset, seed=5, players=players, rounds=rounds, rates=BUSY).file


def of_entrants(code: str, preset: str | None, *entrants: Entrant) -> TournamentFile:
    names = {entrant.number: f"Player {entrant.number}" for entrant in entrants}
    return TournamentFile(
        name="Club", system=code, preset=preset, names=names, snapshot=TournamentSnapshot(entrants=entrants)
    )


def with_all_tie_breaks(file: TournamentFile) -> Iterator[TournamentFile]:
    """Each that there is, the system's own options taken over, as a club may ask for it: as many at once as it may."""
    codes = [*TIE_BREAKS]
    for start in range(0, len(codes), MOST_TIE_BREAKS):
        chosen = codes[start : start + MOST_TIE_BREAKS]
        yield replace(file, tie_breaks=tuple({"code": code} for code in chosen))


def no_number(given: str) -> NoReturn:
    raise AssertionError(f"{given} is no JSON")


def answer(file: TournamentFile, folder: Path, *, after: int | None = None) -> dict[str, Any]:
    path = folder / "tournament.json"
    path.write_bytes(dump(file))
    arguments = () if after is None else ("--after", after)
    status, out, errors = run("standings", path, "--json", *arguments)
    assert (status, errors, len(out.splitlines())) == (0, "", 1), (out, errors)
    document: dict[str, Any] = json.loads(out, parse_constant=no_number)
    return document


def of_each_round(file: TournamentFile, folder: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for after in range(len(file.snapshot.rounds) + 1):
        yield after, answer(file, folder, after=after)


def in_lowest_terms(value: object) -> bool:
    return isinstance(value, str) and str(Fraction(value)) == value


def check(file: TournamentFile, after: int, document: dict[str, Any]) -> None:
    """The document is the core's table, with nothing added, lost or spelt otherwise."""
    system, tie_breaks = file.configured()
    table = system.standings(file.snapshot.after(after), tie_breaks)
    asked = [tie_break.info.short for tie_break in tie_breaks]
    further = [column.code for column in table.columns if column.code not in (POINTS.code, *asked)]
    assert document["after_round"] == after
    assert [(row["rank"], row["player"]) for row in document["standings"]] == [
        (row.place, row.player) for row in table.rows
    ]
    for shown, row in zip(document["standings"], table.rows, strict=True):
        assert list(shown) == ["rank", "player", "points", "tie_breaks", "category", "category_rank", *further]
        assert list(shown["tie_breaks"]) == list(dict.fromkeys(asked))
        assert in_lowest_terms(shown["points"])
        for code, value in [("points", shown["points"]), *shown["tie_breaks"].items()]:
            known = row.cells[code].value if code in row.cells else None
            assert value is None if known is None else in_lowest_terms(value) and Fraction(value) == known
        for code in further:
            known, value = row.cells[code].value, shown[code]
            assert in_lowest_terms(value) if isinstance(known, Fraction) else value is None or type(value) is int
            assert value == (str(known) if isinstance(known, Fraction) else known)


@pytest.mark.slow
@every_preset
@pytest.mark.parametrize(("players", "rounds"), first_fast(1, [(11, 5), (8, 8)]))
def test_every_round_has_its_table(code: str, preset: str | None, players: int, rounds: int, tmp_path: Path) -> None:
    file = played(code, preset, players=players, rounds=rounds)
    assert file.snapshot.rounds
    for asked in (file, *with_all_tie_breaks(file)):
        for after, document in of_each_round(asked, tmp_path):
            check(asked, after, document)


@pytest.mark.slow
@every_preset
def test_empty_and_tiny_fields_have_their_tables(code: str, preset: str | None, tmp_path: Path) -> None:
    nobody = of_entrants(code, preset)
    alone = of_entrants(code, preset, Entrant(number=1, rating=1500))
    gone = of_entrants(code, preset, *(Entrant(number=number, away=((1, None),)) for number in (1, 2, 3)))
    later = of_entrants(code, preset, Entrant(number=1, joined_round=4))
    for file in (nobody, alone, gone, later):
        for asked in (file, *with_all_tie_breaks(file)):
            check(asked, 0, answer(asked, tmp_path))


@every_preset
def test_a_field_that_has_gone_home_keeps_its_table(code: str, preset: str | None, tmp_path: Path) -> None:
    file = played(code, preset, players=7, rounds=3)
    held = len(file.snapshot.rounds)
    gone = tuple(replace(entrant, away=((held + 1, None),)) for entrant in file.snapshot.entrants)
    file = replace(file, snapshot=replace(file.snapshot, entrants=gone))
    document = answer(file, tmp_path)
    assert document["standings"]
    check(file, held, document)


def test_a_tie_break_that_the_table_leaves_out_is_null(tmp_path: Path) -> None:
    """M-2 says nothing below seven rounds; who asked for it finds its key all the same."""
    document = answer(played("norwegian_monrad", None, players=11, rounds=5), tmp_path)
    assert document["standings"]
    for row in document["standings"]:
        assert list(row["tie_breaks"])[:2] == ["M-2", "M-1"]
        assert row["tie_breaks"]["M-2"] is None
        assert isinstance(row["tie_breaks"]["M-1"], str)


def test_a_tie_break_that_says_nothing_of_one_player_is_null_for_them_alone(tmp_path: Path) -> None:
    """Under DrawBoss 1 stands alone on a point, and 3 and 4, tied, have drawn with each other."""
    file = of_entrants("drawboss_monrad", None, *(Entrant(number=number) for number in range(1, 5)))
    games = (
        PlayedGame(board=1, white=1, black=2, result=Result.WHITE_WINS),
        PlayedGame(board=2, white=3, black=4, result=Result.DRAW),
    )
    file = replace(file, snapshot=replace(file.snapshot, rounds=(PlayedRound(number=1, games=games),)))
    shown = {row["player"]: row["tie_breaks"]["head-to-head"] for row in answer(file, tmp_path)["standings"]}
    assert shown == {1: None, 3: "1/2", 4: "1/2", 2: None}


def test_those_of_fide_stand_under_its_codes(tmp_path: Path) -> None:
    file = TournamentFile(
        name="Club",
        system="norwegian_monrad",
        names={number: f"Player {number}" for number in CLUB_EVENINGS.by_number},
        snapshot=CLUB_EVENINGS,
        tie_breaks=(
            {"code": "fide_buchholz", "cut": 1},
            {"code": "fide_buchholz", "forfeits_played": True, "rules": "2023"},
            {"code": "fide_sonneborn_berger"},
            {"code": "direct_encounter"},
            {"code": "fide_wins"},
            {"code": "average_rating"},
        ),
    )
    shown = {row["player"]: row["tie_breaks"] for row in answer(file, tmp_path)["standings"]}

    assert list(shown) == [BERG, FOSS, ERIKSEN, GRAN, DAHL]
    assert shown[BERG] == {"BH/C1": "7/2", "BH/P": "4", "SB": "3", "DE": None, "WIN": "2", "ARO": None}
    assert shown[DAHL] == {"BH/C1": "3", "BH/P": "9/2", "SB": "1/4", "DE": None, "WIN": "0", "ARO": None}
