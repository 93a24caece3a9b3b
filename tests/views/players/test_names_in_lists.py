"""The box for names where rating lists are loaded: said, looked at in one table, confirmed at once."""

from __future__ import annotations

import datetime
import io
import re

import pytest
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import BERG, CARLSEN, Made
from tournaments.models import Club, Player, PlayerContact, RatingList
from tournaments.services.players import rating_lists

pytestmark = pytest.mark.django_db
IMPORT = "/en/sk-rockaden/staff/players/import/"
LOOK = "/en/sk-rockaden/staff/players/import/look/"
HOLMS = [Made(family="Holm", given="Åse", fide_id=number) for number in (1500010, 1500011)]
NAMES = "Anna Berg\nÅse Holm\nXanthe Zwingmann\n1503014\n99999999"


def load(club: Club, *people: Made) -> None:
    rating_lists.load(io.BytesIO(made.fide(people)), name="list.txt", club=club, month=datetime.date(2026, 10, 1))


def shown(client: Client, text: str, address: str = IMPORT) -> str:
    html = client.post(address, {"text": text}).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def confirm(client: Client, text: str, **ticks: str) -> str:
    """As it stands on the page, but for `ticks`: an empty one is taken away."""
    html = client.post(IMPORT, {"text": text}).content.decode()
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    ticked = dict.fromkeys(re.findall(r'<input type="checkbox" name="(\w+)" checked', html), "on")
    sent = {name: value for name, value in (form | ticked | ticks).items() if value}
    return client.post(IMPORT, sent, follow=True).content.decode()


def test_one_table_tells_who_is_found_and_one_button_takes_them(cast: Cast, kari: Client) -> None:
    load(cast.club, BERG, CARLSEN, *HOLMS)

    text = shown(kari, NAMES)
    assert "4 names" in text
    assert "2 found in the rating lists of FIDE, 1 several times" in text
    assert "Take their numbers and ratings" in text
    assert "Berg, Anna · 1988 · NOR" in text
    assert "several of this name" in text
    assert "Nobody in the rating lists has the number 99999999." in text

    assert "The list is imported." in confirm(kari, NAMES, lists="on")
    assert set(Player.objects.values_list("given_name", "family_name", "rating", "fide_id", "title")) == {
        ("Anna", "Berg", 1612, 1500001, ""),
        ("Åse", "Holm", None, None, ""),
        ("Xanthe", "Zwingmann", None, None, ""),
        ("Magnus", "Carlsen", 2823, 1503014, "GM"),
    }
    anna = PlayerContact.objects.get(player__family_name="Berg")
    assert (anna.sex, anna.birth_year) == ("female", 1988)
    assert Player.objects.get(family_name="Berg").rating_date == datetime.date(2026, 10, 1)


@pytest.mark.parametrize(("source", "is_ticked"), [("fide", False), ("knsb", True)])
def test_a_name_alone_is_no_proof_among_fides_two_million(
    cast: Cast, kari: Client, source: str, is_ticked: bool
) -> None:
    """A pupil has the name of somebody in another country."""
    load(cast.club, BERG)
    RatingList.objects.update(source=source)

    html = kari.post(IMPORT, {"text": "Anna Berg"}).content.decode()

    assert ('name="lists" checked' in html) is is_ticked


def test_without_the_tick_numbers_alone_are_people_all_the_same(cast: Cast, kari: Client) -> None:
    load(cast.club, BERG, CARLSEN)

    confirm(kari, "Anna Berg\n1503014", lists="")

    assert set(Player.objects.values_list("family_name", "rating")) == {("Berg", None), ("Carlsen", 2823)}


def test_only_the_tick_of_the_list_changes_somebody_in_the_club(cast: Cast, kari: Client) -> None:
    load(cast.club, BERG, CARLSEN)
    cast.add_player("Anna", "Berg", rating=1500)
    cast.add_player("Magnus", "Carlsen", fide_id=1503014)

    confirm(kari, "Anna Berg\n1503014")
    assert set(Player.objects.values_list("rating", "fide_id")) == {(1500, None), (None, 1503014)}

    confirm(kari, "Anna Berg\n1503014", update="on", lists="on")
    assert set(Player.objects.values_list("rating", "fide_id")) == {(1612, 1500001), (2823, 1503014)}


def test_another_list_meanwhile_is_looked_at_first(cast: Cast, kari: Client) -> None:
    load(cast.club, BERG)
    html = kari.post(IMPORT, {"text": "Anna Berg"}).content.decode()
    form = dict(re.findall(r'name="(upload|seen|receipt|asked_lists)" value="([^"]*)"', html))
    load(cast.club, Made(family="Berg", given="Anna", fide_id=1500099))

    html = kari.post(IMPORT, {**form, "lists": "on"}).content.decode()

    assert "1500099" in html
    assert not Player.objects.exists()


def test_numbers_alone_need_a_list(cast: Cast, kari: Client, dag: Client) -> None:
    load(cast.other_club, CARLSEN)

    assert "Load a rating list first, under “Players” and “Rating lists”." in shown(kari, "1503014\n1500001")
    assert "An admin of the club has to load a rating list first." in shown(dag, "1503014", LOOK)
    assert "These are only numbers." in shown(kari, "9" * 400)


def test_a_director_is_told_the_same(cast: Cast, dag: Client) -> None:
    load(cast.club, BERG, CARLSEN)

    text = shown(dag, "Anna Berg\n1503014", LOOK)

    assert "2 names" in text
    assert "2 found in the rating lists of FIDE" in text


def test_far_too_many_lines_are_a_sentence(cast: Cast, kari: Client) -> None:
    load(cast.club, BERG)

    assert "more than 2,000 rows" in shown(kari, "\n".join(str(1_500_000 + nth) for nth in range(20_000)))
    assert "Nobody in the rating lists has the number" in shown(kari, f"{'9' * 400}\n1500001")
