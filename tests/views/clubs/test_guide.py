"""*Help* leads from every page to the guide, in the reader's language."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.pages.card_client import holding
from tests.tools.pages.sheets import classes_without_a_rule
from tournaments.models import Membership, Role
from tournaments.pages.clubs.guide import CHAPTERS, read_chapter
from tournaments.services.clubs import clubs
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
LIGHT = 15_000
"""Bytes of a chapter without its sheet and pictures, as they come: packed it is a third."""


def helps(client: Client, address: str) -> list[str]:
    """Where *Help* at the foot of a page leads."""
    html = client.get(address).content.decode()
    return re.findall(r'<div><a href="([^"]+/help/)"', html.partition("<footer")[2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_reached_from_every_kind_of_page(language: str) -> None:
    evening = Evening.of(3)
    evening.play()
    club, tournament = evening.tournament.club, evening.tournament
    admin = Membership.objects.create(club=club, user=UserFactory(), role=Role.ADMIN).user
    staff = Client()
    staff.force_login(admin, backend="tournaments.log_in.EmailOrUsernameBackend")
    player = evening.entry(1).player
    with translation.override(language):
        pages = {
            reverse("home"): Client(),
            reverse("public_club", args=[club.slug]): Client(),
            reverse("public_tournament", args=[club.slug, tournament.slug]): Client(),
            reverse("log_in"): Client(),
            reverse("help"): Client(),
            reverse("club_home", args=[club.slug]): staff,
            reverse("evening", args=[club.slug, tournament.slug]): staff,
            reverse("my_card", args=[club.slug, player.public_key]): holding(player),
        }

    found = {address: helps(client, address) for address, client in pages.items()}
    assert {address: ways for address, ways in found.items() if ways != [f"/{language}/help/"]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_shown_with_its_buttons_and_pictures(client: Client, language: str) -> None:
    contents = client.get(f"/{language}/help/").content.decode()
    for code in CHAPTERS:
        address, chapter = f"/{language}/help/{code}/", read_chapter(language, code)
        html = unescape(client.get(address).content.decode())

        assert f'href="{address}"' in contents
        assert f"<h1>{chapter.title}</h1>" in html
        assert re.findall(r"<b>([^<]+)</b>", html) == [button.text for button in chapter.buttons]
        assert html.count("<h2>") == sum(block.kind == "heading" for block in chapter.blocks)
        pictures = re.findall(r'<img src="/static/(guide/[^"]+)" alt="[^"]{20,}" width="390" height="\d+"', html)
        assert pictures == [f"guide/{language}/{name}.webp" for name in chapter.pictures]
        assert all(finders.find(path) for path in pictures)
        assert "[[" not in html
        assert "<script" not in html
        assert len(html.encode()) < LIGHT
        assert classes_without_a_rule(html, "public/guide") <= {"skip", "places", "home", "eyebrow"}


def test_it_is_kept_and_asks_no_database(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first = client.get("/nb/help/card/")
    with django_assert_num_queries(0):
        again = client.get("/nb/help/card/")
        known = client.get("/nb/help/card/", headers={"If-None-Match": first["ETag"]})

    assert again.content == first.content
    assert known.status_code == 304
    assert not first.cookies
    assert first["X-Public-Page"] == "1"
    assert "Cookie" not in first["Vary"]


def test_what_is_no_chapter_is_not_found(client: Client) -> None:
    assert client.get("/en/help/endgame/").status_code == 404
    assert client.post("/en/help/").status_code == 405


def test_no_club_stands_at_its_address() -> None:
    with pytest.raises(Refused):
        clubs.create_club(name="Help", username="kari")
