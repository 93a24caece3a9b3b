"""Keizer: each rule of the page's tables drawn, the sentences of their items, and options that cannot be."""

from pathlib import Path
from typing import Any

import pytest

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.keizer_page import DEFAULTS, PRESETS
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.discovery import SYSTEMS, tie_break_of
from tournaments.pairing.protocols import RoundCount
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import OptionError, configured, fields_of, saved
from tournaments.pairing.types.paired_round import PairingImpossible
from tournaments.pairing.types.snapshot import Entrant, TournamentSnapshot
from tournaments.pairing.types.table import Table
from tournaments.pairing.wording import points, sentence

FIRST_ROUND = "1:4 1-0, 2:5 1/2-1/2, 3 pairing, 6 excused"


DATA = Path(__file__).parents[2] / "data"


def keizer(**options: Any) -> Keizer:
    return configured(Keizer, options)


def table(snapshot: TournamentSnapshot, **options: Any) -> Table:
    return keizer(**options).standings(snapshot, ())


def shown(table: Table, code: str = "points") -> dict[int, str | None]:
    """By player, best first."""
    return {row.player: None if row.cells[code].value is None else str(row.cells[code].value) for row in table.rows}


def items(table: Table, player: int) -> list[str]:
    row = next(row for row in table.rows if row.player == player)
    return [f"{sentence(term.reason, 'P{}'.format)} = {points(term.amount)}" for term in row.cells["points"].terms]


def notes(table: Table) -> list[str]:
    return [sentence(note, "P{}".format) for note in table.notes]


def withdrawn(number: int, *away: tuple[int, int | None], joined: int = 1) -> Entrant:
    return Entrant(number=number, away=away, joined_round=joined)


# The tables of six players, worked out by hand


def test_before_the_first_round_everybody_has_the_own_value() -> None:
    start = table(tournament(6))
    assert shown(start) == shown(start, "value") == shown(start, "next_value")
    assert shown(start) == {1: "7", 2: "6", 3: "5", 4: "4", 5: "3", 6: "2"}


def test_a_first_round_pays_the_values_of_the_starting_list() -> None:
    after = table(tournament(6, FIRST_ROUND))
    assert shown(after) == {1: "11", 2: "15/2", 3: "15/2", 5: "6", 4: "4", 6: "8/3"}
    assert shown(after, "value") == {1: "7", 2: "6", 3: "5", 5: "3", 4: "4", 6: "2"}
    assert shown(after, "next_value") == {1: "7", 2: "6", 3: "5", 5: "4", 4: "3", 6: "2"}


def test_a_second_round_pays_all_games_anew() -> None:
    after = table(tournament(6, FIRST_ROUND, "5:1 1-0, 3:2 0-1, 6:4 *"))
    # values 7 6 5 3 4 2 for players 1 to 6
    assert shown(after) == {2: "13", 5: "14", 1: "10", 3: "15/2", 4: "3", 6: "8/3"}
    assert list(shown(after)) == [5, 2, 1, 3, 4, 6]


def test_each_item_of_a_total_is_a_sentence() -> None:
    after = table(tournament(6, FIRST_ROUND, "5:1 1-0, 3:2 0-1, 6:4 *"))
    assert items(after, 5) == [
        "Own value 4 = 4",
        "Draw with P2 in round 1: ½ of 6 = 3",
        "Win against P1 in round 2, worth 7 = 7",
    ]
    assert items(after, 6) == [
        "Own value 2 = 2",
        "Excused absence in round 1: 1/3 of 2 = 2/3",
        "The game against P4 in round 2 is still to be played = 0",
    ]
    assert items(after, 3)[1:] == [
        "Bye in round 1 (odd number): ½ of 5 = 2½",
        "Loss against P2 in round 2 = 0",
    ]


# Totals


def test_frozen_rounds_keep_their_values() -> None:
    after = table(tournament(6, FIRST_ROUND, "5:1 1-0, 3:2 0-1, 6:4 *"), rescoring="frozen")
    # round 1 by 7 6 5 4 3 2, round 2 by 7 6 5 3 4 2
    assert shown(after) == {5: "14", 2: "25/2", 1: "11", 3: "15/2", 4: "3", 6: "8/3"}
    assert items(after, 1) == [
        "Own value 7 = 7",
        "Win against P4 in round 1, worth 4 = 4",
        "Loss against P5 in round 2 = 0",
    ]


def test_the_final_own_value_comes_with_the_last_planned_round() -> None:
    rounds = (FIRST_ROUND, "5:1 1-0, 3:2 0-1, 6:4 1-0")
    options = {"rescoring": "frozen", "own_value_of": "final"}
    played = tournament(6, *rounds, planned_rounds=2)
    assert shown(table(played.after(1), **options)) == {1: "4", 2: "3/2", 3: "5/2", 5: "3", 4: "0", 6: "2/3"}
    final = table(played, **options)
    assert items(final, 5)[0] == "Own value in the final ladder = 7"
    assert items(table(tournament(6, *rounds, planned_rounds=3), **options), 5)[0] == (
        "Own value counts when the last planned round has been played = 0"
    )


def test_the_own_value_may_fade_or_come_from_the_start() -> None:
    played = tournament(6, FIRST_ROUND, "1:5 0-1, 3:2 0-1, 6:4 1-0")
    assert items(table(played, own_value_fade=4), 2)[0] == "Own value: ½ of 5 = 2½"
    assert items(table(played, own_value_fade=2), 2)[0] == "Own value: 0 of 5 = 0"
    assert items(table(played, own_value_of="start"), 5)[0] == "Own value in the starting list: 1 of 3 = 3"


CYCLE = ("4:2 0-1, 3:1 0-1", "2:3 0-1, 1:4 0-1")


@pytest.mark.parametrize(
    ("on_cycle", "totals"),
    [
        ("calmest", {1: "7", 4: "6", 3: "4", 2: "3"}),
        ("average", {1: "13/2", 3: "13/2", 2: "7/2", 4: "7/2"}),
        ("last", {1: "7", 3: "6", 4: "4", 2: "3"}),
    ],
)
def test_rescoring_that_does_not_settle_says_so(on_cycle: str, totals: dict[int, str]) -> None:
    after = table(tournament(4, *CYCLE), rescoring="complete", on_cycle=on_cycle)
    assert shown(after) == totals
    assert notes(after)[0].startswith("Re-scoring did not settle. Passes made: 9.")
    assert notes(table(tournament(4, CYCLE[0]), rescoring="complete", on_cycle=on_cycle)) == []


def test_passes_may_be_used_up_before_anything_comes_back() -> None:
    after = table(tournament(4, *CYCLE), rescoring="complete", max_passes=1)
    assert shown(after) == {1: "6", 3: "5", 4: "5", 2: "4"}
    assert notes(after) == ["Re-scoring did not settle. Passes made: 1. The ranking with the least movement counts."]


def test_rounding_is_an_item_of_its_own_where_it_is_of_the_total() -> None:
    played = tournament(6, FIRST_ROUND)
    assert shown(table(played, round_item="1/2"))[6] == "5/2"
    rounded = table(played, round_total="1/2")
    assert shown(rounded)[6] == "5/2"
    assert items(rounded, 6)[-1] == "The total, rounded to ½ = −1/6"


# Not playing


def test_absences_are_paid_up_to_a_limit_and_halved() -> None:
    evenings = ["1:2 1-0, 3 excused", "1:2 1-0, 3 unexcused", "1:2 1-0, 3 club", "1:2 1-0, 3 excused"]
    paid = items(table(tournament(3, *evenings), paid_absences=2), 3)
    assert paid[1:] == [
        "Excused absence in round 1: 1/3 of 1; 1 of 2 paid = 1/3",
        "Unexcused absence in round 2 = 0",
        "On club duty in round 3: 2/3 of 1 = 2/3",
        "Excused absence in round 4, not paid: all 2 paid absences are used = 0",
    ]
    halved = items(table(tournament(3, *evenings), halving=True, unexcused_points=2), 3)
    assert halved[1:] == [
        "Excused absence in round 1: 1/3 of 2, halved with each absence; this is number 1 = 2/3",
        "Unexcused absence in round 2: fixed points, halved with each absence; this is number 2 = 1",
        "On club duty in round 3: 2/3 of 2 = 4/3",
        "Excused absence in round 4: 1/12 of 2, halved with each absence; this is number 3 = 1/6",
    ]


def test_a_new_period_pays_absences_anew() -> None:
    evenings = ["1:2 1-0, 3 excused"] * 3
    paid = items(table(tournament(3, *evenings), paid_absences=1, period_rounds=[2]), 3)
    assert [text.endswith("= 1/3") for text in paid[1:]] == [True, False, True]


def test_late_entrants_stand_in_the_ladder_from_the_start_and_are_listed_when_they_join() -> None:
    entrants = [Entrant(number=1), Entrant(number=2, joined_round=3), Entrant(number=3)]
    played = tournament(entrants, "1:3 1-0", "3:1 1-0")
    assert shown(table(played.after(1)), "value") == {1: "3", 3: "1"}
    assert [row.rank for row in table(played.after(1)).rows] == [1, 2]
    assert items(table(played, before_entry="excused"), 2)[1] == "Not yet joined in round 1: 1/3 of 2 = 2/3"
    assert items(table(played, late_points=15), 2)[1] == "Not yet joined in round 1: fixed points = 15"


def test_who_withdraws_leaves_the_ladder_and_games_against_them_pay_the_own_value() -> None:
    entrants = [Entrant(number=n) for n in (1, 2, 3, 5, 6)] + [withdrawn(4, (2, None))]
    after = table(tournament(entrants, "1:4 1-0, 2:5 1/2-1/2, 3 pairing, 6 excused"))
    assert shown(after, "value") == {1: "6", 2: "5", 3: "4", 5: "3", 6: "2", 4: None}
    assert shown(after) == {1: "21/2", 2: "13/2", 3: "6", 5: "11/2", 6: "8/3", 4: "0"}
    assert items(after, 1)[1] == "Win against P4, who has withdrawn, in round 1: 3/4 of own value 6 = 4½"
    assert [row.player for row in after.rows if row.withdrawn] == [4]


def test_who_withdraws_after_a_win_keeps_its_points_and_a_rank() -> None:
    entrants = [Entrant(number=1), Entrant(number=2), withdrawn(3, (2, None))]
    after = table(tournament(entrants, "3:1 1-0, 2 excused"))
    assert shown(after) == {2: "4/3", 1: "2", 3: "2"}
    assert [(row.rank, row.player) for row in after.rows] == [(1, 1), (2, 3), (3, 2)]
    assert items(after, 3) == ["Win against P1 in round 1, worth 2 = 2"]


def test_who_returns_is_back_in_the_ladder() -> None:
    entrants = [Entrant(number=1), Entrant(number=2), withdrawn(3, (2, 2))]
    played = tournament(entrants, "3:1 1-0, 2 excused", "1:2 1-0")
    assert shown(table(played.after(1)), "next_value")[3] is None
    assert None not in shown(table(played), "value").values()


def test_without_a_share_the_withdrawn_keep_place_and_value() -> None:
    entrants = [Entrant(number=1), withdrawn(2, (2, None)), Entrant(number=3)]
    after = table(tournament(entrants, "1:2 0-1, 3 excused"), withdrawn_share=None)
    assert shown(after, "value") == {2: "2", 1: "3", 3: "1"}
    assert [row.player for row in after.rows if row.withdrawn] == [2]


def test_whoever_nobody_marked_is_credited_as_excused() -> None:
    played = tournament(6, "2:1 1-0, 4:3 1/2-1/2")
    assert {player: shown(table(played))[player] for player in (5, 6)} == {5: "4", 6: "8/3"}
    assert items(table(played), 6)[1] == "Excused absence in round 1: 1/3 of 2 = 2/3"
    unpaid = shown(table(played, default_absence="unexcused"))
    assert {player: unpaid[player] for player in (5, 6)} == {5: "3", 6: "2"}


# Pairing


def boards(snapshot: TournamentSnapshot, **options: Any) -> list[str]:
    return [f"{board.white}-{board.black}" for board in keizer(**options).pair(snapshot).boards]


FOUR_EVENINGS = ("1:3 1-0, 2 excused", "4:1 0-1", "1:5 1-0, 2:6 1-0", "7:1 0-1")
"""1 has had w b w b, 2 white once; the others come no more."""


@pytest.mark.parametrize(
    ("rounds", "by_whites", "by_balance"),
    [
        (FOUR_EVENINGS, "2-1", "1-2"),
        # Each has had one white, one of them in their game, round 1: by balance it is turned round.
        (("2:1 0-1", "1:3 1-0, 4:2 0-1", "5 pairing"), "2-1", "1-2"),
        (("1:3 1-0", "4:1 0-1, 2:5 1-0"), "2-1", "1-2"),
    ],
)
def test_white_goes_to_who_has_had_it_less_often_else_to_the_lower_placed(
    rounds: tuple[str, ...], by_whites: str, by_balance: str
) -> None:
    others = ", ".join(f"{player} excused" for player in range(3, 8))
    snapshot = tournament(7, *rounds, coming=others)
    assert boards(snapshot) == [by_whites]
    assert boards(snapshot, colour_count="balance") == [by_balance]


def test_a_limit_of_meetings_outranks_the_bye() -> None:
    file = parse((DATA / "keizer_max_meetings_bye.json").read_bytes())
    system, _tie_breaks = file.configured()
    paired = system.pair(file.snapshot)
    assert [(board.white, board.black) for board in paired.boards] == [(3, 2)]
    assert [bye.player for bye in paired.byes] == [1]
    assert paired.notes == ()


def test_as_described_two_may_meet_again_at_once_and_the_lowest_always_sits_out() -> None:
    played = tournament(5, "2:1 1-0, 4:3 1-0, 5 pairing")
    described = configured(Keizer, {}, preset="described")
    ladder = list(shown(described.standings(played, ())))
    paired = described.pair(played)
    assert [bye.player for bye in paired.byes] == [ladder[-1]] == [5]
    assert [{board.white, board.black} for board in paired.boards] == [set(ladder[:2]), set(ladder[2:4])]
    assert [bye.player for bye in keizer().pair(played).byes] != [5]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "The same two meet again after 3 other rounds at the earliest."),
        ({"gap": 1}, "The same two meet again after 1 other round at the earliest."),
        ({"gap": 0}, "The same two may meet again in the very next round."),
        ({"gap": 0, "period_rounds": [9]}, "The same two may meet again in the very next round."),
        (
            {"gap": 1, "period_rounds": [9]},
            "In one part of the season the same two meet again after 1 other round at the earliest.",
        ),
        (
            {"gap": 2, "period_rounds": [9], "gap_over_periods": True},
            "The same two meet again after 2 other rounds at the earliest.",
        ),
        ({"max_meetings_in_period": 1}, "In one part of the season the same two meet once at the most."),
        (
            {"max_meetings_in_period": 2},
            "The same two meet at most 2 times in one part of the season.",
        ),
        ({"no_rematch_until": 12}, "Up to round 12 nobody meets the same player twice."),
        (
            {"period_rounds": [9]},
            "In one part of the season the same two meet again after 3 other rounds at the earliest.",
        ),
        (
            {},
            "The first place is worth about 3 times the last one, or as many points as there are players if that "
            "is more.",
        ),
        ({}, "A win earns the opponent's value, a draw half of it, a loss nothing."),
        (
            {"draw_share": "2/5"},
            "Games earn parts of the opponent's value: 1 for a win, 0.4 for a draw, 0 for a loss.",
        ),
        ({}, "A win by forfeit earns the opponent's value, a loss by forfeit nothing."),
        ({"forfeit_win": "1/2"}, "Forfeits earn parts of the opponent's value: ½ for a win, 0 for a loss."),
        ({}, "Your own value counts once in your total."),
        ({"own_value": 2}, "Your own value counts in your total, times 2."),
        ({"own_value": 0}, "Your own value does not count in your total."),
        ({"own_value_of": "start"}, "Your own value in the starting list counts once in your total."),
        ({}, "A bye earns ½ of your own value."),
        ({"bye_share": 1}, "A bye earns your own value."),
        ({"bye_share": 2}, "A bye earns your own value times 2."),
        ({"bye_points": 40}, "A bye earns 40, whatever your own value."),
        ({}, "An excused absence earns 1/3 of your own value."),
        ({}, "An unexcused absence earns nothing."),
        ({"unexcused_share": 2, "unexcused_points": 0}, "An unexcused absence earns 0, whatever your own value."),
        ({}, "A round on club duty earns 2/3 of your own value."),
        ({"paid_absences": 0}, "No absence is paid, neither excused nor unexcused."),
        ({"paid_absences": 1}, "Only the first absence is paid, excused or unexcused."),
        ({"paid_absences": 10}, "Only the first 10 absences are paid, excused and unexcused together."),
        ({}, "Anyone not marked counts as excused."),
        ({"default_absence": "unexcused"}, "Anyone not marked counts as unexcused."),
        ({"default_absence": "club"}, "Anyone not marked counts as on club duty."),
        (
            {},
            "White goes to the player who has had it less often; if equal, to the lower placed.",
        ),
        (
            {"colour_count": "balance"},
            (
                "White goes to the player with the lower colour balance: games with White minus games with "
                "Black. If equal, two who have met swap the colours of their last game; otherwise the lower "
                "placed has White."
            ),
        ),
    ],
)
def test_its_settings_are_said_in_plain_sentences(options: dict[str, Any], said: str) -> None:
    assert said in [sentence(reason, str) for reason in keizer(**options).settings()]


# Where nothing may be divided


@pytest.mark.parametrize("ladder", ["step", "range_place", "range_score"])
@pytest.mark.parametrize("rescoring", ["classic", "frozen", "complete"])
def test_a_ladder_of_one_of_nobody_and_of_the_withdrawn_has_a_table(ladder: str, rescoring: str) -> None:
    options = {"ladder": ladder, "rescoring": rescoring}
    assert shown(table(tournament(1), **options)) == {1: "1"}
    assert list(shown(table(tournament(1, "1 pairing", "1 pairing"), **options))) == [1]
    assert shown(table(tournament(0), **options)) == {}
    everybody = [withdrawn(number, (2, None)) for number in (1, 2)]
    gone = table(tournament(everybody, "1:2 1-0"), **options)
    assert set(shown(gone, "value").values()) == {None}
    with pytest.raises(PairingImpossible) as impossible:
        keizer(**options).pair(tournament(everybody, "1:2 1-0"))
    assert sentence(impossible.value.reasons[0], str) == "Nobody is present."


def test_without_ratings_the_starting_list_goes_by_number() -> None:
    entrants = [Entrant(number=1), Entrant(number=2, rating=1500), Entrant(number=3), Entrant(number=4, rating=1600)]
    assert list(shown(table(tournament(entrants)))) == [4, 2, 1, 3]
    assert list(shown(table(tournament(entrants), starting_list="number"))) == [1, 2, 3, 4]
    assert list(shown(table(tournament(3)))) == [1, 2, 3]
    assert keizer().start_numbers(entrants, Lots("0" * 64, 0)) == (4, 2, 1, 3)


def test_a_bottom_above_a_top_that_goes_by_the_players_is_said() -> None:
    few = table(tournament(3), ladder="range_place", top="N", bottom=50)
    assert notes(few) == [
        "The last place is worth 50, more than the first (3): there are too few players for these options."
    ]


def test_tie_breaks_are_shown_but_decide_nothing() -> None:
    system = keizer()
    ranked = system.standings(tournament(4, "4:1 1-0, 3:2 1/2-1/2"), (tie_break_of(system, {"code": "wins"}),))
    assert shown(ranked) == shown(table(tournament(4, "4:1 1-0, 3:2 1/2-1/2")))
    assert shown(ranked, "wins") == {row.player: "1" if row.player == 4 else "0" for row in ranked.rows}


@pytest.mark.parametrize(
    ("options", "option", "said"),
    [
        ({"ladder": "range_place", "top": 50, "bottom": 60}, "bottom", "60, but must not be above the top, 50"),
        ({"top": 10, "min_value": 11}, "min_value", "11, but must not be above the top, 10"),
        ({"excused_share": "-1/3"}, "excused_share", "at least 0"),
        ({"win_share": "all"}, "win_share", "must be a number"),
        ({"top": "3N"}, "top", "a number or one of ratio, N, 2N, 1.5N"),
        ({"ratio": 1}, "ratio", "above 1"),
        ({"value_unit": 0}, "value_unit", "above 0"),
        ({"round_item": "0"}, "round_item", "above 0"),
        ({"round_total": "-1/2"}, "round_total", "above 0"),
        ({"own_value_of": "final"}, "own_value_of", "only there with the re-scoring “frozen”"),
        ({"max_passes": 0}, "max_passes", "at least 1"),
        ({"gap": "1/2"}, "gap", "whole number"),
        ({"max_meetings": 1, "max_meetings_in_period": 2}, "max_meetings_in_period", "2 games in one part of"),
        ({"period_rounds": [9, 9]}, "period_rounds", "rising whole numbers"),
    ],
)
def test_options_that_cannot_be_are_refused_by_name(options: dict[str, object], option: str, said: str) -> None:
    with pytest.raises(OptionError) as refused:
        configured(SYSTEMS["keizer"], options)
    assert refused.value.option == option
    assert said in str(refused.value)


def test_every_default_is_the_one_of_the_page() -> None:
    assert saved(Keizer()) == on_the_page({})
    assert {option.code for option in fields_of(Keizer)} == set(DEFAULTS)


@pytest.mark.parametrize("preset", [*PRESETS, *Keizer.info.presets])
def test_every_preset_is_the_one_of_the_page(preset: str) -> None:
    assert saved(configured(Keizer, {}, preset=preset)) == on_the_page(PRESETS[preset])
    assert Keizer.info.preset_names[preset]


def on_the_page(options: dict[str, Any]) -> dict[str, object]:
    return {each.code: each.save(each.read((DEFAULTS | options)[each.code])) for each in fields_of(Keizer)}


def test_only_an_own_value_at_the_end_hangs_on_the_number_of_rounds() -> None:
    assert keizer().capabilities().rounds == RoundCount()
    (decided,) = keizer(own_value_of="final", rescoring="frozen").capabilities().rounds.decides
    assert decided.rule == "ladder/settings/own_final_once"
    assert keizer(own_value_of="final", rescoring="frozen", own_value=0).capabilities().rounds == RoundCount()
