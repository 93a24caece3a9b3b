"""The club's own rating on the screens: settings, list, publishing, one person's history; what the public may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.selectors.test_club_ratings import Year, outside
from tests.tools.pages.page_forms import form_for
from tournaments.models import Club, ClubRatingList, Player, ShownAs, Tournament, User
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db
HOME = "/en/sk-rockaden/"
STAFF = f"{HOME}staff/players/ratings/"
LIST = f"{HOME}players/ratings/"


@pytest.fixture
def year() -> Year:
    year = Year()
    anna, bo, cato = (year.enter(name, 1500) for name in ("Anna", "Bo", "Cato"))
    year.play(1, (anna, bo, Result.WHITE_WINS))
    year.play(2, (anna, cato, Result.DRAW), day=None)
    return year


@pytest.fixture
def kari(year: Year, as_user: Callable[[User], Client]) -> Client:
    return as_user(year.cast.kari)


def text(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content.decode()[-3000:]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def player(name: str) -> Player:
    return Player.objects.get(given_name=name)


def open_to_all() -> None:
    Club.objects.update(shows_ratings=True, public_revision=7)


def test_the_list_is_published_and_undone(year: Year, kari: Client) -> None:
    page = text(kari.get(STAFF))
    assert "1 Anna 1510 2 2 Cato 1500 1 3 Bo 1490 1" in page
    body = form_for(STAFF, kari.get(STAFF).content.decode(), f"{STAFF}classical/publish/")
    assert kari.post(f"{STAFF}classical/publish/", body).status_code == 302
    found = ClubRatingList.objects.get()
    assert "as published on" in text(kari.get(f"{STAFF}lists/{found.pk}/"))
    assert "Nothing has changed" in text(kari.post(f"{STAFF}classical/publish/"), 409)
    assert kari.get(f"{STAFF}lists/99/").status_code == kari.get(f"{STAFF}slow/").status_code == 404


def test_a_place_is_shared_by_those_of_one_rating(year: Year, kari: Client) -> None:
    rows = [[player("Anna").pk, 1510.4, 2], [player("Cato").pk, 1499.7, 1], [player("Bo").pk, 1500.3, 1]]
    found = ClubRatingList.objects.create(club=year.club, pace="classical", published_on=date(2026, 11, 25), rows=rows)
    page = text(kari.get(f"{STAFF}lists/{found.pk}/"))
    assert "1 Anna 1510 2 2 = shared Cato 1500 1 2 = shared Bo 1500 1" in page.replace("=shared", " = shared")


def test_settings_keep_what_was_typed_and_name_what_is_wrong(year: Year, kari: Client) -> None:
    address = f"{STAFF}settings/"
    key = f"t{year.tournament.pk}-rated_as"
    body = form_for(address, kari.get(address).content.decode(), address)
    wrong = kari.post(address, body | {"rating_start": ["33"], key: ["blitz"]})
    assert wrong.status_code == 422
    assert 'value="33"' in wrong.content.decode()
    assert '<option value="blitz" selected>' in wrong.content.decode()
    assert kari.post(address, body | {"rating_start": ["1300"], key: ["blitz"]}).status_code == 302
    assert (Club.objects.get(pk=year.club.pk).rating_start, Tournament.objects.get().rated_as) == (1300, "blitz")
    stale = kari.post(address, body | {"receipt": ["7d1d8b8e-0000-4000-8000-000000000000"]})
    assert stale.status_code == 409


def test_each_evening_opens_up_to_its_games(year: Year, kari: Client) -> None:
    page = text(kari.get(f"{HOME}staff/players/{player('Anna').pk}/ratings/classical/"))
    assert "Bo 1500 White · Autumn, round 1 1 0.50 20 +10.0" in page
    assert "Start : the rating with which they were entered in Autumn 1500" in page.replace("Start:", "Start :")
    assert kari.get(f"{HOME}staff/players/{player('Anna').pk}/ratings/blitz/").status_code == 404


def test_a_start_is_typed(year: Year, kari: Client) -> None:
    address = f"{HOME}staff/players/{player('Anna').pk}/ratings/classical/"
    body = form_for(address, kari.get(address).content.decode(), f"{address}start/")
    assert "Ensure this value" in kari.post(f"{address}start/", body | {"start-rating": ["1"]}).content.decode()
    assert kari.post(f"{address}start/", body | {"start-rating": ["1800"], "start-games": ["12"]}).status_code == 302
    assert "set by the club 1800" in text(kari.get(address))


def test_the_public_sees_it_where_the_club_wants_it_and_nobody_who_is_hidden(year: Year, client: Client) -> None:
    anna, bo = player("Anna"), player("Bo")
    of_anna = f"{LIST}of/{anna.public_key}/classical/"
    assert client.get(LIST).status_code == client.get(of_anna).status_code == 404
    Player.objects.filter(pk=bo.pk).update(shown_as=ShownAs.NUMBER)
    Player.objects.filter(given_name="Cato").update(is_child=True)
    open_to_all()
    page = text(client.get(LIST))
    assert "1 Anna 1510 2" in page
    assert " Bo " not in page
    assert "2 more are rated but not shown." in page
    history = text(client.get(of_anna))
    assert "Player 2 White · Autumn, round 1 1 – – –" in history
    assert "1500 White" not in history
    for hidden in (bo, player("Cato")):
        assert client.get(f"{LIST}of/{hidden.public_key}/classical/").status_code == 404
    assert f"{LIST}of/{anna.public_key}/" in client.get(f"{HOME}players/{anna.public_key}/").content.decode()
    assert LIST in client.get(HOME).content.decode()


def test_ratings_are_proposed_on_the_set_up_page(year: Year, kari: Client) -> None:
    spring = year.cast.add_tournament("Spring", rated_as="classical", rating_from="own")
    year.enter("Anna", 1500, spring)
    address = f"{HOME}staff/{spring.slug}/setup/ratings/"
    assert address in kari.get(f"{HOME}staff/{spring.slug}/setup/").content.decode()
    assert "Anna 1500 1510" in text(kari.get(address))
    body = form_for(address, kari.get(address).content.decode(), address)
    assert kari.post(address, body).status_code == 302
    assert "Everybody is entered with their current rating." in text(kari.get(address))


def test_games_of_the_clubs_teams_are_told_apart_once_they_count(year: Year, kari: Client) -> None:
    outside(year, player("Anna"), "1", 1500)
    address = f"{STAFF}settings/"
    body = form_for(address, kari.get(address).content.decode(), address)
    assert kari.post(address, body | {"outside_counts": "on"}).status_code == 302
    page = text(kari.get(f"{HOME}staff/players/{player('Anna').pk}/ratings/classical/"))
    assert "First – Rivals" in page
    open_to_all()
    public = text(Client().get(f"{LIST}of/{player('Anna').public_key}/classical/"))
    assert "First – Rivals" in public
    assert "1520" in public
