"""From an empty installation to eight names on the list, on a phone and with a click more nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, axe_violations_in_both_schemes, slides_sideways
from tests.tools.casts.first_visit import PASSWORD, listening_here_alone
from tournaments.models import Club, Player, User

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada Elm", "Bo Oak", "Cy Ash", "Di Fir", "Ed Yew", "Fay Hazel", "Gus Rowan", "Hal Maple"]


@pytest.fixture(autouse=True)
def _here_alone() -> Iterator[None]:
    with listening_here_alone():
        yield


@pytest.mark.quick
def test_from_nothing_to_eight_names(open_page: Callable[..., Page]) -> None:
    page = open_page(None, PHONE, locale="de", timezone_id="Europe/Vienna")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lege deinen Verein an")
    assert not slides_sideways(page)
    assert not axe_violations_in_both_schemes(page)
    page.get_by_label("Name des Vereins").fill("SK Ältere Türme")
    expect(page.get_by_label("Zeitzone")).to_have_value("Europe/Vienna")
    page.get_by_label("Tag des Spielabends").select_option("1")
    page.get_by_label("Dein Name").fill("Kari Elm")
    page.get_by_label("Benutzername oder E-Mail-Adresse").fill("kari")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_label("Das Passwort noch einmal").fill(PASSWORD)
    page.get_by_role("button", name="Verein anlegen").click()

    page.wait_for_url("**/de/sk-altere-turme/staff/")
    page.get_by_label("Füge deine Liste ein").fill("\n".join(NAMES))
    expect(page.get_by_text("8 Namen", exact=True)).to_be_visible()
    page.get_by_role("button", name="Liste importieren").click()
    page.wait_for_url("**/tournaments/new/")

    assert sorted(map(str, Player.objects.all())) == sorted(NAMES)
    assert (Club.objects.get().language, Club.objects.get().weekday) == ("de", 1)
    assert User.objects.get().name == "Kari Elm"
