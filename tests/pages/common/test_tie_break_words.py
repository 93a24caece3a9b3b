"""Tie-breaks in words."""

from dataclasses import dataclass, replace

import pytest

from tests.tools.casts.evening_cast import evening
from tournaments.pages.common.tie_break_words import on_offer, tie_breaks_in_words
from tournaments.pages.setup.setup import setup_page
from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS
from tournaments.pairing.protocols import Capabilities, Family
from tournaments.pairing.systems.norwegian_monrad import NorwegianMonrad
from tournaments.pairing.types.options import configured
from tournaments.services.setup import tournaments

NORWEGIAN = configured(SYSTEMS["norwegian_monrad"], {})


@dataclass(frozen=True, kw_only=True)
class FixedNorwegian(NorwegianMonrad):
    """As if the draw, and not the game, made the pairs."""

    def capabilities(self) -> Capabilities:
        return replace(super().capabilities(), forfeits_are_meetings=True)


KEIZER = configured(SYSTEMS["keizer"], {})


def test_the_systems_own_stand_in_order_with_the_options_that_are_not_as_usual() -> None:
    words = tie_breaks_in_words(NORWEGIAN, None)

    assert [(each.name, [(option.label, option.value) for option in each.options]) for each in words.list] == [
        ("Monrad points M-2", [("Lowest values cut", "2"), ("From this many rounds on", "7")]),
        ("Monrad points M-1", [("Lowest values cut", "1")]),
        ("Monrad points M", []),
        ("Neustadtl (Sonneborn-Berger)", []),
    ]
    assert words.note.endswith("Players level on all of them share the place.")


def test_none_at_all_and_none_that_decide_are_said() -> None:
    assert tie_breaks_in_words(NORWEGIAN, []).note == (
        "There are no tie-breaks: players with equal points share the place."
    )
    assert "the starting list decides" in tie_breaks_in_words(KEIZER, [{"code": "wins"}]).note


def test_all_that_fit_are_on_offer_the_usual_ones_first() -> None:
    offers = on_offer(NORWEGIAN)
    offered = [each for offer in offers for each in offer.tie_breaks]

    of_players = [code for code, each in TIE_BREAKS.items() if each().info.family is not Family.BOARDS]
    assert sorted(each.code for each in offered) == [code for code in of_players if code != "koya"]
    assert all(each.summary for each in offered)
    for offer in offers:
        assert [each.name for each in offer.tie_breaks] == sorted(each.name for each in offer.tie_breaks)
    assert [(offer.title, offer.is_usual) for offer in offers] == [
        ("Usual here", True),
        ("From the opponents’ points", False),
        ("From the player’s own rounds", False),
        ("From the games of those level", False),
        ("From ratings", False),
        ("Others", False),
    ]
    assert {each.code for each in offers[0].tie_breaks} >= {"monrad", "neustadtl", "fide_buchholz", "direct_encounter"}


def test_none_is_on_offer_where_none_decides() -> None:
    assert on_offer(KEIZER) == ()


def test_a_fixed_schedule_has_koya_and_no_sum_of_opponents_that_would_be_the_same_for_all() -> None:
    offered = {each.code for offer in on_offer(FixedNorwegian()) for each in offer.tie_breaks}

    assert {"koya", "fide_sonneborn_berger", "neustadtl"} <= offered
    assert not {"fide_buchholz", "fore_buchholz", "average_of_buchholz"} & offered
    assert not {"buchholz", "correction", "monrad", "quality"} & offered


def test_options_of_the_system_do_not_make_a_tie_break_unusual() -> None:
    system = configured(SYSTEMS["norwegian_monrad"], {"forfeit_quality": "opponent", "counting_rounds": 5})

    (words,) = tie_breaks_in_words(system, [{"code": "neustadtl"}]).list

    assert words.options == ()


@pytest.mark.django_db
def test_the_set_up_says_which_are_in_force() -> None:
    cast = evening(4)
    assert [each.short for each in setup_page(cast.tournament).tie_breaks.list] == [
        "Buchholz-1",
        "Wins",
        "Games with Black",
    ]
    seen = tournaments.version_of(cast.tournament)

    tournaments.change_options(cast.tournament, options={}, tie_breaks=[{"code": "wins"}], seen=seen, **cast.by)

    assert [each.short for each in setup_page(cast.tournament).tie_breaks.list] == ["Wins"]
