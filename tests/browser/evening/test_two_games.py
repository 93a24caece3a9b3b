"""Two games of a tie on one evening in the browser: ticked to count as one in the tournament of the evening."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.services.cup.test_shared_games import of_two_games
from tests.tools.browser.looking import PHONE, axe_violations, slides_sideways
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_tick_stands_beside_who_goes_on_and_the_board_says_it(open_page: Callable[..., Page]) -> None:
    both = of_two_games(Result.WHITE_WINS)
    cup = both.cup.tournament
    page = open_page(both.cup.director, PHONE)
    page.goto(reverse("decide_tie", args=[cup.club.slug, cup.slug, both.tie().pk]))
    expect(page.get_by_role("checkbox", name="Both games were played on the evening of Club evening")).to_be_checked()
    page.get_by_label("Blitz").first.check()
    assert axe_violations(page) == []
    assert not slides_sideways(page)
    page.get_by_role("button", name="Save who goes through").click()
    page.goto(both.other.url("evening"))
    expect(page.get_by_text("The two games of a tie as one: Spring cup, round 1, board 1")).to_be_visible()
    assert axe_violations(page) == []
    assert not slides_sideways(page)
