"""The play-off of an all-play-all: who plays it, and what it does to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.audit.verification import verify
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.systems.all_play_all import AllPlayAll
from tournaments.pairing.systems.all_play_all import PlayOff as Option
from tournaments.pairing.types.snapshot import PlayerId, PlayOff, PlayOffGame, Result, TournamentSnapshot
from tournaments.pairing.types.table import Table
from tournaments.pairing.wording import sentence

ON_POINTS = AllPlayAll(play_off=Option.ON_POINTS)
AFTER = AllPlayAll(play_off=Option.AFTER_TIE_BREAKS)
NAMES = {1: "Anna", 2: "Bo", 3: "Cato", 4: "Dag", 5: "Eva", 6: "Finn"}
WORKED = (
    "1:6 1/2-1/2, 2:5 1-0, 3:4 1-0",
    "6:4 0-1, 5:3 1/2-1/2, 1:2 1-0",
    "2:6 1-0, 3:1 1-0, 4:5 1/2-1/2",
    "6:5 --+, 1:4 1/2-1/2, 2:3 1-0",
    "3:6 1-0, 4:2 1/2-1/2, 5:1 0-1",
)
"""Of the rulebook: Bo and Cato have 3½ each, and Bo has won against Cato."""
ROUND_OF_WINS = ("1:4 1-0, 2:3 1-0", "4:3 0-1, 1:2 1-0", "2:4 1-0, 3:1 1-0")
"""Anna beats Bo, Bo beats Cato, Cato beats Anna; Dag loses to all three."""
WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def played_off(*order: Sequence[int], games: Sequence[tuple[int, int, Result]] = ()) -> PlayOff:
    return PlayOff(
        order=tuple(map(tuple, order)),
        games=tuple(PlayOffGame(white=white, black=black, result=result) for white, black, result in games),
    )


def table_of(system: AllPlayAll, snapshot: TournamentSnapshot, *, with_tie_breaks: bool = True) -> Table:
    return system.standings(snapshot, tie_breaks_of(system, None) if with_tie_breaks else ())


def places(table: Table) -> list[tuple[int, str]]:
    return [(row.rank, NAMES[row.player]) for row in table.rows]


def notes(table: Table) -> list[str]:
    return [sentence(note, NAMES.__getitem__) for note in table.notes]


def to_play(system: AllPlayAll, snapshot: TournamentSnapshot, *, with_tie_breaks: bool = True) -> tuple[int, ...]:
    asked = system.capabilities().plays_off
    assert asked is not None
    return tuple(asked(snapshot, tie_breaks_of(system, None) if with_tie_breaks else ()))


def test_two_play_off_before_the_tie_breaks() -> None:
    whole = tournament(6, *WORKED)
    assert to_play(ON_POINTS, whole) == (2, 3)
    assert to_play(AFTER, whole) == ()
    assert AllPlayAll().capabilities().plays_off is None

    cato = replace(whole, play_offs=(played_off([3], [2], games=[(2, 3, DRAW), (3, 2, WHITE)]),))
    table = table_of(ON_POINTS, cato)

    assert places(table)[:3] == [(1, "Cato"), (2, "Bo"), (3, "Anna")]
    assert [column.code for column in table.columns][:2] == ["points", "play_off"]
    assert [row.cells["play_off"].value for row in table.rows] == [
        Fraction(3, 2),
        Fraction(1, 2),
        None,
        None,
        None,
        None,
    ]
    assert [row.cells["points"].value for row in table.rows[:2]] == [Fraction(7, 2), Fraction(7, 2)]
    assert notes(table) == []
    assert to_play(ON_POINTS, cato) == ()
    told = [(sentence(term.reason, NAMES.__getitem__), term.amount) for term in table.rows[0].cells["play_off"].terms]
    assert told == [("Play-off: draw against Bo", Fraction(1, 2)), ("Play-off: win against Bo", 1)]


def test_a_tie_that_was_decided_otherwise_says_who_is_ahead() -> None:
    table = table_of(ON_POINTS, tournament(6, *WORKED, play_offs=(played_off([3], [2], games=[(2, 3, DRAW)]),)))

    assert places(table)[:2] == [(1, "Cato"), (2, "Bo")]
    told = [sentence(term.reason, NAMES.__getitem__) for term in table.rows[0].cells["play_off"].terms]
    assert told == ["Play-off: draw against Bo", "Play-off: ahead of Bo, though level on points there"]
    assert len(table.rows[1].cells["play_off"].terms) == 1


def test_after_the_tie_breaks_only_those_whom_they_leave_level_play_off() -> None:
    whole = tournament(4, *ROUND_OF_WINS)
    assert to_play(AFTER, whole) == (1, 2, 3)
    table = table_of(AFTER, replace(whole, play_offs=(played_off([2], [3], [1]),)))
    assert places(table) == [(1, "Bo"), (2, "Cato"), (3, "Anna"), (4, "Dag")]
    assert [column.code for column in table.columns].index("play_off") > [
        column.code for column in table.columns
    ].index("KS")


def test_those_still_level_play_once_more_and_those_below_keep_their_order() -> None:
    whole = tournament(4, *ROUND_OF_WINS)
    assert notes(table_of(ON_POINTS, whole)) == ["These share the first place and play off for it: Anna, Bo and Cato."]
    first = played_off([1, 3], [2], games=[(1, 2, WHITE), (2, 3, BLACK), (3, 1, DRAW)])
    once = replace(whole, play_offs=(first,))
    table = table_of(ON_POINTS, once)
    assert places(table) == [(1, "Cato"), (2, "Anna"), (3, "Bo"), (4, "Dag")]  # until then, by the tie-breaks
    assert places(table_of(AFTER, once)) == [(1, "Anna"), (1, "Cato"), (3, "Bo"), (4, "Dag")]
    assert notes(table) == ["Still level after the play-off, and to play off once more: Anna and Cato."]
    assert to_play(ON_POINTS, once) == (1, 3)

    twice = replace(whole, play_offs=(first, played_off([3], [1], games=[(3, 1, WHITE)])))
    table = table_of(ON_POINTS, twice)
    assert places(table) == [(1, "Cato"), (2, "Anna"), (3, "Bo"), (4, "Dag")]
    assert [row.cells["play_off"].value for row in table.rows] == [Fraction(5, 2), Fraction(3, 2), 0, None]
    assert (notes(table), to_play(ON_POINTS, twice)) == ([], ())


def test_all_may_be_level_again() -> None:
    whole = tournament(4, *ROUND_OF_WINS, play_offs=(played_off([1, 2, 3]),))
    assert to_play(ON_POINTS, whole) == (1, 2, 3)
    again = replace(whole, play_offs=(*whole.play_offs, played_off([3], [1, 2])))
    assert places(table_of(ON_POINTS, again, with_tie_breaks=False)) == [
        (1, "Cato"),
        (2, "Anna"),
        (2, "Bo"),
        (4, "Dag"),
    ]


@pytest.mark.parametrize("order", [([2], [3], [1]), ([1], [2])])
def test_a_play_off_of_others_than_those_who_share_the_first_place_counts_for_nothing(
    order: Sequence[Sequence[int]],
) -> None:
    """A result was corrected since: as when Anna had shared it too, or instead of Cato."""
    plain = tournament(6, *WORKED)
    table = table_of(ON_POINTS, replace(plain, play_offs=(played_off(*order),)))
    assert table.rows == table_of(ON_POINTS, plain).rows
    assert "does not count" in notes(table)[-1]
    assert to_play(ON_POINTS, replace(plain, play_offs=(played_off(*order),))) == (2, 3)


def test_while_a_game_is_open_again_it_does_not_count() -> None:
    last = WORKED[4].replace("5:1 0-1", "5:1 *")
    whole = tournament(6, *WORKED[:4], last, play_offs=(played_off([3], [2]),))
    table = table_of(ON_POINTS, whole)
    assert places(table)[:2] == [(1, "Bo"), (2, "Cato")]
    assert (notes(table), to_play(ON_POINTS, whole)) == ([], ())


def test_a_club_that_shares_the_place_leaves_it_shared() -> None:
    whole = tournament(6, *WORKED, play_offs=(played_off([3], [2]),))
    assert places(table_of(AllPlayAll(), whole))[:2] == [(1, "Bo"), (2, "Cato")]


def test_the_verifier_reads_the_column_as_one_that_ranks() -> None:
    for system in (ON_POINTS, AFTER):
        for play_offs in ((), (played_off([1, 3], [2]),), (played_off([1, 3], [2]), played_off([3], [1]))):
            whole = tournament(4, *ROUND_OF_WINS, play_offs=play_offs)
            assert verify(system, tie_breaks_of(system, None), whole).tables == ()


@st.composite
def with_play_offs(draw: st.DrawFn) -> tuple[AllPlayAll, TournamentSnapshot]:
    """Played to the end with few decided games, so that the first place is often shared, and a play-off or two."""
    system = draw(st.sampled_from([ON_POINTS, AFTER]))
    players = draw(st.integers(3, 6))
    results = st.sampled_from(["1-0", "1/2-1/2", "1/2-1/2", "0-1", "+--"])
    rounds = [
        ", ".join(f"{board.white}:{board.black} {draw(results)}" for board in planned.boards)
        for planned in system.schedule(tournament(players))
    ]
    snapshot = tournament(players, *rounds)
    level = list(to_play(system, snapshot))
    while len(level) > 1 and draw(st.booleans()):
        shuffled = draw(st.permutations(level))
        head = draw(st.integers(1, len(level)))
        behind = [[player] for player in shuffled[head:]]
        games = [(one, other, Result(draw(results))) for one, other in combinations(shuffled, 2)]
        snapshot = replace(snapshot, play_offs=(*snapshot.play_offs, played_off(shuffled[:head], *behind, games=games)))
        level = sorted(shuffled[:head])
    return system, snapshot


def shown_of_others(table: Table, level: set[PlayerId], columns: set[str]) -> list[tuple[object, ...]]:
    return [
        (row.rank, row.player, row.withdrawn, row.unplaced_above, {code: row.cells[code] for code in columns})
        for row in table.rows
        if row.player not in level
    ]


@given(with_play_offs())
def test_it_orders_those_who_share_the_first_place_and_changes_nothing_else(
    drawn: tuple[AllPlayAll, TournamentSnapshot],
) -> None:
    system, snapshot = drawn
    plain = replace(snapshot, play_offs=())
    level = set(to_play(system, plain))
    before, after = table_of(system, plain), table_of(system, snapshot)

    assert {row.player for row in after.rows[: len(level)]} == level
    # a column that only those who are level need (direct encounter) is not there where none of them is any more
    columns = {column.code for column in before.columns} & {column.code for column in after.columns}
    assert shown_of_others(after, level, columns) == shown_of_others(before, level, columns)
    for code in ("points", "played", "open"):
        assert {row.player: row.cells[code].value for row in after.rows} == {
            row.player: row.cells[code].value for row in before.rows
        }
    assert system.history(snapshot) == system.history(plain)
    ranks = {row.player: row.rank for row in after.rows}
    for play_off in snapshot.play_offs:
        for better, worse in combinations(play_off.order, 2):
            assert max(ranks[player] for player in better) < min(ranks[player] for player in worse)
    if snapshot.play_offs:
        last = snapshot.play_offs[-1].order[0]
        assert set(to_play(system, snapshot)) == (set(last) if len(last) > 1 else set())
