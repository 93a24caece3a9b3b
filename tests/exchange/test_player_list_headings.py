"""Every heading of the table is understood as what stands beside it."""

from __future__ import annotations

import datetime
import re
from collections import Counter, defaultdict

import pytest

from tournaments.exchange.player_list import ListedPlayer, PlayerList, players_of
from tournaments.exchange.player_list_headings import (
    LEFT_OUT,
    KnownHeading,
    known_headings,
    meaning_of,
    plain_heading,
)
from tournaments.exchange.spreadsheet_reader import Sheet, SheetRow

MOST_OF_ONE_PROGRAM = 30
TWO_MEANINGS: set[str] = set()
"""Headings that are one thing to one program and another to the next, and are told apart by what stands beside them."""
A_DAY = datetime.date(2012, 5, 31)
CELLS: dict[str, tuple[str, dict[str, object]]] = {
    "title": ("FM", {"title": "FM"}),
    "federation": ("NOR", {"federation": "NOR"}),
    "rating": ("1500", {"rating": 1500}),
    "fide_rating": ("1500", {"rating": 1500}),
    "rating_date": ("31.5.2012", {"rating_date": A_DAY}),
    "rapid_rating": ("1500", {"rapid_rating": 1500}),
    "blitz_rating": ("1500", {"blitz_rating": 1500}),
    "fide_id": ("1234", {"fide_id": 1234}),
    "national_id": ("77", {"national_id": "77"}),
    "categories": ("U14", {"categories": "U14"}),
    "sex": ("f", {"contact": {"sex": "female"}}),
    "birth_date": ("31.5.2012", {"contact": {"birth_date": A_DAY}}),
    "birth_year": ("2012", {"contact": {"birth_year": 2012}}),
    "email": ("anna@example.org", {"contact": {"email": "anna@example.org"}}),
    "phone": ("555", {"contact": {"phone": "555"}}),
    **{meaning: ("9", {}) for meaning in LEFT_OUT},
}
"""A cell below a heading that means this, and what is read of it."""


def read(*rows: tuple[str, ...]) -> PlayerList:
    numbered = tuple(SheetRow(number=number, cells=cells) for number, cells in enumerate(rows, start=1))
    return players_of(Sheet(rows=numbered, notes=()), today=datetime.date(2026, 11, 20))


def sheet_of(known: KnownHeading) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, object]]:
    """A heading, a row and what it tells besides the name Anna Berg."""
    heading = re.sub(r"\b1\b|(?<=[A-Za-z])1\b", "12", known.heading)
    match known.meaning:
        case "name":
            return (heading,), ("Berg, Anna",), {}
        case "given_name":
            return (heading, "Nachname"), ("Anna", "Berg"), {}
        case "family_name":
            return ("Vorname", heading), ("Anna", "Berg"), {}
        case "prefix":
            return ("Vorname", heading, "Nachname"), ("Anna", "van", "Berg"), {"family_name": "van Berg"}
        case "member_number":
            return ("Name", "PKZ", heading), ("Berg, Anna", "5", "77"), {"national_id": "5", "member_number": "77"}
        case meaning:
            cell, told = CELLS[meaning]
            return ("Name", heading), ("Berg, Anna", cell), told


def test_each_is_understood_in_a_sheet_without_a_word() -> None:
    wrong = []
    for known in known_headings():
        heading, row, told = sheet_of(known)
        found = read(heading, row)
        expected = ListedPlayer(**{"row": 2, "given_name": "Anna", "family_name": "Berg"} | told)  # type: ignore[arg-type]
        if (found.players, found.left_out, found.notes) != ((expected,), (), ()):
            wrong.append((known.heading, known.seen_in, found))

    assert wrong == []


def test_none_has_two_meanings_but_those_that_are_declared() -> None:
    meanings = defaultdict(set)
    for known in known_headings():
        meanings[plain_heading(known.heading)].add(known.meaning)

    assert {plain for plain, several in meanings.items() if len(several) > 1} == TWO_MEANINGS


def test_a_program_has_no_heading_twice_and_a_language_of_one_no_more_than_a_reader_can_check() -> None:
    once = Counter((known.heading, known.seen_in) for known in known_headings())
    of_one = Counter(
        known.seen_in.partition(",")[0].rstrip(")") for known in known_headings() if known.seen_in != "ours"
    )

    assert [twice for twice, times in once.items() if times > 1] == []
    assert {where: many for where, many in of_one.items() if many > MOST_OF_ONE_PROGRAM} == {}


def test_the_table_says_where_each_was_seen() -> None:
    assert [known for known in known_headings() if not (known.heading and known.meaning and known.seen_in)] == []


def test_a_number_in_a_heading_stands_for_every_number() -> None:
    assert [meaning_of(plain_heading(heading)) for heading in ("TB1", "TB5", "11.Rd", "R 9")] == ["results"] * 4


def test_what_a_rating_has_changed_by_is_no_rating() -> None:
    found = read(("Name", "rtg+/-", "Rtg"), ("Berg, Anna", "-12", "1500"))

    assert (found.players[0].rating, found.left_out, found.notes) == (1500, (), ())


@pytest.mark.parametrize("cells", [("x", "y"), ("", ""), ("GM", "NOR", "SWE")])
def test_a_column_without_a_heading_is_of_titles_only_where_most_cells_are(cells: tuple[str, ...]) -> None:
    people = [("1", cell, f"Able{number}, Alice") for number, cell in enumerate(cells)]
    found = read(("Nr.", "", "Name"), *people)

    assert {player.title for player in found.players} == {""}
    assert (found.left_out, found.notes) == ((), ())


def test_nor_is_it_behind_the_name() -> None:
    assert read(("Nr.", "Name", ""), ("1", "Able, Alice", "GM")).players[0].title == ""


def test_a_heading_of_titles_comes_before_an_unnamed_column() -> None:
    assert read(("", "Title", "Name"), ("GM", "FM", "Able, Alice")).players[0].title == "FM"
