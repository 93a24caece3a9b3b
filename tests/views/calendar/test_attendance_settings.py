"""The settings of who comes over HTTP, and what players then read."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump
from tests.tools.pages.page_forms import form_for
from tournaments.models import Tournament
from tournaments.services.calendar.attendance_settings import (
    ATTENDANCE_MODES,
    AttendanceMode,
    attendance_mode_of,
    change_settings,
    settings_of,
    version_of,
)

pytestmark = pytest.mark.django_db


def address(evening: Evening, page: str = "change_settings") -> str:
    return evening.url(page)


def shown(evening: Evening, query: str = "") -> str:
    return evening.client().get(address(evening) + query).content.decode()


def save(evening: Evening, query: str = "", **typed: str) -> HttpResponse:
    """As a browser sends the page's form back, with what is typed."""
    body: dict[str, Any] = dict(form_for(address(evening), shown(evening, query), address(evening)))
    return evening.client().post(address(evening), body | typed)  # type: ignore[return-value]


def there(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.tournament.pk)


def public(evening: Evening) -> str:
    return " ".join(Client().get(address(evening, "public_tournament")).content.decode().split())


def test_the_form_as_it_stands_changes_nothing() -> None:
    evening = Evening.of(2, system="keizer", out_after=2, closing_days=1, closing_time=datetime.time(18))
    before = settings_of(there(evening))

    assert save(evening)["Location"] == address(evening, "setup") + "#taking-part"
    assert settings_of(there(evening)) == before


def test_a_way_fills_in_and_is_saved_when_it_is_sent() -> None:
    evening = Evening.of(2)
    before = dump()
    assert "Filled in, but not saved yet" in shown(evening, "?way=ahead")
    assert dump() == before

    save(evening, "?way=ahead")
    assert attendance_mode_of(there(evening)) is AttendanceMode.AHEAD
    assert "Filled in, but not saved yet" not in shown(evening)
    assert there(evening).pair_from == ATTENDANCE_MODES[AttendanceMode.AHEAD]["pair_from"]


def test_an_unknown_way_is_as_none() -> None:
    evening = Evening.of(2)
    assert shown(evening, "?way=odd").partition("<footer")[0].count('aria-current="true"') == 1


def test_what_is_saved_is_what_players_read() -> None:
    evening = Evening.of(2, system="keizer")
    save(evening, closing="1", closing_time="18:00", out_after="2", may_flag="")

    assert "say so by 18:00 the day before" in public(evening)
    assert "If you stay away 2 times" in public(evening)
    assert "Is a result wrong?" not in public(evening)
    assert "say so by 18:00 the day before" in shown(evening)


def test_a_day_without_an_hour_is_answered_beside_the_hour() -> None:
    evening = Evening.of(2)
    response = save(evening, closing="2", closing_time="")

    assert response.status_code == 422
    assert "Enter the time, too." in response.content.decode()
    assert there(evening).closing_days is None


def test_an_hour_is_written_by_the_24_hour_clock() -> None:
    evening = Evening.of(2, closing_days=1, closing_time=datetime.time(18))
    page = shown(evening)
    assert 'value="18:00"' in page
    assert 'type="time"' not in page
    refused = save(evening, closing="1", closing_time="6 PM")
    assert refused.status_code == 422
    assert "Write the time by the 24-hour clock" in refused.content.decode()
    save(evening, closing="1", closing_time="17.30")
    assert there(evening).closing_time == datetime.time(17, 30)


def test_when_the_evening_starts_needs_no_hour_and_keeps_none() -> None:
    evening = Evening.of(2, closing_days=1, closing_time=datetime.time(18))
    save(evening, closing="", closing_time="18:00")

    assert (there(evening).closing_days, there(evening).closing_time) == (None, None)


def test_what_means_nothing_in_the_system_is_not_asked_and_stays() -> None:
    evening = Evening.of(2, bye_closing="before", may_ask_to_postpone=False, late_counts_as="excused")
    page = shown(evening)
    assert all(name not in page for name in ("bye_closing", "may_ask_to_postpone", "late_counts_as"))

    save(evening, out_after="1")
    assert settings_of(there(evening)) == settings_of(evening.tournament) | {"out_after": 1}


def test_of_two_directors_the_second_sees_what_the_first_has_set() -> None:
    evening = Evening.of(2)
    body: dict[str, Any] = dict(form_for(address(evening), shown(evening), address(evening)))
    kari = evening.second_director()
    change_settings(evening.tournament, {"out_after": 3}, seen=version_of(there(evening)), actor=kari)

    response = evening.client().post(address(evening), body | {"out_after": "1"})
    assert response.status_code == 409
    assert "Kari changed this" in response.content.decode()
    assert there(evening).out_after == 3
    again = form_for(address(evening), response.content.decode(), address(evening))
    assert again["seen"] == [version_of(there(evening))]
    assert again["out_after"] == ["3"]


def test_a_kind_of_the_clubs_own_can_be_what_is_said_too_late_and_the_public_does_not_read_its_name() -> None:
    kinds = [{"code": "told_late", "name": "Told late", "share": "1/6"}]
    evening = Evening.of(2, system="keizer", options={"absence_kinds": kinds, "excused_share": "0"})
    assert "Told late" in shown(evening)

    save(evening, late_counts_as="told_late")
    assert there(evening).late_counts_as == "told_late"
    assert "it then counts as another kind of absence." in public(evening)
    assert "Told late" not in public(evening)
    assert save(evening, late_counts_as="hospital").status_code == 422
