"""Tie-breaks chosen in a real browser: reordered, shown in the table, undone."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import (
    PHONE,
    axe_violations,
    axe_violations_in_both_schemes,
    open_all,
    slides_sideways,
    widen,
)
from tests.tools.casts.factories import Evening
from tournaments.models import Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(6)
    evening.play(result=Result.DRAW)
    evening.finish()
    return evening


def heads(page: Page, evening: Evening) -> list[str]:
    page.goto(evening.url("public_standings"))
    return page.locator("table.standings thead abbr").all_inner_texts()


@pytest.mark.parametrize("has_scripts", [True, False])
def test_they_are_chosen_reordered_shown_in_the_table_and_undone(
    open_page: Callable[..., Page], evening: Evening, has_scripts: bool
) -> None:
    page = open_page(evening.director, PHONE, java_script_enabled=has_scripts)
    assert heads(page, evening) == ["#", "W–D–L", "Pts", "Buchholz-1", "Wins", "Games with Black", "Pos"]
    page.goto(evening.url("setup"))
    page.get_by_role("button", name="Change the options").click()
    page.get_by_label("Drawn game", exact=True).fill("1½")
    page.locator("#tie-breaks > summary").click()

    page.get_by_role("button", name="Move Games with Black up").click()
    expect(page.locator("#tie-breaks .in-force")).to_have_text("Buchholz-1 · Games with Black · Wins")
    expect(page.get_by_role("button", name="Move Games with Black up")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Move Games with Black down")).to_be_focused()
    page.get_by_role("button", name="Remove Buchholz").click()
    expect(page.locator("#tie-breaks .in-force")).to_have_text("Games with Black · Wins")
    page.get_by_text("Add a tie-break").click()
    page.get_by_text("From the opponents’ points").click()
    page.get_by_role("button", name="Add Neustadtl (Sonneborn-Berger)").click()
    expect(page.locator("#tie-breaks .in-force")).to_have_text("Games with Black · Wins · Neustadtl")
    expect(page.get_by_label("Drawn game", exact=True)).to_have_value("1½")
    assert Tournament.objects.get().tie_breaks is None
    page.get_by_role("button", name="Save the options").click()

    expect(page.locator("#options")).to_contain_text("Neustadtl (Sonneborn-Berger):")
    saved = Tournament.objects.get()
    assert saved.tie_breaks == [{"code": "blacks"}, {"code": "wins"}, {"code": "neustadtl"}]
    assert saved.options == {"draw": "3/2"}
    assert heads(page, evening) == ["#", "W–D–L", "Pts", "Games with Black", "Wins", "Neustadtl", "Pos"]
    page.goto(evening.url("setup"))
    page.get_by_role("button", name="Undo: The options and the tie-breaks are changed").click()
    expect(page.locator("#options")).not_to_contain_text("Neustadtl")
    assert heads(page, evening) == ["#", "W–D–L", "Pts", "Buchholz-1", "Wins", "Games with Black", "Pos"]


@pytest.mark.quick
def test_enter_in_a_field_saves_and_moves_nothing(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(evening.director)
    page.goto(evening.url("change_options"))
    page.locator("#tie-breaks > summary").click()
    page.get_by_label("Lowest values cut").fill("0")

    page.get_by_label("Lowest values cut").press("Enter")

    page.wait_for_url("**/setup/#options")
    assert Tournament.objects.get().tie_breaks == [{"code": "buchholz"}, {"code": "wins"}, {"code": "blacks"}]


def test_what_is_wrong_opens_the_list(open_page: Callable[..., Page], evening: Evening, watch: object) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 422",)  # type: ignore[attr-defined]
    page = open_page(evening.director, PHONE)
    page.goto(evening.url("change_options"))
    page.locator("#tie-breaks > summary").click()
    page.get_by_label("Lowest values cut").fill("all")

    page.get_by_role("button", name="Save the options").click()

    said = "The option Lowest values cut is all, but must be a whole number."
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.locator("#tie-breaks").get_by_text(said)).to_be_visible()
    expect(page.get_by_label("Lowest values cut")).to_have_value("all")
    page.get_by_role("link", name="Lowest values cut").click()
    expect(page.locator("#tie-breaks")).to_be_in_viewport()
    assert axe_violations(page) == []


def test_a_second_button_waits_for_the_first(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(evening.director)
    page.goto(evening.url("change_options"))
    page.locator("#tie-breaks > summary").click()

    page.evaluate(
        """() => {
            document.querySelector('button[value="up-2"]').click();
            document.querySelector('button[value="remove-0"]').click();
        }"""
    )

    expect(page.locator("#tie-breaks .in-force")).to_have_text("Buchholz-1 · Games with Black · Wins")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#tie-breaks .in-force")).to_have_text("Buchholz-1 · Games with Black · Wins")


def test_everybody_can_use_the_list_at_every_width(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4, system="norwegian_monrad")
    page = open_page(evening.director, PHONE)
    for name, args in (("change_options", [evening.tournament.slug]), ("create_tournament", ["norwegian_monrad"])):
        page.goto(reverse(name, args=[evening.tournament.club.slug, *args]))
        page.locator("#tie-breaks > summary").click()
        page.get_by_text("Add a tie-break").click()
        page.get_by_role("button", name="Add Wins").click()
        expect(page.locator("#tie-breaks .in-force")).to_contain_text("Wins")
        open_all(page)
        assert axe_violations_in_both_schemes(page) == []
        for width in (320, 390, 820, 1440):
            widen(page, width)
            assert not slides_sideways(page), f"{name} at {width} px"
