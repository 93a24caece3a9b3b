"""Norwegian Monrad: what its page says of round 1, floaters, colours, the walk-over, the last round and Konrad."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.model.lots import Lots
from tournaments.pairing.model.options import configured, preset_options
from tournaments.pairing.model.paired_round import PairedRound, PairingImpossible, Player
from tournaments.pairing.model.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.protocols import RoundPlanKind
from tournaments.pairing.systems.norwegian_monrad import NorwegianMonrad, Numbering
from tournaments.pairing.systems.norwegian_monrad.rules import (
    ALL_HAD_IT,
    FLOATED,
    NO_RATINGS,
    REMATCH,
    REMATCH_LEFT,
)

WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
SEED = "5eed" * 16


def played(
    number: int, *games: tuple[int, int, Result], bye: int | None = None, absent: tuple[int, ...] = ()
) -> PlayedRound:
    return PlayedRound(
        number=number,
        games=tuple(
            PlayedGame(board=board, white=white, black=black, result=result)
            for board, (white, black, result) in enumerate(games, start=1)
        ),
        byes=(PlayedBye(player=bye, kind=ByeKind.PAIRING),) if bye else (),
        absences=tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in absent),
    )


def snapshot(
    players: int, *rounds: PlayedRound, planned: int | None = None, absent: tuple[int, ...] = ()
) -> TournamentSnapshot:
    return TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, players + 1)),
        rounds=rounds,
        next_round=NextRound(absences=tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in absent)),
        planned_rounds=planned,
    )


def boards(paired: PairedRound) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in paired.boards]


def test_round_1_pairs_neighbours_and_the_even_number_has_white() -> None:
    paired = NorwegianMonrad().pair(snapshot(7))

    assert boards(paired) == [(2, 1), (4, 3), (6, 5)]
    assert [bye.player for bye in paired.byes] == [7]


def test_score_comes_before_colour_and_colour_before_the_list() -> None:
    """After two rounds 1 and 3 have two points and both had black, white; 2 and 5 are due as those are, 4 and 6 not."""
    rounds = (
        played(1, (2, 1, BLACK), (4, 3, BLACK), (6, 5, BLACK)),
        played(2, (1, 5, WHITE), (3, 2, WHITE), (4, 6, WHITE)),
    )
    paired = NorwegianMonrad().pair(snapshot(6, *rounds))

    assert {1, 3} == {paired.boards[0].white, paired.boards[0].black}


def test_whoever_the_score_group_cannot_do_without_comes_down() -> None:
    """Groups: 1, then 3 4 5 6, then 2. 1 comes down and should have white: 4 suits it, then 6 suits 3, and 5 comes down
    to 2."""
    paired = NorwegianMonrad().pair(snapshot(6, played(1, (2, 1, BLACK), (4, 3, DRAW), (6, 5, DRAW))))
    came_down = [
        reason.facts["player"] for board in paired.boards for reason in board.reasons if reason.rule == FLOATED.code
    ]

    assert boards(paired) == [(1, 4), (3, 6), (5, 2)]
    assert came_down == [Player(1), Player(5)]


def test_nobody_gets_a_second_walk_over_nor_one_after_a_forfeit_won() -> None:
    rounds = (
        played(1, (2, 1, WHITE), bye=3),
        played(2, (3, 2, Result.WHITE_WINS_BY_FORFEIT), bye=1),
    )
    with pytest.raises(PairingImpossible) as impossible:
        NorwegianMonrad().pair(snapshot(3, *rounds, played(3, (1, 3, WHITE), bye=2)))

    assert impossible.value.reasons[0].rule == ALL_HAD_IT.code


@pytest.mark.parametrize("size", range(4, 61))
def test_seeded_a_meets_c_and_b_meets_d(size: int) -> None:
    entrants = [Entrant(number=number, rating=2400 - 10 * number) for number in range(1, size + 1)]
    numbers = NorwegianMonrad(numbering=Numbering.SEEDED).start_numbers(entrants, Lots(SEED, 0))
    quarter = size // 4

    def group(number: int) -> str:
        return "ABCD"[(number - 1) // quarter] if number <= 4 * quarter else "rest"

    assert sorted(numbers) == list(range(1, size + 1))
    met = [(group(numbers[place]), group(numbers[place + 1])) for place in range(0, 4 * quarter, 2)]
    assert [set(pair) for pair in met] == [{"A", "C"} if place % 2 == 0 else {"B", "D"} for place in range(len(met))]
    assert all(group(number) == "rest" for number in numbers[4 * quarter :])


def test_seeding_without_a_rating_says_so() -> None:
    with pytest.raises(PairingImpossible) as impossible:
        NorwegianMonrad(numbering=Numbering.SEEDED).start_numbers([Entrant(number=1), Entrant(number=2)], Lots(SEED, 0))

    assert [reason.rule for reason in impossible.value.reasons] == [NO_RATINGS.code]


def test_konrad_pays_the_first_absences() -> None:
    konrad = configured(NorwegianMonrad, preset_options(NorwegianMonrad, "konrad"))
    rounds = [played(number, (2, 1, DRAW), absent=(3,)) for number in range(1, 6)]
    table = konrad.standings(snapshot(3, *rounds), tie_breaks_of(konrad))
    points = {row.player: row.cells["points"].value for row in table.rows}

    assert points == {1: Fraction(5, 2), 2: Fraction(5, 2), 3: Fraction(3, 2)}
    assert {row.player: row.cells["paid"].value for row in table.rows} == {1: 0, 2: 0, 3: 3}


def test_konrad_lets_those_meet_again_who_have_met_everybody_here_with_colours_turned() -> None:
    konrad = configured(NorwegianMonrad, preset_options(NorwegianMonrad, "konrad"))
    paired = konrad.pair(snapshot(2, played(1, (2, 1, DRAW))))

    assert boards(paired) == [(1, 2)]
    with pytest.raises(PairingImpossible):
        konrad.pair(snapshot(2, played(1, (2, 1, DRAW)), played(2, (1, 2, DRAW))))


@pytest.mark.parametrize(("planned", "has_it"), [(6, False), (7, True), (None, False)])
def test_m_2_is_asked_from_seven_rounds_on(planned: int | None, has_it: bool) -> None:
    system = NorwegianMonrad()
    table = system.standings(
        snapshot(4, played(1, (2, 1, WHITE), (4, 3, WHITE)), planned=planned), tie_breaks_of(system)
    )

    assert ("M-2" in [column.code for column in table.columns]) is has_it


def test_only_the_best_results_count() -> None:
    system = NorwegianMonrad(counting_rounds=2)
    rounds = (
        played(1, (2, 1, WHITE), (4, 3, WHITE)),
        played(2, (1, 3, WHITE), (2, 4, DRAW)),
        played(3, (4, 1, BLACK), (3, 2, BLACK)),
    )
    table = system.standings(snapshot(4, *rounds), tie_breaks_of(system))

    # 1: 0 1 1; 2: 1 ½ 1; 3: 0 0 0; 4: 1 ½ 0.
    assert {row.player: row.cells["points"].value for row in table.rows} == {1: 2, 2: 2, 3: 0, 4: Fraction(3, 2)}
    assert system.history(snapshot(4, *rounds))[3] == {1: 2, 2: 2, 3: 0, 4: Fraction(3, 2)}


def test_konrad_says_of_a_second_game_why_there_is_one() -> None:
    """5 comes down to 1, 3 and 4 and takes 1; 3 and 4 are left, have met each other and nobody else of them."""
    konrad = configured(NorwegianMonrad, preset_options(NorwegianMonrad, "konrad"))
    paired = konrad.pair(snapshot(5, played(1, (2, 1, DRAW), (4, 3, DRAW), bye=5), absent=(2,)))
    second = {frozenset((board.white, board.black)): board.reasons[0].rule for board in paired.boards}
    assert second[frozenset((3, 4))] == REMATCH_LEFT.code

    exhausted = konrad.pair(snapshot(2, played(1, (2, 1, DRAW))))
    assert exhausted.boards[0].reasons[0].rule == REMATCH.code


# The number of rounds


def test_seven_rounds_are_proposed_and_konrad_may_simply_go_on() -> None:
    plan = NorwegianMonrad().terms().rounds
    assert (plan.kind, plan.proposed, plan.prefers_odd, plan.halves_leaders) == (RoundPlanKind.ASKED, 7, True, True)
    konrad = configured(NorwegianMonrad, {}, preset="konrad").terms().rounds
    assert (konrad.kind, konrad.proposed) == (RoundPlanKind.FREE, None)
    assert not konrad.prefers_odd
    assert not konrad.halves_leaders


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ({}, ["norwegian_monrad/settings/last"]),
        ({"last_round": "strict"}, []),
        (
            {"last_round": "ignored", "half_byes": 1},
            ["norwegian_monrad/settings/last_ignored", "norwegian_monrad/settings/half_byes"],
        ),
        ({"last_round": "strict", "half_byes": 1, "half_bye_last_rounds": 0}, []),
    ],
)
def test_the_plan_decides_what_the_last_rounds_have_of_their_own(options: dict[str, object], rules: list[str]) -> None:
    assert [reason.rule for reason in configured(NorwegianMonrad, options).terms().rounds.decides] == rules
