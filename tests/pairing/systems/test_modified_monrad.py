"""Modified Monrad: the worked examples of the source text, and what its page says of colours, walk-over and cuts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tools.pairing.drawing import tournament
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.explanations.story import in_parts
from tournaments.pairing.protocols import RoundCountKind
from tournaments.pairing.systems.modified_monrad import LastRoundColours, ModifiedMonrad
from tournaments.pairing.types.paired_round import PairedRound, Reason
from tournaments.pairing.types.snapshot import (
    ByeKind,
    Entrant,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.wording import sentence

DATA = Path(__file__).parents[2] / "data"
WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def played(number: int, *games: tuple[int, int, Result], bye: int | None = None) -> PlayedRound:
    return PlayedRound(
        number=number,
        games=tuple(
            PlayedGame(board=board, white=white, black=black, result=result)
            for board, (white, black, result) in enumerate(games, start=1)
        ),
        byes=(PlayedBye(player=bye, kind=ByeKind.PAIRING),) if bye else (),
    )


def snapshot(players: int, *rounds: PlayedRound, planned: int | None = None) -> TournamentSnapshot:
    return TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, players + 1)),
        rounds=rounds,
        planned_rounds=planned,
    )


def boards(paired: PairedRound) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in paired.boards]


def test_round_1_pairs_neighbours_and_the_higher_number_has_white() -> None:
    assert boards(ModifiedMonrad().pair(snapshot(6))) == [(2, 1), (4, 3), (6, 5)]


def test_kildals_ten_players_meet_as_his_text_prints_it() -> None:
    file = parse((DATA / "modified_monrad_kildal.json").read_bytes())
    expected = json.loads((DATA / "modified_monrad_kildal.expected.json").read_bytes())["pair"]
    system, _tie_breaks = file.configured()

    assert boards(system.pair(file.snapshot)) == [(white, black) for white, black in expected]


def test_the_odd_one_out_is_the_highest_number_and_has_had_white_by_it() -> None:
    first = ModifiedMonrad().pair(snapshot(5))
    assert [bye.player for bye in first.byes] == [5]

    second = ModifiedMonrad().pair(snapshot(5, played(1, (2, 1, WHITE), (4, 3, WHITE), bye=5)))
    # The list is 2 4 5 1 3. 2, 4 and 5 had white; 2 has met 1, so meets 4. Without its walk-over 5 would have white.
    assert [bye.player for bye in second.byes] == [3]
    assert boards(second) == [(4, 2), (1, 5)]


@pytest.mark.parametrize(
    ("colours", "expected"), [(LastRoundColours.IGNORED, [(4, 2), (3, 1)]), (LastRoundColours.KEPT, [(3, 2), (1, 4)])]
)
def test_in_the_last_round_the_list_alone_decides(colours: LastRoundColours, expected: list[tuple[int, int]]) -> None:
    """After round 1 the list is 2 4 1 3: by the list 2 meets 4; by colours the first who had black, and not 1 again."""
    now = snapshot(4, played(1, (2, 1, WHITE), (4, 3, WHITE)), planned=2)

    assert boards(ModifiedMonrad(last_round_colours=colours).pair(now)) == expected


def test_who_would_get_a_colour_a_third_time_is_spared() -> None:
    """4 has had white twice and 3 last, 1 black twice and 2 last."""
    rounds = (played(1, (4, 1, WHITE), (2, 3, WHITE)), played(2, (4, 2, WHITE), (3, 1, WHITE)))

    assert boards(ModifiedMonrad().pair(snapshot(4, *rounds))) == [(3, 4), (1, 2)]


BYE_OF = {3: ByeKind.FULL, 2: ByeKind.HALF, 0: ByeKind.ZERO}


def kildals_card(planned: int | None) -> TournamentSnapshot:
    """Player 1 loses, wins, draws, loses, wins against opponents who end on 9, 5, 11, 15 and 7, by byes between."""
    results = [BLACK, WHITE, DRAW, BLACK, WHITE]
    between = {2: (3, 3, 0, 0), 3: (2, 2, 0, 0), 4: (3, 3, 3, 0), 5: (3, 3, 3, 3), 6: (3, 3, 0, 0)}
    rounds = []
    for number, result in enumerate(results, start=1):
        opponent = number + 1
        points = {
            player: given[number - 1 - (number >= player)] for player, given in between.items() if player != opponent
        }
        byes = tuple(PlayedBye(player=player, kind=BYE_OF[given]) for player, given in points.items())
        game = PlayedGame(board=1, white=1, black=opponent, result=result)
        rounds.append(PlayedRound(number=number, games=(game,), byes=byes))
    return snapshot(6, *rounds, planned=planned)


def cell(system: ModifiedMonrad, now: TournamentSnapshot, player: int, column: str) -> object:
    table = system.standings(now, tie_breaks_of(system))
    return next(row.cells[column].value for row in table.rows if row.player == player)


def test_kildals_card_has_10_points_and_quality_42() -> None:
    now = kildals_card(planned=5)

    assert [cell(ModifiedMonrad(), now, player, "points") for player in range(1, 7)] == [10, 9, 5, 11, 15, 7]
    assert cell(ModifiedMonrad(), now, 1, "quality") == 42


@pytest.mark.parametrize(
    ("planned", "cuts", "quality"), [(7, 1, 42), (8, 1, 42), (8, 2, 35), (9, 1, 35), (None, 2, 42)]
)
def test_long_tournaments_cut_two(planned: int | None, cuts: int, quality: int) -> None:
    assert cell(ModifiedMonrad(cuts_at_eight=cuts), kildals_card(planned), 1, "quality") == quality


@pytest.mark.parametrize(("uses_cut", "quality"), [(True, 5), (False, 4)])
def test_a_walk_over_is_cut_first_or_not_at_all(uses_cut: bool, quality: int) -> None:
    """2 and 3 end on 1 and 4 points; 1 has met both and had a walk-over."""
    now = snapshot(3, played(1, (1, 2, WHITE), bye=3), played(2, (1, 3, WHITE)), played(3, bye=1), planned=3)
    system = ModifiedMonrad(bye_uses_cut=uses_cut)

    assert [cell(system, now, player, "points") for player in (2, 3)] == [1, 4]
    assert cell(system, now, 1, "quality") == quality


def test_five_rounds_are_proposed_and_an_odd_number_preferred() -> None:
    plan = ModifiedMonrad().capabilities().rounds
    assert (plan.kind, plan.proposed, plan.prefers_odd, plan.halves_leaders) == (RoundCountKind.ASKED, 5, True, True)
    assert [reason.rule for reason in plan.decides] == ["modified_monrad/settings/last"]
    assert ModifiedMonrad(last_round_colours=LastRoundColours.KEPT).capabilities().rounds.decides == ()


TWICE_WHITE = ("2:1 1-0, 4:3 1-0, 5 pairing", "4:2 0-1, 1:5 1-0, 3 pairing")
"""1 and 4 have won and lost and had no walk-over; 4 had White twice."""


def test_6_the_walk_over_passes_over_whom_it_would_give_white_a_third_time_in_a_row() -> None:
    (walk_over,) = ModifiedMonrad().pair(tournament(5, *TWICE_WHITE)).byes

    assert walk_over.player == 1
    assert [sentence(reason, "P{}".format) for reason in walk_over.reasons] == [
        "P1 is the next in turn from below.",
        "The bye passes over P4, who had White the last two times.",
    ]


def test_6_in_the_last_round_it_passes_over_nobody() -> None:
    (walk_over,) = ModifiedMonrad().pair(tournament(5, *TWICE_WHITE, planned_rounds=3)).byes

    assert walk_over.player == 4


def test_a_walk_over_that_decided_the_colours_is_named() -> None:
    """7 has played no game, but the bye of round 1 counts as White."""
    paired = ModifiedMonrad().pair(parse((DATA / "walk_over_counts_as_white.json").read_bytes()).snapshot)
    told = {board.board: colours_told(board.reasons) for board in paired.boards}
    assert told == {
        1: ["Both change colours: in their last games P3 had Black and P2 had White."],
        2: ["Both change colours: in their last games P1 had Black and P4 had White."],
        3: [
            "Both had the same colour last time, and White equally often: P7 has the higher number, so gets White.",
            "The bye of P7 counts as White.",
        ],
    }


def test_a_walk_over_further_back_is_named_only_where_it_counted() -> None:
    """5 had the bye in round 1 and Black in round 2, 1 the other way round: only their last colours decided."""
    rounds = (played(1, (2, 1, DRAW), (4, 3, DRAW), bye=5), played(2, (2, 5, DRAW), (3, 4, DRAW), bye=1))
    boards = ModifiedMonrad().pair(snapshot(5, *rounds)).boards
    assert [colours_told(board.reasons) for board in boards] == [
        ["Both change colours: in their last games P5 had Black and P1 had White.", "The bye of P1 counts as White."],
        ["P2 had White the last two times, so gets the other colour now."],
    ]


def colours_told(reasons: Sequence[Reason]) -> list[str]:
    return [sentence(reason, "P{}".format) for reason in in_parts(tuple(reasons), is_by_hand=False).colours]
