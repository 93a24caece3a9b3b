"""What search engines may read of a club: a page that names nobody, where the club wants that; else nothing."""

from dataclasses import replace

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.pages.public_pages import addresses_of, texts_of
from tournaments.models import MayJoin
from tournaments.services.clubs.clubs import details_of, edit_club, version_of

pytestmark = pytest.mark.django_db
NOINDEX = '<meta name="robots" content="noindex">'


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(4, may_join=MayJoin.ASK)
    evening.play()
    evening.finish()
    return evening


def change(evening: Evening, **details: object) -> str:
    """And the address of the page."""
    club = evening.tournament.club
    wanted = replace(details_of(club), **details)  # type: ignore[arg-type]  # some of its fields
    edit_club(club, wanted, seen=version_of(club), actor=None)
    return f"/en/{club.slug}/club/"


def test_it_may_be_found_only_where_the_club_wants_that(client: Client, evening: Evening) -> None:
    address = change(evening, place="De Toren, Utrecht")
    front = address.removesuffix("club/")
    page = client.get(address)
    assert NOINDEX in page.content.decode()
    assert page["X-Robots-Tag"] == "noindex"
    assert "Come and try" not in client.get(front).content.decode()

    change(evening, is_listed=True)
    page = client.get(address)
    text = page.content.decode()
    assert NOINDEX not in text
    assert page["X-Robots-Tag"] == "index, nofollow"
    assert "De Toren, Utrecht" in text
    assert evening.url("ask_to_enter") in text
    assert 'hreflang="nb" href="http' in text
    assert f'href="{address}"' in client.get(front).content.decode()


def test_it_names_nobody_and_all_other_pages_stay_out(client: Client, evening: Evening) -> None:
    address = change(evening, is_listed=True)
    club = evening.tournament.club
    texts = texts_of(client, addresses_of(club))
    names = {evening.entry(number).player.full_name for number in (1, 2, 3, 4)}
    assert names
    assert not any(name in texts[address] for name in names)
    pages = {path: text for path, text in texts.items() if "<!doctype html>" in text and path != address}
    assert all(NOINDEX in text for text in pages.values())


def test_machines_are_told_what_not_to_ask_for(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain"
    everybody = answer.content.decode().partition("User-agent: *\n")[2].split()
    assert {"/*/live/", "/*?", "/*/rounds/", "/c/"} <= set(everybody)
    assert "/" not in everybody, "what may not be read cannot say that it is not to be found"
