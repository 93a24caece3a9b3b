"""My card where there is no network: it opens as it was last seen, and what is tapped is sent once there is one."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, Watch, axe_violations, cut_the_line, slides_sideways
from tests.tools.browser.reading_kept import KEPT, until
from tests.tools.casts.factories import Evening
from tournaments.models import Action, Availability, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)
WAITS = "Saved on this phone. It is sent when there is a network."


@pytest.fixture
def cast() -> Evening:
    """The first round is being played, three more are planned."""
    cast = Evening.of(7)
    today = datetime.datetime.now(tz=datetime.UTC).date()
    days = [(today + datetime.timedelta(days=7 * week)).isoformat() for week in range(4)]
    Tournament.objects.filter(pk=cast.tournament.pk).update(
        round_dates=days, starts_at=datetime.time(19), may_report="confirm"
    )
    cast.tournament.refresh_from_db()
    cast.play(1, 2, 3, 4, 5, 6, leaving_open={1})
    return cast


@pytest.fixture
def card(open_page: Callable[..., Page], cast: Evening) -> Page:
    """Of number 1, opened on a phone."""
    page = open_page(None, PHONE)
    page.goto(f"/c/{card_keys.make_key(cast.entry(1).player, actor=None)}/")
    page.evaluate("document.body.dataset.worker && navigator.serviceWorker.ready.then(() => null)")
    if page.evaluate("Boolean(document.body.dataset.worker)"):
        for part in ("/me/", "card.js", "cards.css"):
            until(page, f"({KEPT})().then(paths => paths.some(path => path.endsWith('{part}')))")
    return page


def answer(page: Page, words: str) -> None:
    page.locator("button.answer", has_text=words).first.click()


@pytest.mark.quick
def test_an_answer_without_a_network_is_kept_shown_and_sent_by_the_next_page(card: Page, watch: Watch) -> None:
    address = card.url
    cut_the_line(card, watch)
    answer(card, "I can’t come")
    expect(card.locator(".saved")).to_have_text(WAITS)
    expect(card.locator("#said")).to_have_text(WAITS)
    expect(card.locator("button.answer.chosen.waiting")).to_contain_text("I can’t come")
    assert axe_violations(card) == []
    assert not slides_sideways(card)

    card.reload()
    expect(card.locator("button.answer.chosen.waiting")).to_contain_text("I can’t come")
    answer(card, "I’m coming")
    expect(card.locator("button.answer.chosen")).to_have_count(1)
    expect(card.locator("button.answer.waiting")).to_contain_text("I’m coming")
    until(card, "clubchess.outbox.waiting().then(count => count === 2)")  # both on disk, before the page is left
    assert not Availability.objects.exists()
    card.goto("about:blank")

    card.context.set_offline(False)
    card.goto(address)
    expect(card.locator(".saved")).to_contain_text("I’m coming")
    expect(card.locator("button.answer.chosen:not(.waiting)")).to_contain_text("I’m coming")
    card.reload()
    expect(card.locator("button.answer.chosen")).to_contain_text("I’m coming")
    expect(card.locator("#refused")).to_be_hidden()
    assert Availability.objects.get().said == "coming"
    assert Action.objects.filter(verb="plan.say").count() == 2


def test_the_card_opens_without_a_network_as_it_was_until_it_is_forgotten(card: Page, watch: Watch) -> None:
    address = card.url
    cut_the_line(card, watch)
    card.goto(address)
    expect(card.get_by_role("heading", level=1)).to_have_text("Hello No1")
    assert card.evaluate("getComputedStyle(document.querySelector('.answers')).display") == "grid", "the sheet"
    expect(card.locator(".since")).to_have_text(re.compile(r"No network\. This is from \w+,? \d\d:\d\d\."))
    answer(card, "I can’t come")
    expect(card.locator(".saved")).to_have_text(WAITS)

    asked: list[str] = []

    def accept(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.accept()

    card.on("dialog", accept)
    card.get_by_role("button", name="Forget this card on this phone").click()
    expect(card.locator(".saved")).to_have_text("Not saved: the server cannot be reached. Try again.")
    card.context.route("**/answer/", lambda route: route.abort())
    card.context.set_offline(False)
    with card.expect_navigation():
        card.get_by_role("button", name="Forget this card on this phone").click()
    assert asked == ["1 answer has not been sent and will be lost. Forget the card?"] * 2
    assert not [path for path in card.evaluate(f"({KEPT})()") if "/me/" in path]
    card.context.set_offline(True)
    card.goto(address)
    expect(card.get_by_role("heading", name="No connection")).to_be_visible()
    assert not Availability.objects.exists()


@pytest.mark.quick
def test_a_tap_is_confirmed_where_it_was_made_and_can_be_undone_there(card: Page) -> None:
    coming = card.locator("button.answer", has_text="I can’t come").first
    coming.scroll_into_view_if_needed()
    card.mouse.wheel(0, 120)
    card.wait_for_timeout(200)
    coming.focus()
    before = coming.bounding_box()
    coming.press("Enter")
    saved = card.locator(".saved")
    expect(saved).to_have_text(re.compile(r"Saved: .*: I can’t come Undo"))
    expect(saved).to_be_in_viewport()
    expect(card.locator("#said")).to_have_text(re.compile(r"Saved: .*: I can’t come"))
    expect(card.locator("button.answer.chosen")).to_be_focused()
    after = coming.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 2

    saved.get_by_role("button", name="Undo").click()
    expect(card.locator("button.answer.chosen")).to_contain_text("I’m coming")  # as when nothing is said
    assert not Availability.objects.exists()


@pytest.mark.usefixtures("no_worker")
def test_a_result_that_was_settled_meanwhile_is_told_with_what_was_meant(
    card: Page, cast: Evening, watch: Watch
) -> None:
    """Without a worker as well: over plain http the page that is open keeps what is tapped."""
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    cut_the_line(card, watch)
    card.get_by_role("button", name="I won").click()
    expect(card.locator(".saved")).to_have_text(WAITS)
    cast.enter(1, Result.DRAW)

    card.context.set_offline(False)
    card.evaluate("dispatchEvent(new Event('online'))")
    told = card.locator("#refused li")
    expect(told).to_contain_text("NOT saved: I won")
    expect(card.locator(".seat-of-mine .result")).to_have_text("½ – ½")
    card.reload()
    expect(told).to_contain_text("I won")
    told.get_by_role("button").click()
    expect(card.locator("#refused")).to_be_hidden()
