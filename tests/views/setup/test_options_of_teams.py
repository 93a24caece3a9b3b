"""Options and tie-breaks where teams play: what the page shows is what is in force, and sent back it stays."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tools.casts.team_event import SCHOOLS, TeamEvent
from tests.tools.pages.page_forms import Body, form_for
from tournaments.models import Tournament
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import saved
from tournaments.selectors.configured_system import configured_system, saved_tie_breaks

pytestmark = pytest.mark.django_db

OF_TEAMS = sorted(code for code, system in SYSTEMS.items() if system.info.of_teams is not None)


def _settled(event: TeamEvent) -> tuple[object, object]:
    tournament = Tournament.objects.get(pk=event.tournament.pk)
    return saved(configured_system(tournament)), list(saved_tie_breaks(tournament))


def _address(event: TeamEvent) -> str:
    return reverse("change_options", args=[event.tournament.club.slug, event.tournament.slug])


def _change(event: TeamEvent, **typed: list[str]) -> None:
    client = event.client()
    body: Body = form_for(_address(event), client.get(_address(event)).content.decode(), _address(event))
    answer = client.post(_address(event), body | typed)
    assert answer.status_code == 302, answer.content.decode()


@pytest.mark.parametrize("code", OF_TEAMS)
def test_what_is_sent_back_as_it_is_shown_changes_nothing(code: str) -> None:
    event = TeamEvent.of_teams(SCHOOLS[:4], system=code, planned_rounds=None if code in {"cup", "all_play_all"} else 3)
    before = _settled(event)
    _change(event)
    assert _settled(event) == before


def test_what_players_usually_have_can_be_chosen_for_teams() -> None:
    """Two points for a match won are the usual there, and one is kept where it is wanted."""
    event = TeamEvent.of_teams(SCHOOLS[:4], system="norwegian_monrad", planned_rounds=3)
    assert saved(configured_system(event.tournament))["win"] == "2"
    _change(event, win=["1"], draw=["½"])
    system = configured_system(Tournament.objects.get(pk=event.tournament.pk))
    assert (saved(system)["win"], saved(system)["draw"]) == ("1", "1/2")


def test_what_ranks_teams_is_asked_for_where_teams_play() -> None:
    event = TeamEvent.of_teams(SCHOOLS[:4], system="norwegian_monrad", planned_rounds=3)
    _change(event, rank_by=["boards"])
    assert Tournament.objects.get(pk=event.tournament.pk).options == {"rank_by": "boards"}


def test_a_tie_break_by_boards_is_offered_to_teams_and_keeps_what_it_counts() -> None:
    event = TeamEvent.of_teams(SCHOOLS[:4], system="norwegian_monrad", planned_rounds=3)
    kept = [{"code": "fide_buchholz", "of": "boards"}, {"code": "board_points"}]
    Tournament.objects.filter(pk=event.tournament.pk).update(tie_breaks=kept)
    page = event.client().get(_address(event)).content.decode()
    assert 'value="add-top_boards"' in page
    _change(event, rank_by=["boards"])
    assert Tournament.objects.get(pk=event.tournament.pk).tie_breaks == kept
