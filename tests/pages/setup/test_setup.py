"""The set-up as a value."""

from typing import Any

import pytest

from tests.tools.casts.evening_cast import evening
from tournaments.pages.common.system_choice import system_tiles
from tournaments.pages.setup.setup import setup_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.services.setup import entries, tournaments

pytestmark = pytest.mark.django_db


def test_it_offers_the_clubs_active_players_who_are_not_in_yet() -> None:
    cast = evening(4, entered=False)
    entries.enter_players(cast.tournament, cast.players[:1], **cast.by)
    away = cast.players[3]
    away.is_active = False
    away.save()

    page = setup_page(cast.tournament)

    assert [row.name for row in page.entries] == ["Kari Berg 0"]
    assert [row.name for row in page.candidates] == ["Anna Dahl 2", "Bo Ek 1"]


def test_it_lists_the_entered_by_name_and_then_by_number() -> None:
    cast = evening(5, entered=False)
    entries.enter_players(cast.tournament, cast.players, **cast.by)
    assert [row.name for row in setup_page(cast.tournament).entries][:2] == ["Anna Dahl 2", "Åse Holm 3"]

    entries.draw_numbers(cast.tournament, **cast.by)

    page = setup_page(cast.tournament)
    assert [row.number for row in page.entries] == [1, 2, 3, 4, 5]
    assert page.has_all_numbers


@pytest.mark.slow
def test_a_late_entrant_has_the_next_number_and_the_round_of_joining() -> None:
    cast = evening(4)
    cast.play()
    late = evening_player(cast)
    entries.enter_players(cast.tournament, [late], **cast.by)

    row = setup_page(cast.tournament).entries[-1]

    assert (row.number, row.name, row.joined_round) == (5, "Late Comer", 2)


def evening_player(cast: Any) -> Any:
    return cast.club.players.create(given_name="Late", family_name="Comer", folded_name="late comer")


def test_it_says_since_when_somebody_has_withdrawn_until_they_return() -> None:
    cast = evening(4)
    cast.play()
    entries.withdraw_entry(cast.entries[0], **cast.by)
    assert setup_page(cast.tournament).entries[0].withdrawn_since == 2

    entries.return_entry(cast.entries[0], **cast.by)

    assert setup_page(cast.tournament).entries[0].withdrawn_since is None


def test_it_names_those_who_shall_not_meet() -> None:
    cast = evening(3)
    entries.forbid_pair(cast.tournament, cast.entries[0], cast.entries[1], **cast.by)

    (pair,) = setup_page(cast.tournament).forbidden

    assert cast.entries[0].player.full_name in pair.text
    assert cast.entries[1].player.full_name in pair.text


def test_it_shows_the_options_in_words_and_when_they_are_settled() -> None:
    cast = evening(4)
    seen = tournaments.version_of(cast.tournament)
    tournaments.change_options(cast.tournament, options={"win": "5/2"}, tie_breaks=None, seen=seen, **cast.by)
    page = setup_page(cast.tournament)
    (group,) = page.options
    assert {option.label: option.value for option in group.options}["Win"] == "2½"
    assert any("2½" in sentence for sentence in page.settings)
    assert not page.is_frozen

    cast.play()

    assert setup_page(cast.tournament).is_frozen


@pytest.mark.parametrize("players", [10, 60])
def test_its_queries_do_not_grow_with_the_players(players: int, django_assert_max_num_queries: Any) -> None:
    cast = evening(players)

    with django_assert_max_num_queries(7):
        setup_page(cast.tournament)


def test_every_system_has_a_card() -> None:
    cards = system_tiles()

    assert [card.code for card in cards] == [code for code, each in SYSTEMS.items() if each.info.is_for_players]
    assert all(card.name and card.summary and card.source for card in cards)
    for card in cards:
        assert all(preset.name and preset.settings for preset in card.presets)
        assert card.preset("") == card.presets[0]
        assert [bool(preset.differing) for preset in card.presets] == [False] + [True] * (len(card.presets) - 1)
        assert len({preset.code for preset in card.presets}) == len(card.presets)
