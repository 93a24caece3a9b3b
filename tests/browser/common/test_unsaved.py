"""Saving one form of a page never drops what is typed into another without a word."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.tools.browser.looking import LAPTOP
from tests.tools.casts.factories import Evening, PlayerFactory
from tournaments.models import ForbiddenPair, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def answering(page: Page, *, go_on: bool) -> list[str]:
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if go_on:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    return asked


def test_players_that_are_ticked_are_not_lost_to_another_button(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    club = evening.tournament.club
    PlayerFactory(club=club, given_name="Zoe", family_name="Quist")
    one, other = evening.entry(1).pk, evening.entry(2).pk
    ForbiddenPair.objects.create(tournament=evening.tournament, one_id=min(one, other), other_id=max(one, other))
    page = open_page(evening.director, LAPTOP)
    asked = answering(page, go_on=False)
    page.goto(evening.url("setup"))
    page.locator(".candidates label", has_text="Zoe Quist").click()

    allow = page.locator("form[action$='/allow/'] button").first
    allow.evaluate("button => { const fold = button.closest('details'); if (fold) fold.open = true; }")
    allow.click()

    assert len(asked) == 1
    assert ForbiddenPair.objects.count() == 1
    expect(page.get_by_label("Zoe Quist")).to_be_checked()
    expect(page.get_by_label("Zoe Quist")).to_be_focused()


def test_a_message_half_typed_is_not_lost_to_the_next_round_but_may_be(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.play()
    page = open_page(evening.director, LAPTOP)
    asked = answering(page, go_on=True)
    page.goto(evening.url("evening"))
    page.locator(".evening-message summary").click()
    page.locator("#message-text").fill("Coffee at nine")

    page.locator("#next-round").click()

    expect(page.locator("h1")).to_contain_text("Round 2")
    assert len(asked) == 1


@pytest.mark.quick
def test_what_is_typed_and_sent_is_not_asked_about(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.open()
    page = open_page(evening.director, LAPTOP)
    asked = answering(page, go_on=False)
    page.goto(evening.url("evening"))
    page.locator(".evening-message summary").click()
    page.locator("#message-text").fill("Coffee at nine")

    page.locator("button.tap").first.click()  # its row alone is exchanged
    expect(page.locator(".entry.present")).to_have_count(1)
    page.get_by_role("button", name="Show the message").click()
    expect(page.locator("#take-message-away")).to_be_visible()

    assert asked == []
    assert Tournament.objects.get().message == "Coffee at nine"
