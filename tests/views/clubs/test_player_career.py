"""Somebody over all seasons for the staff: tournaments, opponents, attendance, ratings; a contact for admins alone."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.selectors.test_club_ratings import Year
from tournaments.models import Player, PlayerContact, Season, ShownAs, Tournament, User
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players.merging import merge_players, merge_version

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # DISTINCT with an order
HOME = "/en/sk-rockaden/"


@pytest.fixture
def year() -> Year:
    """Anna, Bo and Cato in the autumn; the first two in a season before, in which Anna was another record."""
    year = Year()
    anna, bo, cato = (year.enter(name, 1500) for name in ("Anna", "Bo", "Cato"))
    week = datetime.timedelta(days=7)
    year.play(1, (anna, bo, Result.WHITE_WINS))
    year.play(2, (cato, anna, Result.DRAW), day=datetime.date(2026, 9, 1) + week)
    earlier = Season.objects.create(
        club=year.club, name="2025–26", starts_on=datetime.date(2025, 8, 1), ends_on=datetime.date(2026, 6, 1)
    )
    spring = year.cast.add_tournament("Spring", rated_as="classical")
    Tournament.objects.filter(pk=spring.pk).update(season=earlier)
    other = year.enter("Ann", 1450, spring)
    year.enter("Bo", 1500, spring)
    year.play(1, (bo, other, Result.WHITE_WINS), day=datetime.date(2026, 2, 3), tournament=spring)
    Player.objects.filter(pk=bo.pk).update(shown_as=ShownAs.NUMBER)
    PlayerContact.objects.create(player=anna, phone="+47 111", birth_year=1988)
    merge_players(anna, other, seen=merge_version(anna, other), actor=year.cast.kari)
    return year


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.content.decode()[-3000:]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def address() -> str:
    return f"{HOME}staff/players/{Player.objects.get(given_name='Anna').pk}/all/"


def test_all_seasons_stand_on_one_page(year: Year, as_user: Callable[[User], Client]) -> None:
    page = text(as_user(year.cast.kari).get(address()))
    assert "Merged into this record: Ann" in page
    assert "3 games: 1 won, 1 drawn, 1 lost. White 1 times, Black 2 times." in page
    assert page.index("Autumn 2026–27") < page.index("Spring 2025–26")
    assert re.search(r"1½ of 2 1500 \d{4} → \d{4}", page)
    assert re.search(r"0 of 1 1450 1450 → \d{4}", page)
    assert re.search(r"Bo Autumn\b.*?1–1", page), "in full, though the public knows a number only"
    assert "Came to 2 of 2 evenings." in page


def test_the_contact_is_for_admins_alone(year: Year, as_user: Callable[[User], Client]) -> None:
    assert "Phone +47 111" in text(as_user(year.cast.kari).get(address()))
    page = text(as_user(year.cast.dag).get(address()))
    assert "+47 111" not in page
    assert "1988" not in page
    assert as_user(year.cast.stig).get(address()).status_code == 404


def test_whoever_plays_nowhere_has_a_page_too(year: Year, as_user: Callable[[User], Client]) -> None:
    new = year.cast.add_player("New")
    page = text(as_user(year.cast.dag).get(f"{HOME}staff/players/{new.pk}/all/"))
    assert "Not entered in any tournament yet." in page
