"""The demo club: in an empty installation only, whole or not at all, and never beside a real club."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from tests.factories import ClubFactory
from tests.whole_database import dump, nothing_changes
from tournaments.models import Action, Club, RoundState, Tournament, User
from tournaments.pages.dates import dates_page
from tournaments.services import attendance, demo
from tournaments.services.refusal import Refused
from tournaments.snapshots import ranked, snapshot_of

pytestmark = pytest.mark.django_db


def test_it_is_in_the_middle_of_an_evening_and_its_password_opens_it() -> None:
    club = demo.create_demo_club()

    director = User.objects.get(username=demo.USERNAME)
    assert club.is_demo
    assert director.check_password(club.demo_password)
    finished, published, opened = RoundState.FINISHED, RoundState.PUBLISHED, RoundState.OPEN
    assert {
        (tournament.season.is_open, tournament.name): [round_.state for round_ in tournament.rounds.order_by("number")]
        for tournament in Tournament.objects.select_related("season")
    } == {
        (False, "Club championship"): [finished] * 37,
        (True, "Club championship"): [finished] * 3 + [published],
        (True, "Närvaromonrad"): [finished] * 4 + [opened],
    }


def test_the_championship_begins_with_last_seasons_ranking() -> None:
    demo.create_demo_club()
    last, this = Tournament.objects.filter(name="Club championship").order_by("season__starts_on")

    ranking = ranked(last, snapshot_of(last))
    numbers = {entry.player_id: entry.number for entry in this.entries.all()}
    assert [numbers[last.entries.get(number=row.player).player_id] for row in ranking.rows] == [*range(1, 63)]
    assert this.options["starting_list"] == "number"


def test_both_tournaments_go_on_on_the_next_thursdays() -> None:
    demo.create_demo_club()

    for tournament in Tournament.objects.filter(season__is_open=True).select_related("club", "season"):
        days = [timezone.localdate() + datetime.timedelta(days=number) for number in range(1, 7 * 12 + 1)]
        thursdays = [day for day in days if day.isoweekday() == 4 and day <= tournament.season.ends_on]
        assert [each.date for each in dates_page(tournament).to_come] == thursdays
        assert tournament.starts_at == datetime.time(19)


def test_where_a_club_is_there_is_no_demo() -> None:
    ClubFactory()

    with nothing_changes(Refused, "already has a club"):
        demo.create_demo_club()


def test_an_interrupted_demo_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object, **_values: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(attendance, "mark", interrupted)
    with pytest.raises(KeyboardInterrupt):
        demo.create_demo_club()

    assert not any(dump().values())
    assert not Action.objects.exists()


def test_nothing_is_removed_without_a_demo_or_beside_a_real_club() -> None:
    with nothing_changes(Refused, "no demo club"):
        demo.remove_demo_club()
    ClubFactory(demo_password="shown to everybody")
    ClubFactory()
    with nothing_changes(Refused, "real club besides"):
        demo.remove_demo_club()


@pytest.mark.django_db(transaction=True)
def test_removing_it_leaves_an_empty_installation() -> None:
    ClubFactory(demo_password="shown to everybody")

    demo.remove_demo_club()

    assert not Club.objects.exists()
    assert not any(dump().values())
