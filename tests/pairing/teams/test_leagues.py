"""Rules of leagues as data: read and written again, and refused with a sentence where they are none."""

from __future__ import annotations

import pytest

from tournaments.pairing.teams.leagues import Gap, League, Order, OrderKind
from tournaments.pairing.types.options import OptionError, configured, fields_of, saved


@pytest.mark.parametrize("code", League.info.presets)
def test_each_preset_is_a_league_that_is_read_as_it_is_written(code: str) -> None:
    league = configured(League, {}, preset=code)
    assert configured(League, saved(league)) == league


def test_what_differs_between_divisions_or_was_not_seen_is_asked_for() -> None:
    codes = {option.code for option in fields_of(League)}
    assert League.info.asked.keys() <= League.info.presets.keys()
    assert all(set(asked) <= codes for asked in League.info.asked.values())
    assert League.info.asked["nl_sgs_fours"] == ("max_average", "max_player")


def test_a_club_changes_single_rules_of_a_preset() -> None:
    league = configured(League, {"boards": 6, "min_boards": 3, "gap": "bottom"}, preset="be_national")
    assert (league.boards, league.min_boards, league.gap) == (6, 3, Gap.BOTTOM)
    assert (league.order, league.starters_stay) == (Order(OrderKind.LIST, 0), True)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bords": 8}, "There is no option bords here; there are boards, order, gap, "),
        ({"boards": 0}, "The option boards is 0, but must be at least 1."),
        ({"boards": 13}, "The option boards is 13, but must be at most 12."),
        ({"boards": "eight"}, "The option boards is eight, but must be a whole number."),
        ({"boards": None}, "The option boards is NoneType, but must be a whole number."),
        ({"boards": 4, "min_boards": 5}, "The option min_boards is 5, but must be at most 4."),
        ({"order": "list"}, "The option order is list, which cannot be read."),
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
        configured(League, given)
    assert str(refused.value).startswith(sentence)


def test_a_preset_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="There is no preset nl_kndb here; there are nl_knsb, "):
        configured(League, {}, preset="nl_kndb")
