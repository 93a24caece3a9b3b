"""More are paired into a round that is published: what stands, who meets, who sits out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.evenings import evenings
from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.explanations.late_changes import (
    RoundChange,
    SetBoard,
    SetRound,
    asked_on_second_date,
    paired_on_second_date,
)
from tournaments.pairing.history.record import ODD_NUMBER
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.options import configured, saved
from tournaments.pairing.types.paired_round import PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayerId,
    TournamentSnapshot,
)

ROUND_BY_ROUND = ("keizer", "attendance_monrad", "norwegian_monrad")
KEIZER = configured(SYSTEMS["keizer"], {"gap": 0})


def first_date(
    system: PairingSystem,
    snapshot: TournamentSnapshot,
    here: set[PlayerId],
    *,
    owe_bye: frozenset[PlayerId] = frozenset(),
) -> SetRound:
    """Published with those who were here; the others were away."""
    away = tuple(
        Absence(player=each.number, kind=AbsenceKind.EXCUSED)
        for each in snapshot.entrants
        if each.number not in here and each.takes_part(snapshot.next_number)
    )
    coming = replace(snapshot, next_round=NextRound(absences=away, owe_bye=owe_bye))
    paired = system.pair(coming)
    out = [bye for bye in paired.byes if bye.kind in ODD_NUMBER]
    unpaid = frozenset(bye.player for bye in out if bye.kind is ByeKind.UNPAID)
    return SetRound(
        system=system,
        snapshot=replace(coming, next_round=replace(coming.next_round, owe_bye=owe_bye - unpaid)),
        boards=tuple(
            SetBoard(board=board.board, white=board.white, black=board.black, has_begun=False)
            for board in paired.boards
        ),
        sitting_out=frozenset(bye.player for bye in out),
        unpaid=unpaid,
    )


def boards(change: RoundChange) -> list[tuple[int, set[PlayerId]]]:
    return [(board.board, {board.white, board.black}) for board in change.boards]


def kinds(change: RoundChange) -> dict[PlayerId, ByeKind]:
    return {player: kind for player, (kind, _reasons) in change.byes.items()}


def test_eight_by_their_ladder_five_on_the_first_date_and_three_on_the_second() -> None:
    """On the first date 1 3 4 7 8: 1-3, 4-7, and 8 sits out. Then 2 5 6 come, and 8 plays on: 2-5, 6-8."""
    shown = first_date(KEIZER, tournament(8), {1, 3, 4, 7, 8})
    assert ([board.players for board in shown.boards], shown.sitting_out) == ([{1, 3}, {4, 7}], {8})

    change = paired_on_second_date(shown, frozenset({2, 5, 6, 8}))

    assert boards(change) == [(3, {2, 5}), (4, {6, 8})]
    assert (change.byes, change.no_longer_out, change.cleared) == ({}, {8}, frozenset())
    assert [note.rule for note in change.notes] == ["late/second_date"]


def test_who_sat_out_and_does_not_play_on_keeps_that_bye_beside_another_odd_one() -> None:
    shown = first_date(KEIZER, tournament(8), {1, 3, 4, 7, 8})
    change = paired_on_second_date(shown, frozenset({2, 5, 6}))

    assert (boards(change), kinds(change)) == ([(3, {2, 5})], {6: ByeKind.PAIRING})
    assert change.no_longer_out == frozenset()


def test_still_odd_with_who_sat_out_gives_one_bye_to_one_of_them() -> None:
    shown = first_date(KEIZER, tournament(8), {1, 3, 4, 7, 8})
    change = paired_on_second_date(shown, frozenset({2, 5, 8}))

    assert (boards(change), kinds(change)) == ([(3, {2, 5})], {8: ByeKind.PAIRING})
    assert change.no_longer_out == {8}


def test_a_limit_outranks_the_bye() -> None:
    """2-1 in round 1, and each two meet once: on the second date 1 and 2 are here with 3, who would sit out again."""
    once = configured(SYSTEMS["keizer"], {"gap": 0, "max_meetings": 1, "bye_choice": "lowest"})
    snapshot = tournament(5, "2:1 1-0, 4:5 1-0, 3 pairing")
    shown = first_date(once, snapshot, {4})
    change = paired_on_second_date(shown, frozenset({1, 2, 3}))

    assert ([pair for _number, pair in boards(change)], kinds(change)) == ([{2, 3}], {1: ByeKind.PAIRING})


def test_forbidden_pairs_are_kept_apart() -> None:
    snapshot = tournament(6, forbidden_pairs=frozenset({frozenset({3, 4})}))
    shown = first_date(KEIZER, snapshot, {1, 2})
    change = paired_on_second_date(shown, frozenset({3, 4, 5, 6}))

    assert {3, 4} not in [pair for _number, pair in boards(change)]


def test_who_owes_an_evening_and_plays_on_owes_it_again() -> None:
    shown = first_date(KEIZER, tournament(6), {1, 2, 3}, owe_bye=frozenset({1}))
    assert shown.unpaid == {1}

    even = paired_on_second_date(shown, frozenset({1, 4}))
    odd = paired_on_second_date(shown, frozenset({1, 4, 5}))

    assert (boards(even), even.byes) == ([(2, {1, 4})], {})
    assert (boards(odd), kinds(odd)) == ([(2, {4, 5})], {1: ByeKind.UNPAID})


def test_who_has_left_since_keeps_the_board_and_nobody_else_is_disturbed() -> None:
    shown = first_date(KEIZER, tournament(8), {1, 2, 3, 4})
    gone = tuple(
        replace(each, away=((1, None),)) if each.number in {1, 8} else each for each in shown.snapshot.entrants
    )
    shown = replace(shown, snapshot=replace(shown.snapshot, entrants=gone))

    assert shown.without_board == {5, 6, 7}
    assert boards(paired_on_second_date(shown, frozenset({5, 6}))) == [(3, {5, 6})]


def test_who_joins_later_is_not_among_those_who_could_play() -> None:
    entrants = [*(Entrant(number=number) for number in range(1, 6)), Entrant(number=6, joined_round=2)]
    assert first_date(KEIZER, tournament(entrants), {1, 2}).without_board == {3, 4, 5}


def test_a_tie_that_is_played_here_is_a_board_of_its_own() -> None:
    shown = first_date(KEIZER, tournament(6), {1, 2})
    change = paired_on_second_date(shown, frozenset({3, 4, 5, 6}), by_hand=[PinnedBoard(white=6, black=3)])

    assert [(board.white, board.black, board.pinned) for board in change.boards if board.pinned] == [(6, 3, True)]
    assert sorted(pair for _number, pair in boards(change)) == sorted([{3, 6}, {4, 5}])


@pytest.mark.parametrize("code", ROUND_BY_ROUND)
@settings(max_examples=60, deadline=None)
@given(snapshot=evenings(players=10, rounds=3), chance=st.integers(0, 2**32))
def test_the_first_date_stands_and_everybody_has_one_place(
    code: str, snapshot: TournamentSnapshot, chance: int
) -> None:
    rng, system = Random(chance), configured(SYSTEMS[code], {})
    numbers = [each.number for each in snapshot.entrants if each.takes_part(snapshot.next_number)]
    numbers = [number for number in numbers if number not in system.capabilities().out_before(snapshot)]
    try:
        shown = first_date(system, snapshot, {number for number in numbers if rng.random() < 0.5})
        here = frozenset(number for number in sorted(shown.without_board) if rng.random() < 0.7)
        change = paired_on_second_date(shown, here)
    except PairingImpossible:
        return

    stood = {player for board in shown.boards for player in board.players}
    seated = [player for board in change.boards for player in (board.white, board.black)]
    assert (change.cleared, change.moved) == (frozenset(), {})
    assert sorted([*seated, *change.byes]) == sorted(here)
    assert not stood & here
    assert len(change.byes) == len(here) % 2
    assert [board.board for board in change.boards] == [
        *range(len(shown.boards) + 1, len(shown.boards) + 1 + len(seated) // 2)
    ]

    asked = change.asked
    assert asked is not None
    kept = TournamentFile(
        name="",
        system=code,
        names={each.number: f"No{each.number}" for each in snapshot.entrants},
        options=saved(system),
        snapshot=asked.snapshot,
        pinned=asked.pinned,
    )
    read = tournament_file.parse(tournament_file.dump(kept))
    again = system.pair(read.snapshot, pinned=read.pinned)
    new = [(board.white, board.black) for board in again.boards if not board.pinned]
    assert new == [(board.white, board.black) for board in change.boards]
    assert asked == asked_on_second_date(shown, here)
