"""Which systems a tournament of players can choose."""

from __future__ import annotations

import pytest
from django.http import Http404

from tests.tools.casts.evening_cast import evening
from tournaments.exchange.trf.importer import may_go_on
from tournaments.forms.clubs.simulation import SimulationForm
from tournaments.forms.common.names_box import PlayTodayForm
from tournaments.forms.events.events import SystemForm
from tournaments.forms.events.series import FinalForm
from tournaments.pages.common.system_choice import system_tiles
from tournaments.pairing.discovery import SYSTEMS
from tournaments.views.setup.new_tournament import _refuse_unknown

pytestmark = pytest.mark.django_db
OF_TEAMS_ALONE = [code for code, each in SYSTEMS.items() if not each.info.is_for_players]


def test_fides_system_for_teams_is_the_one_for_teams_alone() -> None:
    assert OF_TEAMS_ALONE == ["fide_team"]


@pytest.mark.parametrize("code", OF_TEAMS_ALONE)
def test_what_pairs_teams_alone_is_offered_to_no_tournament_of_players(code: str) -> None:
    club = evening(0, entered=False).club
    offered = {tile.code for tile in system_tiles()}
    for form in (PlayTodayForm(), FinalForm(), SystemForm(club), SimulationForm(club, system_tiles())):
        (field,) = (form.fields[name] for name in ("system", "ways") if name in form.fields)
        offered |= {choice.partition(":")[0] for choice, _name in field.choices}  # type: ignore[attr-defined]
    assert code not in offered
    assert "modified_monrad" in offered
    assert not may_go_on(code)
    with pytest.raises(Http404):
        _refuse_unknown(code, "")
