"""Merging two records on the screens: found, beside each other, in the way, made one, old addresses led on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.selectors.test_club_ratings import Year
from tests.tools.pages.page_forms import form_for
from tournaments.models import Entry, Player, User
from tournaments.pairing.types.snapshot import Result

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # LIKE, order of rows
HOME = "/en/sk-rockaden/"


@pytest.fixture
def year() -> Year:
    return Year()


def text(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content.decode()[-3000:]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_an_admin_merges_two_and_the_old_address_leads_on(
    year: Year, as_user: Callable[[User], Client], client: Client
) -> None:
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    year.play(1, (anna, bo, Result.WHITE_WINS))
    other = year.cast.add_player("Anna", rating=1555, member_number="9")
    spring = year.cast.add_tournament("Spring")
    Entry.objects.create(tournament=spring, player=other, number=1)
    kari = as_user(year.cast.kari)
    address = f"{HOME}staff/players/{anna.pk}/merge/"
    page = text(kari.get(address))
    assert "Anna" in page
    assert "1 tournament" in page
    chosen = f"{address}?other={other.pk}"
    page = text(kari.get(chosen))
    assert "Rating 1500 1555 : take this: rating" in page
    assert "Member number 9" in page
    body = form_for(chosen, kari.get(chosen).content.decode(), address) | {"take": ["rating"]}
    assert kari.post(address, body).status_code == 302
    assert kari.post(address, body).status_code == 302, "sent twice"
    now = Player.objects.get(pk=anna.pk)
    assert (now.rating, now.member_number) == (1555, "9")
    assert text(client.get(f"{HOME}players/{other.public_key}/")).count("Spring")
    assert f"/players/{other.pk}/" not in kari.get(f"{HOME}staff/players/").content.decode()
    assert kari.get(f"{HOME}staff/players/{other.pk}/").status_code == 404


def test_what_is_in_the_way_stands_there_without_a_button(year: Year, as_user: Callable[[User], Client]) -> None:
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    year.play(1, (anna, bo, Result.WHITE_WINS))
    kari = as_user(year.cast.kari)
    answer = kari.get(f"{HOME}staff/players/{anna.pk}/merge/?other={bo.pk}")
    assert "Anna and Bo played each other in Autumn" in text(answer)
    assert "Merge the two" not in answer.content.decode()
    forced = kari.post(f"{HOME}staff/players/{anna.pk}/merge/", {"other": bo.pk, "seen": "x"})
    assert "changed in the meantime" in text(forced, 409)
    assert "Choose the other record" in text(kari.post(f"{HOME}staff/players/{anna.pk}/merge/", {"other": "x"}), 422)
    assert as_user(year.cast.dag).get(f"{HOME}staff/players/{anna.pk}/merge/").status_code == 403


def test_the_other_record_is_found_however_its_name_is_typed(year: Year, as_user: Callable[[User], Client]) -> None:
    anna, other = year.enter("Anna", 1500), year.cast.add_player("Eva", "Berg")
    page = as_user(year.cast.kari).get(f"{HOME}staff/players/{anna.pk}/merge/", {"q": "BERG"}).content.decode()
    assert f"other={other.pk}" in page
