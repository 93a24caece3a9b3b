"""A plan over HTTP: ready, on the wall, played evening by evening, seen by everybody."""

from __future__ import annotations

import datetime
import re
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.services.rounds.test_schedule import evening_of, play, publish
from tests.services.rounds.test_scheduled_games import enter_late
from tests.tools.casts.factories import ClubFactory, Evening, SeasonFactory
from tests.tools.pages.public_pages import addresses_of, texts_of
from tests.tools.pages.staff_pages import addresses_for_staff
from tournaments.models import Event, Game, Round, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.evenings import attendance_counts
from tournaments.selectors.snapshots import exported, table_of
from tournaments.services import rounds
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


def text(answer: HttpResponse) -> str:
    assert answer.status_code == 200, answer.status_code
    return " ".join(answer.content.decode().split())


def send(client: Client, evening: Evening, name: str, **fields: object) -> HttpResponse:
    answer: HttpResponse = client.post(evening.url(name), fields)
    return answer


def test_it_is_looked_at_published_and_taken_back_on_the_evenings_page() -> None:
    evening = evening_of(5)
    client = evening.client()
    before = text(client.get(evening.url("evening")))
    assert "Publish the whole plan" in before
    assert "Open check-in" not in before
    assert "Round 5" in text(client.get(evening.url("staff_plan")))

    assert send(client, evening, "publish_plan", seen_number=1).status_code == 302
    page = text(client.get(evening.url("evening")))
    assert "2 games are scheduled for a later evening." in page
    for words in ("Play it tonight", "Unpublish the plan"):
        assert words in page
    for words in ("A guest plays tonight", "Came late", "Done for today", "Start the round", "Open check-in"):
        assert words not in page
    assert "0 of 10 games played" in text(Client().get(evening.url("public_plan")))
    assert "2 games to be played" in text(Client().get(evening.url("public_tournament")))

    assert send(client, evening, "take_back_plan", seen_number=1).status_code == 302
    assert Round.with_ahead.count() == 0
    assert send(client, evening, "take_back_plan", seen_number=1).status_code == 409


def test_evening_by_evening_it_is_played_and_every_page_answers() -> None:
    evening = evening_of(4)
    Tournament.objects.filter(pk=evening.tournament.pk).update(round_dates=["2026-12-01", "2026-12-08", "2026-12-15"])
    publish(evening)
    client = evening.client()
    wall = text(Client().get(evening.url("public_plan")))
    assert [date in wall for date in ("Tuesday, 1 Dec", "Tuesday, 8 Dec", "Tuesday, 15 Dec")] == [True] * 3

    assert send(client, evening, "next_round", seen_number=1).status_code == 302
    page = text(client.get(evening.url("evening")))
    assert "2 boards are still playing." in page
    assert "Start the round" in page
    play(evening)
    assert "Next round" in text(client.get(evening.url("evening")))
    assert send(client, evening, "next_round", seen_number=2).status_code == 302
    assert evening.round.number == 2
    assert evening.round.date is not None
    evening.enter(1, Result.DRAW)

    names = ("public_tournament", "public_standings", "public_crosstable", "public_plan", "public_hall", "public_file")
    for name in names:
        assert Client().get(evening.url(name)).status_code == 200, name
    assert Client().get(evening.url("public_round", 3)).status_code == 404
    for name in ("staff_standings", "staff_crosstable", "staff_plan", "setup", "papers", "who_comes", "plan_dates"):
        assert client.get(evening.url(name)).status_code == 200, name
    for name, *more in (("public_card", 1), ("staff_card", 1), ("evening_story", 2), ("paper", 2, "all")):
        assert client.get(evening.url(name, *more)).status_code == 200, name
    assert "3 of 6 games played" in text(Client().get(evening.url("public_plan")))

    early = evening.game(1, in_round=3)
    results.enter_result(early, Result.DRAW, seen=Result.OPEN, actor=evening.director)
    assert "4 of 6 games played" in text(Client().get(evening.url("public_plan")))


def test_the_last_round_ends_the_tournament() -> None:
    evening = evening_of(2)
    publish(evening)
    play(evening)
    evening.finish()
    page = text(evening.client().get(evening.url("evening")))
    assert "All planned rounds are played: the tournament is finished." in page
    assert "Next round" not in page
    assert "Publish the whole plan" not in page


def test_the_tap_that_ends_a_plan_brings_what_follows_and_the_way_to_the_other_groups() -> None:
    evening = evening_of(4)
    event = Event.objects.create(club=evening.tournament.club, season=evening.tournament.season, name="Championship")
    Tournament.objects.update(event=event, group=1)
    publish(evening)
    results.postpone_game(evening.game(1, in_round=1), seen=Result.OPEN, actor=evening.director)
    *played, last = Game.objects.filter(is_postponed=False).order_by("round__number", "board")
    for game in played:
        results.enter_result(game, Result.DRAW, seen=Result.OPEN, actor=evening.director)
    client = evening.client()

    sent = {"result": Result.DRAW.value, "seen": Result.OPEN.value, "screen": "boards", "receipt": str(uuid.uuid4())}
    answer = client.post(evening.url("enter_result", last.pk), sent, headers={"HX-Request": "true"})

    assert answer["HX-Retarget"] == "#evening"
    assert "1 game is still to be played: then the tournament is finished." in text(answer)
    assert f'href="{evening.url("open_games")}"' in text(answer)
    assert "first-three" not in text(answer)
    results.enter_result(evening.game(1, in_round=1), Result.DRAW, seen=Result.OPEN, actor=evening.director)
    page = text(client.get(evening.url("evening")))
    assert "All planned rounds are played: the tournament is finished." in page
    event_page = reverse("event", args=[evening.tournament.club.slug, event.pk])
    assert re.findall(f'href="{event_page}">([^<]*)</a>', page) == [evening.tournament.name, event.name]


def test_between_two_evenings_the_next_date_is_that_of_the_round_to_come() -> None:
    evening = evening_of(4)
    today = datetime.date(2026, 11, 23)
    days = [today + datetime.timedelta(days=7 * week) for week in (0, 1, 2)]
    Tournament.objects.filter(pk=evening.tournament.pk).update(round_dates=[each.isoformat() for each in days])
    publish(evening)
    play(evening)
    Round.objects.filter(number=1).update(date=today)
    evening.end_evening()
    assert evening.round.number == 2
    shown = text(Client().get(evening.url("public_tournament")))
    assert "Round 2: Monday, 30 Nov" in shown
    assert "still playing" not in shown


def test_a_game_played_before_its_turn_is_entered_on_the_page_of_its_round() -> None:
    evening = evening_of(6)
    publish(evening)
    client = evening.client()
    assert evening.url("evening_round", 4) in text(client.get(evening.url("staff_plan")))
    page = text(client.get(evening.url("evening_round", 4)))
    assert "3 games are scheduled for a later evening." in page
    for words in ("Play it tonight", "Unpublish", "Start the round", "Done for today", "Publish the table"):
        assert words not in page

    early = evening.game(2, in_round=4)
    sent = {"result": Result.DRAW.value, "seen": Result.OPEN.value, "screen": "boards"}
    answer = client.post(evening.url("enter_result", early.pk), sent)
    assert answer["Location"].startswith(evening.url("evening_round", 4))
    early.refresh_from_db()
    assert early.result == Result.DRAW
    assert client.get(evening.url("evening_round", 9)).status_code == 404
    assert evening.round.number == 1


def test_a_new_tournament_with_a_plan_is_numbered_and_waits_to_be_published() -> None:
    evening = evening_of(3)
    client = evening.client()
    new = reverse("create_tournament", args=[evening.tournament.club.slug, "all_play_all"])
    page = client.get(new)
    assert "Create it and number the players" in text(page)
    season = evening.tournament.season
    players = list(evening.tournament.club.players.values_list("pk", flat=True))
    sent = {
        field.html_name: field.value()
        for form in (page.context["form"], page.context["options"])
        for field in form
        if field.value() is not None
    }
    sent |= {"name": "Group B", "season": season.pk, "players": players, "check_in": "1"}
    answer = client.post(new, sent)
    assert answer.status_code == 302, answer.content.decode()[:3000]
    made = Tournament.objects.get(name="Group B")
    assert not made.rounds.exists()
    assert sorted(made.entries.values_list("number", flat=True)) == [1, 2, 3]
    assert "Publish the whole plan" in text(client.get(answer["Location"]))


def test_the_story_of_a_planned_round_is_the_plan_itself() -> None:
    evening = evening_of(6)
    publish(evening)
    evening.withdraw(6)
    for page in (
        text(Client().get(evening.url("public_story", 1))),
        text(evening.client().get(evening.url("evening_story", 1))),
    ):
        assert "By the plan, the Berger table for 6 players," in page
        assert "This round came in a file" not in page
        assert "as saved" not in page
        assert "who has withdrawn" in page


def test_what_hangs_on_the_wall_is_no_evening_that_was_held_and_no_loose_end() -> None:
    evening = evening_of(4)
    publish(evening)
    season = evening.tournament.season
    assert attendance_counts(season) == ({}, [])
    home = text(evening.client().get(reverse("club_home", args=[evening.tournament.club.slug])))
    assert "Round 3" not in home
    rounds.open_next_round(evening.tournament, seen_number=1, actor=evening.director)
    ends = text(evening.client().get(evening.url("end_evening", 1)))
    assert ends.count("Stays unfinished.") == 2
    play(evening)
    ((_day, people),) = attendance_counts(season)[0].items()
    assert people == 4


def test_a_plan_of_thirty_thousand_games_is_not_worked_out_for_a_page() -> None:
    evening = evening_of(255, publish="round")
    for page in (
        Client().get(evening.url("public_plan")),
        evening.client().get(evening.url("staff_plan")),
    ):
        assert "The plan has so many games" in text(page)
        assert len(page.content) < 50_000


def test_every_page_answers_for_a_latecomer_and_a_leaver() -> None:
    evening = evening_of(5, spare_numbers=2)
    publish(evening)
    for _each in range(3):
        play(evening)
        evening.finish()
    enter_late(evening, how_many=2)
    play(evening)
    evening.enter(3, Result.WHITE_WINS, in_round=1)
    evening.withdraw(2)
    # Whoever was not there yet has no card of a table as it was published then.
    not_yet = re.compile(r"/players/[67]/after/[123]/(live/)?$")
    texts_of(Client(), [each for each in addresses_of(evening.tournament.club) if not not_yet.search(each)])
    client = evening.client()
    for page in addresses_for_staff(evening.tournament):
        assert client.get(page).status_code < 500, page
    club = ClubFactory()
    there = import_tournament(club, exported(evening.tournament), season=SeasonFactory(club=club), actor=None)
    assert texts_of(Client(), addresses_of(club))
    assert table_of(there, after=4).to_json() == table_of(evening.tournament, after=4).to_json()


def test_check_in_of_a_plan_offers_no_guest() -> None:
    evening = evening_of(4, publish="round")
    evening.open()
    page = text(evening.client().get(evening.url("evening")))
    assert "Somebody is not on the list" in page
    assert "A guest plays tonight" not in page
