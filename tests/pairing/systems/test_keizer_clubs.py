"""Keizer as clubs publish their rules (rulebook, keizer_clubs): a third of thirty clubs, with small tournaments."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tournaments.exchange.tournament_file import dump, parse
from tournaments.pairing.types.paired_round import PinnedBoard

CLUBS = json.loads((Path(__file__).parents[2] / "data" / "keizer_clubs" / "clubs.json").read_text())
CASES = [pytest.param(case, id=f"{club['club']}: {case['what'][:60]}") for club in CLUBS for case in club["cases"]]


def as_file(case: dict[str, Any]) -> bytes:
    return json.dumps(case["file"]).encode()


@pytest.mark.parametrize("case", CASES)
def test_every_table_is_the_club_s(case: dict[str, Any]) -> None:
    file = parse(as_file(case))
    system, tie_breaks = file.configured()
    assert case["after"]
    for after, expected in case["after"].items():
        table = system.standings(file.snapshot.after(int(after)), tie_breaks)
        told = [
            {
                "rank": row.rank,
                "player": row.player,
                **{
                    code: None if (value := row.cells[code].value) is None else str(Fraction(value))
                    for code in ("points", "value", "next_value")
                },
            }
            for row in table.rows
        ]
        assert told == [{key: row[key] for key in told[0]} for row in expected], f"after round {after}"
        for row in table.rows:
            explain = row.cells["points"].explain
            assert explain is not None
            assert sum(term.amount for term in explain()) == row.cells["points"].value


@pytest.mark.parametrize("case", [case for case in CASES if "pair" in case.values[0]])
def test_the_next_round_is_the_club_s(case: dict[str, Any]) -> None:
    file = parse(as_file(case))
    system, _tie_breaks = file.configured()
    pins = [PinnedBoard(white=pin.white, black=pin.black) for pin in file.pinned]
    paired = system.pair(file.snapshot, pinned=pins)
    assert [[board.white, board.black] for board in paired.boards] == case["pair"]["boards"]
    assert [[bye.player, bye.kind.value] for bye in paired.byes] == case["pair"]["byes"]


@pytest.mark.parametrize("case", CASES)
def test_its_file_is_written_as_it_was_read(case: dict[str, Any]) -> None:
    written = dump(parse(as_file(case)))
    assert dump(parse(written)) == written
