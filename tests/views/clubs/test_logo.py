"""The logo over HTTP: uploaded by an admin, shown to everybody."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import EntryFactory
from tests.tools.pages.pictures import opened, picture
from tests.views.clubs.test_club import TYPED, text
from tournaments.models import Club, Entry, User
from tournaments.pages.common.branding import club_identity, logo_address
from tournaments.services.clubs.clubs import version_of
from tournaments.services.clubs.logos import SIZES

pytestmark = pytest.mark.django_db


def upload(client: Client, club: Club, data: bytes | None, *, name: str = "logo.png", **typed: str) -> Any:
    sent: dict[str, Any] = {"receipt": str(uuid.uuid4()), "seen": version_of(Club.objects.get(pk=club.pk))}
    if data is not None:
        sent["logo"] = SimpleUploadedFile(name, data)
    return client.post(reverse("edit_club", args=[club.slug]), {**sent, **TYPED, "accent": "plum", **typed})


def worn(cast: Cast) -> Club:
    return Club.objects.get(pk=cast.club.pk)


@pytest.mark.parametrize(("kind", "name"), [("PNG", "logo.png"), ("JPEG", "logo.jpg"), ("WEBP", "scan.pdf")])
def test_what_an_admin_uploads_stands_on_the_clubs_page(cast: Cast, kari: Client, kind: str, name: str) -> None:
    assert upload(kari, cast.club, picture((900, 600), kind), name=name).status_code == 302

    page = text(Client().get(reverse("public_club", args=[cast.club.slug])))
    assert "accent-plum" in page.partition("<body")[2].partition(">")[0]
    (address,) = re.findall(r'<img class="crest" src="([^"]+)"', page)
    assert address == logo_address(worn(cast), 192)
    answer = Client().get(address)
    assert answer["Content-Type"] == "image/webp"
    assert opened(answer.content).size == (288, 192), "as wide as it is"


@pytest.mark.parametrize("size", SIZES)
def test_it_may_be_kept_for_good_and_is_taken_for_nothing_else(cast: Cast, kari: Client, size: int) -> None:
    upload(kari, cast.club, picture())

    answer = Client().get(logo_address(worn(cast), size))

    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert not answer.cookies
    assert opened(answer.content).size == ({64: 64, 192: 256}[size], size)


def test_another_logo_has_another_address_and_the_old_one_is_gone(cast: Cast, kari: Client) -> None:
    upload(kari, cast.club, picture(colour="red"))
    red = logo_address(worn(cast), 192)
    upload(kari, cast.club, picture(colour="blue"))
    blue = logo_address(worn(cast), 192)

    assert blue != red
    assert Client().get(red).status_code == 404
    upload(kari, cast.club, None, without_logo="on")
    assert Client().get(blue).status_code == 404
    assert worn(cast).logo == ""


@pytest.mark.parametrize("bad", ["size", "revision", "short", "club"])
def test_other_addresses_lead_nowhere(cast: Cast, kari: Client, bad: str) -> None:
    upload(kari, cast.club, picture())
    club = worn(cast)
    parts = {"club": club.slug, "revision": club.logo[:16], "size": 192}
    wrong = {"size": ("size", 4096), "revision": ("revision", "0" * 16), "short": ("revision", club.logo[:1])}
    name, value = wrong.get(bad, ("club", cast.other_club.slug))

    assert Client().get(reverse("club_logo", kwargs=parts)).status_code == 200
    assert Client().get(reverse("club_logo", kwargs={**parts, name: value})).status_code == 404


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (lambda: b"", "PNG, JPEG or WebP"),
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "PNG, JPEG or WebP"),
        (lambda: picture(kind="GIF"), "PNG, JPEG or WebP"),
        (lambda: picture() + b"\0" * 2_000_000, "at most 2 MB"),
        (lambda: picture((5000, 4000)), "too many pixels"),
    ],
    ids=["empty", "SVG", "GIF", "too big", "too many pixels"],
)
def test_a_refused_logo_loses_nothing_else_that_was_typed(
    cast: Cast, kari: Client, data: Callable[[], bytes], said: str
) -> None:
    response = upload(kari, cast.club, data(), sentence="Come & play", contact="Kari", place="The old school")

    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["logo"]
    page = text(response)
    assert said in page
    assert 'href="#id_logo"' in page
    for typed in ("Come &amp; play", "Kari", "The old school"):
        assert f'value="{typed}"' in page
    assert re.search(r'value="plum"[^>]*checked', page)
    assert worn(cast).logo == ""


def test_why_it_is_refused_is_said_in_the_readers_language(cast: Cast, kari: Client) -> None:
    with override("de"):
        response = upload(kari, cast.club, picture((8_001, 30)))

    assert response.status_code == 422
    assert "Dieses Bild ist mehr als 8000 Pixel lang oder breit." in text(response)


def kept(response: Any) -> str:
    (key,) = re.findall(r'name="kept_logo" value="([^"]+)"', response.content.decode())
    return str(key)


def test_where_something_else_is_wrong_the_logo_is_kept_and_saved_with_the_rest(cast: Cast, kari: Client) -> None:
    response = upload(kari, cast.club, picture(), time_zone="Nowhere")
    assert response.status_code == 422
    assert "Your new logo is ready." in text(response)
    assert worn(cast).logo == ""

    again = upload(kari, cast.club, None, starts_at="25:00", kept_logo=kept(response))
    assert kept(again) == kept(response)
    assert upload(kari, cast.club, None, kept_logo=kept(again)).status_code == 302

    (address,) = re.findall(r'<img class="crest" src="([^"]+)"', text(Client().get(f"/en/{cast.club.slug}/")))
    assert opened(Client().get(address).content).size == (256, 192)
    upload(kari, cast.club, None, without_logo="on", kept_logo=kept(again))
    assert worn(cast).logo == ""


def test_a_later_choice_goes_before_the_logo_that_is_kept(cast: Cast, kari: Client) -> None:
    first = upload(kari, cast.club, picture(), time_zone="Nowhere")
    upload(kari, cast.club, picture((700, 700)), kept_logo=kept(first))
    later = worn(cast).logo
    upload(kari, cast.club, None, without_logo="on")
    upload(kari, cast.club, picture((700, 700)))
    assert worn(cast).logo == later != ""


def test_nobody_elses_kept_logo_is_worn(cast: Cast, kari: Client, as_user: Callable[[User], Client]) -> None:
    key = kept(upload(kari, cast.club, picture(), time_zone="Nowhere"))
    other = as_user(cast.kari)

    assert upload(other, cast.club, None, kept_logo=key).status_code == 302
    assert worn(cast).logo == ""


def test_saving_without_choosing_a_file_keeps_the_logo(cast: Cast, kari: Client) -> None:
    upload(kari, cast.club, picture())
    before = worn(cast).logo

    upload(kari, cast.club, None, place="Elsewhere")

    assert (worn(cast).logo, worn(cast).place) == (before, "Elsewhere")


def test_a_colour_that_there_is_not_is_refused_at_its_field(cast: Cast, kari: Client) -> None:
    response = upload(kari, cast.club, None, accent='"><script>')

    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["accent"]
    assert '"><script>' not in response.content.decode()


def test_it_stands_in_the_head_of_each_page_of_the_club(cast: Cast, kari: Client) -> None:
    EntryFactory(tournament__club=cast.club)
    entry = Entry.objects.get(tournament__club=cast.club)
    tournament, player, season = entry.tournament, entry.player, entry.tournament.season
    upload(kari, cast.club, picture())
    logo = logo_address(Club.objects.get(pk=cast.club.pk), 64)
    slug = cast.club.slug

    for name, gaps in (
        ("public_tournament", [slug, tournament.slug]),
        ("public_player", [slug, player.public_key]),
        ("public_seasons", [slug]),
        ("public_season", [slug, season.pk]),
    ):
        page = text(Client().get(reverse(name, args=gaps)))
        assert f'<img class="crest" src="{logo}"' in page[: page.index("<main")], name


def test_a_director_may_not(cast: Cast, as_user: Callable[[User], Client]) -> None:
    assert upload(as_user(cast.dag), cast.club, picture()).status_code == 403
    assert worn(cast).logo == ""


@pytest.mark.parametrize(
    ("contact", "leads_to"),
    [
        ("Kari", ""),
        ("", ""),
        ("Kari, kari@example.org", "mailto:kari@example.org"),
        ("Kari +47 912 34 567", "tel:+4791234567"),
        ("030 - 123 45 67 (Carla)", "tel:0301234567"),
        ("since 1923", ""),
        ('"><a href=x>@y.z', ""),
        ("javascript:alert(1)", ""),
    ],
)
def test_an_address_or_a_number_in_the_contact_is_a_link(cast: Cast, contact: str, leads_to: str) -> None:
    cast.club.contact = contact

    assert club_identity(cast.club).contact_url == leads_to


def test_what_is_typed_is_text_on_the_page(cast: Cast, kari: Client) -> None:
    upload(kari, cast.club, None, sentence="<script>alert(1)</script>", contact="<b>x</b>@example.org")

    page = Client().get(reverse("public_club", args=[cast.club.slug])).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
