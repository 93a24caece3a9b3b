"""The list by name: beside the boards, and on a page of its own, where a large tournament has it alone."""

import pytest
from django.test import Client

from tests.tools.played.played import Played, a_tournament
from tournaments.models import RoundState
from tournaments.pages.rounds import round as round_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Played:
    played = a_tournament(5)
    played.play(state=RoundState.PUBLISHED)
    return played


def test_each_name_on_its_own_page_leads_to_the_board(client: Client, played: Played) -> None:
    html = client.get(played.address("rounds/1/names/")).content.decode()

    assert "<h1>Round 1 by name</h1>" in html
    for number in played.entries:
        assert html.count(f'href="{played.address("rounds/1/")}#p{number}"') == 1


def test_a_large_round_leads_to_the_names_instead_of_listing_them(
    client: Client, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_pages, "_MOST_BOARDS_WITH_NAMES", 1)

    large = client.get(played.address()).content.decode()

    assert '<table class="by-name">' not in large
    for address in (played.address("rounds/1/names/"), played.address("rounds/1/names/#by-name")):
        assert large.count(f'href="{address}"') == 1
    assert 'href="#by-name"' not in large


def test_a_round_of_usual_size_lists_them_beside_the_boards(client: Client, played: Played) -> None:
    html = client.get(played.address()).content.decode()

    assert '<table class="by-name">' in html
    assert 'href="#by-name"' in html
    assert html.count(f'href="{played.address("rounds/1/names/")}"') == 1
