"""What the demo club has to show: made once, looked at by all tests of this file."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tournaments.models import Bye, Club, Presence, RoundState, ShownAs, Tournament, User
from tournaments.pages.dates import dates_page
from tournaments.pages.evening import evening_page
from tournaments.pages.names import Audience
from tournaments.pages.round import round_page
from tournaments.pairing.model.snapshot import Result
from tournaments.services import demo
from tournaments.services.demo.other_systems import events
from tournaments.snapshots import ranked, snapshot_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FINISHED, PUBLISHED, OPEN = RoundState.FINISHED, RoundState.PUBLISHED, RoundState.OPEN


@pytest.fixture(scope="module", autouse=True)
def club(django_db_setup: Any, django_db_blocker: Any) -> Iterator[Club]:
    """Taken back when the file is done."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.create_demo_club()
        transaction.set_rollback(True)


def test_it_is_in_the_middle_of_an_evening_and_its_password_opens_it(club: Club) -> None:
    director = User.objects.get(username=demo.USERNAME)

    assert club.is_demo
    assert director.check_password(club.demo_password)
    assert {
        (tournament.season.is_open, tournament.name): [round_.state for round_ in tournament.rounds.order_by("number")]
        for tournament in Tournament.objects.select_related("season")
    } == {
        (False, "Club championship"): [FINISHED] * 37,
        (True, "Club championship"): [FINISHED] * 3 + [PUBLISHED],
        (True, "Närvaromonrad"): [FINISHED] * 4 + [OPEN],
        (True, "Tirsdagsturnering"): [FINISHED] * 4 + [PUBLISHED],
        (True, "Konrad-avonden"): [FINISHED] * 6 + [OPEN],
        (True, "Skolesjakk"): [FINISHED] * 3 + [PUBLISHED],
        (True, "Blitz med utslagning"): [FINISHED] * 4 + [PUBLISHED],
    }


def test_there_is_a_tournament_for_each_event_of_the_folder() -> None:
    asked = {(event["name"], event["system"], event.get("preset", "")) for event in events()}
    played = Tournament.objects.filter(season__is_open=True).values_list("name", "system", "preset")
    assert asked <= set(played)
    assert "konrad" in {preset for _name, _system, preset in asked}


@pytest.mark.parametrize("name", ["Tirsdagsturnering", "Skolesjakk", "Blitz med utslagning"])
def test_results_of_the_running_rounds_are_coming_in(name: str) -> None:
    page = evening_page(Tournament.objects.get(name=name))

    assert page.round is not None
    results = [row.has_result for row in page.round.boards]
    assert any(results)
    assert not all(results)


def test_what_each_system_has_of_its_own_has_happened() -> None:
    tirsdag = Tournament.objects.get(name="Tirsdagsturnering")
    assert tirsdag.rounds.filter(attendances__bye=Bye.HALF).exists()
    assert tirsdag.rounds.filter(games__result=Result.WHITE_WINS_BY_FORFEIT).exists()
    konrad = evening_page(Tournament.objects.get(name="Konrad-avonden")).round
    assert konrad is not None
    assert {place.absences.paid for place in konrad.check_in.places if place.absences} == {3}
    assert max(place.absences.used for place in konrad.check_in.places if place.absences) == 3
    blitz = evening_page(Tournament.objects.get(name="Blitz med utslagning")).round
    assert blitz is not None
    out = [place for place in blitz.check_in.places if place.is_out]
    assert out
    assert all(place.presence is Presence.UNMARKED for place in out)


def test_children_are_shown_by_given_name_and_initial() -> None:
    school = Tournament.objects.get(name="Skolesjakk")

    players = [entry.player for entry in school.entries.select_related("player")]
    assert {player.shown_as for player in players} == {ShownAs.INITIAL}
    seen = {
        side.name
        for board in round_page(school, Audience.PUBLIC, number=4).boards
        for side in (board.white, board.black)
    }
    assert len(seen) == 12
    assert seen < {f"{player.given_name} {player.family_name[0]}." for player in players}


def test_the_championship_begins_with_last_seasons_ranking() -> None:
    last, this = Tournament.objects.filter(name="Club championship").order_by("season__starts_on")

    ranking = ranked(last, snapshot_of(last))
    numbers = {entry.player_id: entry.number for entry in this.entries.all()}
    assert [numbers[last.entries.get(number=row.player).player_id] for row in ranking.rows] == [*range(1, 63)]
    assert this.options["starting_list"] == "number"


@pytest.mark.parametrize("name", ["Club championship", "Närvaromonrad"])
def test_both_tournaments_of_the_whole_club_go_on_on_the_next_thursdays(name: str) -> None:
    tournament = Tournament.objects.select_related("club", "season").get(season__is_open=True, name=name)

    days = [timezone.localdate() + datetime.timedelta(days=number) for number in range(1, 7 * 12 + 1)]
    thursdays = [day for day in days if day.isoweekday() == 4 and day <= tournament.season.ends_on]
    assert [each.date for each in dates_page(tournament).to_come] == thursdays
    assert tournament.starts_at == datetime.time(19)
