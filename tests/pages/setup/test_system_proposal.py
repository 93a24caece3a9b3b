"""Whoever only knows when they play is proposed one system, and may take another."""

from __future__ import annotations

import pytest

from tournaments.pages.setup.system_proposal import OCCASIONS, proposed_system
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.occasions import Occasion
from tournaments.pairing.types.options import configured

LANGUAGES = ("en", "nb", "sv", "da", "de", "nl", "")


def systems(when: Occasion, *, players: int | None = None, rounds: int | None = None) -> dict[str, str]:
    return {
        language: proposed_system(language, when=when, players=players, rounds=rounds).system for language in LANGUAGES
    }


def test_what_clubs_of_each_country_play_stands_first() -> None:
    weekly = systems(Occasion.WEEKLY, players=40)
    assert weekly == {
        "en": "keizer",
        "nb": "norwegian_monrad",
        "sv": "attendance_monrad",
        "da": "attendance_monrad",
        "de": "keizer",
        "nl": "keizer",
        "": "keizer",
    }
    assert systems(Occasion.EVENING, players=20) == dict.fromkeys(LANGUAGES, "attendance_monrad") | {
        "nb": "norwegian_monrad",
        "da": "drawboss_monrad",
    }
    assert systems(Occasion.DAY, players=46) == dict.fromkeys(LANGUAGES, "fide_dutch") | {"nb": "modified_monrad"}
    assert systems(Occasion.WEEKEND, players=46) == dict.fromkeys(LANGUAGES, "fide_dutch") | {"nb": "norwegian_monrad"}


def test_konrad_is_how_norwegian_clubs_play_a_season() -> None:
    found = proposed_system("nb", when=Occasion.WEEKLY, players=30, rounds=None)
    assert (found.preset, found.in_groups) == ("konrad", False)


@pytest.mark.parametrize("when", [Occasion.DAY, Occasion.EVENING, Occasion.WEEKEND])
def test_few_meet_everybody_where_there_is_time_for_it(when: Occasion) -> None:
    assert set(systems(when, players=6).values()) == {"all_play_all"}
    assert set(systems(when, players=6, rounds=5).values()) == {"all_play_all"}
    assert "all_play_all" not in systems(when, players=6, rounds=4).values()
    assert "all_play_all" not in systems(when, players=9).values()


def test_who_plays_when_they_like_plays_in_groups_where_they_are_many() -> None:
    def in_groups(players: int | None) -> bool:
        return proposed_system("en", when=Occasion.ANY_TIME, players=players, rounds=None).in_groups

    assert not in_groups(12)
    assert in_groups(13)
    assert in_groups(None)


def test_what_is_proposed_can_be_made() -> None:
    for when in OCCASIONS:
        for language in LANGUAGES:
            for players in (None, 2, 7, 12, 500):
                found = proposed_system(language, when=when, players=players, rounds=None)
                assert configured(SYSTEMS[found.system], {}, preset=found.preset or None)
                assert found.name
                assert found.sentence
