"""Every page of the staff as a browser sees it: no violation of WCAG A or AA, and nothing slides sideways."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import (
    PHONE,
    Watch,
    axe_violations,
    axe_violations_in_both_schemes,
    slides_sideways,
    too_faint_in_the_dark,
    widen,
)
from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.pages.staff_pages import staff_pages, two_evenings
from tournaments import clock
from tournaments.models import Club, InboxItem, InboxSubject, Role
from tournaments.services.accounts import accounts

pytestmark = pytest.mark.django_db(transaction=True)

IN_THE_LIGHT, IN_THE_DARK = (390, 1440), 820
"""Where axe looks, in the dark at the contrast alone; whether it slides sideways is seen at all widths."""
ALL_WIDTHS = (320, 390, 410, 820, 1440)


PARTS = 2
"""So that two workers share them."""
SQUEEZED = """() => [...document.querySelectorAll("p, li, dd, dt, th, td, h1, h2, h3")].filter(each => {
    const own = [...each.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join("");
    const box = each.getBoundingClientRect();
    const isSeen = each.checkVisibility({ contentVisibilityAuto: true }) && box.width > 1;
    return isSeen && own.length > 25 && box.width < 90;
}).map(each => each.textContent.trim().slice(0, 60))"""
"""Sentences in a column in which hardly a word finds room."""
NAVIGATION = """() => {
  const head = document.querySelector("header.top");
  if (!head) return [];
  const seen = Array.from(head.querySelectorAll("a, summary, button")).filter(
    each => each.checkVisibility({ contentVisibilityAuto: true }) && each.getBoundingClientRect().width > 0);
  const outside = seen.filter(each => {
    const box = each.getBoundingClientRect();
    return box.right > window.innerWidth || box.bottom > 48;
  });
  const cut = seen.filter(
    each => !each.closest(".home, .account, .log-out") && each.scrollWidth > each.clientWidth + 1);
  const height = head.getBoundingClientRect().height;
  return [
    ...(height > 48 ? [`navigation is ${height} px high`] : []),
    ...outside.map(each => each.textContent.trim() + " is not in the line"),
    ...cut.map(each => each.textContent.trim() + " is cut"),
  ];
}"""
"""It is one line, and whatever is in that line is wholly on the glass; no word of it is cut but the club's name."""
SLIDES = (
    """() => document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["slides sideways"] : []"""
)


def squeezed(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SQUEEZED)
    return found


def faults_of_navigation(page: Page) -> list[str]:
    found: list[str] = page.evaluate(NAVIGATION)
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_staff_page_can_be_read_by_everybody(open_page: Callable[..., Page], part: int) -> None:
    published, opened, admin = two_evenings()
    addresses = staff_pages(published, opened, admin)
    assert len(addresses) > 40
    page = open_page(admin)
    problems = []
    for address in addresses[part::PARTS]:
        page.goto(address)
        problems += [f"{address}: {each}" for each in too_faint_in_the_dark(page, IN_THE_DARK)]
        for width in ALL_WIDTHS:
            widen(page, width)
            found = axe_violations(page) if width in IN_THE_LIGHT else []
            found += page.evaluate(f"[...({NAVIGATION})(), ...({SLIDES})()]")
            found += [f"squeezed: {each}" for each in squeezed(page)]
            problems += [f"{address} at {width} px: {each}" for each in found]
    assert problems == []


LONG_CLUB = "Schachvereinigung Donaudampfschifffahrt 1923"


@pytest.mark.quick
def test_one_line_of_navigation_and_the_rest_behind_more(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    club = evening.tournament.club
    Club.objects.update(name=LONG_CLUB)
    page = open_page(evening.director, PHONE)
    page.goto(reverse("evening", args=[club.slug, evening.tournament.slug]))
    head = page.locator("header.top")
    expect(head.get_by_role("link")).to_have_text([LONG_CLUB, "Evening", "Standings", re.compile("Inbox")])
    assert faults_of_navigation(page) == []

    head.get_by_text("More", exact=True).click()
    expect(head.get_by_role("link", name="Papers")).to_be_visible()
    expect(head.get_by_role("button", name="Log out")).to_be_visible()
    assert axe_violations(page) == []
    page.mouse.click(30, 700)
    expect(head.get_by_role("link", name="Papers")).to_be_hidden()
    head.get_by_text("More", exact=True).press("Enter")
    page.keyboard.press("Escape")
    expect(head.get_by_role("link", name="Papers")).to_be_hidden()
    expect(head.get_by_text("More", exact=True)).to_be_focused()

    InboxItem.objects.create(
        club=club, tournament=evening.tournament, asked=InboxSubject.ENTER, name="Bo", asked_at=clock.now()
    )
    page.reload()
    for width in (1024, 1280, 1440):
        widen(page, width)
        expect(head.locator(".waiting")).to_be_visible()
        assert faults_of_navigation(page) == [], width
    head.get_by_text("More", exact=True).click()
    head.get_by_role("link", name="Papers").click()
    expect(head.locator("[aria-current=page]")).to_have_text("Papers")


def test_on_a_phone_no_way_is_cut_beside_the_number_that_waits(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.tournament.club.memberships.update(role=Role.ADMIN)
    club = evening.tournament.club
    waiting = {"club": club, "tournament": evening.tournament, "asked": InboxSubject.ENTER, "asked_at": clock.now()}
    InboxItem.objects.bulk_create(InboxItem(name=f"Bo {number}", **waiting) for number in range(12))
    page = open_page(evening.director, PHONE)
    addresses = [reverse("edit_club", args=[club.slug]), reverse("club_home", args=[club.slug])]
    addresses += [reverse(name, args=[club.slug, evening.tournament.slug]) for name in ("evening", "setup")]
    for address in addresses:
        page.goto(address)
        expect(page.locator("header.top .waiting").first).to_have_text("12")
        assert faults_of_navigation(page) == [], address


def test_more_opens_without_javascript(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    page = open_page(evening.director, PHONE, java_script_enabled=False)
    page.goto(reverse("club_home", args=[evening.tournament.club.slug]))
    page.locator("header.top summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page).to_have_url(re.compile("/en/$"))


def test_a_system_with_many_options_can_be_set_up_on_a_phone(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4, system="keizer", preset="club_nl", options={"max_meetings": 2})
    evening.open()
    club, tournament = evening.tournament.club, evening.tournament
    new = reverse("create_tournament", args=[club.slug, "keizer"])
    addresses = [f"{new}?preset={preset}" for preset in ("classic", "by_score")]
    addresses += [reverse(name, args=[club.slug, tournament.slug]) for name in ("change_options", "setup", "evening")]
    page = open_page(evening.director, PHONE)
    for address in addresses:
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details:not(.choices)').forEach(each => each.open = true)")
        assert axe_violations_in_both_schemes(page) == [], address
        assert not slides_sideways(page), address


def test_the_way_in_does_not_slide(open_page: Callable[..., Page], watch: Watch) -> None:
    """The first pages that anybody sees: where a password is chosen there is a field for the password manager only."""
    watch.expected = ("Failed to load resource: the server responded with a status of 4",)
    invited = UserFactory(username="o" * 60)
    invited.set_unusable_password()
    invited.save()
    choosing = reverse("choose_password", args=accounts.new_link(invited, actor=None))
    page = open_page(None, PHONE)
    for address, is_of_passwords in (("/en/password/x/y/", False), (reverse("log_in"), True), (choosing, True)):
        page.goto(address)
        assert page.locator("input[type=password]").count() > 0 or not is_of_passwords
        for width in (320, 390, 820):
            widen(page, width)
            assert not slides_sideways(page), (address, width)
            assert axe_violations(page) == [], (address, width)
    for width in (320, 390, 820):
        widen(page, width)
        assert page.locator("input[name=username]").evaluate("box => box.getBoundingClientRect().width") <= 1, width


def test_a_contradiction_opens_its_group_and_loses_nothing_that_was_typed(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 422",)
    evening = Evening.of(4, system="keizer")
    page = open_page(evening.director, PHONE)
    page.goto(evening.url("change_options"))
    fine_print = page.locator("details.fine-print")
    fine_print.locator("> summary").click()
    page.get_by_label("The final ladder, after the last planned round").check()
    page.get_by_label("Lowest value allowed").fill("2½")
    fine_print.locator("> summary").click()

    page.get_by_role("button", name="Save the options").click()

    expect(fine_print.get_by_text("A game keeps the value it was played for”.")).to_be_visible()
    expect(page.get_by_label("Lowest value allowed")).to_have_value("2½")
    expect(page.get_by_label("The final ladder, after the last planned round")).to_be_checked()
