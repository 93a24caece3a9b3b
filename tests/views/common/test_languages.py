"""The same page in the other languages, and the club's own for what it hangs up and sends."""

import datetime
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format, localize

from clubchess.languages import OWN_NAMES
from tests.tools.casts.factories import Evening
from tournaments.mail import letters
from tournaments.models import Attendance
from tournaments.pages.common.dates_in_words import in_full, with_weekday
from tournaments.services.clubs.clubs import details_of, edit_club, version_of
from tournaments.templatetags.languages import in_language

CODES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize(
    ("path", "code", "expected"),
    [
        ("/en/", "nb", "/nb/"),
        ("/en/sk-rockaden/autumn/", "sv", "/sv/sk-rockaden/autumn/"),
        ("/nb/en/de/", "da", "/da/en/de/"),
        ("/t/abcd2345/", "nl", "/nl/"),
        ("/", "de", "/de/"),
        ("/en", "de", "/de/"),
        ("/en/sk-rockaden/", "", "/en/sk-rockaden/"),
    ],
)
def test_an_address_in_another_language(path: str, code: str, expected: str) -> None:
    assert in_language(path, code) == expected


def test_every_language_is_called_as_its_readers_call_it() -> None:
    assert list(OWN_NAMES) == CODES


NOVEMBER = datetime.date(2026, 11, 26)


@pytest.mark.parametrize(
    ("language", "short", "with_day", "full", "decimal"),
    [
        ("en", "26 Nov 2026", "Thursday 26 Nov 2026", "26 November 2026", "2.5"),
        ("nb", "26. nov. 2026", "torsdag 26. nov. 2026", None, "2,5"),
        ("sv", "26 nov 2026", "torsdag 26 nov 2026", None, "2,5"),
        ("da", "26. nov. 2026", "torsdag 26. nov. 2026", None, "2,5"),
        ("de", "26. Nov. 2026", "Donnerstag, 26. Nov. 2026", "26. November 2026", "2,5"),
        ("nl", "26 nov 2026", "donderdag 26 nov 2026", None, "2,5"),
    ],
)
def test_days_and_decimals(language: str, short: str, with_day: str, full: str | None, decimal: str) -> None:
    with translation.override(language):
        assert date_format(NOVEMBER) == short
        assert localize(2.5) == decimal
        assert with_weekday(NOVEMBER).replace(",", "") == with_day.replace(",", "")
        if full:
            assert in_full(NOVEMBER).replace(".", "") == full.replace(".", "")


@pytest.fixture
def evening(db: None) -> Evening:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    return evening


def _links(html: str) -> dict[str, str]:
    nav = re.search(r'<nav class="languages".*?</nav>', html, re.DOTALL)
    assert nav, "no way to the other languages"
    return {code: address for address, code in re.findall(r'<a href="([^"]+)" hreflang="(\w+)"', nav[0])}


def test_a_public_page_leads_to_itself_in_each_language(evening: Evening, client: Client) -> None:
    tournament = evening.tournament
    for page in (
        reverse("home"),
        reverse("public_club", args=[tournament.club.slug]),
        reverse("public_tournament", args=[tournament.club.slug, tournament.slug]),
    ):
        html = client.get(page).content.decode()
        found = _links(html)
        assert found == {code: in_language(page, code) for code in CODES if code != "en"}
        for code, address in found.items():
            there = client.get(address)
            assert (there.status_code, there["Content-Language"]) == (200, code), address
            assert _links(there.content.decode())["en"] == page


def test_a_staff_page_has_it_and_an_answer_to_a_form_has_none(evening: Evening, client: Client) -> None:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    tournament = evening.tournament
    page = reverse("staff_standings", args=[tournament.club.slug, tournament.slug])
    assert _links(client.get(page).content.decode())["sv"] == in_language(page, "sv")
    log_in = reverse("log_in")
    client.logout()
    refused = client.post(log_in, {"username": "nobody", "password": "wrong"})
    assert 'class="languages"' not in refused.content.decode()


def test_the_first_address_is_that_of_the_browsers_first_language_that_there_is(client: Client, db: None) -> None:
    for accepts, first in (
        ("nn-NO, no;q=0.9, nb;q=0.8, en;q=0.5", "/nb/"),
        ("de-AT,de;q=0.9", "/de/"),
        ("fr,nl;q=0.5", "/nl/"),
        ("fr", "/en/"),
    ):
        assert client.get("/", HTTP_ACCEPT_LANGUAGE=accepts)["Location"] == first, accepts


def test_papers_are_in_the_clubs_language_and_lead_back_in_the_readers(evening: Evening, client: Client) -> None:
    tournament = evening.tournament
    club = tournament.club
    details = details_of(club)
    edit_club(club, type(details)(**{**_fields(details), "language": "sv"}), seen=version_of(club), actor=None)
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    paper = reverse("paper", args=[club.slug, tournament.slug, 1, "boards"])

    answer = client.get(paper)
    html = answer.content.decode()
    assert answer["Content-Language"] == "sv"
    assert '<html lang="sv"' in html
    back = re.search(r'<a href="([^"]+papers/[^"]*)">', html)
    assert back
    assert back[1].startswith("/en/")

    assert '<html lang="de"' in client.get(paper, {"language": "de"}).content.decode()
    assert client.get(paper, {"language": "xx"}).status_code == 404


def _fields(details: object) -> dict[str, object]:
    return {name: getattr(details, name) for name in type(details).__dataclass_fields__}  # type: ignore[attr-defined]


def test_the_way_to_the_hall_is_in_the_clubs_language(evening: Evening, client: Client) -> None:
    tournament = evening.tournament
    type(tournament.club).objects.filter(pk=tournament.club.pk).update(language="da")
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    html = client.get(reverse("papers", args=[tournament.club.slug, tournament.slug])).content.decode()
    assert f'href="/da/{tournament.club.slug}/{tournament.slug}/hall/"' in html


@pytest.mark.parametrize(("own", "clubs", "language"), [("nl", "nb", "nl"), ("", "nb", "nb"), ("", "", "en")])
def test_a_mail_is_in_the_players_own_language_else_in_the_clubs(
    evening: Evening, own: str, clubs: str, language: str
) -> None:
    club = evening.tournament.club
    type(club).objects.filter(pk=club.pk).update(language=clubs)
    slot = Attendance.objects.select_related("entry__player", "round__tournament__club").earliest("pk")
    slot.entry.player.language = own
    slot.round.date = NOVEMBER
    said = letters.of_round(slot.round, slot, None)
    with translation.override(language):
        assert date_format(NOVEMBER, "l") in said.text
