"""A club set up in the browser: the first page anybody sees, and the link that is handed on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import Evening, UserFactory
from tournaments.models import Membership, Role, Round, RoundState, Season
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db(transaction=True)

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


def test_the_page_for_a_password_does_not_slide_sideways(open_page: Callable[..., Page], live_server: Any) -> None:
    nora = Cast().waiting("nora")
    page = open_page(None, PHONE)

    page.goto(live_server.url + reverse("choose_password", args=accounts.new_link(nora, actor=None)))

    for size in (PHONE, TABLET):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@pytest.mark.parametrize("has_clipboard", [True, False], ids=["https", "http"])
def test_the_link_of_an_invitation_is_copied(
    open_page: Callable[..., Page], live_server: Any, has_clipboard: bool
) -> None:
    cast = Cast()
    page = open_page(cast.kari, PHONE)
    if has_clipboard:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    else:
        page.add_init_script(NO_CLIPBOARD)
    page.goto(live_server.url + reverse("members", args=[cast.club.slug]))
    page.get_by_label("Name", exact=True).fill("Nora Åsen")
    page.get_by_role("button", name="Invite").click()

    page.get_by_role("button", name="Copy the link").click()

    page.get_by_text("Copied", exact=True).wait_for()
    if has_clipboard:
        assert "/invitation/" in page.evaluate("navigator.clipboard.readText()")
    else:
        assert "/invitation/" in page.evaluate("getSelection().toString()")


@dataclass
class Walk:
    """Somebody on the way: every tap, every field that is typed in, every page that is loaded."""

    page: Page
    taps: int = 0
    typed: int = 0
    pages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("load", lambda page: self.pages.append(urlsplit(page.url).path))

    def tap(self, name: str, role: Any = "button") -> None:
        self.page.get_by_role(role, name=name, exact=True).click()
        self.taps += 1

    def type(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).fill(text)
        self.typed += 1


def empty_club() -> Cast:
    cast = Cast()
    cast.season.delete()
    return cast


@pytest.mark.parametrize(
    ("size", "scripts"), [(PHONE, True), (TABLET, True), (PHONE, False)], ids=["390", "820", "390 without scripts"]
)
def test_from_an_empty_club_to_the_first_published_round(
    open_page: Callable[..., Page], tmp_path: Path, size: dict[str, int], scripts: bool
) -> None:
    """33 names on a list: five taps to an open check-in (without scripts one more, to look at the list on a page of its
    own), one for each who is here, and two for the pairing."""
    cast = empty_club()
    names = [f"Given{number} Family{number};{1000 + number}" for number in range(1, 34)]
    list_file = tmp_path / "members.csv"
    list_file.write_text("\n".join(["Name;Rating", *names]))
    page = open_page(cast.kari, size, java_script_enabled=scripts)
    page.goto(reverse("club_home", args=[cast.club.slug]))
    walk = Walk(page)

    page.get_by_label("Or choose a file").set_input_files(list_file)
    walk.taps += 1
    if not scripts:
        walk.tap("Look at it first")
    walk.tap("Import the list")
    walk.tap("Every week")
    walk.tap("Take this one")
    walk.type("Name", "Thursday ladder")
    assert not scripts or axe_violations(page) == []
    assert not scripts or not slides_sideways(page)
    walk.tap("Create it and open check-in")
    for number in (1, 2, 3, 4, 5, 6):
        row = page.locator(".entry", has_text=f"Given{number} Family{number}").first
        with page.expect_response(lambda response: response.request.method == "POST"):
            row.get_by_role("button").first.click()
        walk.taps += 1
    walk.tap("Pair")
    page.get_by_role("button", name="Publish").first.wait_for()
    walk.tap("Publish")
    expect(page.locator("#heading .pill")).to_have_text("Published")

    width, scripted = size["width"], "with scripts" if scripts else "without"
    sys.stdout.write(f"{width} px, {scripted}: {walk.taps} taps for 6 players, {walk.typed} field, {walk.pages}\n")
    assert Season.objects.get().is_open
    assert Round.objects.get().state == RoundState.PUBLISHED
    assert (walk.taps, walk.typed) == (13 if scripts else 14, 1)
    at = f"/en/{cast.club.slug}/staff/"
    pages = ["tournaments/new/", "tournaments/new/", "tournaments/new/keizer/", "thursday-ladder/"]
    pages = pages if scripts else ["players/import/", *pages]
    assert walk.pages[: len(pages)] == [at + each for each in pages]
    assert not scripts or len(walk.pages) == 4


def test_keizers_line_follows_what_is_typed(open_page: Callable[..., Page]) -> None:
    cast = Cast()
    for number in range(33):
        cast.add_player(f"Player {number}")
    page = open_page(cast.kari, PHONE)
    page.goto(reverse("create_tournament", args=[cast.club.slug, "keizer"]) + "?preset=club_nl")
    name = page.get_by_label("Name", exact=True).bounding_box()
    assert name is not None
    assert name["y"] < PHONE["height"]
    expect(page.get_by_text("33 players: first place is worth 50, last 18")).to_be_visible()

    page.get_by_label("Ratio of first place to last").fill("2")
    page.get_by_label("Value of the first place").fill("ratio")
    expect(page.get_by_text("33 players: first place is worth 64, last 32")).to_be_visible()

    page.get_by_label("Value of the first place").fill("2N")
    expect(page.get_by_text("33 players: first place is worth 66, last 34")).to_be_visible()
    assert axe_violations(page) == []
    page.locator("summary", has_text="Fine print").click()
    assert axe_violations(page) == []
    assert not slides_sideways(page)


def test_a_wrong_option_deep_in_the_form_comes_into_view(open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 422",)
    cast = Cast()
    page = open_page(cast.kari, PHONE)
    page.goto(reverse("create_tournament", args=[cast.club.slug, "keizer"]))
    page.get_by_label("Name", exact=True).fill("Ladder")
    page.locator("summary", has_text="Fine print").click()
    field = page.get_by_label("Lowest value allowed")
    field.fill("abc")
    page.get_by_role("button", name="Create the tournament").click()

    expect(page.get_by_text("Not saved yet:", exact=True)).to_be_attached()
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    expect(field).to_have_value("abc")
    page.get_by_role("link", name="Lowest value allowed").click()
    expect(field).to_be_in_viewport()


def test_what_is_in_the_way_of_closing_a_season_fits_its_box_on_a_phone(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    evening = Evening.of(4)
    evening.open()
    club = evening.tournament.club
    admin = Membership.objects.create(club=club, user=UserFactory(), role=Role.ADMIN).user
    page = open_page(admin, PHONE)
    page.goto(reverse("club_home", args=[club.slug]))
    page.get_by_role("button", name="Close").click()

    button = page.locator("#in-the-way button").bounding_box()
    frame = page.locator("#in-the-way").bounding_box()
    assert button is not None
    assert frame is not None
    assert button["x"] + button["width"] < frame["x"] + frame["width"]
