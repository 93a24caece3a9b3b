"""The demo's teams as their file has them, in every language and on every day."""

from __future__ import annotations

import datetime
import json
from importlib import resources
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from tournaments.demo.calendar import evenings_after
from tournaments.demo.teams import OPPONENTS, _days

DAYS = [datetime.date(2026, 1, 1) + datetime.timedelta(days=number) for number in range(366)]


def teams() -> list[Any]:
    found: list[Any] = json.loads(resources.files("tournaments.demo").joinpath("teams.json").read_bytes())["teams"]
    return found


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_two_clubs_have_one_name(language: str) -> None:
    with translation.override(language):
        names = {gettext(name) for name in (*OPPONENTS, "The Passed Pawn")}

    assert len(names) == len(OPPONENTS) + 1


def test_every_club_that_they_meet_has_a_name_to_be_translated() -> None:
    met = {match["opponent"] for team in teams() for match in team["matches"]}
    listed = {row[0] for team in teams() for row in team.get("table", ())}

    assert met == set(OPPONENTS)
    assert listed - {""} == met


def test_whatever_the_day_a_match_is_tonight_and_one_on_the_clubs_next_evening() -> None:
    for tonight in DAYS:
        days = _days(tonight)
        dates = [
            [days[match["evening"]] + datetime.timedelta(days=match.get("days_later", 0)) for match in team["matches"]]
            for team in teams()
        ]
        assert all(found == sorted(set(found)) for found in dates)
        assert tonight in dates[1]
        assert evenings_after(tonight, 1, until=datetime.date.max)[0] in dates[0]
