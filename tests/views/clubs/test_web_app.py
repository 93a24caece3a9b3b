"""A club's pages as an app: what a phone reads before it installs them."""

import io
from dataclasses import replace

import pytest
from django.test import Client
from PIL import Image

from tests.tools.casts.factories import Evening
from tournaments.models import Club
from tournaments.pairing.types.snapshot import Result
from tournaments.services.clubs.clubs import details_of, edit_club, version_of
from tournaments.views.clubs.web_app import _short
from tournaments.views.common import page_cache

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Evening.of(2).tournament.club


@pytest.mark.parametrize("language", ["en", "nb"])
def test_the_manifest_is_whole_and_its_icons_are_what_it_says(client: Client, club: Club, language: str) -> None:
    answer = client.get(f"/{language}/{club.slug}/app.webmanifest")
    manifest = answer.json()

    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["name"], manifest["lang"]) == (club.name, language)
    assert manifest["scope"] == "/", "in another language, too, one is still in the app"
    assert manifest["start_url"].startswith(f"/{language}/{club.slug}/me/")
    assert client.get(manifest["start_url"])["Location"] == f"/{language}/{club.slug}/", "where no card is open"
    assert manifest["id"] == f"/{club.slug}/", "one app, whatever the language"
    assert manifest["short_name"]
    assert {(each["sizes"], each["purpose"]) for each in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for each in manifest["icons"]:
        picture = client.get(each["src"])
        with Image.open(io.BytesIO(picture.content)) as opened:
            assert opened.format == "PNG"
            assert f"{opened.width}x{opened.height}" == each["sizes"]


def test_the_icon_of_a_home_screen_is_named_on_the_page(client: Client, club: Club) -> None:
    page = client.get(f"/en/{club.slug}/").content.decode()

    assert f'<link rel="manifest" href="/en/{club.slug}/app.webmanifest">' in page
    assert f'<link rel="apple-touch-icon" href="/en/{club.slug}/icon-touch.png">' in page
    with Image.open(io.BytesIO(client.get(f"/en/{club.slug}/icon-touch.png").content)) as opened:
        assert opened.size == (180, 180)


def test_another_colour_is_another_icon_and_another_frame_around_the_page(client: Client, club: Club) -> None:
    def seen() -> tuple[bytes, str, str]:
        page = client.get(f"/en/{club.slug}/").content.decode()
        icon, manifest = (client.get(f"/en/{club.slug}/{name}") for name in ("icon-192.png", "app.webmanifest"))
        return icon.content, manifest.json()["theme_color"], page[page.index('name="theme-color"') :][:90]

    before = seen()
    wanted = replace(details_of(club), accent="berry")
    edit_club(club, wanted, seen=version_of(club), actor=None)

    assert all(old != new for old, new in zip(before, seen(), strict=True))


def test_a_result_draws_no_icon_anew(client: Client) -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    address = f"/en/{evening.tournament.club.slug}/icon-192.png"
    client.get(address)
    kept = page_cache._pages.peek(address)

    evening.enter(1, Result.DRAW)
    client.get(address)

    assert kept is not None
    assert page_cache._pages.peek(address) == kept


@pytest.mark.parametrize("kind", ["64", "0512", "192x", "maskable2"])
def test_there_are_no_other_icons(client: Client, club: Club, kind: str) -> None:
    assert client.get(f"/en/{club.slug}/icon-{kind}.png").status_code == 404


def test_the_favicon_is_there(client: Client) -> None:
    answer = client.get("/favicon.ico")

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/x-icon")
    assert "max-age" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("De Vrije Pion", "De Vrije Pion"),
        ("Sjakklubben", "Sjakklubben"),
        ("Schachvereinigung 1920", "Schachvereinigung"),
        ("SK 34", "SK 34"),
    ],
)
def test_under_the_icon_stand_whole_words(name: str, short: str) -> None:
    assert _short(name) == short
