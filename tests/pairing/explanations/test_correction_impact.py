"""The damage of a correction: each later round paired again from what was known then, with the other result in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.tools.guards.layers import first_fast
from tests.tools.pairing.played_out import Evening, evenings_of, paired_or_none
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.explanations.correction_impact import (
    PairedFrom,
    RoundDamage,
    damage,
    paired_otherwise,
    with_result,
)
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairedRound, PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, Entrant, PlayedGame, PlayedRound, Result, TournamentSnapshot


def four_players(result: Result) -> TournamentSnapshot:
    """1 beats 2 at the first board; the second one, 3 against 4, ends with that result."""
    games = (
        PlayedGame(board=1, white=1, black=2, result=Result.WHITE_WINS),
        PlayedGame(board=2, white=3, black=4, result=result),
    )
    return TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in (1, 2, 3, 4)), rounds=(PlayedRound(number=1, games=games),)
    )


def paired_from(snapshot: TournamentSnapshot, *pinned: PinnedBoard) -> PairedFrom:
    return PairedFrom(number=snapshot.next_number, system=AttendanceMonrad(), snapshot=snapshot, pinned=pinned)


def test_the_winner_of_the_other_board_would_have_met_the_leader() -> None:
    (found,) = damage([paired_from(four_players(Result.WHITE_WINS))], 1, 2, Result.BLACK_WINS)

    assert {frozenset(board[1:]) for board in found.was} == {frozenset({1, 3}), frozenset({2, 4})}
    assert {frozenset(board[1:]) for board in found.would_be} == {frozenset({1, 4}), frozenset({2, 3})}
    assert not found.has_same_games


def test_a_round_paired_while_the_game_was_awaited_would_have_been_paired_as_it_was() -> None:
    assert damage([paired_from(four_players(Result.OPEN))], 1, 2, Result.BLACK_WINS) == ()


def test_the_same_result_does_no_damage() -> None:
    assert damage([paired_from(four_players(Result.DRAW))], 1, 2, Result.DRAW) == ()


def test_what_the_director_had_set_stays_set() -> None:
    then = paired_from(four_players(Result.WHITE_WINS), PinnedBoard(white=1, black=3))

    (found,) = damage([then], 1, 2, Result.BLACK_WINS)

    assert found.has_same_games is False
    assert all({white, black} == {2, 4} for _board, white, black in (*found.was, *found.would_be))


def test_a_round_that_could_not_have_been_paired_is_told_as_such() -> None:
    """By now nobody may meet anybody."""
    then = paired_from(four_players(Result.WHITE_WINS))
    nobody = frozenset(frozenset(pair) for pair in combinations((1, 2, 3, 4), 2))
    known = replace(with_result(then.snapshot, 1, 2, Result.DRAW), forbidden_pairs=nobody)

    found = paired_otherwise(then, known)

    assert found is not None
    assert (found.is_impossible, found.would_be, len(found.was)) == (True, (), 2)


def said(paired: PairedRound) -> tuple[set[tuple[int, int, int]], set[int]]:
    return (
        {(board.board, board.white, board.black) for board in paired.boards},
        {bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING},
    )


def expected(system_code: str, evenings: Sequence[Evening], number: int, board: int, result: Result) -> list[int]:
    """The numbers of the rounds that come out otherwise, from the tournament as it stands at its end."""
    system = configured(SYSTEMS[system_code], {})
    at_the_end = with_result(evenings[-1].snapshot, number, board, result)
    otherwise = []
    for each in evenings[number:]:
        then = each.snapshot
        known = replace(then, rounds=at_the_end.rounds[: len(then.rounds)])
        again = paired_or_none(system, known)
        if each.paired is not None and (again is None or said(again) != said(each.paired)):
            otherwise.append(then.next_number)
    return otherwise


@pytest.mark.parametrize("code", SYSTEMS)
@pytest.mark.parametrize("seed", first_fast(1, range(12)))
def test_it_finds_the_rounds_that_come_out_otherwise(code: str, seed: int) -> None:
    """Against pairing all of them again from the tournament as it stands at its end."""
    rng = Random(f"{code} {seed}")
    system = configured(SYSTEMS[code], {})
    evenings = list(evenings_of(system, rng.randint(6, 11), rounds=6, seed=seed, present=0.85, planned_rounds=6))
    kept = [
        PairedFrom(number=each.snapshot.next_number, system=system, snapshot=each.snapshot)
        for each in evenings
        if each.paired is not None
    ]
    played = [(round_.number, game) for round_ in evenings[-1].snapshot.rounds for game in round_.games]
    number, game = rng.choice(played)
    result = rng.choice([each for each in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS) if each != game.result])

    found = damage([each for each in kept if each.number > number], number, game.board, result)

    assert [each.number for each in found] == expected(code, evenings, number, game.board, result)
    for each in found:
        evening = evenings[each.number - 1]
        assert evening.paired is not None
        boards, byes = said(evening.paired)
        assert set(each.was) <= boards
        assert set(each.sat_out) <= byes
        assert not set(each.was) & set(each.would_be)
        if not each.is_impossible:
            then = (boards - set(each.was)) | set(each.would_be), (byes - set(each.sat_out)) | set(each.would_sit_out)
            again = paired_or_none(system, with_result(evening.snapshot, number, game.board, result))
            assert again is not None
            assert said(again) == then


def test_some_of_these_corrections_do_damage() -> None:
    """What the property compares is not always nothing."""
    system = AttendanceMonrad()
    evenings = list(evenings_of(system, 10, rounds=5, seed=3))
    kept = [PairedFrom(number=number, system=system, snapshot=each.snapshot) for number, each in enumerate(evenings, 1)]
    game = evenings[-1].snapshot.rounds[0].games[0]
    other = Result.BLACK_WINS if game.result is not Result.BLACK_WINS else Result.WHITE_WINS

    assert damage(kept[1:], 1, game.board, other)


def test_it_survives_json() -> None:
    each = RoundDamage(number=4, was=((1, 3, 5),), would_be=((1, 3, 7), (2, 5, 1)), sat_out=(7,), would_sit_out=(2,))

    assert RoundDamage.from_json(each.to_json()) == each
