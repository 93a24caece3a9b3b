"""Norwegian Monrad: what its page says of round 1, floaters, colours, the walk-over, the last round and Konrad."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.needless import konrad_by_chance, new_opponents_would_do
from tests.tools.pairing.oracles.norwegian_monrad import Oracle
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.explanations.story import in_parts
from tournaments.pairing.history.colours import COUNTED
from tournaments.pairing.opponents.score_groups import HAD_TO_GO, NOBODY_LEFT
from tournaments.pairing.protocols import RoundCountKind
from tournaments.pairing.systems.norwegian_monrad import ForfeitColour, NorwegianMonrad, Numbering
from tournaments.pairing.systems.norwegian_monrad.rules import (
    ALL_HAD_IT,
    MEET_AGAIN,
    MEETS_AGAIN,
    NO_RATINGS,
    NOBODY_NEW,
)
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Player
from tournaments.pairing.types.snapshot import (
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
from tournaments.pairing.wording import sentence

DATA = Path(__file__).parents[2] / "data"
WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
SEED = "5eed" * 16

DOWN = {NOBODY_LEFT.code, HAD_TO_GO.code}


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
    came_down = [reason.facts["player"] for board in paired.boards for reason in board.reasons if reason.rule in DOWN]

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
    system = konrad()
    rounds = [played(number, (2, 1, DRAW), absent=(3,)) for number in range(1, 6)]
    table = system.standings(snapshot(3, *rounds), tie_breaks_of(system))
    points = {row.player: row.cells["points"].value for row in table.rows}

    assert points == {1: Fraction(5, 2), 2: Fraction(5, 2), 3: Fraction(3, 2)}
    assert {row.player: row.cells["paid"].value for row in table.rows} == {1: 0, 2: 0, 3: 3}


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


# The walk-over

TWICE_WHITE = ("2:1 1-0, 4:3 1-0, 5 pairing", "2:4 0-1, 1:5 1-0, 3 pairing")
"""1 and 2 have a point each and may have the walk-over; 2 had White twice."""


def test_the_walk_over_passes_over_whom_it_would_give_white_a_third_time_in_a_row() -> None:
    (walk_over,) = NorwegianMonrad().pair(tournament(5, *TWICE_WHITE)).byes

    assert walk_over.player == 1
    assert [sentence(reason, "P{}".format) for reason in walk_over.reasons] == [
        "P1 is the next in turn from below.",
        "The bye passes over P2, who had White the last two times.",
    ]


@pytest.mark.parametrize(("last_round", "sits_out"), [("relaxed", 2), ("ignored", 2), ("strict", 1)])
def test_in_the_last_round_the_walk_over_passes_over_nobody_unless_its_colours_are_strict(
    last_round: str, sits_out: int
) -> None:
    system = configured(NorwegianMonrad, {"last_round": last_round})
    assert [bye.player for bye in system.pair(tournament(5, *TWICE_WHITE, planned_rounds=3)).byes] == [sits_out]


def test_more_points_are_not_passed_over_for_the_colours() -> None:
    """3 alone has the fewest points; it had White twice, and has the walk-over all the same."""
    (walk_over,) = (
        NorwegianMonrad().pair(tournament(5, "3:1 0-1, 4:2 1/2-1/2, 5 pairing", "3:2 0-1, 1:4 1/2-1/2, 5 excused")).byes
    )

    assert walk_over.player == 3
    assert [reason.rule for reason in walk_over.reasons] == ["norwegian_monrad/2"]


# Konrad


def konrad(**options: object) -> NorwegianMonrad:
    return configured(NorwegianMonrad, options, preset="konrad")


def first_reasons(paired: PairedRound) -> list[str]:
    return [board.reasons[0].rule for board in paired.boards]


def test_konrad_gives_no_second_game_where_six_cards_do_without() -> None:
    """3 and 4 are left when 5 has come down to 1; they met the round before, so 5 takes 3."""
    paired = konrad().pair(
        tournament(6, "2:1 1/2-1/2, 4:3 1/2-1/2, 5 pairing, 6 excused", coming="2 excused, 6 excused")
    )

    assert boards(paired) == [(3, 5), (1, 4)]
    assert not paired.notes


EIGHT = (
    "2:1 1/2-1/2, 4:3 1/2-1/2, 6:5 1/2-1/2, 8:7 1/2-1/2",
    "1:3 1-0, 2:4 1-0, 5:7 1/2-1/2, 6:8 1/2-1/2",
)


def test_konrad_lets_two_leaders_who_have_met_come_down_as_the_plain_system_does() -> None:
    assert boards(NorwegianMonrad().pair(tournament(8, *EIGHT))) == [(7, 1), (8, 2), (3, 5), (4, 6)]
    assert boards(konrad().pair(tournament(8, *EIGHT))) == [(7, 1), (8, 2), (3, 5), (4, 6)]


def test_konrad_lets_two_meet_again_who_have_nobody_else_with_colours_turned() -> None:
    paired = konrad().pair(tournament(2, "2:1 1/2-1/2"))

    assert boards(paired) == [(1, 2)]
    assert first_reasons(paired) == [MEETS_AGAIN.code]
    assert [note.rule for note in paired.notes] == [MEET_AGAIN.code]
    with pytest.raises(PairingImpossible):
        konrad().pair(tournament(2, "2:1 1/2-1/2", "1:2 1/2-1/2"))


def test_konrads_second_games_are_as_few_and_as_old_as_can_be() -> None:
    """All four have met; the games of round 1 are the oldest, though 1 had rather 3 or 4 by colours."""
    all_met = ("2:1 1-0, 4:3 1-0", "4:2 1-0, 1:3 1-0", "2:3 1-0, 1:4 1-0")

    assert boards(konrad().pair(tournament(4, *all_met))) == [(2, 1), (3, 4)]


def test_second_games_come_before_the_limit_of_colours_is_dropped() -> None:
    """1 and 2 had Black twice more than White: they have not met, but no colours are left for them."""
    paired = konrad().pair(tournament(4, "3:1 1-0, 4:2 1-0", "4:1 1-0, 3:2 1-0"))

    assert {frozenset(board) for board in boards(paired)} == {frozenset({1, 3}), frozenset({2, 4})}
    assert [note.rule for note in paired.notes] == [MEET_AGAIN.code]


def test_konrad_never_gives_a_second_game_where_new_opponents_would_do() -> None:
    """`soak.konrad` plays thousands of them."""
    played = [konrad_by_chance(seed, players=(6, 12)) for seed in range(40)]

    assert sum(each.with_second_games for each in played) > 20
    assert [seed for seed, each in enumerate(played) if each.needless] == []


def test_a_needless_second_game_would_be_noticed() -> None:
    assert new_opponents_would_do(Oracle(tournament(8, *EIGHT), konrad()))
    assert not new_opponents_would_do(Oracle(tournament(2, "2:1 1/2-1/2"), konrad()))


def test_konrads_walk_over_is_not_said_to_be_needed_where_second_games_would_have_done_too() -> None:
    """With the walk-over for 2 the others could be paired as well, but not without a second game."""
    rounds = (
        "2:1 0-1, 4:3 0-1, 5 pairing",
        "1:5 1-0, 3:2 0-1, 4 pairing",
        "1:4 1/2-1/2, 5:2 0-1, 3 pairing",
    )

    def said(system: NorwegianMonrad) -> list[str]:
        (walk_over,) = system.pair(tournament(5, *rounds)).byes
        return [sentence(reason, "P{}".format) for reason in walk_over.reasons]

    assert said(konrad()) == [
        "P1 is the first in turn whose bye leaves the others with as few rematches as possible, and no worse ones."
    ]
    assert said(NorwegianMonrad()) == [
        "P1 is the first in turn whose bye lets all the others be paired.",
        "With a bye for P2 the others could not all have been paired.",
    ]


def test_at_the_last_resort_each_board_says_who_was_passed_over() -> None:
    system = configured(NorwegianMonrad, {"last_resort": "rematch"})
    twice_round = ("2:1 1-0, 4:3 1-0", "1:4 1/2-1/2, 3:2 1/2-1/2", "4:2 1-0, 1:3 1-0", "2:1 1-0, 3:4 1-0")
    first = system.pair(tournament(4, *twice_round)).boards[0]

    assert [sentence(reason, "P{}".format) for reason in first.reasons] == [
        "Rematch as a last resort. Earlier games of P2 and P3: 1, the last in round 2.",
        *(
            f"P{skipped} is placed higher, but then not all could have been paired, or only with more rematches or "
            "worse ones."
            for skipped in (4, 1)
        ),
        "They are level on colours: in rounds with an odd number the lower placed has White.",
    ]


LEADERS = ("2:1 1/2-1/2, 4:3 1/2-1/2, 6:5 1/2-1/2", "1:4 1-0, 3:2 0-1, 5 excused, 6 excused")
"""1 and 2 lead with 1½ and met in round 1."""


def test_in_the_score_group_those_with_nobody_new_meet_again_where_that_is_chosen() -> None:
    paired = konrad(second_games="score_group").pair(tournament(6, *LEADERS))

    assert boards(paired) == [(1, 2), (5, 3), (4, 6)]
    assert first_reasons(paired)[0] == NOBODY_NEW.code
    assert not paired.notes


@pytest.mark.parametrize("options", [{}, {"second_games": "score_group", "second_game_gap": 2}])
def test_they_come_down_where_it_is_not_chosen_or_too_soon(options: dict[str, object]) -> None:
    assert boards(konrad(**options).pair(tournament(6, *LEADERS))) == [(5, 1), (4, 2), (3, 6)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max_meetings": 1}, "Nobody meets the same opponent twice."),
        ({}, "Two players meet 2 times at most."),
        ({}, "Two meet again only if not everybody can get a new opponent."),
        (
            {"second_games": "score_group"},
            (
                "Two meet again if one of them has nobody new left in the score group; rounds in between, at "
                "least: 1. Otherwise only if not everybody can get a new opponent."
            ),
        ),
    ],
)
def test_the_rules_of_konrad_stand_among_the_settings(options: dict[str, object], said: str) -> None:
    assert said in [sentence(reason, "P{}".format) for reason in konrad(**options).settings()]


# The number of rounds


def test_seven_rounds_are_proposed_and_konrad_may_simply_go_on() -> None:
    plan = NorwegianMonrad().capabilities().rounds
    assert (plan.kind, plan.proposed, plan.prefers_odd, plan.halves_leaders) == (RoundCountKind.ASKED, 7, True, True)
    konrad = configured(NorwegianMonrad, {}, preset="konrad").capabilities().rounds
    assert (konrad.kind, konrad.proposed) == (RoundCountKind.FREE, None)
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
    assert [reason.rule for reason in configured(NorwegianMonrad, options).capabilities().rounds.decides] == rules


def test_a_walk_over_that_counted_in_the_balance_is_named() -> None:
    """5 has played no game, but the walk-over of round 1 counts as White."""
    file = parse((DATA / "walk_over_counts_as_white_norwegian.json").read_bytes())
    (board,) = [board for board in NorwegianMonrad().pair(file.snapshot).boards if 5 in (board.white, board.black)]
    colours = in_parts(board.reasons, is_by_hand=False).colours
    assert [sentence(reason, "P{}".format) for reason in colours] == [
        "P3 has the lower colour balance (games with White minus games with Black): −1 against +1. So P3 gets White.",
        "The bye of P5 counts as White.",
    ]


def test_a_forfeited_game_whose_colour_counts_is_named() -> None:
    """Nobody came to board 1: the option says that both have had their colour all the same."""
    said = [
        [sentence(reason, "P{}".format) for reason in board.reasons if reason.rule in COUNTED]
        for system in (NorwegianMonrad(forfeit_colour=ForfeitColour.ASSIGNED), NorwegianMonrad())
        for board in system.pair(tournament(4, "2:1 ---, 4:3 1/2-1/2")).boards
    ]
    assert said == [
        ["The colours given in forfeited games count too: P1 and P2."],
        ["The colours given in forfeited games count too: P1."],
        *([], []),
    ]
