"""One noun, one sense: the names of modules and classes by `docs/dictionary.csv`."""

from __future__ import annotations

import ast
import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tools.files import existing, files_in
from tools.rooms import FLOORS

ROOT = Path(__file__).parents[2]
DICTIONARY = ROOT / "docs" / "dictionary.csv"
PACKAGES = ("tournaments", "clubchess")
OUTSIDE = (
    *("tournaments/migrations", "tournaments/management/commands"),
    *("tournaments/pairing/tie_breaks", "clubchess/formats"),
)
"""Their names are data or Django's, and no words of ours."""
PLUG_INS = ("tournaments/pairing/systems", "tournaments/pairing/tie_breaks", "tournaments/management/commands")
LONGEST_SENSE = 90

IN_TWO_ROOMS = {
    "matches": "a round's page tells them, and the rooms right of it decide them",
    "own games": "the evening's page asks how they went, and the round's work counts them",
    "schedule": "published by the director on the evening's page",
    "seasons": "tournaments are made in one, and the club's own page lists them",
    "shared games": "a round's page tells them, a cup makes them",
}
"""Nouns that stand in different rooms of services, pages, forms and views, and why."""

GONE = {"Picture", "Told", "Called", "Twin", "Plan", "Tree", "Past", "Said"}
GONE_BUT = {
    "PastRound": "a round of the demo that lies in the past, in the everyday sense",
    "Picture": "a picture of a screen in the guide: what everybody calls one",
}
TWICE = {"Player": "the club's record, and a player among the core's values: neither knows the other"}


def folder(file: Path) -> str:
    """As it stands in the dictionary: `services/rounds`, `tournaments`, `clubchess/log_in`."""
    return str(file.parent.relative_to(ROOT)).removeprefix("tournaments/")


def is_within(file: Path, folders: tuple[str, ...]) -> bool:
    return any(existing(ROOT / each) in file.parents for each in folders)


@cache
def modules() -> tuple[Path, ...]:
    files = tuple(
        file
        for package in PACKAGES
        for file in files_in(ROOT / package, "**/*.py")
        if file.name != "__init__.py" and not is_within(file, OUTSIDE)
    )
    assert len(files) > 400
    return files


@cache
def classes() -> Mapping[str, list[Path]]:
    """The public ones, by name; but for migrations."""
    found: dict[str, list[Path]] = defaultdict(list)
    files = [file for package in PACKAGES for file in files_in(ROOT / package, "**/*.py")]
    for file in files:
        if not is_within(file, ("tournaments/migrations",)):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(file)
    assert len(found) > 1000
    return found


def places() -> Mapping[str, set[str]]:
    """Where each noun stands as a module."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in modules():
        found[file.stem.replace("_", " ")].add(folder(file))
    return found


def places_as_class(noun: str) -> set[str]:
    return {folder(file) for file in classes().get(noun.title().replace(" ", ""), ())}


def rows() -> list[dict[str, str]]:
    with DICTIONARY.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def wrong(rows: list[dict[str, str]]) -> Iterator[str]:
    """What the dictionary and the code say differently, each with what belongs into it."""
    there = places()
    by_noun = {row["noun"]: row for row in rows}
    yield from (f"no row: {noun};…;{', '.join(sorted(there[noun]))};" for noun in sorted(there.keys() - by_noun.keys()))
    for noun, row in by_noun.items():
        now = ", ".join(sorted(there.get(noun) or places_as_class(noun)))
        if not now:
            yield f"neither module nor class: {noun}"
        elif row["floors"] != now:
            yield f"stands elsewhere: {noun};…;{now};"


def test_every_noun_has_its_row_and_every_row_is_used() -> None:
    assert list(wrong(rows())) == []


def test_it_would_find_a_row_too_many_one_too_few_and_one_that_has_moved() -> None:
    changed = [{**row, "floors": "pages/cup"} if row["noun"] == "story" else row for row in rows()]
    changed = [row for row in changed if row["noun"] != "parity"] + [{"noun": "ribbon", "floors": ""}]
    assert [line.partition(";")[0] for line in wrong(changed)] == [
        "no row: parity",
        "stands elsewhere: story",
        "neither module nor class: ribbon",
    ]


def test_it_is_sorted_and_says_each_sense_once_and_shortly() -> None:
    nouns = [row["noun"] for row in rows()]
    assert nouns == sorted(set(nouns))
    assert [row["noun"] for row in rows() if not 0 < len(row["sense"]) <= LONGEST_SENSE] == []


def rooms_of_nouns() -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for noun, there in places().items():
        for place in there:
            floor, _, room = place.partition("/")
            if floor in FLOORS:
                found[noun].add(room.partition("/")[0])
    assert len(found) > 100
    return found


def test_a_noun_stands_in_one_room() -> None:
    """And an exception that is no longer one goes."""
    assert {noun for noun, rooms in rooms_of_nouns().items() if len(rooms) > 1} == IN_TWO_ROOMS.keys()


def words(name: str) -> set[str]:
    return set(re.findall(r"[A-Z][a-z0-9]*", name))


def test_no_class_is_called_by_a_word_that_is_gone() -> None:
    found = {
        name
        for name, files in classes().items()
        if words(name) & GONE and not all(is_within(file, ("tournaments/models",)) for file in files)
    }
    assert found == GONE_BUT.keys()


@pytest.mark.parametrize(("name", "found"), [("PlanPage", {"Plan"}), ("PlannedRound", set()), ("StreetName", set())])
def test_a_word_is_found_whole(name: str, found: set[str]) -> None:
    assert words(name) & GONE == found


def test_a_class_name_stands_once() -> None:
    outside = {name: [file for file in files if not is_within(file, PLUG_INS)] for name, files in classes().items()}
    assert {name for name, files in outside.items() if len(files) > 1} == TWICE.keys()
