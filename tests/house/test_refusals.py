"""Whoever is refused leaves a line in the log: what was asked for and by whom, and nothing that was typed."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.club_cast import Cast

pytestmark = pytest.mark.django_db
BACKEND = "tournaments.log_in.EmailOrUsernameBackend"


@pytest.fixture
def cast() -> Cast:
    return Cast()


def refusals(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    events = [record.msg for record in caplog.records if record.name == "clubchess" and isinstance(record.msg, dict)]
    return [event for event in events if event["event"] == "refused"]


def test_who_may_not_and_who_looks_into_another_club_is_written_down(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    mine, other = Client(), Client()
    mine.force_login(cast.dag, backend=BACKEND)
    other.force_login(cast.stig, backend=BACKEND)
    with caplog.at_level(logging.INFO, logger="clubchess"):
        mine.get(reverse("members", args=["sk-rockaden"]))
        mine.post(reverse("add_season", args=["sk-rockaden"]), {"name": "typed by hand"})
        other.get(reverse("club_home", args=["sk-rockaden"]))

    said = [
        (line["status"], line["method"], line["route"].partition("/staff/")[2], line["user"])
        for line in refusals(caplog)
    ]
    assert said == [
        (403, "GET", "staff/", cast.dag.pk),
        (403, "POST", "seasons/new/", cast.dag.pk),
        (404, "GET", "", cast.stig.pk),
    ]
    assert not [word for word in ("rockaden", "typed", "dag") if word in json.dumps(refusals(caplog))]


def test_a_form_without_its_token_is_written_down(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.kari, backend=BACKEND)
    with caplog.at_level(logging.INFO, logger="clubchess"):
        assert strict.post(reverse("add_season", args=["sk-rockaden"])).status_code == 403
        assert Client(enforce_csrf_checks=True).post("/en/log-in/").status_code == 403

    assert [(line["status"], line["user"]) for line in refusals(caplog)] == [(403, cast.kari.pk), (403, None)]


def test_a_page_that_is_not_there_is_nobodys_attack(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    mine = Client()
    mine.force_login(cast.dag, backend=BACKEND)
    with caplog.at_level(logging.INFO, logger="clubchess"):
        Client().get("/en/nowhere/")
        mine.get("/en/nowhere/")
        Client().get("/en/sk-rockaden/staff/")
        mine.get("/en/sk-rockaden/staff/")

    assert refusals(caplog) == []
