"""A cup of teams: what the boards of a level match decide before any play-off (rulebook, teams, B5)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.teams.test_matches import of_teams
from tests.tools.pairing.team_cases import BOARDS, boards_of, case
from tournaments.pairing.history.board_scores import board_count as count
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.systems.cup import Cup
from tournaments.pairing.systems.cup.board_steps import BY_BOARDS, Leg, by_boards, decided_by_boards
from tournaments.pairing.systems.cup.match_deciding import read_steps
from tournaments.pairing.types.options import configured, saved
from tournaments.pairing.types.snapshot import (
    Entrant,
    MatchDecision,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
    score_of,
)
from tournaments.pairing.wording import sentence

STEPS = {"berlin": "board_weights", "cut_bottom": "bottom_out", "black_board_1": "black_board_1"}
FIRST = {  # the orders in which the cases work their steps off
    "berlin_first": ("board_weights", "bottom_out", "black_board_1"),
    "cut_bottom_first": ("bottom_out", "board_weights"),
    "top_board_first": ("top_board", "board_weights"),
}
TIES = case("cup_one")["ties"]


def one_tie(
    boards: str = "", *, decided: MatchDecision | None = None, is_of_players: bool = False
) -> TournamentSnapshot:
    """1 has White on board 1 against 2."""
    game = PlayedGame(board=1, white=1, black=2, result=Result.DRAW, boards=boards_of(boards), decided_by=decided)
    return TournamentSnapshot(
        entrants=(Entrant(number=1, rating=1500), Entrant(number=2, rating=1600)),
        rounds=(PlayedRound(number=1, games=(game,)),),
        boards=None if is_of_players else 4,
        seed="3c" * 32,
    )


def cup(**options: object) -> Cup:
    system = of_teams("cup", None, **options)
    assert isinstance(system, Cup)
    return system


def told(system: Cup, snapshot: TournamentSnapshot) -> str:
    [tie] = system.matches(snapshot)
    return "" if tie.reason is None else sentence(tie.reason, "no. {}".format)


@pytest.mark.parametrize("tie", TIES, ids=[tie["boards"] for tie in TIES])
def test_the_ties_of_the_case(tie: dict[str, object]) -> None:
    boards = boards_of(str(tie["boards"]))
    assert [str(points) for points in score_of(boards)] == tie["score"]
    for name, steps in FIRST.items():
        step, side = tie[name]  # type: ignore[misc]
        found = decided_by_boards([Leg(1, 2, boards)], steps)
        if side == 0:
            assert found is None
            continue
        assert found is not None
        assert (found.winner, found.step) == (side, STEPS.get(step, step))
        system = cup(decide=", ".join((*steps, "lot")))
        [match] = system.matches(one_tie(str(tie["boards"])))
        assert (match.winner, match.step) == (side, "main" if step == "score" else found.step)
        assert match.reason == found.reason


@pytest.mark.parametrize(
    ("decide", "boards", "winner", "said"),
    [
        ("board_weights, lot", "=10=", 1, "2–2, Berlin 5½–4½"),
        ("board_weights, bottom_out, lot", "0110", 1, "2–2, without the boards from 4 on 2–1"),
        ("top_board, lot", "0110", 2, "2–2, on board 1 0–1"),
        ("top_board, lot", "=10=", 1, "2–2, on board 2 1–0"),
        ("black_board_1, lot", "1001", 1, "2–2, no. 1 won on board 1"),
        ("black_board_1, lot", "0110", 2, "2–2, no. 2 won on board 1"),
        ("black_board_1, lot", "====", 2, "2–2, no. 2 drew with Black on board 1"),
    ],
)
def test_it_is_told_as_it_is_shown(decide: str, boards: str, winner: int, said: str) -> None:
    system, snapshot = cup(decide=decide), one_tie(boards)
    [tie] = system.matches(snapshot)
    assert (tie.winner, told(system, snapshot)) == (winner, said)
    assert [row.player for row in system.standings(snapshot, ()).rows] == [winner, 3 - winner]


def test_as_it_begins_the_boards_are_asked_and_then_a_blitz_match_and_the_lot() -> None:
    system = cup()
    assert saved(system)["decide"] == "board_weights, bottom_out, blitz_match(1), lot"
    assert configured(Cup, saved(system)) == system
    level = one_tie("====")
    [tie] = system.matches(level)
    assert tie.is_open
    assert isinstance(system, KnockOutSystem)
    assert [(each.step, each.games, each.winner) for each in system.endings(level, tie)][:1] == [
        ("blitz_match", 1, None)
    ]
    assert [each.step for each in system.endings(level, tie)] == ["blitz_match", "lot"]
    blitz = one_tie("====", decided=MatchDecision(step="blitz_match", winner=2))
    [tie] = system.matches(blitz)
    assert (tie.winner, tie.step, tie.reason) == (2, "blitz_match", None)
    said = [sentence(reason, str) for reason in system.settings()]
    assert any("(Berlin)" in each for each in said)
    assert "Then, if still level, blitz matches on all boards at once, with colours changed: 1." in said


def test_an_empty_board_1_was_drawn_by_nobody() -> None:
    system = cup(decide="black_board_1, lot")
    for boards in ("x=1-", "x==="):
        [tie] = system.matches(one_tie(boards))
        assert tie.step == "lot"


def test_of_a_match_of_which_only_sums_are_known_the_next_step_decides() -> None:
    snapshot = one_tie()
    game = replace(snapshot.rounds[0].games[0], score=(Fraction(2), Fraction(2)))
    snapshot = replace(snapshot, rounds=(PlayedRound(number=1, games=(game,)),))
    [tie] = cup(decide="board_weights, lower").matches(snapshot)
    assert (tie.winner, tie.step) == (1, "lower")
    [tie] = cup().matches(snapshot)
    assert tie.is_open


def test_two_legs_go_by_match_points_then_board_points_then_the_steps_over_both() -> None:
    legs = [Leg(1, 2, boards_of("1110")), Leg(2, 1, boards_of("11==")), Leg(2, 1, boards_of("1110"))]
    by_matches = decided_by_boards([legs[0], Leg(2, 1, boards_of("===="))], ())
    by_score = decided_by_boards([Leg(1, 2, boards_of("1111")), legs[2]], ())
    by_steps = decided_by_boards([Leg(1, 2, boards_of("1110")), Leg(2, 1, boards_of("0111"))], ("board_weights",))
    assert by_matches is not None
    assert (by_matches.winner, by_matches.step) == (1, "match_points")
    assert by_score is not None
    assert (by_score.winner, by_score.step) == (1, "score")
    assert by_steps is not None
    assert by_steps.reason is not None
    assert (by_steps.winner, sentence(by_steps.reason, str)) == (1, "4–4, Berlin 13–7")
    assert decided_by_boards([legs[0], legs[2]], ("board_weights", "black_board_1", "lot")) is None


@given(boards=st.text(alphabet="".join(BOARDS), min_size=1, max_size=8), step=st.sampled_from(sorted(BY_BOARDS)))
def test_seen_from_the_other_side_it_is_the_other_way_round(boards: str, step: str) -> None:
    """But for who had Black on board 1. Berlin is the weights of the tie-break."""
    mirrored = boards.translate(str.maketrans("10+-", "01-+"))
    one, other = (by_boards([Leg(1, 2, boards_of(each))], step) for each in (boards, mirrored))
    if step == "black_board_1" and boards[0] == "=":
        assert one is not None
        assert other is not None
        assert one.winner == other.winner == 2
        return
    assert (one and one.winner) == (other and 3 - other.winner)
    if step == "board_weights":
        leg = Leg(1, 2, boards_of(boards))
        first, second = ((len(boards) + 1) * sum(leg.points(team)) - count(leg.points(team)) for team in (1, 2))
        assert (one is None) == (first == second)
        assert one is None or one.winner == (1 if first > second else 2)


def test_of_players_the_steps_of_boards_say_nothing() -> None:
    assert read_steps("board_weights(1), lot") is None
    system = configured(Cup, {"decide": "board_weights, top_board, lower"})
    [tie] = system.matches(one_tie(is_of_players=True))
    assert (tie.winner, tie.step, tie.reason) == (1, "lower", None)
    assert saved(Cup())["decide"] == "blitz(2, 5), armageddon(6, 5)"
