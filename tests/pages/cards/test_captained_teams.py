"""Which teams a card leads."""

from __future__ import annotations

import pytest

from tests.tools.casts.teams_cast import Teams
from tournaments import clock
from tournaments.pages.cards.own_fixtures import captained_teams, fixture_rows_of

pytestmark = pytest.mark.django_db


def test_a_captain_leads_teams_of_seasons_that_are_open() -> None:
    teams = Teams.of()
    captain = teams.people[0]

    def captained() -> list[str]:
        rows = fixture_rows_of([captain], clock.now().date())
        return [each.name for each in captained_teams(captain, rows)]

    assert captained() == []
    teams.first.captain = captain
    teams.first.save()
    assert captained() == [teams.first.name]
    season = teams.league.season
    season.is_open = False
    season.save()
    assert captained() == []
