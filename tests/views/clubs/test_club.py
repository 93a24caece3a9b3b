"""What a club says of itself, over HTTP; where it is shown; and the club's own clock."""

from __future__ import annotations

import datetime
import re
import uuid
from typing import Any

import icalendar
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import Evening
from tests.tools.pages.todays_date import today
from tournaments.models import Club
from tournaments.services.clubs.clubs import version_of

pytestmark = pytest.mark.django_db
TYPED = {
    "name": "SK Rockaden",
    "weekday": "3",
    "starts_at": "19:00",
    "place": "The library, Main Street 1",
    "time_zone": "Europe/Stockholm",
}


def address(club: Club) -> str:
    return reverse("edit_club", args=[club.slug])


def save(client: Client, club: Club, **typed: str) -> HttpResponse:
    club = Club.objects.get(pk=club.pk)
    sent = {"receipt": str(uuid.uuid4()), "seen": version_of(club), **TYPED, **typed}
    return client.post(address(club), sent)  # type: ignore[return-value]


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_what_is_typed_is_saved_and_shown_on_the_public_page(cast: Cast, kari: Client) -> None:
    assert save(kari, cast.club).status_code == 302

    public = text(Client().get(reverse("public_club", args=[cast.club.slug])))
    assert "<dt>When</dt> <dd>Thursdays 19:00</dd>" in public
    assert "<dd>The library, Main Street 1</dd>" in public
    assert "Thursdays 19:00 · The library, Main Street 1" in text(kari.get(reverse("club_home", args=[cast.club.slug])))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ({"weekday": "", "starts_at": "", "place": ""}, []),
        ({"weekday": "6", "starts_at": "", "place": ""}, ["Sundays"]),
        ({"weekday": "", "place": "The library"}, ["19:00", "The library"]),
        ({"weekday": "", "starts_at": "", "place": "", "contact": "Kari"}, ["Kari"]),
    ],
)
def test_what_is_left_out_is_not_missed(cast: Cast, kari: Client, typed: dict[str, str], shown: list[str]) -> None:
    save(kari, cast.club, **typed)

    response = Client().get(reverse("public_club", args=[cast.club.slug]))
    assert response.status_code == 200
    assert cast.club.name in text(response)
    masthead = text(response).partition('id="masthead"')[2].partition("<main")[0]
    assert '<h1 class="name">SK Rockaden</h1>' in masthead
    assert re.findall(r"<dd>(.*?)</dd>", masthead) == shown
    assert ("<dl>" in masthead) == bool(shown)


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("name", ""),
        ("name", "\u202e"),
        ("name", "x" * 100_000),
        ("place", "x" * 100_000),
        ("weekday", "7"),
        ("weekday", "Thursday"),
        ("starts_at", "25:00"),
        ("starts_at", "19 o'clock"),
        ("time_zone", "Europe/Atlantis"),
        ("time_zone", "../../etc/passwd"),
        ("time_zone", ""),
    ],
)
def test_bad_input_is_refused_at_its_field_and_nothing_is_saved(cast: Cast, kari: Client, field: str, bad: str) -> None:
    response = save(kari, cast.club, **{field: bad})

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]  # type: ignore[attr-defined]
    assert f'href="#id_{field}"' in text(response)
    assert Club.objects.get(pk=cast.club.pk).weekday is None


def test_the_time_zones_nearby_stand_first_and_all_others_after_them(cast: Cast, kari: Client) -> None:
    page = text(kari.get(address(cast.club)))

    assert page.index("Europe/Stockholm") < page.index("Africa/Abidjan") < page.index("Pacific/Auckland")
    assert page.count('value="Europe/Oslo"') == 1
    assert "Reykjavik (Atlantic Ocean)" in page
    assert "US/Pacific" not in page


def test_a_time_zone_by_an_earlier_name_stays_chosen(cast: Cast, kari: Client) -> None:
    Club.objects.filter(pk=cast.club.pk).update(time_zone="US/Pacific")

    assert '<option value="US/Pacific" selected>Pacific (US)</option>' in text(kari.get(address(cast.club)))


def test_somebody_elses_change_is_shown_not_overwritten(cast: Cast, kari: Client) -> None:
    seen = version_of(cast.club)
    save(kari, cast.club, place="The school")

    response = save(kari, cast.club, place="The pub", seen=seen)

    assert response.status_code == 409
    assert 'value="The school"' in text(response)
    assert Club.objects.get(pk=cast.club.pk).place == "The school"


def meeting(**club: Any) -> Evening:
    return Evening.of(2, **{f"club__{name}": value for name, value in club.items()})


def test_dates_are_proposed_on_the_clubs_evening_with_its_hour() -> None:
    evening = meeting(weekday=3, starts_at=datetime.time(19))
    at = evening.url("plan_dates")

    first = evening.client().get(at).context["proposal"].initial["first"]
    asked = {"first": first.isoformat(), "rhythm": "weekly", "count": "3"}
    proposed = evening.client().get(at, asked).context["form"].initial["starts_at"]

    assert first.weekday() == 3
    assert datetime.timedelta(0) <= first - max(today(), evening.tournament.season.starts_on) < datetime.timedelta(7)
    assert proposed == datetime.time(19)


@pytest.mark.parametrize(
    ("weekday", "own", "hour"),
    [(3, None, 19), (None, None, 19), (4, None, None), (3, datetime.time(18), 18)],
    ids=["its evening", "no fixed day", "another day", "the tournament's own"],
)
def test_calendars_have_the_clubs_place_and_on_its_evening_its_hour(
    weekday: int | None, own: datetime.time | None, hour: int | None
) -> None:
    evening = meeting(weekday=weekday, starts_at=datetime.time(19), place="The library", time_zone="Europe/Stockholm")
    tournament = evening.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(round_dates=["2026-11-26"], starts_at=own)  # a Thursday

    answer = Client().get(reverse("public_calendar", args=[tournament.club.slug, tournament.slug]))

    (event,) = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
    assert event["LOCATION"] == "The library"
    start = event["DTSTART"].dt
    assert (start.hour if isinstance(start, datetime.datetime) else None) == hour


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Auckland", "2026-11-23"), ("America/New_York", "2026-11-22")])
def test_at_midnight_utc_each_club_has_its_own_tonight(monkeypatch: pytest.MonkeyPatch, zone: str, day: str) -> None:
    """In Auckland it is noon of the 23rd, in New York the evening of the 22nd."""
    evening = meeting(time_zone=zone)
    club = evening.tournament.club
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2026, 11, 23, 0, 0, tzinfo=datetime.UTC))

    evening.client().post(
        reverse("next_round", args=[club.slug, evening.tournament.slug]),
        {"receipt": str(uuid.uuid4()), "seen_number": "1"},
    )

    assert evening.tournament.rounds.get().date == datetime.date.fromisoformat(day)
    assert "Tonight" in text(Client().get(reverse("public_club", args=[club.slug])))


def test_the_form_opens_with_what_the_club_says_now_and_nothing_is_wrong_with_it(cast: Cast, kari: Client) -> None:
    save(kari, cast.club, sentence="For everybody.", accent="bronze")

    response = kari.get(address(cast.club))

    assert not response.context["form"].is_bound
    assert 'value="For everybody."' in text(response)
    assert re.search(r'value="bronze"[^>]*checked', text(response))
    assert '<p class="sentence" data-shows="sentence">For everybody.</p>' in text(response)


@pytest.mark.parametrize("typed", ["9.30", "9:30", "09:30"])
def test_a_starting_time_is_written_by_the_24_hour_clock(cast: Cast, kari: Client, typed: str) -> None:
    """In a field of ours: the browser's own shows "09:30 AM" where the device is set so."""
    page = text(kari.get(address(cast.club)))
    assert 'type="time"' not in page
    assert "for instance 19:30" in page

    assert save(kari, cast.club, starts_at=typed).status_code == 302

    assert 'value="09:30"' in text(kari.get(address(cast.club)))


def test_a_time_that_is_none_is_told_how_it_is_written(cast: Cast, kari: Client) -> None:
    refused = save(kari, cast.club, starts_at="07:00 PM")
    assert refused.status_code == 422
    assert "Write the time by the 24-hour clock" in text(refused)
