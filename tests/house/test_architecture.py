"""The drawing in docs/architecture.md is the contract that import-linter holds, and its rooms are the rooms."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from tools.rooms import ROOMS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MODULE = re.compile(r"[a-z_]+")


def layers(name: str) -> list[set[str]]:
    """Of one contract, from the top; what stands beside each other has no order."""
    settings: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (each for each in settings["tool"]["importlinter"]["contracts"] if each["name"] == name)
    return [set(MODULE.findall(layer)) for layer in contract["layers"]]


def drawing(page: str) -> tuple[str, str]:
    """What stands in the picture of the floors, and below it that of the core."""
    picture = page.partition("## Floors")[2].partition("```\n")[2].partition("```")[0]
    floors, _, core = picture.partition("inside pairing, from the ground up:\n")
    return floors, core


def drawn_floors(page: str) -> list[set[str]]:
    """The names before the wide gap; a line that begins with a blank goes on with what a floor holds."""
    lines = [line for line in drawing(page)[0].splitlines() if line and not line.startswith(" ")]
    return [set(MODULE.findall(re.split(r" {2,}", line)[0])) for line in lines]


def drawn_core(page: str) -> list[str]:
    """Room by room, from the ground up."""
    names = [re.split(r" {2,}", line.strip())[0] for line in drawing(page)[1].splitlines() if line.strip()]
    return [name for each in names for name in MODULE.findall(each)]


def drawn_rooms(page: str) -> list[str]:
    table = page.partition("## Rooms")[2].partition("\n## ")[0]
    return re.findall(r"^\| ([a-z]+) \|", table, re.MULTILINE)[1:]


def follows(names: list[str], floors: list[set[str]]) -> bool:
    """Whether one floor after the other is named, each whole."""
    rest = list(names)
    for floor in floors:
        if set(rest[: len(floor)]) != floor:
            return False
        rest = rest[len(floor) :]
    return not rest


def test_the_floors_are_those_of_the_contract() -> None:
    assert drawn_floors(PAGE) == layers("The application's layers")


def test_so_are_those_of_the_core() -> None:
    assert follows(drawn_core(PAGE), layers("The core's rooms")[::-1])


def test_the_rooms_are_the_rooms_in_their_order() -> None:
    assert drawn_rooms(PAGE) == list(ROOMS)


def test_another_order_or_a_floor_too_few_would_be_found() -> None:
    turned = PAGE.replace("\nselectors ", "\nselected ")
    assert turned != PAGE
    assert drawn_floors(turned) != layers("The application's layers")
    fewer = PAGE.replace("\n  opponents/ ", "\n  ")
    assert fewer != PAGE
    assert not follows(drawn_core(fewer), layers("The core's rooms")[::-1])
    assert drawn_rooms(PAGE.replace("| cup |", "| knockout |")) != list(ROOMS)
