"""FIDE's system for teams: the page's case, a test per rule, and the rounds of FIDE TEC's own program."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.team_cases import before, boards_of, case, snapshot_of
from tests.tools.pairing.team_peer import drawn_rounds, own_round, peers_round
from tests.tools.pairing.true_reasons import untrue
from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.opponents.starting_list import InitialColour
from tournaments.pairing.systems.fide_team import FideTeam
from tournaments.pairing.systems.fide_team.colours import ColourStep, colours_of
from tournaments.pairing.systems.fide_team.pairing_brackets import Field
from tournaments.pairing.systems.fide_team.team_cards import ColourRules, TeamCard, preference, team_cards_of
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible
from tournaments.pairing.types.snapshot import Colour, Entrant, PlayedGame, PlayedRound, Result, TournamentSnapshot

SEVEN = case("swiss_seven")
W, B = Colour.WHITE, Colour.BLACK


def white_first(**options: object) -> FideTeam:
    return configured(FideTeam, {"initial_colour": "white"} | options)


def pairs_of(paired: PairedRound) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in paired.boards]


def rules_of(paired: PairedRound) -> set[str]:
    said = [*(reason for board in paired.boards for reason in board.reasons)]
    return {reason.rule for reason in (*said, *(reason for bye in paired.byes for reason in bye.reasons))}


# The page's case, and FIDE TEC's program


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_seven_teams_are_paired_as_the_page_does(number: int) -> None:
    played = SEVEN["rounds"][number - 1]
    paired = white_first().pair(before(snapshot_of(SEVEN), number))
    assert pairs_of(paired) == [(match["white"], match["black"]) for match in played["matches"]]
    assert [bye.player for bye in paired.byes] == [played["bye"]]


@pytest.mark.parametrize("rules", ColourRules)
def test_small_events_are_paired_as_gacrux_does(rules: ColourRules) -> None:
    rounds = 0
    for seed in range(6):
        for system, snapshot in drawn_rounds(Random(seed), rules, most=10):
            try:
                own = own_round(system.pair(snapshot))
            except PairingImpossible:
                own = None
            assert own == peers_round(system, snapshot), (seed, snapshot.next_number)
            rounds += 1
    assert rounds > 15


@pytest.mark.parametrize("rules", ColourRules)
def test_what_is_said_of_teams_is_so(rules: ColourRules) -> None:
    rounds = 0
    for seed in range(10):
        for system, snapshot in drawn_rounds(Random(seed), rules, most=14):
            try:
                paired = system.pair(snapshot)
            except PairingImpossible:
                break
            assert not untrue(system, snapshot, paired), (seed, snapshot.next_number)
            rounds += 1
    assert rounds > 30


# 1.4: the bye is worth a draw, and half of the boards


def test_1_4_a_bye_is_worth_a_draw_and_half_of_the_boards() -> None:
    record = white_first().capabilities().record(before(snapshot_of(SEVEN), 2))
    assert record.points[7] == 1
    assert record.counted_by(PointsOf.BOARDS).points[7] == 2


# 1.5: floats


def test_1_5_whoever_met_another_score_in_the_last_round_has_floated_and_a_bye_is_none() -> None:
    snapshot = tournament(5, "1:2 1-0, 3:4 1-0, 5 pairing", "1:5 1-0, 3:2 1-0, 4 pairing")
    record = white_first().capabilities().record(snapshot)
    cards = team_cards_of(record, {team: team for team in range(1, 6)}, range(1, 6), ColourRules.A)
    assert {card.number: card.has_floated for card in cards} == {1: True, 2: True, 3: True, 4: False, 5: True}


@pytest.mark.parametrize("boards", ["++-x", "+-+-", "++++", "xxxx"])
def test_1_6_a_match_without_a_game_gives_no_colour_also_where_both_have_points(boards: str) -> None:
    match = PlayedGame(board=1, white=1, black=2, result=Result.OPEN, boards=boards_of(boards))
    snapshot = TournamentSnapshot(
        entrants=(Entrant(number=1), Entrant(number=2)), rounds=(PlayedRound(number=1, games=(match,)),), boards=4
    )
    record = white_first().capabilities().record(snapshot)
    cards = team_cards_of(record, {1: 1, 2: 2}, (1, 2), ColourRules.B)
    assert [(card.had, card.wants) for card in cards] == [((), None), ((), None)]
    assert not record.met(1, 2)
    assert [card.may_have_bye for card in cards] == [match.result is not Result.WHITE_WINS_BY_FORFEIT, True]


# 1.7: preferences


@pytest.mark.parametrize(
    ("had", "by_a", "by_b", "by_b_in_the_last_round"),
    [
        ("", None, None, None),
        ("w", None, (B, False), (B, False)),
        ("wb", None, (W, False), None),
        ("bw", None, (B, False), None),
        ("ww", B, (B, True), (B, True)),
        ("bwb", None, (W, False), (W, False)),
        ("wbb", W, (W, True), (W, True)),
        ("wwb", None, (B, False), (B, False)),
        ("wwbb", W, (W, True), (W, True)),
        ("wwwbb", None, (B, False), (B, False)),
        ("wwwb", B, (B, True), (B, True)),
    ],
)
def test_1_7_preferences(
    had: str,
    by_a: Colour | None,
    by_b: tuple[Colour, bool] | None,
    by_b_in_the_last_round: tuple[Colour, bool] | None,
) -> None:
    colours = [W if letter == "w" else B for letter in had]
    lean = had.count("w") - had.count("b")
    assert preference(colours, lean, ColourRules.A, is_last=False) == (by_a, False)
    assert preference(colours, lean, ColourRules.B, is_last=False) == (by_b or (None, False))
    assert preference(colours, lean, ColourRules.B, is_last=True) == (by_b_in_the_last_round or (None, False))
    assert preference(colours, lean, ColourRules.NONE, is_last=False) == (None, False)


# 3.3 and 3.4: the bye, and rounds that stop


def test_3_4_the_bye_goes_to_the_lowest_score_then_the_most_matches_then_the_highest_number() -> None:
    first = white_first().pair(tournament(5))
    assert [bye.player for bye in first.byes] == [5]
    snapshot = tournament(7, "1:4 1-0, 2:5 1-0, 3:6 --+, 7 pairing")
    paired = white_first().pair(snapshot)
    assert [bye.player for bye in paired.byes] == [5], "3 has no point either, but has not played"
    assert rules_of(white_first().pair(tournament(3, "1:2 --+, 3 pairing"))) >= {"fide_team/3.4"}


def test_3_4_nobody_has_it_after_a_bye_or_a_win_by_forfeit() -> None:
    paired = white_first().pair(tournament(3, "1:2 +--, 3 pairing"))
    assert [bye.player for bye in paired.byes] == [2]
    with pytest.raises(PairingImpossible) as stopped:
        white_first().pair(tournament(3, "1:2 +--, 3 pairing", "3:1 +--, 2 pairing"))
    assert [reason.rule for reason in stopped.value.reasons] == [
        "fide_team/impossible/bye",
        "fide_team/impossible/give_bye",
    ]


def test_3_4_1_the_others_can_be_paired() -> None:
    snapshot = tournament(5, forbidden_pairs=frozenset(map(frozenset, [(1, 2), (1, 3), (1, 4)])))
    paired = white_first().pair(snapshot)
    assert [bye.player for bye in paired.byes] == [4]
    assert "fide_team/3.4.1" in rules_of(paired)


def test_3_3_3_nothing_complete_stops() -> None:
    snapshot = tournament(4, "1:2 1-0, 3:4 1-0", "1:3 1-0, 2:4 1-0", "1:4 1-0, 2:3 1-0")
    with pytest.raises(PairingImpossible):
        white_first().pair(snapshot)


# 3.5 and 3.6: upfloaters and pairs


def of(text: str) -> list[TeamCard]:
    """Score, then letters: w and b what is wanted, f has floated; in order of number."""
    cards = []
    for number, word in enumerate(text.split(), start=1):
        score = int(word.rstrip("wbf"))
        wants = W if "w" in word else B if "b" in word else None
        cards.append(TeamCard(number=number, place=number, score=score, second=0, wants=wants, has_floated="f" in word))
    return cards


def field_of(text: str, *met: tuple[int, int], floats_count: bool = True) -> Field:
    cards = sorted(of(text), key=lambda card: (-card.score, card.number))
    barred = {card.number: {b for a, b in (*met, *((y, x) for x, y in met)) if a == card.number} for card in cards}
    return Field(cards=cards, barred=barred, floats_count=floats_count)


def brackets(field: Field) -> list[tuple[list[int], list[tuple[int, int]]]]:
    return [
        ([card.number for card in each.upfloaters], [(one.number, other.number) for one, other in each.pairs])
        for each in field.brackets()
    ]


@pytest.mark.parametrize(
    ("text", "met", "expected"),
    [
        ("0 0 0 0 0 0", [], [([], [(1, 4), (2, 5), (3, 6)])]),
        ("2 2 2 1 1 0", [], [([4], [(1, 3), (2, 4)]), ([6], [(5, 6)])]),
        # C4 and C5: the next group has no opponent for 1, and one comes up from below it
        ("2 1 1 0", [(1, 2), (1, 3)], [([4], [(1, 4)]), ([], [(2, 3)])]),
        # C6: with 2 gone the other two of that group could not play
        ("2 1 1 1 0 0", [(3, 4)], [([3], [(1, 3)]), ([], [(2, 4)]), ([], [(5, 6)])]),
        # C7: 2 has floated
        ("2 1f 1 1 0 0", [], [([3], [(1, 3)]), ([], [(2, 4)]), ([], [(5, 6)])]),
        # C8: colours before numbers
        ("0w 0b 0w 0b", [], [([], [(1, 4), (2, 3)])]),
        ("0w 0w 0w 0b", [], [([], [(1, 3), (2, 4)])]),
        ("0w 0w 0b 0b 0w 0b", [], [([], [(1, 4), (2, 6), (3, 5)])]),
        # C10: the upfloater does not meet 1, who has floated
        ("1f 1 1 0", [], [([4], [(1, 3), (2, 4)])]),
        ("1 1 1f 0", [(1, 4)], [([4], [(1, 3), (2, 4)])]),
    ],
)
def test_3_5_and_3_6(
    text: str, met: Sequence[tuple[int, int]], expected: list[tuple[list[int], list[tuple[int, int]]]]
) -> None:
    assert brackets(field_of(text, *met)) == expected


def test_2_3_4_in_the_last_two_rounds_floats_do_not_count() -> None:
    assert brackets(field_of("2 1f 1 1 0 0", floats_count=False))[0][0] == [2]


# 4: colours


def card(had: str, **fields: object) -> TeamCard:
    colours = [W if letter == "w" else B for letter in had]
    lean = had.count("w") - had.count("b")
    known: dict[str, object] = {"number": 1, "place": 1, "score": 0, "second": 0} | fields
    rules = known.pop("rules", ColourRules.B)
    wants, is_strong = preference(colours, lean, ColourRules(str(rules)), is_last=False)
    return TeamCard(had=tuple(enumerate(colours, start=1)), lean=lean, wants=wants, is_strong=is_strong, **known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "rules", "white", "step"),
    [
        ("", "", "b", 1, ColourStep.NOBODY_HAS_PLAYED),
        ("w", "", "b", 2, ColourStep.ONE_PREFERENCE),
        ("w", "b", "b", 2, ColourStep.BOTH_PREFERENCES),
        ("wbb", "b", "b", 1, ColourStep.ONLY_STRONG),
        ("wbwb", "b", "b", 2, ColourStep.LOWER_LEAN),
        ("wb", "bbww", "none", 1, ColourStep.LAST_DIFFERENCE),
        ("bw", "bbww", "a", 1, ColourStep.ONE_PREFERENCE),
        ("wwbb", "bwwwbb", "none", 1, ColourStep.FIRST_TEAM_CHANGES),
        ("b", "b", "b", 1, ColourStep.FIRST_TEAMS_PREFERENCE),
        ("bw", "bw", "a", 2, ColourStep.FIRST_TEAM_CHANGES),
        ("", "wb", "a", 2, ColourStep.OTHER_CHANGES),
    ],
)
def test_4_3_each_rule_in_turn(one: str, other: str, rules: str, white: int, step: ColourStep) -> None:
    found = colours_of(card(one, rules=rules), card(other, number=2, place=2, rules=rules), W)
    assert (found.white.number, found.step) == (white, step)


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ({"score": 1}, {"score": 2}, 2),
        ({"second": 3}, {"second": 2}, 1),
        ({"second": 2}, {"second": 3}, 2),
        ({}, {}, 1),
    ],
)
def test_4_2_the_first_team_has_more_points_or_other_points_or_the_lower_number(
    one: dict[str, object], other: dict[str, object], first: int
) -> None:
    found = colours_of(card("", **one), card("", number=2, place=2, **other), W)
    assert found.decider.number == first


# Options


def test_where_board_points_rank_score_groups_go_by_them() -> None:
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, 5)),
        rounds=(
            PlayedRound(
                number=1,
                games=(
                    PlayedGame(board=1, white=1, black=3, result=Result.OPEN, boards=boards_of("10==")),
                    PlayedGame(board=2, white=4, black=2, result=Result.OPEN, boards=boards_of("11==")),
                ),
            ),
        ),
        boards=4,
        planned_rounds=3,
    )
    paired = white_first(rank_by="boards").pair(snapshot)
    assert [board.group for board in paired.boards] == [Fraction(3), Fraction(2)]
    assert {frozenset(pair) for pair in pairs_of(paired)} == {frozenset({1, 4}), frozenset({2, 3})}


@pytest.mark.parametrize("initial", InitialColour)
def test_the_first_colour_is_that_of_odd_numbers(initial: InitialColour) -> None:
    system = FideTeam(initial_colour=initial)
    snapshot = tournament(8)
    paired = system.pair(snapshot)
    colour_of_one = W if any(board.white == 1 for board in paired.boards) else B
    assert colour_of_one is system.first_colour(snapshot)
    whites = [{board.white, board.black} & {1, 2, 3, 4} == {board.white} for board in paired.boards]
    assert all(one is not other for one, other in pairwise(whites))
