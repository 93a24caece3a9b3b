"""Games of the first stage that count in a final: the plan without them, the table as if they had been played there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.systems.all_play_all import AllPlayAll
from tournaments.pairing.types.snapshot import CarriedGame, PlayedGame, PlayedRound, Result, TournamentSnapshot
from tournaments.pairing.wording import sentence

ONCE = AllPlayAll()
PLAYED = st.sampled_from([each for each in Result if each is not Result.OPEN])
NAMES = {1: "Anna", 2: "Bo", 3: "Cato", 4: "Dag"}
FINAL = (
    CarriedGame(white=2, black=1, result=Result.WHITE_WINS, group=1),
    CarriedGame(white=3, black=4, result=Result.DRAW, group=2),
)
"""The page's KBR: the first two of each group, Anna and Bo of A, Cato and Dag of B, play the final."""


def test_the_first_two_of_two_groups_play_the_others_only() -> None:
    final = tournament(4, carried=FINAL)
    plan = ONCE.schedule(final)
    assert [[(board.white, board.black) for board in each.boards] for each in plan] == [
        [(1, 4), (2, 3)],
        [],
        [(2, 4), (3, 1)],
    ]
    assert sentence(plan[1].byes[0].reasons[0], NAMES.__getitem__) == (
        "In round 2 Anna would meet Bo, but their game in group A counts here, so is not played again."
    )


def test_they_count_with_their_colours_before_anything_is_played() -> None:
    final = tournament(4, carried=FINAL)
    table = ONCE.standings(final, tie_breaks_of(ONCE, None))
    half = Fraction(1, 2)
    assert {row.player: row.cells["points"].value for row in table.rows} == {1: 0, 2: 1, 3: half, 4: half}
    assert {row.cells["open"].value for row in table.rows} == {2}
    term = table.rows[0].cells["points"].terms[0]
    assert sentence(term.reason, NAMES.__getitem__) == (
        "The game against Anna was played in group A and counts here, in place of round 2"
    )
    record = ONCE.capabilities().record(final)
    assert [(each.group, each.colour) for each in record.entries[1]] == [(1, "black")]


def test_a_carried_game_stands_once_though_everybody_meets_twice() -> None:
    twice = replace(ONCE, cycles=2)
    final = tournament(4, carried=FINAL)
    met = [frozenset({board.white, board.black}) for each in twice.schedule(final) for board in each.boards]
    assert sorted(met.count(frozenset(pair)) for pair in combinations(range(1, 5), 2)) == [1, 1, 2, 2, 2, 2]


def test_who_leaves_takes_carried_games_along() -> None:
    final = tournament(4, "1:4 1-0, 2:3 1-0", carried=FINAL)
    entrants = tuple(replace(each, away=((2, None),)) if each.number == 2 else each for each in final.entrants)
    gone = replace(final, entrants=entrants, rounds=final.rounds)
    assert {row.player: row.place for row in ONCE.standings(gone, ()).rows}[2] is not None  # two of three games done
    early = replace(gone, carried=())
    assert {row.player: row.place for row in ONCE.standings(early, ()).rows}[2] is None


@given(st.data())
def test_the_table_is_that_of_an_all_play_all_in_which_they_were_played(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 8))
    cycles = data.draw(st.integers(1, 2))
    system = AllPlayAll(cycles=cycles)
    tie_breaks = tie_breaks_of(system, None)
    whole = tournament(players)
    pairs = list(combinations(range(1, players + 1), 2))
    met = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    carried = []
    for one, other in met:
        white, black = data.draw(st.permutations([one, other]))
        carried.append(CarriedGame(white=white, black=black, result=data.draw(PLAYED), group=1))
    final = replace(whole, carried=tuple(carried))

    planned = system.schedule(final)
    meetings = [frozenset({board.white, board.black}) for each in planned for board in each.boards]
    for pair in pairs:
        assert meetings.count(frozenset(pair)) == cycles - (pair in met)

    anew = system.schedule(whole)
    by_pair = {frozenset({game.white, game.black}): game for game in carried}
    of_final, of_whole = [], []
    for own, full in zip(planned, anew, strict=True):
        results = {frozenset({board.white, board.black}): data.draw(PLAYED) for board in own.boards}
        games, all_games = [], []
        for board in full.boards:
            pair = frozenset({board.white, board.black})
            if pair in results:
                game = PlayedGame(board=board.board, white=board.white, black=board.black, result=results[pair])
                games.append(game)
            else:
                old = by_pair[pair]
                game = PlayedGame(board=board.board, white=old.white, black=old.black, result=old.result)
            all_games.append(game)
        of_final.append(PlayedRound(number=own.number, games=tuple(games)))
        of_whole.append(PlayedRound(number=own.number, games=tuple(all_games)))

    for turn in range(len(of_final) + 1):
        played = replace(final, rounds=tuple(of_final[:turn]), ahead=tuple(of_final[turn:]))
        table = system.standings(played, tie_breaks)
        plain = system.standings(replace(whole, rounds=tuple(of_whole)), tie_breaks)
        assert [(row.rank, row.player, row.cells) for row in table.rows] == [
            (row.rank, row.player, row.cells) for row in plain.rows
        ]
        assert system.history(played)[-1] == {row.player: row.cells["points"].value for row in plain.rows}


def test_somebody_unknown_among_the_carried_games_is_passed_over() -> None:
    odd = CarriedGame(white=1, black=9, result=Result.DRAW, group=1)
    final: TournamentSnapshot = tournament(3, carried=(odd,))
    assert ONCE.standings(final, ()).rows == ONCE.standings(tournament(3), ()).rows
