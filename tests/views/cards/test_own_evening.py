"""How was it? Told once the own result is in, and as a picture that says no more than the public reads."""

from __future__ import annotations

import html as html_module
import io

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tools.casts.factories import Evening
from tournaments.models import Club, Player, ShownAs, Tournament
from tournaments.pages.cards.own_evening import own_evening_picture
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db


def holding(evening: Evening, number: int) -> Client:
    client = Client()
    client.cookies[settings.CARDS_COOKIE] = card_keys.make_key(evening.entry(number).player, name="slip", actor=None)
    return client


def page_of(client: Client, evening: Evening) -> str:
    return html_module.unescape(client.get(reverse("me", args=[evening.tournament.club.slug])).content.decode())


def picture_url(evening: Evening, number: int) -> str:
    player = evening.entry(number).player
    return reverse("my_picture", args=[player.club.slug, player.public_key, evening.slot(number).pk])


@pytest.fixture
def evening() -> Evening:
    """Two rounds of four in a club that rates; in the second all boards are open."""
    evening = Evening.of(4, options={"max_meetings": 5})
    Club.objects.update(rates_games=True, shows_ratings=True)
    Tournament.objects.update(rated_as="classical")
    evening.play(1, 2, 3, 4)
    evening.finish()
    evening.play(1, 2, 3, 4, leaving_open={1, 2})
    return evening


def test_it_is_told_once_the_own_result_is_in_and_says_when_it_can_change(evening: Evening) -> None:
    white, black = evening.boards()[0]
    client = holding(evening, black)
    assert "How was it?" not in page_of(client, evening)

    evening.enter(1, Result.BLACK_WINS)
    page = page_of(client, evening)
    assert f"Won against No{white}" in page
    assert "Place: " in page
    assert "Club rating: " in page
    assert "Others still play: place and points can change." in page

    evening.enter(2, Result.DRAW)
    page = page_of(client, evening)
    assert f"Won against No{white}" in page
    assert "Others still play" not in page


def test_the_picture_names_people_as_the_public_reads_them(evening: Evening) -> None:
    white, black = evening.boards()[0]
    evening.enter(1, Result.WHITE_WINS)
    client = holding(evening, white)
    answer = client.get(picture_url(evening, white))
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)

    Player.objects.filter(given_name=f"No{black}").update(shown_as=ShownAs.NUMBER)
    player, row = evening.entry(white).player, evening.slot(white).pk
    told = own_evening_picture(player, row, None)
    assert told is not None
    assert told.facts[0] == f"Won against Player {black}"


def test_nobody_has_a_picture_of_another_or_of_an_open_game(evening: Evening) -> None:
    white, black = evening.boards()[0]
    client = holding(evening, white)
    assert client.get(picture_url(evening, white)).status_code == 404
    evening.enter(1, Result.WHITE_WINS)
    assert client.get(picture_url(evening, white)).status_code == 200
    player = evening.entry(white).player
    other = reverse("my_picture", args=[player.club.slug, player.public_key, evening.slot(black).pk])
    assert client.get(other).status_code == 404
    assert client.get(picture_url(evening, black)).status_code == 404
