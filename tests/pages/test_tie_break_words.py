"""Tie-breaks in words."""

import pytest

from tests.tools.evening_cast import evening
from tournaments.pages.setup import setup_page
from tournaments.pages.tie_break_words import on_offer, tie_breaks_in_words
from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS
from tournaments.pairing.model.options import configured
from tournaments.services import tournaments

NORWEGIAN = configured(SYSTEMS["norwegian_monrad"], {})
KEIZER = configured(SYSTEMS["keizer"], {})


def test_the_systems_own_stand_in_order_with_the_options_that_are_not_as_usual() -> None:
    words = tie_breaks_in_words(NORWEGIAN, None)

    assert [(each.name, [(option.label, option.value) for option in each.options]) for each in words.list] == [
        ("Monrad points M-2", [("Lowest values cut", "2"), ("From this many rounds on", "7")]),
        ("Monrad points M-1", [("Lowest values cut", "1")]),
        ("Monrad points M", []),
        ("Neustadtl (Sonneborn-Berger)", []),
    ]
    assert words.note.endswith("Whoever is level in all of them shares the place.")


def test_none_at_all_and_none_that_decide_are_said() -> None:
    assert tie_breaks_in_words(NORWEGIAN, []).note == (
        "There are no tie-breaks: players with equal points share the place."
    )
    assert "the starting list decides" in tie_breaks_in_words(KEIZER, [{"code": "wins"}]).note


def test_all_are_on_offer_by_name_where_they_decide() -> None:
    offered = on_offer(NORWEGIAN)

    assert {each.code for each in offered} == set(TIE_BREAKS)
    assert [each.name for each in offered] == sorted(each.name for each in offered)
    assert all(each.summary for each in offered)
    assert on_offer(KEIZER) == ()


def test_options_of_the_system_do_not_make_a_tie_break_unusual() -> None:
    system = configured(SYSTEMS["norwegian_monrad"], {"forfeit_quality": "opponent", "counting_rounds": 5})

    (words,) = tie_breaks_in_words(system, [{"code": "neustadtl"}]).list

    assert words.options == ()


@pytest.mark.django_db
def test_the_set_up_says_which_are_in_force() -> None:
    cast = evening(4)
    assert [each.short for each in setup_page(cast.tournament).tie_breaks.list] == ["Buchholz-1", "Wins", "Blacks"]
    seen = tournaments.state_of(cast.tournament)

    tournaments.change_options(cast.tournament, options={}, tie_breaks=[{"code": "wins"}], seen=seen, **cast.by)

    assert [each.short for each in setup_page(cast.tournament).tie_breaks.list] == ["Wins"]
