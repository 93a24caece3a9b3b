"""Keizer's tables against the same tables worked out by hand from the rulebook's page, and what all of them promise."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from importlib import resources
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.keizer_by_hand import Line, Season
from tests.tools.pairing.keizer_documents import as_bytes, keizer_documents
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.types.paired_round import Player
from tournaments.pairing.types.table import Table

SEASON = resources.files("tournaments.demo").joinpath("club_season.json")


def table_of(document: dict[str, Any], after: int) -> Table:
    file = parse(as_bytes(document))
    system, tie_breaks = file.configured()
    return system.standings(file.snapshot.after(after), tie_breaks)


def lines_of(table: Table) -> list[Line]:
    """Written down as the oracle does."""
    cells: list[Any] = [{code: cell.value for code, cell in row.cells.items()} for row in table.rows]
    return [
        Line(row.player, row.rank, values["points"], values["value"], values["next_value"])
        for row, values in zip(table.rows, cells, strict=True)
    ]


def lines(document: dict[str, Any], after: int) -> list[Line]:
    return lines_of(table_of(document, after))


def rounds_of(document: dict[str, Any]) -> range:
    return range(len(document["rounds"]) + 1)


@pytest.mark.parametrize("rescoring", ["classic", "frozen", "complete"])
@given(data=st.data())
def test_every_table_is_the_one_worked_out_by_hand(rescoring: str, data: st.DataObject) -> None:
    document = data.draw(keizer_documents(rescoring=rescoring))
    by_hand = Season(document)
    for after in rounds_of(document):
        assert lines(document, after) == by_hand.table(after), f"after round {after}"


@given(document=keizer_documents())
def test_what_a_total_opens_to_is_what_it_was_added_up_from(document: dict[str, Any]) -> None:
    by_hand = Season(document)
    for after in rounds_of(document):
        made, _next_values = by_hand.after(after)
        for row in table_of(document, after).rows:
            cell = row.cells["points"]
            opened: dict[object, Fraction] = dict.fromkeys(range(after + 1), Fraction(0))
            for term in cell.terms:
                opened[term.reason.facts.get("round", 0)] += term.amount
            own, *rounds = made.items[row.player]
            rounding = made.totals[row.player] - own - sum(rounds)
            assert [opened[number] for number in range(1, after + 1)] == rounds
            assert opened[0] == own + rounding
            assert sum(opened.values()) == cell.value


@given(document=keizer_documents(rescoring="classic"))
def test_a_win_over_somebody_pays_the_same_in_every_round_of_one_table(document: dict[str, Any]) -> None:
    paid = wins_in(table_of(document, len(document["rounds"])))
    assert all(len(set(amounts)) == 1 for amounts in paid.values())


def test_in_a_real_season_a_win_pays_the_opponents_value_in_every_round() -> None:
    table = table_of(json.loads(SEASON.read_text()), 37)
    paid = wins_in(table)
    values = {row.player: row.cells["value"].value for row in table.rows}
    assert {player: set(amounts) for player, amounts in paid.items()} == {player: {values[player]} for player in paid}
    assert max(len(amounts) for amounts in paid.values()) > 10


def wins_in(table: Table) -> dict[int, list[Fraction]]:
    """What each win over somebody pays."""
    paid = defaultdict(list)
    for row in table.rows:
        for term in row.cells["points"].terms:
            opponent = term.reason.facts.get("opponent")
            if term.reason.rule in ("ladder/win", "ladder/win_part") and isinstance(opponent, Player):
                paid[opponent.number].append(term.amount)
    return paid


@given(document=keizer_documents(), rng=st.randoms(use_true_random=False))
def test_the_order_of_the_rows_in_the_file_does_not_matter(document: dict[str, Any], rng: Random) -> None:
    before = [lines(document, after) for after in rounds_of(document)]
    rng.shuffle(document["players"])
    rng.shuffle(document["rounds"])
    for played in document["rounds"]:
        for rows in (played["games"], played["byes"], played["absences"]):
            rng.shuffle(rows)
    assert [lines(document, after) for after in rounds_of(document)] == before


@given(document=keizer_documents(), rng=st.randoms(use_true_random=False))
def test_recomputing_in_any_order_gives_the_same(document: dict[str, Any], rng: Random) -> None:
    """The same configured system asked for later tables first, and for each of them twice."""
    file = parse(as_bytes(document))
    system, tie_breaks = file.configured()
    asked = [*rounds_of(document)] * 2
    rng.shuffle(asked)
    for after in asked:
        table = system.standings(file.snapshot.after(after), tie_breaks)
        assert lines_of(table) == lines(document, after)


@given(document=keizer_documents(), rating=st.none() | st.integers(900, 2100))
def test_a_player_withdrawn_from_the_start_changes_nothing_for_the_others(
    document: dict[str, Any], rating: int | None
) -> None:
    if document["options"].get("withdrawn_share", "") is None:  # those who withdraw stay in the ladder
        del document["options"]["withdrawn_share"]
        document["options"].pop("withdrawn_pay", None)
    number = max(player["number"] for player in document["players"]) + 1
    gone = {"number": number, "name": "Never came", "rating": rating, "away": [[1, None]]}
    with_them = document | {"players": [*document["players"], gone]}
    for after in rounds_of(document):
        there = [line for line in lines(with_them, after) if line.player != number]
        assert [unranked(line) for line in there] == [unranked(line) for line in lines(document, after)]


def unranked(line: Line) -> tuple[object, ...]:
    return line.player, line.points, line.value, line.next_value
