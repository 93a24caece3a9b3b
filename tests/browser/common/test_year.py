"""The club admin's year, from the last result to the next season, on a phone and on a laptop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, axe_violations, faults_on
from tests.tools.casts.club_cast import Cast
from tests.tools.casts.series_cast import event, series_of
from tests.tools.pages.rating_lists import Made, fide
from tournaments.models import Player, RatingList, Season, Series, Tournament
from tournaments.services.players import rating_lists

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Anna", "Bo", "Cato", "Dag")


def club_at_the_end_of_its_season() -> tuple[Cast, Tournament, Series]:
    cast = Cast()
    players = [
        cast.add_player(name, "Berg", rating=1900 - 100 * at, fide_id=1500000 + at) for at, name in enumerate(NAMES)
    ]
    championship = event(cast.season, "Championship", *players)
    summer = event(cast.season, "Summer", *reversed(players))
    options = {"best": 1, "ties": "last_event"}
    return cast, championship, series_of(cast.season, championship, summer, options=options)


def looked_at(page: Page) -> None:
    assert faults_on(page, PHONE, LAPTOP) == []


def test_an_admin_ends_a_season_and_opens_the_next(
    open_page: Callable[..., Page], live_server: Any, tmp_path: Path
) -> None:
    cast, championship, series = club_at_the_end_of_its_season()
    page = open_page(cast.kari, PHONE)
    page.set_default_timeout(8_000)

    def go(name: str, *of: object) -> None:
        page.goto(live_server.url + reverse(name, args=[cast.club.slug, *of]))

    # What there is to win.
    go("series_edit_prizes", series.pk)
    page.get_by_label("Name of the list").first.fill("Overall")
    page.get_by_label("Prizes, one a line, the best first").first.fill("100\n50 + trophy")
    page.get_by_label("Who shares").first.select_option("table")
    page.get_by_label("Show the prizes on the public pages").check()
    looked_at(page)
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("1st of “Overall”.")).to_be_visible()
    looked_at(page)

    # The season is closed.
    go("club_home")
    page.get_by_role("button", name="Close").first.click()
    expect(page.get_by_text("The season 2026–27 is closed").first).to_be_visible()
    assert not Season.objects.get(pk=cast.season.pk).is_open

    # The series is decided, and so is who gets what.
    go("series", series.pk)
    page.get_by_role("button", name="Publish the final table").click()
    expect(page.get_by_text("Final table, published on")).to_be_visible()
    looked_at(page)
    page.emulate_media(media="print")
    expect(page.locator("a[role=button]", has_text="Prizes")).to_be_hidden()  # nobody taps on paper
    expect(page.get_by_text("The rules of this series")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Prizes", exact=True).click()
    page.get_by_role("button", name="Make the prizes final").click()
    expect(page.get_by_text("Final since")).to_be_visible()
    looked_at(page)

    # Certificates and the list go to the printer.
    page.get_by_role("button", name="Certificates").click()
    expect(page.locator(".certificate")).to_have_count(2)
    assert axe_violations(page) == []
    page.emulate_media(media="print")
    expect(page.locator(".certificate .who").first).to_be_visible()
    expect(page.get_by_label("Certificates: for whom")).to_be_hidden()
    page.emulate_media(media="screen")
    go("series_print_prizes", series.pk)
    expect(page.get_by_text("Received")).to_be_visible()
    looked_at(page)

    # The report is made, and it is remembered that it was sent.
    go("exports", championship.slug)
    looked_at(page)
    with page.expect_download() as report:
        page.get_by_role("button", name="Download TRF16").click()
    report.value.save_as(tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text().count("\n001") == len(NAMES)
    page.get_by_role("region", name="Sent reports").get_by_role("button", name="TRF16").click()
    expect(page.get_by_text("Everything played so far has been reported.")).to_be_visible()
    looked_at(page)

    # Ratings of a new list.
    made = [Made(family="Berg", given=name, fide_id=1500000 + at, rating=2000 + at) for at, name in enumerate(NAMES)]
    (tmp_path / "list.txt").write_bytes(fide(made))
    go("rating_lists")
    page.locator("input[type=file]").set_input_files(tmp_path / "list.txt")
    page.get_by_role("button", name="Load the list").click()
    loaded = RatingList.objects.latest("pk")
    if loaded.state != "ready":  # nobody works off the queue here
        rating_lists.load_uploaded(loaded.pk)
    go("rating_lists")
    looked_at(page)
    page.get_by_role("link", name="Update members").first.click()
    looked_at(page)
    page.get_by_role("button", name="Update those who are ticked").click()
    expect(page.get_by_role("heading").first).to_be_visible()
    assert set(Player.objects.values_list("rating", flat=True)) == {2000, 2001, 2002, 2003}

    # The next season begins with the same people.
    go("next_season", cast.season.pk)
    looked_at(page)
    page.get_by_role("button", name="Open the next season").click()
    expect(page.get_by_role("heading").first).to_be_visible()
    opened = Season.objects.get(is_open=True)
    assert {each.entries.count() for each in opened.tournaments.all()} == {len(NAMES)}
