"""Worked examples that others have published, number by number."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.pairing.keizer_by_hand import Season

DATA = Path(__file__).parents[2] / "data"
EXAMPLES = sorted(path.name.removesuffix(".expected.json") for path in DATA.glob("keizer_*.expected.json"))
SAYS = [
    pytest.param(DATA / f"{name}.json", says, id=f"{name} after {says['after_round']}")
    for name in EXAMPLES
    for says in json.loads((DATA / f"{name}.expected.json").read_text())["expected"]
]


def by_hand(path: Path, after: int) -> list[dict[str, Any]]:
    return [vars(line) for line in Season(json.loads(path.read_text())).table(after)]


def test_all_examples_are_there() -> None:
    assert len(SAYS) == 9


@pytest.mark.parametrize("rows_of", [by_hand])
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
