"""The papers over HTTP."""

import pytest
from django.test import Client

from tests.played import Played, a_tournament
from tournaments.models import Player, ShownAs

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Played:
    played = a_tournament(6)
    played.play()
    return played


@pytest.fixture
def director(client: Client, played: Played) -> Client:
    client.force_login(played.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


@pytest.mark.parametrize("number", [1, 2])
def test_every_link_of_the_list_leads_to_a_paper(director: Client, played: Played, number: int) -> None:
    played.play()
    page = director.get(played.address(f"papers/rounds/{number}/", staff=True)).context["page"]

    links = [page.all_url, page.all_for_the_wall_url, *(link.url for link in (*page.papers, *page.wall))]
    for url in links:
        response = director.get(url)
        assert response.status_code == 200, url
        assert f"round {number} · printed" in response.content.decode(), url
    assert len(links) == 14


@pytest.mark.parametrize(
    "rest",
    [
        "2/boards/",
        "0/boards/",
        "1/posters/",
        "1/boards/?names=secret",
        "1/cards/?to_a_page=3",
        "1/cards/?to_a_page=8",
        "1/boards/?to_a_page=4",
    ],
)
def test_a_paper_that_nothing_leads_to_is_not_found(director: Client, played: Played, rest: str) -> None:
    assert director.get(played.address(f"papers/rounds/{rest}", staff=True)).status_code == 404


@pytest.mark.parametrize("paper", ["all", "boards", "names", "standings", "crosstable"])
def test_no_name_that_is_hidden_hangs_on_the_wall(director: Client, played: Played, paper: str) -> None:
    Player.objects.update(shown_as=ShownAs.NUMBER)
    address = played.address(f"papers/rounds/1/{paper}/", staff=True)

    assert "Anna" in director.get(address).content.decode()
    wall = director.get(f"{address}?names=public").content.decode()
    assert "Anna" not in wall
    assert "Player 2" in wall


def test_before_the_first_round_the_list_says_that_there_is_nothing_to_print(director: Client) -> None:
    waiting = a_tournament(4, name="Winter cup")

    response = director.get(waiting.address("papers/", staff=True))

    assert response.status_code == 200
    assert "There is nothing to print yet" in response.content.decode()
