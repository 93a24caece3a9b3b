"""How players are called, by whom they are read."""

import pytest

from tournaments.models import Player, ShownAs
from tournaments.pages.names import Audience, name_of


@pytest.mark.parametrize(
    ("shown_as", "public"),
    [(ShownAs.FULL, "Kari Berg"), (ShownAs.INITIAL, "Kari B."), (ShownAs.NUMBER, "Player 7")],
)
def test_the_public_reads_the_name_as_the_player_wishes(shown_as: ShownAs, public: str) -> None:
    player = Player(given_name="Kari", family_name="Berg", shown_as=shown_as)

    assert name_of(player, Audience.PUBLIC, 7) == public
    assert name_of(player, Audience.STAFF, 7) == "Kari Berg"


def test_it_shows_a_single_name_without_an_initial() -> None:
    assert name_of(Player(given_name="Pelé", shown_as=ShownAs.INITIAL), Audience.PUBLIC, 1) == "Pelé"


@pytest.mark.parametrize(("family_name", "public"), [("van der Meulen", "Ida M."), ("berg", "Ida b.")])
def test_it_takes_the_initial_of_the_name_itself(family_name: str, public: str) -> None:
    player = Player(given_name="Ida", family_name=family_name, shown_as=ShownAs.INITIAL)

    assert name_of(player, Audience.PUBLIC, 1) == public


def test_it_gives_nothing_away_before_the_numbers_are_drawn() -> None:
    player = Player(given_name="Kari", family_name="Berg", shown_as=ShownAs.NUMBER)

    assert name_of(player, Audience.PUBLIC, None) == "Player"
