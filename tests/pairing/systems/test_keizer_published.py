"""Worked examples that others have published, number by number, and what every table of Keizer promises."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.tools.pairing.keizer_by_hand import Season
from tools.files import files_in

DATA = Path(__file__).parents[2] / "data"
EXAMPLES = [path.name.removesuffix(".expected.json") for path in files_in(DATA, "keizer_*.expected.json")]
SAYS = [
    pytest.param(DATA / f"{name}.json", says, id=f"{name} after {says['after_round']}")
    for name in EXAMPLES
    for says in json.loads((DATA / f"{name}.expected.json").read_text())["expected"]
]


def answer(command: str, path: Path, *arguments: object) -> dict[str, Any]:
    out = StringIO()
    call_command(command, str(path), "--json", *map(str, arguments), stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def by_command(path: Path, after: int) -> list[dict[str, Any]]:
    found = answer("standings", path, "--after", after)
    assert found["after_round"] == after
    rows: list[dict[str, Any]] = found["standings"]
    return rows


def by_hand(path: Path, after: int) -> list[dict[str, Any]]:
    return [vars(line) for line in Season(json.loads(path.read_text())).table(after)]


def test_all_examples_are_there() -> None:
    assert len(SAYS) == 9


@pytest.mark.parametrize("rows_of", [by_command, by_hand])
@pytest.mark.parametrize(("path", "says"), SAYS)
def test_the_table_is_the_published_one(
    rows_of: Callable[[Path, int], list[dict[str, Any]]], path: Path, says: dict[str, Any]
) -> None:
    rows = rows_of(path, says["after_round"])
    columns = [code for code in ("points", "value", "next_value") if code in says]
    assert columns
    for code in columns:
        published = {int(player): Fraction(number) for player, number in says[code].items()}
        assert {row["player"]: Fraction(row[code]) for row in rows} == published, code
    if "order" in says:
        assert [row["player"] for row in rows] == says["order"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_next_round_seats_everybody_once(name: str) -> None:
    path = DATA / f"{name}.json"
    document = json.loads(path.read_text())
    found = answer("pair", path)
    assert found["round"] == len(document["rounds"]) + 1
    seated = [player for board in found["boards"] for player in (board["white"], board["black"])]
    seated += [bye["player"] for bye in found["byes"]]
    assert sorted(seated) == [player["number"] for player in document["players"]]
