"""Rules of leagues as data: read and written again, and refused with a sentence where they are none."""

from __future__ import annotations

import pytest

from tournaments.pairing.teams.leagues import Gap, LeagueRules, MatchPoints, Order, OrderKind
from tournaments.pairing.types.options import OptionError, configured, fields_of, saved


@pytest.mark.parametrize("code", LeagueRules.info.presets)
def test_each_preset_is_a_league_that_is_read_as_it_is_written(code: str) -> None:
    league = configured(LeagueRules, {}, preset=code)
    assert configured(LeagueRules, saved(league)) == league


def test_what_differs_between_divisions_or_was_not_seen_is_asked_for() -> None:
    codes = {option.code for option in fields_of(LeagueRules)}
    assert LeagueRules.info.asked.keys() <= LeagueRules.info.presets.keys()
    assert all(set(asked) <= codes for asked in LeagueRules.info.asked.values())
    assert LeagueRules.info.asked["nl_sgs_fours"] == ("max_average", "max_player")


def test_a_club_changes_single_rules_of_a_preset() -> None:
    league = configured(LeagueRules, {"boards": 6, "min_boards": 3, "gap": "bottom"}, preset="be_national")
    assert (league.boards, league.min_boards, league.gap) == (6, 3, Gap.BOTTOM)
    assert (league.order, league.starters_stay) == (Order(OrderKind.LIST, 0), True)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bords": 8}, "There is no option bords here; there are boards, home_odd, match_points, "),
        ({"boards": 0}, "The option boards is 0, but must be at least 1."),
        ({"boards": 13}, "The option boards is 13, but must be at most 12."),
        ({"boards": "eight"}, "The option boards is eight, but must be a whole number."),
        ({"boards": None}, "The option boards is NoneType, but must be a whole number."),
        ({"boards": 4, "min_boards": 5}, "The option min_boards is 5, but must be at most 4."),
        ({"order": "lists"}, "The option order is lists, which cannot be read."),
        ({"order": ["list"]}, "The option order is list, which cannot be read."),
        ({"order": ["lists", 0]}, "The option order is list, which cannot be read."),
        ({"order": ["list", -1]}, "The option order is list, which cannot be read."),
        ({"order": ["list", True]}, "The option order is list, which cannot be read."),
        ({"gap": "top"}, "The option gap is top, but must be one of anywhere, bottom, loses_below."),
        ({"starters_stay": "yes"}, "The option starters_stay is yes, but must be true or false."),
        ({"ups_free": -1}, "The option ups_free is -1, but must be at least 0."),
        ({"foreigners": 1.5}, "The option foreigners is float, but must be a whole number."),
    ],
)
def test_what_is_no_rule_is_refused_with_a_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        configured(LeagueRules, given)
    assert str(refused.value).startswith(sentence)


def test_a_preset_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="There is no preset nl_kndb here; there are nl_knsb, "):
        configured(LeagueRules, {}, preset="nl_kndb")


def test_the_home_team_has_white_on_odd_boards_or_as_the_league_says() -> None:
    for given, ours in {"white": "WBWB", "black": "BWBW", "w b b w": "WBBW", "all": None, "": None}.items():
        if ours is None:
            with pytest.raises(OptionError):
                configured(LeagueRules, {"home_odd": given})
            continue
        colours = configured(LeagueRules, {"home_odd": given}).home_odd
        assert "".join(colours.of(board, is_home=True)[0].upper() for board in range(1, 5)) == ours
        assert all(colours.of(board, is_home=False) != colours.of(board, is_home=True) for board in range(1, 13))


def test_match_points_are_three_numbers() -> None:
    for given in ("3 2 1", "3-2-1", "3, 2, 1"):
        assert configured(LeagueRules, {"match_points": given}).match_points == MatchPoints(3, 2, 1)
    for given in ("3 2", "3 2 1 0", "a b c", ""):
        with pytest.raises(OptionError):
            configured(LeagueRules, {"match_points": given})


def test_an_order_is_typed_as_it_is_shown() -> None:
    option = next(option for option in fields_of(LeagueRules) if option.code == "order")
    assert option.structure is not None
    for order in (Order(OrderKind.FREE), Order(OrderKind.LIST, 2), Order(OrderKind.RATING, 100)):
        assert option.read(option.structure.typed(order)) == option.read(option.save(order)) == order
