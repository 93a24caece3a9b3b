"""The calendars that everybody may subscribe to."""

from __future__ import annotations

import datetime
from typing import Any

import icalendar
import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import Evening, PlayerFactory
from tournaments.models import Round, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar.dates import plan_dates, version_of
from tournaments.services.clubs import trash
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db


def days_from_now(days: int) -> datetime.date:
    """Rounds are opened on the day the test runs."""
    return datetime.datetime.now(tz=datetime.UTC).date() + datetime.timedelta(days=days)


def planned(*days: int, starts_at: datetime.time | None = datetime.time(19), **values: object) -> Evening:
    evening = Evening.of(4, **values)
    plan(evening, *days, starts_at=starts_at)
    return evening


def plan(evening: Evening, *days: int, starts_at: datetime.time | None = datetime.time(19)) -> None:
    seen = version_of(evening.tournament)
    dates = [days_from_now(day) for day in days]
    plan_dates(evening.tournament, dates=dates, starts_at=starts_at, seen=seen, actor=evening.director)


def get(evening: Evening, *, language: str = "en") -> HttpResponse:
    tournament = evening.tournament
    return Client().get(f"/{language}/{tournament.club.slug}/{tournament.slug}/calendar.ics")  # type: ignore[return-value]


def get_of_club(evening: Evening) -> HttpResponse:
    return Client().get(f"/en/{evening.tournament.club.slug}/calendar.ics")  # type: ignore[return-value]


def events(response: HttpResponse) -> dict[str, datetime.date]:
    """Dates by UID."""
    assert response.status_code == 200
    walked = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    found = {str(event["UID"]): event["DTSTART"].dt for event in walked}
    assert len(found) == len(walked)
    return {uid: at.date() if isinstance(at, datetime.datetime) else at for uid, at in found.items()}


def test_it_is_a_calendar_and_opens_where_it_is_asked_for() -> None:
    evening = planned(7, name="Tuesday Cup")
    response = get(evening)

    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Content-Disposition"] == f'inline; filename="{evening.tournament.slug}.ics"'
    assert "SUMMARY:Tuesday Cup\\, round 1\r\n" in response.content.decode()


def test_opened_rounds_stand_on_their_day_and_others_as_planned() -> None:
    evening = planned(3, 10, 17)
    evening.play()
    Round.objects.filter(number=1).update(date=days_from_now(-7))
    evening.open()
    code = evening.tournament.short_code
    opened = [each.date for each in evening.tournament.rounds.order_by("number")]

    assert events(get(evening)) == {
        f"round-1@{code}": opened[0],
        f"round-2@{code}": opened[1],
        f"round-3@{code}": days_from_now(17),
    }


def test_a_plan_that_was_overtaken_is_not_told_any_more() -> None:
    """Round 1 was opened later than the second evening is planned for: the next one is on the third."""
    evening = planned(-20, -13, 10)
    evening.open()

    assert list(events(get(evening))) == [f"round-{number}@{evening.tournament.short_code}" for number in (1, 2)]


def test_a_moved_date_moves_the_same_event() -> None:
    evening = planned(7, 14)
    before = get(evening).content
    plan(evening, 7, 15)
    after = get(evening).content

    assert list(events(get(evening)).values()) == [days_from_now(7), days_from_now(15)]
    sequences = [
        {int(event["SEQUENCE"]) for event in icalendar.Calendar.from_ical(file).walk("VEVENT")}
        for file in (before, after)
    ]
    assert max(sequences[0]) < min(sequences[1])


def test_a_draft_and_its_results_say_nothing() -> None:
    """Byte for byte the same as long as nothing is done that the public may know."""
    evening = planned(7)
    evening.open()
    opened = get(evening).content
    evening.check_in()
    evening.pair()

    assert get(evening).content == opened


def test_no_player_is_in_it() -> None:
    evening = planned(7, 14)
    PlayerFactory(club=evening.tournament.club, given_name="Nobody")
    evening.play(result=Result.DRAW)

    text = (get(evening).content + get_of_club(evening).content).decode()
    names = evening.tournament.entries.values_list("player__given_name", flat=True)
    assert len(names) == 4
    assert not [name for name in [*names, "Nobody", evening.director.name] if f"{name}" in text]


def test_events_lead_back_by_the_host_that_was_asked_and_last_an_evening() -> None:
    evening = planned(7)
    tournament = evening.tournament
    address = f"/en/{tournament.club.slug}/{tournament.slug}/"

    for host in ("127.0.0.1", "testserver"):
        file = Client().get(f"{address}calendar.ics", headers={"Host": host}).content
        (event,) = icalendar.Calendar.from_ical(file).walk("VEVENT")
        assert str(event["URL"]) == f"http://{host}{address}"
        assert event["DURATION"].dt == datetime.timedelta(hours=3)


def test_pages_offer_the_dates_to_phones_and_as_a_file() -> None:
    evening = planned(7)
    tournament = evening.tournament
    for place in (f"{tournament.club.slug}/", f"{tournament.club.slug}/{tournament.slug}/"):
        page = Client().get(f"/en/{place}").content.decode()
        assert f'href="webcal://testserver/en/{place}calendar.ics"' in page
        assert f'href="/en/{place}calendar.ics"' in page


def test_where_the_installation_says_its_address_events_lead_to_the_tournament(settings: Any) -> None:
    settings.PUBLIC_ADDRESS = "https://chess.example.org"
    evening = planned(7)
    tournament = evening.tournament

    (event,) = icalendar.Calendar.from_ical(get(evening, language="nb").content).walk("VEVENT")
    assert str(event["URL"]) == f"https://chess.example.org/nb/{tournament.club.slug}/{tournament.slug}/"


def test_without_a_starting_time_it_is_all_day() -> None:
    evening = planned(7, starts_at=None)

    assert f"DTSTART;VALUE=DATE:{days_from_now(7):%Y%m%d}\r\n" in get(evening).content.decode()


def test_it_speaks_the_readers_language_where_its_page_does() -> None:
    """One address per language, so that each is kept by itself."""
    evening = planned(7)

    assert [get(evening, language=language)["Content-Language"] for language in ("nb", "en")] == ["nb", "en"]


def test_a_tournament_in_the_trash_has_no_calendar_and_is_in_none() -> None:
    evening = planned(7)
    trash.trash_tournament(evening.tournament, actor=evening.director)

    assert get(evening).status_code == 404
    assert events(get_of_club(evening)) == {}


def test_another_clubs_tournament_is_not_found() -> None:
    here, there = planned(7), planned(7)
    there.tournament.slug = here.tournament.slug + "-not"

    assert get(there).status_code == 404
    other = Client().get(f"/en/{there.tournament.club.slug}/{here.tournament.slug}/calendar.ics")
    assert other.status_code == 404


def test_the_clubs_has_all_tournaments_of_open_seasons_and_no_other_club() -> None:
    evening = planned(7, 14)
    again = planned(8, club=evening.tournament.club, season=evening.tournament.season)
    closed = planned(9, club=evening.tournament.club)
    seasons.close_season(closed.tournament.season, actor=evening.director)
    planned(7)

    codes = [uid.partition("@")[2] for uid in events(get_of_club(evening))]
    assert codes == [each.tournament.short_code for each in (evening, again, evening)]


def test_the_clubs_is_new_when_a_tournament_is_planned_anew() -> None:
    evening = planned(7)
    assert len(events(get_of_club(evening))) == 1
    plan(evening, 7, 14)

    assert len(events(get_of_club(evening))) == 2


def test_undoing_a_plan_takes_it_out_of_the_calendar() -> None:
    evening = planned(7)
    undo_action(evening.tournament.actions.latest("pk"), actor=evening.director)

    assert events(get(evening)) == {}


def test_the_clubs_queries_do_not_grow_with_its_tournaments(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    first = planned(7)
    for _ in range(5):
        planned(7, 14, club=first.tournament.club, season=first.tournament.season)

    with django_assert_max_num_queries(4):
        assert len(events(get_of_club(first))) == 11
    assert Tournament.objects.count() == 6
