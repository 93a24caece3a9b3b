"""All-play-all: the worked example of its page, and a test for each rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.explanations.late_changes import SetBoard, SetRound, changes_for_latecomer
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.protocols import NumberedBy, RoundCountKind, ScheduledSystem
from tournaments.pairing.systems.all_play_all import AllPlayAll, Numbering, Order, PlayOff, Withdrawal
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import OptionError, configured, saved
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import (
    ByeKind,
    Entrant,
    PlayedBye,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.table import Table
from tournaments.pairing.wording import sentence

SEED = "3c" * 32
HALF = Fraction(1, 2)
SYSTEM = AllPlayAll()
NAMES = {1: "Anna", 2: "Bo", 3: "Cato", 4: "Dag", 5: "Eva", 6: "Finn"}
RATINGS = [1810, 1770, 1745, 1690, 1655, 1600]
SIX = [Entrant(number=number, rating=rating) for number, rating in enumerate(RATINGS, start=1)]
WORKED = (
    "1:6 1/2-1/2, 2:5 1-0, 3:4 1-0",
    "6:4 0-1, 5:3 1/2-1/2, 1:2 1-0",
    "2:6 1-0, 3:1 1-0, 4:5 1/2-1/2",
    "6:5 --+, 1:4 1/2-1/2, 2:3 1-0",
    "3:6 1-0, 4:2 1/2-1/2, 5:1 0-1",
)


def boards(paired: PairedRound) -> str:
    return " ".join(f"{board.white}-{board.black}" for board in paired.boards)


def out(paired: PairedRound) -> dict[PlayerId, str]:
    return {bye.player: bye.kind.value for bye in paired.byes}


def said(paired: PairedRound) -> list[str]:
    parts = [*paired.boards, *paired.byes, *paired.left_out]
    return [sentence(reason, lambda n: NAMES.get(n, f"P{n}")) for part in parts for reason in part.reasons]


def ranked(table: Table, *codes: str) -> list[tuple[Any, ...]]:
    return [(row.place, row.player, *(row.cells[code].value for code in codes)) for row in table.rows]


def standings(system: AllPlayAll, snapshot: TournamentSnapshot) -> Table:
    return system.standings(snapshot, tie_breaks_of(system))


def away(snapshot: TournamentSnapshot, player: PlayerId, first: int, last: int | None = None) -> TournamentSnapshot:
    entrants = (replace(each, away=((first, last),)) if each.number == player else each for each in snapshot.entrants)
    return replace(snapshot, entrants=tuple(entrants))


def with_open(snapshot: TournamentSnapshot, player: PlayerId, since: int) -> TournamentSnapshot:
    """The games of that player are not played from that round on."""
    rounds = (
        replace(
            played,
            games=tuple(
                replace(game, result=Result.OPEN)
                if played.number >= since and player in (game.white, game.black)
                else game
                for game in played.games
            ),
        )
        for played in snapshot.rounds
    )
    return replace(snapshot, rounds=tuple(rounds))


# The worked example


def test_the_worked_example_is_paired_as_printed() -> None:
    for number in range(1, 6):
        paired = SYSTEM.pair(tournament(SIX, *WORKED).after(number - 1))
        assert boards(paired) == " ".join(game.split()[0].replace(":", "-") for game in WORKED[number - 1].split(","))


def test_the_worked_example_has_the_printed_table() -> None:
    table = SYSTEM.standings(
        tournament(SIX, *WORKED),
        tie_breaks_of(
            SYSTEM,
            [
                *({"code": code} for code in ("direct_encounter", "fide_wins", "wins", "blacks")),
                {"code": "fide_sonneborn_berger"},
                {"code": "fide_sonneborn_berger", "cut": 1},
                {"code": "koya"},
                {"code": "koya", "limit": 1},
            ],
        ),
    )
    codes = ["points", "DE", "WIN", "wins", "blacks", "SB", "SB/C1", "KS", "KS/L+1", "played", "open"]
    printed = {
        2: "7/2 1 3 3 2 29/4 27/4 3/2 1",
        3: "7/2 0 3 3 2 7 13/2 2 1",
        1: "3 - 2 2 2 7 27/4 3/2 1",
        4: "5/2 - 1 1 3 19/4 17/4 1 1",
        5: "2 - 1 0 2 7/2 3 1 1/2",
        6: "1/2 - 0 0 3 3/2 3/2 1/2 1/2",
    }
    assert [row.player for row in table.rows] == [*printed]
    assert [row.place for row in table.rows] == [1, 2, 3, 4, 5, 6]
    for row in table.rows:
        values = ["-" if row.cells[code].value is None else str(row.cells[code].value) for code in codes]
        assert " ".join(values) == f"{printed[row.player]} 5 0"
    own = standings(SYSTEM, tournament(SIX, *WORKED))
    assert [column.code for column in own.columns] == ["points", "DE", "WIN", "SB", "KS", "played", "open"]
    assert [row.player for row in own.rows] == [*printed]


def test_a_leaver_made_another_champion() -> None:
    """Finn leaves after round 2, 2 of 5 games done: his games count for nobody."""
    table = standings(SYSTEM, away(with_open(tournament(SIX, *WORKED), 6, since=3), 6, 3))
    assert ranked(table, "points", "DE", "WIN", "SB") == [
        (1, 3, Fraction(5, 2), 1, 2, Fraction(9, 2)),
        (2, 1, Fraction(5, 2), 1, 2, Fraction(17, 4)),
        (2, 2, Fraction(5, 2), 1, 2, Fraction(17, 4)),
        (4, 4, Fraction(3, 2), None, 0, 3),
        (5, 5, 1, None, 0, 2),
        (None, 6, 0, None, None, None),
    ]
    assert [row.withdrawn for row in table.rows] == [False] * 5 + [True]
    assert {term.reason.facts["limit"] for row in table.rows for term in row.cells["KS"].terms} == {2}, "half of 4"


# The plan


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (6, 5), (7, 7), (255, 255)])
def test_the_number_of_rounds_follows_from_the_players(players: int, rounds: int) -> None:
    plan = SYSTEM.capabilities().rounds
    assert plan.of_field is not None
    assert (plan.kind, plan.known_at_start, plan.of_field(players)) == (RoundCountKind.FOLLOWS, True, rounds)
    assert len(SYSTEM.schedule(tournament(players))) == rounds
    twice = AllPlayAll(cycles=2, spare_numbers=1).capabilities().rounds.of_field
    assert twice is not None
    assert twice(players) == 2 * (players + 1 + (players + 1) % 2 - 1)


def test_the_whole_plan_is_known_before_anything_is_played() -> None:
    assert isinstance(SYSTEM, ScheduledSystem)
    plan = SYSTEM.schedule(tournament(SIX))
    assert [boards(each) for each in plan] == [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ]
    assert plan == SYSTEM.schedule(tournament(SIX, *WORKED, coming="1 excused"))
    assert [SYSTEM.pair(tournament(SIX, *WORKED).after(number)) for number in range(5)] == [*plan]


@pytest.mark.parametrize("order", [(3, 1, 5, 2, 4), (5, 4, 3, 2, 1)])
def test_any_round_can_be_asked_for_in_any_order(order: tuple[int, ...]) -> None:
    plan = SYSTEM.schedule(tournament(SIX))
    for number in order:
        nothing_known = tuple(PlayedRound(number=each) for each in range(1, number))
        assert SYSTEM.pair(TournamentSnapshot(entrants=tuple(SIX), rounds=nothing_known)) == plan[number - 1]


def test_three_players_sit_out_in_turn() -> None:
    plan = SYSTEM.schedule(tournament(3))
    assert [(boards(each), out(each)) for each in plan] == [
        ("2-3", {1: "pairing"}),
        ("1-2", {3: "pairing"}),
        ("3-1", {2: "pairing"}),
    ]
    assert said(plan[0])[-1] == "The number of players is odd: Anna has no opponent in round 1."


def test_two_play_one_game_or_a_match() -> None:
    assert [boards(each) for each in SYSTEM.schedule(tournament(2))] == ["1-2"]
    assert [boards(each) for each in AllPlayAll(cycles=3).schedule(tournament(2))] == ["1-2", "2-1", "1-2"]


def test_one_alone_sits_out() -> None:
    assert out(SYSTEM.pair(tournament(1))) == {1: "pairing"}


def test_after_the_last_round_there_is_none() -> None:
    played = tournament(SIX, *WORKED)
    assert SYSTEM.is_finished(played)
    assert not SYSTEM.is_finished(played.after(4))
    with pytest.raises(PairingImpossible) as impossible:
        SYSTEM.pair(played)
    assert [reason.rule for reason in impossible.value.reasons] == ["impossible/all_played"]


@pytest.mark.parametrize(
    ("options", "swapped"),
    [
        ({}, False),
        ({"cycles": 2}, True),
        ({"cycles": 3}, False),
        ({"cycles": 3, "swap_last_two": True}, True),
        ({"cycles": 2, "swap_last_two": False}, False),
        ({"swap_last_two": True}, True),
    ],
)
def test_the_last_two_rounds_change_places_where_cycles_are_even_or_it_is_said(
    options: dict[str, object], swapped: bool
) -> None:
    system = configured(SYSTEMS["all_play_all"], options)
    assert isinstance(system, AllPlayAll)
    fourth, fifth = (boards(each) for each in system.schedule(tournament(6))[3:5])
    assert (fourth, fifth) == (("3-6 4-2 5-1", "6-5 1-4 2-3") if swapped else ("6-5 1-4 2-3", "3-6 4-2 5-1"))


@pytest.mark.parametrize(
    ("options", "ninth", "said_so"),
    [
        ({}, "5-6 4-1 3-2", "the first cycle"),
        ({"swap_every_cycle": True}, "6-3 2-4 1-5", "each cycle"),
        ({"swap_every_cycle": True, "swap_last_two": False}, "6-3 2-4 1-5", None),
    ],
)
def test_twice_round_the_second_cycle_ends_as_the_table_does(
    options: dict[str, object], ninth: str, said_so: str | None
) -> None:
    """FIDE C.05, Annex 1: only the first cycle's last two rounds change places."""
    system = configured(SYSTEMS["all_play_all"], {"cycles": 2, **options})
    assert isinstance(system, AllPlayAll)
    plan = system.schedule(tournament(6))
    if said_so is not None:
        assert boards(plan[8]) == ninth
    sentences = [text for reason in system.settings() if "change places" in (text := sentence(reason, str))]
    assert [said_so in each for each in sentences if said_so] == [True] * (said_so is not None)
    assert len(sentences) == (said_so is not None)


# Reasons


def test_each_board_says_the_table_and_the_colours() -> None:
    plan = SYSTEM.schedule(tournament(SIX))
    assert said(plan[0]) == [
        "By the plan, the Berger table for 6 players, Anna and Finn meet in round 1.",
        "Finn has the last number of the table: against it the numbers up to 3 have White.",
        "By the plan, the Berger table for 6 players, Bo and Eva meet in round 1.",
        "The sum of the two start numbers is odd: Bo has the lower one, so gets White.",
        "By the plan, the Berger table for 6 players, Cato and Dag meet in round 1.",
        "The sum of the two start numbers is odd: Cato has the lower one, so gets White.",
    ]
    assert said(plan[1])[1] == "Finn has the last number of the table, which has White against the numbers above 3."
    assert said(plan[1])[3] == "The sum of the two start numbers is even: Eva has the higher one, so gets White."


def test_in_a_second_cycle_the_colours_are_reversed() -> None:
    sixth = AllPlayAll(cycles=2).schedule(tournament(SIX))[5]
    assert boards(sixth) == "6-1 5-2 4-3"
    assert said(sixth)[:2] == [
        "By the plan, the Berger table for 6 players, Finn and Anna meet in round 1 of cycle 2.",
        "In every second cycle the colours are reversed, so Finn gets White.",
    ]


# Rounds and evenings


def test_the_game_of_somebody_away_is_set_up_to_be_played_another_day() -> None:
    paired = SYSTEM.pair(tournament(SIX, coming="6 excused, 2 club"))
    assert [board.is_postponed for board in paired.boards] == [True, True, False]
    assert "Finn is away: the game is played another day." in said(paired)
    assert (paired.byes, paired.left_out) == ((), ())
    strict = AllPlayAll(postpone=False).pair(tournament(SIX, coming="6 excused"))
    assert (boards(strict), strict.boards[0].is_postponed) == ("1-6 2-5 3-4", False)


def test_open_games_give_nothing_and_are_shown() -> None:
    open_two = tournament(SIX, "1:6 *, 2:5 1-0, 3:4 *", "6:4 0-1, 5:3 *, 1:2 1/2-1/2")
    table = standings(SYSTEM, open_two)
    assert ranked(table, "points", "played", "open") == [
        (1, 2, Fraction(3, 2), 2, 3),
        (2, 4, Fraction(1), 1, 4),
        (3, 1, HALF, 1, 4),
        (4, 3, 0, 0, 5),
        (4, 5, 0, 1, 4),
        (4, 6, 0, 1, 4),
    ]
    as_draws = standings(AllPlayAll(open_game=OpenGameCounts.DRAW), open_two)
    assert {row.player: row.cells["points"].value for row in as_draws.rows}[3] == 1
    assert {row.player: row.cells["open"].value for row in as_draws.rows}[3] == 5


def test_a_board_set_by_hand_is_not_set_up_a_second_time() -> None:
    first = SYSTEM.pair(tournament(SIX), pinned=[PinnedBoard(white=5, black=1)])
    assert (boards(first), out(first)) == ("3-4 5-1", {2: "zero", 6: "zero"})
    assert "In round 1 Bo would meet Eva, for whom the director has decided something else." in said(first)
    fifth = SYSTEM.pair(tournament(SIX, "3:4 1-0, 5:1 1-0, 2 zero, 6 zero", *WORKED[1:4]))
    assert (boards(fifth), out(fifth)) == ("3-6 4-2", {1: "zero", 5: "zero"})
    assert "In round 5 Anna would meet Eva, but the two have had that game on another board already." in said(fifth)


def test_who_shall_not_meet_has_no_game_in_that_round() -> None:
    apart = tournament(SIX, forbidden_pairs=frozenset({frozenset({2, 5})}))
    assert (boards(SYSTEM.pair(apart)), out(SYSTEM.pair(apart))) == ("1-6 3-4", {2: "zero", 5: "zero"})
    assert {row.player: row.cells["open"].value for row in standings(SYSTEM, apart).rows}[2] == 4


# Start numbers


def test_numbers_by_lot_draw_the_ones_kept_free_too() -> None:
    entrants = [Entrant(number=number) for number in range(1, 7)]
    drawn = AllPlayAll(spare_numbers=2).start_numbers(entrants, Lots(SEED, 0))
    order = Lots(SEED, 0).sort("number", range(1, 9))
    assert drawn == tuple(number if number <= 6 else None for number in order)
    assert SYSTEM.start_numbers(entrants, Lots(SEED, 0)) == Lots(SEED, 0).sort("number", range(1, 7))


def test_numbers_by_rating_or_as_given() -> None:
    rated = [Entrant(number=n, rating=r) for n, r in enumerate([1500, None, 1700, 1500], start=1)]
    by_rating = AllPlayAll(numbering=Numbering.RATING)
    assert by_rating.start_numbers(rated[::-1], Lots(SEED, 0)) == (3, 1, 4, 2)
    given = AllPlayAll(numbering=Numbering.GIVEN)
    assert given.start_numbers(rated[::-1], Lots(SEED, 0)) == (1, 2, 3, 4)
    assert [system.capabilities().numbered_by for system in (SYSTEM, by_rating, given)] == [
        NumberedBy.LOT,
        NumberedBy.RATING,
        NumberedBy.ENTERING,
    ]


# Coming late


def test_a_latecomer_takes_the_dummys_number_and_nobody_is_renumbered() -> None:
    five = tournament(5, "2:5 1-0, 3:4 1-0, 1 pairing")
    assert SYSTEM.free_numbers(five) == (6,)
    late = replace(five, entrants=(*five.entrants, Entrant(number=6, joined_round=2)))
    assert SYSTEM.free_numbers(late) == ()
    assert boards(SYSTEM.pair(late)) == "6-4 5-3 1-2"
    assert {number: boards(SYSTEM.pair(late.after(number))) for number in (0, 1)} == {0: "2-5 3-4", 1: "6-4 5-3 1-2"}


def test_a_latecomers_games_of_rounds_gone_by_are_still_to_be_played() -> None:
    two_rounds = tournament(5, "2:5 1-0, 3:4 1-0, 1 pairing", "5:3 1-0, 1:2 1-0, 4 pairing")
    late = replace(two_rounds, entrants=(*two_rounds.entrants, Entrant(number=6, joined_round=3)))
    missing = SYSTEM.missing_games(late)
    assert {number: [(b.board, b.white, b.black) for b in games] for number, games in missing.items()} == {
        1: [(3, 1, 6)],
        2: [(3, 6, 4)],
    }
    assert all(board.is_postponed and board.reasons for games in missing.values() for board in games)
    assert SYSTEM.missing_games(two_rounds) == {}
    assert {row.player: row.cells["open"].value for row in standings(SYSTEM, late).rows} == {
        1: 4,
        2: 3,
        3: 3,
        4: 4,
        5: 3,
        6: 5,
    }


def test_whoever_meets_a_number_kept_free_has_no_game() -> None:
    seven = replace(tournament(8), entrants=tuple(Entrant(number=n) for n in (1, 2, 3, 4, 6, 7, 8)))
    first = AllPlayAll(spare_numbers=1).pair(seven)
    assert (boards(first), out(first)) == ("1-8 2-7 3-6", {4: "zero"})
    assert said(first)[-1] == "In round 1 Dag would meet number 5, but nobody has that number: no game."
    assert AllPlayAll(spare_numbers=1).free_numbers(seven) == (5,)


def test_spare_numbers_may_leave_two_without_a_game() -> None:
    four = AllPlayAll(spare_numbers=2).schedule(tournament(4))
    assert (boards(four[0]), out(four[0])) == ("3-4", {1: "zero", 2: "zero"})
    assert len(four) == 5


def test_without_a_free_number_a_latecomer_is_refused_in_words() -> None:
    late = replace(tournament(6), entrants=(*SIX, Entrant(number=7, joined_round=2)))
    assert SYSTEM.free_numbers(late) == ()
    second = SYSTEM.pair(replace(late, rounds=tournament(SIX, WORKED[0]).rounds))
    assert boards(second) == "6-4 5-3 1-2"
    assert [left.player for left in second.left_out] == [7]
    assert said(second)[-1] == "The plan has no free number for P7: they can play in another group, or next season."


@pytest.mark.parametrize("paid", [Fraction(0), HALF])
def test_a_round_against_the_dummy_or_a_vacant_number_gives_the_byes_points(paid: Fraction) -> None:
    system = AllPlayAll(bye_points=paid, spare_numbers=1)
    four = replace(tournament(5, "2:5 1-0, 1 pairing, 3 zero"), entrants=tuple(Entrant(number=n) for n in (1, 2, 3, 5)))
    points = {row.player: row.cells["points"].value for row in standings(system, four).rows}
    assert points == {1: paid, 2: 1, 3: paid, 5: 0}


# Leaving


def leaving(done: int, rule: Withdrawal, *, players: int = 8, cycles: int = 1) -> tuple[set[PlayerId], Table]:
    """Number 1 has lost so many games, is away since, and everybody else has drawn."""
    system = AllPlayAll(withdrawal=rule, cycles=cycles)
    plan = system.schedule(tournament(players))
    drawn = [
        ", ".join(
            f"{b.white}:{b.black} "
            + (("*" if number > done else "0-1" if b.white == 1 else "1-0") if 1 in (b.white, b.black) else "1/2-1/2")
            for b in each.boards
        )
        for number, each in enumerate(plan, start=1)
    ]
    table = standings(system, away(tournament(players, *drawn), 1, done + 1))
    return {row.player for row in table.rows if row.place is None}, table


def test_exactly_half_counts_as_half() -> None:
    """7 of 14 yes, 6 no; of an odd number more than half is needed."""
    assert leaving(7, Withdrawal.HALF, cycles=2)[0] == set()
    assert leaving(6, Withdrawal.HALF, cycles=2)[0] == {1}
    assert leaving(4, Withdrawal.HALF)[0] == set()
    assert leaving(3, Withdrawal.HALF)[0] == {1}


@pytest.mark.parametrize("done", [0, 1, 4, 7])
def test_annul_and_keep_do_not_ask_how_many(done: int) -> None:
    annulled, table = leaving(done, Withdrawal.ANNUL)
    assert annulled == {1}
    assert {row.cells["points"].value for row in table.rows if row.player != 1} == {3}
    kept, table = leaving(done, Withdrawal.KEEP)
    assert kept == set()
    assert {row.cells["points"].value for row in table.rows if row.player != 1} == {4}, "won at the board or by forfeit"
    assert {row.player: row.cells["points"].value for row in table.rows}[1] == 0


def test_the_unplayed_games_of_a_leaver_are_won_and_say_so() -> None:
    _unplaced, table = leaving(4, Withdrawal.HALF)
    words = [
        sentence(term.reason, "P{}".format)
        for row in table.rows
        if row.player != 1
        for term in row.cells["points"].terms
        if "P1" in sentence(term.reason, "P{}".format)
    ]
    assert len(words) == 7
    assert sum(word.startswith("Win by forfeit against P1") for word in words) == 3
    assert {row.cells["open"].value for row in table.rows} == {0}


def test_a_game_that_counts_for_nobody_says_so() -> None:
    table = standings(SYSTEM, away(tournament(SIX, WORKED[0]), 6, 2))
    (row,) = (row for row in table.rows if row.player == 1)
    (term,) = row.cells["points"].terms
    assert (sentence(term.reason, "P{}".format), term.amount) == (
        "The game against P6 in round 1 counts for nobody: one of them left",
        0,
    )


def test_coming_back_undoes_it() -> None:
    here = tournament(SIX, *WORKED[:2])
    back = replace(away(here, 6, 3, 3), rounds=(*here.rounds, PlayedRound(number=3)))
    assert ranked(standings(SYSTEM, back), "points")[-1] == (5, 6, HALF)
    assert [[board.white, board.black] for board in SYSTEM.missing_games(back)[3]] == [[2, 6], [3, 1], [4, 5]]


def test_own_forfeits_are_not_done_and_won_ones_are() -> None:
    lost = tournament(SIX, "1:6 +--, 2:5 1-0, 3:4 1-0", "6:4 --+, 5:3 1-0, 1:2 1-0", "2:6 1-0, 3:1 1-0, 4:5 1-0")
    assert ranked(standings(SYSTEM, away(lost, 6, 4)), "points")[-1] == (None, 6, 0)
    won = tournament(SIX, "1:6 --+, 2:5 1-0, 3:4 1-0", "6:4 +--, 5:3 1-0, 1:2 1-0", "2:6 1-0, 3:1 1-0, 4:5 1-0")
    assert None not in [row.place for row in standings(SYSTEM, away(won, 6, 4)).rows]
    assert {row.player: row.cells["points"].value for row in standings(SYSTEM, away(won, 6, 4)).rows}[6] == 2


def test_two_who_leave_together_win_nothing_from_each_other_and_later_the_later_one_does() -> None:
    keep = AllPlayAll(withdrawal=Withdrawal.KEEP)
    played = with_open(tournament(SIX, *WORKED), 6, since=3)
    together = away(away(played, 6, 3), 5, 3)
    points = {row.player: row.cells["points"].value for row in standings(keep, together).rows}
    assert (points[5], points[6]) == (1, HALF)
    one_by_one = away(away(played, 6, 3), 5, 5)
    assert {row.player: row.cells["points"].value for row in standings(keep, one_by_one).rows}[5] == 2


def test_everybody_leaves_but_one() -> None:
    snapshot = tournament(SIX, WORKED[0])
    for number in range(2, 7):
        snapshot = away(snapshot, number, 2)
    table = standings(SYSTEM, snapshot)
    assert ranked(table, "points", "open") == [(1, 1, 0, 0), *((None, number, 0, 0) for number in range(2, 7))]
    assert out(SYSTEM.pair(snapshot)) == {1: "zero"}
    assert "In round 2 Anna would meet Bo, who has withdrawn." in said(SYSTEM.pair(snapshot))


def test_a_leavers_rounds_to_come_are_won_as_they_are_published() -> None:
    """The table after each round, as it was and as it is told."""
    snapshot = away(tournament(SIX, *WORKED[:3], "1:4 1/2-1/2, 2:3 1-0, 5 zero"), 6, 4)
    table = standings(SYSTEM, snapshot)
    points = {row.player: row.cells["points"].value for row in table.rows}
    assert points[5] == 2, "½ + ½ and the forfeit of round 4, in which there was nobody to meet"
    assert SYSTEM.history(snapshot)[-1] == points


# The table


def test_before_all_is_played_the_table_may_go_by_points_lost_or_per_game() -> None:
    some = tournament(SIX, "1:6 1-0, 2:5 1/2-1/2, 3:4 *", "6:4 *, 5:3 0-1, 1:2 1/2-1/2")
    assert ranked(standings(SYSTEM, some), "points")[0] == (1, 1, Fraction(3, 2))
    lost = standings(AllPlayAll(order=Order.LOST), some)
    assert [column.code for column in lost.columns][:2] == ["lost", "points"]
    assert ranked(lost, "lost", "points")[:4] == [
        (1, 3, 0, 1),
        (2, 4, 0, 0),
        (3, 1, HALF, Fraction(3, 2)),
        (4, 2, 1, 1),
    ]
    share = standings(AllPlayAll(order=Order.SHARE), some)
    assert ranked(share, "share")[:3] == [(1, 3, 1), (2, 1, Fraction(3, 4)), (3, 2, HALF)]
    assert (lost.ranked_by, share.ranked_by) == ("lost", "share")
    assert Table.from_json(lost.to_json()).ranked_by == "lost"


def test_points_lost_are_of_other_points_too() -> None:
    system = AllPlayAll(win=Fraction(3), draw=Fraction(1), order=Order.LOST)
    assert ranked(standings(system, tournament(SIX, WORKED[0])), "lost", "points")[0] == (1, 2, 0, 3)
    assert {row.player: row.cells["lost"].value for row in standings(system, tournament(SIX, WORKED[0])).rows}[1] == 2


# Options


def test_the_rules_in_force_are_said() -> None:
    words = [sentence(reason, str) for reason in SYSTEM.settings()]
    assert words[0] == "Everybody meets everybody once, by the Berger tables."
    more = configured(
        SYSTEMS["all_play_all"],
        {
            "cycles": 2,
            "spare_numbers": 1,
            "bye_points": "1/2",
            "publish": "round",
            "postpone": False,
            "unplayed": "both_lose",
            "withdrawal": "annul",
            "order": "share",
            "open_game": "draw",
            "play_off": "on_points",
            "numbering": "given",
        },
    )
    assert len(more.settings()) == 13
    assert configured(SYSTEMS["all_play_all"], saved(more)) == more
    soon = configured(SYSTEMS["all_play_all"], {"play_by": "next_round"})
    assert "A postponed game is played by the day of the next round." in [
        sentence(reason, str) for reason in soon.settings()
    ]


@pytest.mark.parametrize(
    "options", [{"cycles": 0}, {"spare_numbers": -1}, {"withdrawal": "some"}, {"swap_last_two": "maybe"}]
)
def test_options_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        configured(SYSTEMS["all_play_all"], options)


def test_a_bye_that_the_director_gives_stands() -> None:
    given = replace(tournament(SIX).next_round, byes=(PlayedBye(player=6, kind=ByeKind.PAIRING),))
    paired = SYSTEM.pair(replace(tournament(SIX), next_round=given))
    assert (boards(paired), out(paired)) == ("2-5 3-4", {1: "zero", 6: "pairing"})


def test_a_number_that_is_far_too_high_has_no_place_in_the_plan() -> None:
    odd_one = replace(tournament(5), entrants=(*tournament(5).entrants, Entrant(number=10**9)))
    paired = SYSTEM.pair(odd_one)
    assert boards(paired) == "2-5 3-4"
    assert [left.player for left in paired.left_out] == [10**9]


def test_two_who_come_late_together_get_the_games_of_the_plan_and_no_others() -> None:
    here = tournament(SIX, coming="2 excused, 6 excused")
    paired = SYSTEM.pair(here)
    round_ = SetRound(
        system=SYSTEM,
        snapshot=here,
        boards=tuple(
            SetBoard(board=board.board, white=board.white, black=board.black, has_begun=board.is_postponed)
            for board in paired.boards
        ),
    )
    plans = changes_for_latecomer(round_, 6)
    assert plans
    assert not any(plan.is_somebodys_game for plan in plans)


def _early(snapshot: TournamentSnapshot, round_number: int, known_from: int) -> TournamentSnapshot:
    """The worked example, of which so many rounds have had their turn: the others were played early."""
    rounds = snapshot.rounds[:round_number]
    ahead = (
        replace(played, games=tuple(replace(game, known_from=known_from) for game in played.games))
        for played in snapshot.rounds[round_number:]
    )
    return replace(snapshot, rounds=rounds, ahead=tuple(ahead))


def test_games_played_before_their_rounds_turn_count_at_once() -> None:
    whole = tournament(SIX, *WORKED)
    tie_breaks = tie_breaks_of(SYSTEM, None)
    final = SYSTEM.standings(whole, tie_breaks)
    for turn in range(6):
        early = SYSTEM.standings(_early(whole, turn, turn + 1), tie_breaks)
        assert early.after_round == turn
        assert [(row.rank, row.player, row.cells) for row in early.rows] == [
            (row.rank, row.player, row.cells) for row in final.rows
        ]


def test_a_table_of_an_earlier_round_has_what_had_been_played_early_by_then() -> None:
    whole = tournament(SIX, *WORKED)
    early = _early(whole, 3, 3)  # rounds 4 and 5 were played when round 3 was next
    after = {number: SYSTEM.standings(early.after(number), ()) for number in range(4)}
    played = {number: sum(row.cells["played"].value or 0 for row in table.rows) for number, table in after.items()}
    assert played == {0: 0, 1: 6, 2: 24, 3: 30}
    assert SYSTEM.history(early)[2] == {row.player: row.cells["points"].value for row in after[2].rows}


def test_of_a_leaver_the_games_played_early_are_done_too() -> None:
    finn = replace(SIX[5], away=((3, None),))
    two = tournament([*SIX[:5], finn], *WORKED[:2])
    assert 6 in {row.player for row in SYSTEM.standings(two, ()).rows if row.place is None}
    three = replace(two, ahead=(replace(tournament(SIX, "2:6 1-0").rounds[0], number=3),))
    table = SYSTEM.standings(three, ())
    assert {row.player: row.place for row in table.rows}[6] is not None


def test_systems_that_pair_by_results_count_nothing_early() -> None:
    system = configured(SYSTEMS["norwegian_monrad"], {})
    three = tournament(6, "1:6 1-0, 2:5 1-0, 3:4 1-0")
    ahead = replace(three, ahead=(replace(three.rounds[0], number=2),))
    assert system.standings(ahead, ()).rows == system.standings(three, ()).rows


def _said_of_a_play_off(play_off: str, *rounds: str, tie_breaks: str | None = None) -> list[str]:
    system = replace(SYSTEM, play_off=PlayOff(play_off))
    table = system.standings(tournament(SIX, *rounds), () if tie_breaks == "" else tie_breaks_of(system, None))
    return [sentence(note, NAMES.__getitem__) for note in table.notes]


def test_who_plays_off_is_said_when_the_last_result_is_in() -> None:
    """Bo and Cato have 3½ each; their game, which Bo won, parts them."""
    said = "These share the first place and play off for it: Bo and Cato."
    assert _said_of_a_play_off("on_points", *WORKED) == [said]
    assert _said_of_a_play_off("on_points", *WORKED[:4]) == []
    assert _said_of_a_play_off("on_points", *WORKED[:4], WORKED[4].replace("4:2 1/2-1/2", "4:2 *")) == []
    assert _said_of_a_play_off("after_tie_breaks", *WORKED) == []
    assert _said_of_a_play_off("after_tie_breaks", *WORKED, tie_breaks="") == [said]
    assert _said_of_a_play_off("none", *WORKED, tie_breaks="") == []


def test_a_first_place_had_alone_is_not_played_off() -> None:
    won = (*WORKED[:4], WORKED[4].replace("4:2 1/2-1/2", "4:2 0-1"))
    assert _said_of_a_play_off("on_points", *won) == []


def test_a_game_that_would_count_for_nobody_takes_no_bye_away() -> None:
    """1 left before half of their games were done, 2 after: the game of these two, of round 2, was never set up."""
    leaving = [replace(SIX[0], away=((3, None),)), replace(SIX[1], away=((4, None),))]
    rounds = ("1:6 1-0, 2:5 1/2-1/2", "6:4 1/2-1/2, 2 half", "2:6 1/2-1/2, 4:5 1-0")
    players = [*leaving, replace(SIX[2], joined_round=5), *SIX[3:]]
    rows = {row.player: row for row in SYSTEM.standings(tournament(players, *rounds), ()).rows}
    assert rows[1].place is None
    assert rows[2].cells["points"].value == 3 * HALF
