"""“This text is wrong”, on a phone and by keyboard: a tap chooses the text that it lands on, and does nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.tools.browser.looking import PHONE, Watch, faults_on
from tests.tools.casts.factories import Evening
from tournaments.models import Attendance, Presence, TextCorrection

pytestmark = pytest.mark.django_db(transaction=True)

NARROW = {"width": 360, "height": 740}


def turned_on(open_page: Callable[..., Page], evening: Evening) -> Page:
    page = open_page(evening.director, NARROW)
    page.goto("/nb/account/texts/")
    page.get_by_role("button", name="Slå på").click()
    expect(page.locator("#correcting")).to_be_visible()
    return page


def path_of(evening: Evening) -> str:
    return f"/nb/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"


@pytest.mark.quick
def test_a_tapped_text_is_bettered_and_nothing_else_happens(open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    evening = Evening.of(6)
    evening.open()
    page = turned_on(open_page, evening)
    page.goto(path_of(evening))
    says = page.locator("#correcting [role=status]")
    expect(says).to_have_text("Trykk på en tekst som er feil")
    before = page.locator("h1").bounding_box()

    # A name is no text of the program; the tap does not mark the player.
    page.locator(f"#tap-{evening.entry(1).pk}").get_by_text("No1").click()
    expect(says).to_contain_text("Dette er ikke en av programmets tekster.")
    assert not Attendance.objects.filter(presence=Presence.PRESENT).exists()
    assert page.locator("h1").bounding_box() == before, "nothing has moved"

    # A text with a gap, whatever stands in it.
    page.get_by_role("button", name="Kryss av alle 6").click()
    page.wait_for_url("**/account/texts/text/**")
    field = page.get_by_label("Bedre tekst")
    assert "{count}" in field.input_value()
    assert faults_on(page, PHONE) == []
    field.fill("Alle er her")
    page.get_by_role("button", name="Lagre").click()
    expect(page.locator("#notices")).to_contain_text("«{count}» mangler.")
    field.fill("Alle er her: {count}")
    page.get_by_role("button", name="Lagre").click()
    page.wait_for_url(f"**{path_of(evening)}")
    expect(page.locator("#notices")).to_contain_text("Lagret i listen din over rettelser.")
    assert TextCorrection.objects.get().forms == ["Alle er her: {count}"]
    assert TextCorrection.objects.get().page == path_of(evening)

    page.goto("/nb/account/texts/")
    expect(page.locator(".typed")).to_have_text("Alle er her: {count}")
    assert faults_on(page, PHONE) == []
    page.goto(path_of(evening))

    # Done: the page acts again.
    page.get_by_role("button", name="Ferdig").click()
    expect(page.locator("#correcting")).to_have_count(0)
    page.locator(f"#tap-{evening.entry(1).pk}").click()
    expect(page.locator(".entry.present")).to_have_count(1)


def test_the_list_opens_by_keyboard_and_a_page_can_be_used_meanwhile(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(6)
    evening.open()
    page = turned_on(open_page, evening)
    page.goto("/nb/account/")
    assert faults_on(page, PHONE) == []

    # A link is not followed: by keyboard, too, it is a text.
    page.get_by_role("button", name="Endre passord").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/account/texts/text/**")
    page.go_back()

    page.get_by_role("button", name="Liste").focus()
    page.keyboard.press("Enter")
    texts = page.locator("#correcting li a")
    expect(texts.first).to_be_focused()
    assert texts.count() > 20
    page.keyboard.press("Escape")
    expect(texts).to_have_count(0)

    page.get_by_role("button", name="Bruk siden").click()
    page.get_by_role("button", name="Endre passord").click()
    page.wait_for_url("**/account/password/")


def with_a_twin(route: Route) -> None:
    """As if two messages of the catalogue read the same."""
    answer = route.fetch()
    begins, opens, rest = answer.text().partition('<script id="correcting-texts" type="application/json">')
    data, closes, ends = rest.partition("</script>")
    texts = json.loads(data)
    (text,) = [each for each in texts if each["english"] == "Help"]
    texts.append({**text, "key": "f" * 20, "context": "somebody helps"})
    route.fulfill(response=answer, body=f"{begins}{opens}{json.dumps(texts)}{closes}{ends}")


def test_of_two_texts_that_read_the_same_the_person_chooses_on_a_public_page(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(6)
    evening.play()
    page = turned_on(open_page, evening)
    address = f"/nb/{evening.tournament.club.slug}/"
    page.route(f"**{address}", with_a_twin)
    page.goto(address)
    page.locator("footer").get_by_text("Hjelp", exact=True).click()
    choices = page.locator("#correcting li a")
    expect(choices).to_have_count(2)
    expect(page.locator("#correcting [role=status]")).to_have_text("Hvilken av disse er det?")
    expect(choices.nth(1)).to_contain_text("Help · somebody helps")
    expect(choices.first).to_be_focused()
    choices.first.click()
    page.wait_for_url("**/account/texts/text/**")
    page.get_by_label("Bedre tekst").fill("Brukerhjelp")
    page.get_by_role("button", name="Lagre").click()
    page.wait_for_url(f"**{address}")
    assert TextCorrection.objects.get().forms == ["Brukerhjelp"]
