"""Tables as they are kept."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.evenings import evenings
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import Player, Rule
from tournaments.pairing.types.snapshot import TournamentSnapshot
from tournaments.pairing.types.table import Cell, Column, ColumnKind, Row, Table, Term

NOTE = Rule("test_table/note", "{player} leads by {points}")


def through_json(table: Table) -> Table:
    return Table.from_json(json.loads(json.dumps(table.to_json())))


def test_a_kept_table_says_exactly_what_was_published() -> None:
    columns = (
        Column(code="points", short="Pts", name="Points", legend="All of them", priority=1),
        Column(code="of", short="of", name="Best opponent", legend="By rating", kind=ColumnKind.PLAYER, priority=3),
        Column(code="mark", short="M", name="Mark", legend="A code", kind=ColumnKind.MARK),
    )
    cells = {"points": Fraction(10**40 + 1, 3), "of": 4, "mark": "1/2"}
    term = Term(reason=NOTE.reason(points=Fraction(1)), amount=Fraction(1))
    table = Table(
        after_round=2,
        columns=columns,
        rows=(
            Row(rank=1, player=7, cells={code: Cell(value=value) for code, value in cells.items()}),
            Row(rank=2, player=4, cells={"points": Cell(value=None, explain=lambda: (term,))}, withdrawn=True),
        ),
        notes=(NOTE.reason(player=Player(7), points=Fraction(1, 3)),),
    )

    kept = through_json(table)

    assert kept == table
    assert isinstance(kept.rows[0].cells["mark"].value, str)
    assert kept.rows[1].cells["points"].terms == ()


@pytest.mark.parametrize("code", SYSTEMS)
@given(snapshot=evenings())
def test_every_table_of_a_system_is_kept_whole(code: str, snapshot: TournamentSnapshot) -> None:
    system = configured(SYSTEMS[code], {})
    table = system.standings(snapshot, tie_breaks_of(system))

    assert through_json(table) == table


@pytest.mark.parametrize("code", SYSTEMS)
@given(snapshot=evenings(), data=st.data())
def test_without_guests_the_places_are_the_ranks_of_the_others(
    code: str, snapshot: TournamentSnapshot, data: st.DataObject
) -> None:
    """In every system, shared places too; nothing else of the table changes."""
    system = configured(SYSTEMS[code], {})
    table = system.standings(snapshot, tie_breaks_of(system))
    table = replace(table, rows=tuple(row for row in table.rows if row.place is not None))
    guests = data.draw(st.sets(st.sampled_from([row.player for row in table.rows] or [0])))

    shown = table.without_places(guests)

    others = [row for row in table.rows if row.player not in guests]
    assert {row.player: row.place for row in shown.rows if row.player not in guests} == {
        row.player: 1 + sum(other.rank < row.rank for other in others) for row in others
    }
    assert [row.place for row in shown.rows if row.player in guests] == [None] * len(
        guests & {r.player for r in table.rows}
    )
    assert [replace(row, unplaced_above=0) for row in shown.rows] == list(table.rows)
    assert through_json(shown) == shown


def test_a_shared_place_is_shared_only_with_those_who_take_one() -> None:
    rows = tuple(Row(rank=rank, player=player, cells={}) for player, rank in ((1, 1), (2, 2), (3, 2), (4, 4), (5, 5)))
    table = Table(after_round=1, columns=(), rows=rows)

    assert [row.place for row in table.without_places({3}).rows] == [1, 2, None, 3, 4]
    assert [row.place for row in table.without_places({1, 4}).rows] == [None, 1, 1, None, 3]
    assert table.without_places({9}) is table


def test_a_place_in_a_category_is_shared_by_those_who_share_one_in_all() -> None:
    ranks = ((1, 1), (2, 2), (3, 2), (4, 4), (5, 5), (6, 6))
    rows = tuple(Row(rank=rank, player=player, cells={}, withdrawn=player == 2) for player, rank in ranks)
    table = Table(after_round=1, columns=(), rows=rows).in_categories({1: "A", 2: "B", 3: "B", 4: "A", 6: "B", 9: "B"})

    assert table.places_in_categories == {1: 1, 4: 2, 2: 1, 3: 1, 6: 3}
    assert table.without_places({3}).places_in_categories == {1: 1, 4: 2, 2: 1, 6: 2}
    assert through_json(table) == table
    assert table.in_categories({}).places_in_categories == {}


def test_who_takes_no_place_already_takes_none_beside_guests() -> None:
    rows = (*(Row(rank=n, player=n, cells={}) for n in (1, 2)), Row(rank=3, player=3, cells={}, unplaced_above=None))
    table = Table(after_round=1, columns=(), rows=rows)

    assert [row.place for row in table.without_places({1}).rows] == [None, 1, None]
    assert [row.place for row in table.without_places(frozenset()).rows] == [1, 2, None]
    assert through_json(table) == table


def test_a_table_kept_before_there_were_guests_gives_everybody_a_place() -> None:
    row = Row.from_json({"rank": 3, "player": 1, "cells": {}, "withdrawn": False})

    assert row.place == 3


def test_a_value_that_no_cell_can_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="not a value"):
        Table.from_json(
            {
                "after_round": 0,
                "columns": [],
                "rows": [{"rank": 1, "player": 1, "cells": {"points": 0.5}, "withdrawn": False}],
                "notes": [],
            }
        )
