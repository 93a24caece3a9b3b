"""Near neighbours meet (rulebook, keizer, Pairing 1-6): drawn evenings, and the page once more, slow and by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.evenings import crowded_evening_by, evening_by
from tests.tools.pairing.oracles.keizer import Page, Step, by_the_page
from tests.tools.seeds import by_seeds
from tournaments.pairing.history.byes import ByeChoice
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.opponents.colour_allocation import ColourCount
from tournaments.pairing.opponents.neighbours import NeighbourRules, PairingOrder, pair_neighbours
from tournaments.pairing.types.paired_round import (
    PairedRound,
    PairingImpossible,
    Pin,
    PinnedBoard,
    PinnedBye,
    Player,
    Reason,
)
from tournaments.pairing.types.snapshot import Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.wording import sentence

NOTHING = Fraction(0)


def pair(
    snapshot: TournamentSnapshot,
    rules: NeighbourRules | None = None,
    *,
    ladder: Sequence[PlayerId] | None = None,
    pinned: Sequence[Pin] = (),
) -> PairedRound:
    """By the page's defaults and in the order of the numbers, unless told otherwise."""
    scoring = Scoring(win=NOTHING, draw=NOTHING, loss=NOTHING, bye=NOTHING)
    return pair_neighbours(
        Record(snapshot=snapshot, scoring=scoring),
        ladder or [*snapshot.by_number],
        rules or NeighbourRules(gap=3),
        pinned=pinned,
    )


def drawn(paired: PairedRound) -> str:
    """As `tournament` reads it: "2:1, 4:3, 5 pairing"."""
    games = [f"{board.white}:{board.black}" for board in paired.boards]
    return ", ".join([*games, *(f"{bye.player} {bye.kind}" for bye in paired.byes)])


def meetings(paired: PairedRound) -> set[frozenset[PlayerId]]:
    return {frozenset((board.white, board.black)) for board in paired.boards}


def said(reasons: Sequence[Reason]) -> list[str]:
    return [sentence(reason, "P{}".format) for reason in reasons]


def codes(reasons: Sequence[Reason]) -> list[str]:
    return [reason.rule for reason in reasons]


# 1. Who is paired


def test_1_those_present_are_paired_from_the_top_of_the_ladder() -> None:
    snapshot = tournament(6, coming="2 excused, 5 club")
    paired = pair(snapshot, ladder=[6, 5, 4, 3, 2, 1])
    assert drawn(paired) == "4:6, 1:3"
    assert [left.player for left in paired.left_out] == [2, 5]


def test_1_who_has_withdrawn_or_not_joined_is_not_paired_and_a_requested_bye_is_given() -> None:
    entrants = [Entrant(number=1), Entrant(number=2, away=((1, None),)), Entrant(number=3, joined_round=2)]
    snapshot = tournament([*entrants, Entrant(number=4), Entrant(number=5)], coming="5 half")
    assert drawn(pair(snapshot)) == "4:1, 5 half"


def test_1_nobody_present_and_all_rounds_played_are_refused() -> None:
    with pytest.raises(PairingImpossible, match="impossible/nobody_present"):
        pair(tournament(2, coming="1 excused, 2 unexcused"))
    with pytest.raises(PairingImpossible, match="impossible/all_played"):
        pair(tournament(2, "1:2 1-0", planned_rounds=1))


def test_1_what_the_director_has_set_is_taken_out_and_all_else_is_asked_of_the_rest() -> None:
    pinned = [PinnedBoard(white=5, black=1), PinnedBye(player=2)]
    paired = pair(tournament(7), pinned=pinned)
    assert drawn(paired) == "5:1, 4:3, 7:6, 2 pairing"
    assert [board.pinned for board in paired.boards] == [True, False, False]


# 2. The bye


def test_2_the_bye_goes_to_the_lowest_of_those_with_the_fewest() -> None:
    paired = pair(tournament(5, "1:2 *, 3:4 *, 5 pairing", "1:3 *, 2:5 *, 4 half"), NeighbourRules(gap=0))
    assert [bye.player for bye in paired.byes] == [4]
    assert codes(paired.byes[0].reasons) == ["bye/lowest"]


def test_2_or_always_to_the_lowest() -> None:
    rules = NeighbourRules(gap=0, bye_choice=ByeChoice.LOWEST)
    paired = pair(tournament(5, "1:2 *, 3:4 *, 5 pairing"), rules)
    assert [bye.player for bye in paired.byes] == [5]
    assert said(paired.byes[0].reasons) == ["P5 is the lowest placed of those to be paired."]


def test_2_the_gap_is_lowered_before_the_bye_goes_to_another() -> None:
    paired = pair(tournament(3, "1:2 1-0"))
    assert drawn(paired) == "2:1, 3 pairing"
    assert codes(paired.notes) == ["neighbours/shorter_gap"]


def test_2_only_a_forbidden_pair_moves_the_bye_to_another() -> None:
    paired = pair(tournament(3, "1:3 1-0", forbidden_pairs=frozenset({frozenset({1, 2})})))
    assert drawn(paired) == "3:1, 2 pairing"
    assert codes(paired.byes[0].reasons) == ["bye/in_turn", "bye/passed_over"]


def test_2_a_limit_of_meetings_outranks_whose_turn_it_is() -> None:
    once = NeighbourRules(gap=0, max_meetings=1, bye_choice=ByeChoice.LOWEST)
    paired = pair(tournament(3, "2:1 1-0, 3 pairing"), once, ladder=[2, 1, 3])
    assert drawn(paired) == "3:2, 1 pairing"
    assert paired.notes == ()
    assert said(paired.byes[0].reasons) == [
        "P1 is first in turn: if this player sits out, nobody has to meet more often than allowed.",
        "P3 would have sat out, but P2 and P1 have already met as often as allowed.",
    ]

    shared = NeighbourRules(gap=3, max_meetings=1)
    five = tournament(5, "2:1 1-0, 4:3 1-0, 5 pairing", coming="4 excused, 5 excused")
    assert drawn(pair(five, shared, ladder=[2, 4, 1, 3, 5])) == "3:2, 1 pairing"


def test_2_where_no_bye_helps_a_pair_is_freed_and_that_alone_is_said() -> None:
    rounds = ["2:1 *, 3 pairing", "1:3 *, 2 pairing", "3:2 *, 1 pairing"]
    paired = pair(tournament(3, *rounds), NeighbourRules(gap=0, max_meetings=1))
    assert drawn(paired) == "2:1, 3 pairing"
    assert codes(paired.notes) == ["neighbours/freed"]


def test_2_one_alone_sits_out() -> None:
    assert drawn(pair(tournament(2, coming="1 excused"))) == "2 pairing"


# 3. Whom one may meet


@pytest.mark.parametrize(("rounds_between", "expected"), [(2, "4:1, 3:2"), (3, "2:1, 4:3")])
def test_3_two_meet_again_when_the_gap_lies_between(rounds_between: int, expected: str) -> None:
    others = [["1:3 *, 2:4 *", "1:3 *, 2:4 *", ""][n] for n in range(rounds_between)]
    paired = pair(tournament(4, "1:2 *, 3:4 *", *others), NeighbourRules(gap=3))
    assert meetings(paired) == {frozenset(int(each) for each in game.split(":")) for game in expected.split(", ")}


def test_3_who_was_passed_over_is_told_why() -> None:
    rounds = ["1:2 *", "2:1 *", "1:3 *", "1:5 *"]
    snapshot = tournament(8, *rounds, forbidden_pairs=frozenset({frozenset({1, 4})}))
    (board, *_others) = pair(snapshot, NeighbourRules(gap=2, max_meetings=2)).boards
    assert {board.white, board.black} == {1, 6}
    assert said(board.reasons[:-1]) == [
        "P6 is the highest placed of those left whom P1 may play.",
        "P2 is placed higher, but met P1 2 times, last in round 2.",
        "P3 is placed higher, but met P1 in round 3. Other rounds since then: 1; needed: 2.",
        "P4 is placed higher, but must not meet P1.",
        "Further players placed higher whom P1 may not play: 1.",
    ]


def test_3_who_would_leave_others_without_an_opponent_is_passed_over() -> None:
    paired = pair(tournament(6, "5:6 *"), NeighbourRules(gap=1))
    assert meetings(paired) == {frozenset({1, 2}), frozenset({3, 5}), frozenset({4, 6})}
    assert said(paired.boards[1].reasons[:2]) == [
        "P5 is the highest placed of those left whom P3 may play so that all the others can be paired too.",
        "P4 is placed higher, but then the others could not all have been paired.",
    ]
    assert paired.notes == ()


def test_3_a_forfeit_is_no_meeting_and_an_open_game_is_one() -> None:
    assert frozenset({1, 2}) in meetings(pair(tournament(4, "1:2 +--, 3:4 ---")))
    assert frozenset({1, 2}) not in meetings(pair(tournament(4, "1:2 *, 3:4 ---")))


def test_3_in_a_new_period_the_gap_is_forgotten_but_not_how_often_two_have_met() -> None:
    snapshot = tournament(4, "1:3 *, 2:4 *", "1:2 *, 3:4 *")
    assert frozenset({1, 2}) not in meetings(pair(snapshot))
    assert frozenset({1, 2}) not in meetings(pair(snapshot, NeighbourRules(gap=3, period_rounds=(1, 3))))
    assert frozenset({1, 2}) in meetings(pair(snapshot, NeighbourRules(gap=3, period_rounds=(2, 4))))
    assert frozenset({1, 2}) in meetings(pair(snapshot, NeighbourRules(gap=3, period_rounds=(2,))))
    assert frozenset({1, 2}) not in meetings(pair(snapshot, NeighbourRules(gap=3, period_rounds=(2,), max_meetings=1)))


@pytest.mark.parametrize(
    ("rules", "first_board", "why"),
    [
        ({"max_meetings_in_period": 1}, {1, 3}, "met P1 in round 1. Games in one part of the season: at most 1."),
        ({"max_meetings_in_period": 1, "period_rounds": (1,)}, {1, 2}, ""),
        ({"max_meetings_in_period": 2}, {1, 2}, ""),
        ({"no_rematch_until": 2}, {1, 3}, "met P1 in round 1. Nobody meets twice up to round 2."),
        ({"no_rematch_until": 1}, {1, 2}, ""),
        ({"gap": 1, "period_rounds": (1,)}, {1, 2}, ""),
        ({"gap": 1, "period_rounds": (1,), "gap_over_periods": True}, {1, 3}, "met P1 in round 1. Other rounds"),
    ],
)
def test_3_how_often_in_one_part_of_the_season(rules: dict[str, Any], first_board: set[int], why: str) -> None:
    paired = pair(tournament(4, "1:2 *, 3:4 *"), NeighbourRules(**{"gap": 0} | rules))
    assert frozenset(first_board) in meetings(paired)
    assert paired.notes == ()
    told = [text for text in said(paired.boards[0].reasons) if text.startswith("P2 is placed higher")]
    assert [text for text in told if why in text] == told
    assert bool(told) == bool(why)


def test_4_with_several_limits_a_pair_at_any_of_them_is_freed() -> None:
    rules = NeighbourRules(gap=0, max_meetings=2, max_meetings_in_period=1)
    paired = pair(tournament(2, "1:2 *"), rules)
    assert said(paired.notes) == [
        "Not everybody could be paired without a game between two who have already met as often as "
        "allowed. Pairs that were allowed one more, the oldest last game first: 1. Boards that needed "
        "it: 1."
    ]


def test_3_a_colour_limit_bars_one_colour_more_in_a_row() -> None:
    # 1 and 2 have had white twice, so that 1 would have it once more against 2, the lower placed after an equal count.
    snapshot = tournament(8, "1:5 *, 2:6 *", "1:7 *, 2:8 *")
    paired = pair(snapshot, NeighbourRules(gap=0, colour_limit=2))
    assert frozenset({1, 2}) not in meetings(paired)
    assert "P2 is placed higher, but in a game with P1 P2 would have White too often in a row; allowed at most: 2." in (
        said(paired.boards[0].reasons)
    )
    assert frozenset({1, 2}) in meetings(pair(snapshot, NeighbourRules(gap=0, colour_limit=3)))
    assert frozenset({1, 2}) in meetings(pair(snapshot, NeighbourRules(gap=0)))


def test_3_nearest_keeps_opponents_close_together_all_in_all() -> None:
    # From the top 3 has only 6 left: 1 + 9 + 1. With 1-3, 2-4 and 5-6 it is 4 + 4 + 1.
    snapshot = tournament(6, "3:4 *", "3:5 *")
    assert meetings(pair(snapshot)) == {frozenset({1, 2}), frozenset({3, 6}), frozenset({4, 5})}
    nearest = pair(snapshot, NeighbourRules(gap=3, pairing=PairingOrder.NEAREST))
    assert meetings(nearest) == {frozenset({1, 3}), frozenset({2, 4}), frozenset({5, 6})}
    assert said(nearest.boards[0].reasons[:2]) == [
        "P1 and P3 meet: of all pairings that are allowed, this one keeps opponents closest in the list.",
        "P2 is placed higher, but then no pairing with opponents as close together was left.",
    ]


def test_3_nearest_counts_places_without_the_bye_and_of_equal_sums_takes_the_first() -> None:
    # 5 has the bye. Without him 1-2, 3-6, 4-7 is 1 + 4 + 4, as much as 1-3, 2-4, 6-7; with him it would be 1 + 9 + 9.
    snapshot = tournament(7, "3:4 *, 7 pairing", "6 pairing")
    paired = pair(snapshot, NeighbourRules(gap=3, pairing=PairingOrder.NEAREST))
    assert [bye.player for bye in paired.byes] == [5]
    assert meetings(paired) == {frozenset({1, 2}), frozenset({3, 6}), frozenset({4, 7})}


# 4. Nothing complete


def test_4_the_gap_is_lowered_no_further_than_needed_and_each_board_says_so() -> None:
    paired = pair(tournament(4, "1:2 *, 3:4 *", "1:3 *, 2:4 *", "1:4 *, 2:3 *"), NeighbourRules(gap=3))
    assert meetings(paired) == {frozenset({1, 2}), frozenset({3, 4})}
    assert said(paired.notes) == [
        "Not everybody could be paired with the usual number of rounds between two games of the same "
        "players (3). In this round it is 2. Boards that needed this: 2."
    ]
    assert said(paired.boards[0].reasons)[0] == (
        "Not everybody could be paired within the usual limits, so P1 and P2 may meet although they met "
        "in round 1. Other rounds since then: 2; usually at least 3."
    )


def test_4_a_gap_wider_than_all_rounds_so_far_is_lowered_just_as_well() -> None:
    paired = pair(tournament(2, "1:2 *", ""), NeighbourRules(gap=1_000_000_000))
    assert drawn(paired) == "2:1"
    assert [note.facts["lowered"] for note in paired.notes] == [1]


def test_4_the_colour_limit_goes_before_the_gap() -> None:
    # 1 has had white twice and 2 three times in a row, so 1 has it again. They have not met: the gap need not go.
    snapshot = tournament(4, "1:3 *, 2:4 *", "1:4 *, 2:3 *", "2:4 *", coming="3 excused, 4 excused")
    paired = pair(snapshot, NeighbourRules(gap=2, colour_limit=1))
    assert drawn(paired) == "1:2"
    assert said(paired.notes) == [
        "Not everybody could be paired within all limits. The limit of games in a row with the same "
        "colour (1) was set aside first. Boards above it: 1."
    ]
    assert said(paired.boards[0].reasons)[0] == (
        "Not everybody could be paired within the usual limits, so P1 may have White again; games in a "
        "row with this one: 3."
    )


def test_4_pairs_that_met_often_enough_are_freed_one_by_one_the_oldest_game_first() -> None:
    snapshot = tournament(4, "1:4 *, 2:3 *", "1:3 *, 2:4 *", "1:2 *, 3:4 *")
    paired = pair(snapshot, NeighbourRules(gap=0, max_meetings=1))
    assert meetings(paired) == {frozenset({1, 4}), frozenset({2, 3})}
    assert [(note.rule, note.facts["freed"], note.facts["count"]) for note in paired.notes] == [
        ("neighbours/freed", 2, 2)
    ]
    assert said(paired.boards[0].reasons) == [
        "Not everybody could be paired within the usual limits, so P1 and P4 may meet once more. Games "
        "so far: 1, the last in round 1.",
        "P4 is the highest placed of those left whom P1 may play.",
        "P2 is placed higher, but met P1 in round 3.",
        "P3 is placed higher, but met P1 in round 2.",
        "P4 has had White fewer times (0 against 3), so gets White.",
    ]


def test_4_of_games_equally_old_the_better_placed_pair_is_freed_first() -> None:
    # Not met have only 1-5, 2-6, 3-5 and 4-6: they do for a complete pairing with 1-2, and also with 3-4.
    rounds = ["1:2 *, 3:4 *", "1:3 *, 2:4 *, 5:6 *", "1:4 *, 2:3 *", "1:6 *, 2:5 *", "3:6 *, 4:5 *"]
    rules = NeighbourRules(gap=0, max_meetings=1)
    paired = pair(tournament(6, *rounds), rules, ladder=[1, 2, 3, 4, 5, 6])
    assert meetings(paired) == {frozenset({1, 2}), frozenset({3, 5}), frozenset({4, 6})}
    other_way = pair(tournament(6, *rounds), rules, ladder=[3, 4, 1, 2, 5, 6])
    assert meetings(other_way) == {frozenset({3, 4}), frozenset({1, 5}), frozenset({2, 6})}
    assert [note.facts["freed"] for note in (*paired.notes, *other_way.notes)] == [1, 1]


def test_4_a_forbidden_pair_is_never_freed_and_the_director_is_told_what_to_do() -> None:
    with pytest.raises(PairingImpossible) as impossible:
        pair(
            tournament(2, "1:2 1-0", forbidden_pairs=frozenset({frozenset({1, 2})})),
            NeighbourRules(gap=0, max_meetings=1),
        )
    assert codes(impossible.value.reasons) == ["impossible/forbidden", "impossible/pair_by_hand"]
    everybody_with_1 = frozenset(frozenset({1, other}) for other in (2, 3))
    assert drawn(pair(tournament(3, forbidden_pairs=everybody_with_1))) == "3:2, 1 pairing"
    everybody = frozenset(frozenset(couple) for couple in combinations((1, 2, 3), 2))
    with pytest.raises(PairingImpossible):
        pair(tournament(3, forbidden_pairs=everybody))


# 5. Boards


def test_5_boards_stand_in_the_order_of_the_better_placed_player() -> None:
    pinned = [PinnedBoard(white=6, black=2)]
    assert drawn(pair(tournament(6), pinned=pinned, ladder=[1, 2, 3, 4, 5, 6])) == "3:1, 6:2, 5:4"


# 6. Colours


def game(rounds: Sequence[str], ladder: Sequence[PlayerId], count: ColourCount) -> tuple[PlayerId, str]:
    """Who has white between two, all others being away, and why."""
    away = ", ".join(f"{number} excused" for number in range(1, 10) if number not in ladder)
    snapshot = tournament(9, *rounds, coming=away)
    (board,) = pair(snapshot, NeighbourRules(gap=0, colour_count=count), ladder=ladder).boards
    return board.white, said(board.reasons)[-1]


Game: TypeAlias = tuple[list[str], list[PlayerId], PlayerId, str]
BY_WHITES: list[Game] = [
    # 1 has had w b w b, 2 white once: one white against two, whatever the blacks.
    (["1:3 *", "4:1 *", "1:5 *, 2:6 *", "7:1 *"], [1, 2], 2, "P2 has had White fewer times (1 against 2)"),
    (["3:1 *", "4:1 *", "1:5 *"], [1, 2], 2, "P2 has had White fewer times (0 against 1), so gets White."),
    (["2:3 *"], [1, 2], 1, "P1 has had White fewer times (0 against 1), so gets White."),
    # Both have had white once, and 2 had it in their last game: it is not turned, the lower placed has it again.
    (["1:3 *", "2:1 *"], [1, 2], 2, "Both have had White equally often: P2 is placed lower, so gets White."),
    (["1:3 *", "2:1 *"], [2, 1], 1, "Both have had White equally often: P1 is placed lower, so gets White."),
    (["3:1 *"], [1, 2], 2, "Both have had White equally often: P2 is placed lower, so gets White."),
    # A forfeit gives no colour.
    (["2:1 +--"], [1, 2], 2, "Both have had White equally often: P2 is placed lower, so gets White."),
    ([], [1, 2], 2, "Neither has had a colour yet: the higher number has White."),
    ([], [2, 1], 1, "Neither has had a colour yet: the player lower in the list has White."),
]
BY_BALANCE: list[Game] = [
    ([], [1, 2], 2, "Neither has had a colour yet: the higher number has White."),
    ([], [2, 1], 1, "Neither has had a colour yet: the player lower in the list has White."),
    (
        ["1:3 *"],
        [2, 1],
        2,
        ("P2 has the lower colour balance (games with White minus games with Black): 0 against +1. So P2 gets White."),
    ),
    (
        ["3:1 *"],
        [1, 2],
        1,
        ("P1 has the lower colour balance (games with White minus games with Black): −1 against 0. So P1 gets White."),
    ),
    # It is the balance, not the number of whites, that counts: 1 has had w b b, 2 nothing.
    (
        ["1:3 *", "3:1 *", "4:1 *"],
        [1, 2],
        1,
        ("P1 has the lower colour balance (games with White minus games with Black): −1 against 0. So P1 gets White."),
    ),
    (
        ["1:3 *", "4:1 *", "1:5 *, 2:6 *", "7:1 *"],
        [1, 2],
        1,
        "P1 has the lower colour balance (games with White minus games with Black): 0 against +1. So P1 gets White.",
    ),
    (
        ["1:2 *", "2:1 *", "1:2 *", "3:1 *", "2:4 *"],
        [1, 2],
        2,
        "P1 had White when they met in round 3, so P2 gets it now.",
    ),
    (["2:1 *", "1:3 *", "3:2 *"], [1, 2], 1, "P2 had White when they met in round 1, so P1 gets it now."),
    (
        ["3:4 *"],
        [1, 2],
        2,
        "Both have the same colour balance (games with White minus games with Black). P2 is placed lower",
    ),
    (
        ["3:4 *"],
        [2, 1],
        1,
        "Both have the same colour balance (games with White minus games with Black). P1 is placed lower",
    ),
    # A forfeit gives no colour and is no meeting.
    (
        ["2:1 +--"],
        [1, 2],
        2,
        "Both have the same colour balance (games with White minus games with Black). P2 is placed lower",
    ),
]


@pytest.mark.parametrize(
    ("count", "rounds", "ladder", "white", "why"),
    [
        *((ColourCount.WHITES, *each) for each in BY_WHITES),
        *((ColourCount.BALANCE, *each) for each in BY_BALANCE),
    ],
)
def test_6_white_goes_to_who_had_less_of_it_by_balance_turned_and_else_to_the_lower_placed(
    count: ColourCount, rounds: list[str], ladder: list[PlayerId], white: PlayerId, why: str
) -> None:
    found, said_why = game(rounds, ladder, count)
    assert found == white
    assert said_why.startswith(why)


def test_6_the_limit_is_held_to_the_colours_that_the_count_gives() -> None:
    # 8 has had w b w w, 1 twice white: three whites against two, but by balance two against two.
    rounds = ["8:4 *", "5:8 *", "8:6 *, 1:7 *", "8:7 *, 1:9 *"]
    snapshot = tournament(9, *rounds, coming=", ".join(f"{number} excused" for number in range(2, 8)))
    for count, kept_not in ((ColourCount.WHITES, 1), (ColourCount.BALANCE, 8)):
        paired = pair(snapshot, NeighbourRules(gap=0, colour_limit=2, colour_count=count), ladder=[1, 8, 9])
        assert [bye.player for bye in paired.byes] == [9]
        assert paired.boards[0].white == kept_not
        assert said(paired.boards[0].reasons)[0] == (
            f"Not everybody could be paired within the usual limits, so P{kept_not} may have White again; "
            "games in a row with this one: 3."
        )


def test_6_the_same_colour_three_times_in_a_row_is_allowed() -> None:
    paired = pair(tournament(6, "1:3 *, 2:4 *", "1:4 *, 2:3 *"), NeighbourRules(gap=0))
    assert drawn(paired) == "2:1, 4:3, 6:5"


# The page once more


class Drawn(NamedTuple):
    snapshot: TournamentSnapshot
    rules: NeighbourRules
    chance: int
    by_hand: bool


def drawn_by(rng: Random) -> Drawn:
    some_rounds = rng.sample(range(1, 13), rng.randint(1, 12))
    return Drawn(
        snapshot=crowded_evening_by(rng, players=7) if rng.random() < 0.5 else evening_by(rng),
        rules=NeighbourRules(
            gap=rng.randint(0, 5),
            max_meetings=rng.choice([None, None, 1, 2, 3]),
            colour_limit=rng.choice([None, None, 1, 2]),
            colour_count=rng.choice([*ColourCount]),
            bye_choice=rng.choice([*ByeChoice]),
            pairing=rng.choice([*PairingOrder]),
            period_rounds=rng.choice([None, tuple(sorted(some_rounds))]),
            max_meetings_in_period=rng.choice([None, None, 1, 2]),
            gap_over_periods=rng.choice([False, True]),
            no_rematch_until=rng.choice([None, None, None, 2, 5]),
        ),
        chance=rng.randrange(2**32),
        by_hand=rng.choice([False, False, True]),
    )


@by_seeds(drawn_by)
def test_it_is_what_the_page_says_word_for_word(drawn: Drawn) -> None:
    snapshot, rules, chance, by_hand = drawn
    rng = Random(chance)
    snapshot = replace(snapshot, planned_rounds=None)
    ladder = rng.sample(sorted(snapshot.by_number), len(snapshot.entrants))
    page = Page(snapshot, ladder, rules)
    if not page.present:
        with pytest.raises(PairingImpossible, match="impossible/nobody_present"):
            pair(snapshot, rules, ladder=ladder)
        return
    pinned: list[Pin] = []
    if by_hand and len(page.present) >= 2:
        white, black = rng.sample(page.present, 2)
        pinned = [PinnedBoard(white=white, black=black)]
    expected = by_the_page(page, pinned)
    if expected is None:
        with pytest.raises(PairingImpossible, match="impossible/forbidden"):
            pair(snapshot, rules, ladder=ladder, pinned=pinned)
        return
    boards, bye, step = expected
    paired = pair(snapshot, rules, ladder=ladder, pinned=pinned)
    assert [(board.white, board.black) for board in paired.boards] == boards
    asked = {row.player for row in snapshot.next_round.byes}
    assert [row.player for row in paired.byes if row.player not in asked] == ([bye] if bye else [])
    check_what_is_said(page, paired, step)


def check_what_is_said(page: Page, paired: PairedRound, step: Step | None) -> None:
    """Notes say what was relaxed, boards what they did not keep, and nobody is called barred who is not."""
    assert step is not None
    rules = page.rules
    is_only_in_all = rules.max_meetings is not None and rules.max_meetings_in_period is rules.no_rematch_until is None
    relaxed = {
        "neighbours/without_colours": rules.colour_limit is not None and step.colour_limit is None,
        "neighbours/shorter_gap": step.gap < rules.gap,
        "neighbours/freed" if is_only_in_all else "neighbours/freed_at_a_limit": bool(step.freed),
    }
    assert codes(paired.notes) == [code for code, is_so in relaxed.items() if is_so]
    facts = {name: fact for note in paired.notes for name, fact in note.facts.items()}
    assert facts.get("lowered", step.gap) == step.gap
    assert facts.get("freed", 0) == len(step.freed)
    for board in paired.boards:
        if board.pinned:
            continue
        one, other = sorted((board.white, board.black), key=page.present.index)
        over = page.too_many_colours(one, other, rules.colour_limit) if rules.colour_limit is not None else ()
        kept_not = [
            *(["neighbours/one_meeting_more"] if page.often(one, other) else ()),
            *(["neighbours/met_early"] if page.too_soon(one, other, rules.gap) else ()),
            *("neighbours/one_colour_more" for _player in over),
        ]
        assert codes(board.reasons)[: len(kept_not)] == kept_not
        assert not any(code in RELAXED for code in codes(board.reasons)[len(kept_not) :])
        for reason in board.reasons:
            if (skipped := reason.facts.get("skipped")) is not None:
                assert isinstance(skipped, Player)
                assert page.present.index(one) < page.present.index(skipped.number) < page.present.index(other)
                assert page.may_meet(one, skipped.number, step) == (reason.rule in NOT_BARRED)


RELAXED = {"neighbours/one_meeting_more", "neighbours/met_early", "neighbours/one_colour_more"}
NOT_BARRED = {"first/others_left", "neighbours/farther"}
