"""About the club: its face as it is typed and chosen, before it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, axe_violations_in_both_schemes, slides_sideways
from tests.tools.casts.club_cast import Cast
from tests.tools.pages.pictures import picture
from tournaments.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


def about(open_page: Callable[..., Page], size: dict[str, int] = LAPTOP) -> tuple[Cast, Page]:
    cast = Cast()
    page = open_page(cast.kari, size)
    page.goto(reverse("edit_club", args=[cast.club.slug]))
    return cast, page


def test_it_shows_what_is_typed_and_chosen_before_it_is_saved(open_page: Callable[..., Page], tmp_path: Path) -> None:
    cast, page = about(open_page)
    masthead = page.locator("#masthead")
    expect(masthead.locator("img")).to_be_hidden()
    expect(masthead.locator("span.sign")).to_be_visible()

    page.get_by_label("Name", exact=True).fill("SK <b>Rockaden</b>")
    page.get_by_label("One sentence about the club").fill("For everybody.")
    page.get_by_label("Contact").fill("Kari, kari@example.org")
    page.get_by_label("Berry").check()

    expect(masthead.locator(".name")).to_have_text("SK <b>Rockaden</b>")
    expect(masthead.locator(".sentence")).to_have_text("For everybody.")
    expect(masthead).to_contain_text("Contact Kari, kari@example.org")
    expect(masthead).to_have_class("masthead accent-berry")
    assert masthead.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(125, 29, 80)"

    logo = tmp_path / "logo.png"
    logo.write_bytes(picture((300, 300), colour="gold"))
    page.get_by_label("Logo").set_input_files(logo)
    expect(masthead.locator("img")).to_be_visible()
    expect(masthead.locator("span.sign")).to_be_hidden()
    assert Club.objects.get(pk=cast.club.pk).logo == ""

    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/staff/")
    club = Club.objects.get(pk=cast.club.pk)
    assert (club.name, club.accent, club.sentence) == ("SK <b>Rockaden</b>", "berry", "For everybody.")
    page.goto(reverse("public_club", args=[club.slug]))
    assert page.locator("#masthead img").evaluate("each => each.naturalWidth") == 192
    expect(page.get_by_role("link", name="Kari, kari@example.org")).to_have_attribute("href", "mailto:kari@example.org")


@pytest.mark.quick
def test_the_staffs_buttons_wear_the_clubs_colour(open_page: Callable[..., Page]) -> None:
    cast = Cast()
    Club.objects.filter(pk=cast.club.pk).update(accent="berry")
    page = open_page(cast.kari, LAPTOP)
    page.goto(reverse("edit_club", args=[cast.club.slug]))

    colour = page.get_by_role("button", name="Save").evaluate("each => getComputedStyle(each).backgroundColor")
    assert colour == "rgb(140, 33, 89)"


def test_what_is_no_picture_is_not_shown_and_taking_the_logo_away_shows_the_pawn(
    open_page: Callable[..., Page], tmp_path: Path
) -> None:
    _cast, page = about(open_page)
    logo, none = tmp_path / "logo.png", tmp_path / "none.png"
    logo.write_bytes(picture())
    none.write_bytes(b"no picture")

    page.get_by_label("Logo").set_input_files(none)
    expect(page.locator("#masthead span.sign")).to_be_visible()
    page.get_by_label("Logo").set_input_files(logo)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/staff/")
    page.go_back()
    page.reload()
    expect(page.locator("#masthead img")).to_be_visible()
    page.get_by_label("Remove the logo").check()
    expect(page.locator("#masthead img")).to_be_hidden()
    expect(page.locator("#masthead span.sign")).to_be_visible()


def test_everybody_can_read_it_in_every_colour(open_page: Callable[..., Page]) -> None:
    cast = Cast()
    page = open_page(cast.kari, PHONE)
    page.goto(reverse("edit_club", args=[cast.club.slug]))
    page.get_by_label("One sentence about the club").fill("For everybody.")
    page.get_by_label("Place").fill("Donaudampfschifffahrtsgesellschaftsvereinsheim")
    problems = []
    for accent in page.locator("input[name=accent]").all():
        accent.check()
        problems += axe_violations_in_both_schemes(page)

    assert problems == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert not slides_sideways(page)
