"""The same rooms on every floor: in the folders, in the contract, in the tests."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools.rooms import APP, FLOORS, ROOMS, files_by_folder

ROOT = Path(__file__).parents[2]
MOST = 25
"""Modules in a folder that can still be overlooked."""
NAMED_BY_DATA = {"pairing/tie_breaks", "management/commands"}
"""What is in these is looked for by its name."""


def rooms_of(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir() if each.is_dir() and each.name != "__pycache__"}


@pytest.mark.parametrize("floor", [*(f"tournaments/{each}" for each in FLOORS), "templates/tournaments"])
def test_a_floor_has_no_room_of_its_own(floor: str) -> None:
    folder = ROOT / floor
    assert rooms_of(folder) <= {*ROOMS}
    assert [file.name for file in folder.iterdir() if file.is_file() and file.name != "__init__.py"] == []


@pytest.mark.parametrize("floor", FLOORS)
def test_its_tests_stand_in_the_same_rooms(floor: str) -> None:
    assert rooms_of(ROOT / "tests" / floor) <= rooms_of(APP / floor)


def test_the_contract_has_them_in_this_order() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["name"] == "The rooms, the same on every floor")

    assert contract["layers"] == [f"({room})" for room in reversed(ROOMS)]
    assert contract["containers"] == [f"tournaments.{floor}" for floor in FLOORS]
    assert contract["exhaustive"]


def test_no_folder_is_too_large_or_holds_one_module() -> None:
    folders = files_by_folder()
    assert len(folders) > 50
    assert {folder: count for folder, count in folders.items() if count > MOST}.keys() <= NAMED_BY_DATA
    assert [folder for folder, count in folders.items() if count == 1] == []
