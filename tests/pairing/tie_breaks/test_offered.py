"""Which lists of tie-breaks each system offers: the last table of the rulebook's page."""

from __future__ import annotations

import pytest

from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.types.options import configured

OWN_ROUNDS = "WIN wins DE"
OFFERED = {
    "norwegian_monrad": [OWN_ROUNDS, "DE BH/C1 BH WIN"],
    "attendance_monrad": [OWN_ROUNDS, "BH/C1 wins blacks"],
    "modified_monrad": [OWN_ROUNDS, "quality STD"],
    "drawboss_monrad": [OWN_ROUNDS],
    "fide_dutch": ["BH/C1 BH SB DE WIN", "BH/C1 BH SB PS DE WIN BWG", OWN_ROUNDS],
    "all_play_all": ["DE WIN SB KS"],
}
OF_FIDE = {"BH", "BH/C1", "SB", "DE", "WIN", "PS", "BWG", "KS", "STD"}


def lists_of(code: str) -> list[str]:
    """Its own first, by the heads of their columns."""
    system = configured(SYSTEMS[code], {})
    lists = (system.info.default_tie_breaks, *(each.saved for each in system.info.tie_break_lists))
    return [" ".join(each.info.short for each in tie_breaks_of(system, saved)) for saved in lists]


@pytest.mark.parametrize("code", OFFERED)
def test_the_lists_of_the_page_are_one_tap_away(code: str) -> None:
    assert {*OFFERED[code]} <= {*lists_of(code)}


@pytest.mark.parametrize("code", ["norwegian_monrad", "modified_monrad", "drawboss_monrad", "attendance_monrad"])
def test_the_monrads_keep_their_own(code: str) -> None:
    assert not {*lists_of(code)[0].split()} & OF_FIDE


@pytest.mark.parametrize("code", ["fide_dutch", "all_play_all"])
def test_what_the_page_names_first_is_the_default(code: str) -> None:
    assert lists_of(code)[0] == OFFERED[code][0]


@pytest.mark.parametrize("code", ["cup", "keizer"])
def test_cup_and_keizer_have_none_and_say_what_decides(code: str) -> None:
    system = configured(SYSTEMS[code], {})
    assert lists_of(code) == [""]
    assert system.info.without_tie_breaks
