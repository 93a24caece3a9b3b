"""Planning the dates of the rounds over HTTP."""

from __future__ import annotations

import datetime
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump
from tests.tools.pages.answer_text import text
from tournaments.models import Action, Tournament
from tournaments.services.calendar.dates import plan_dates, version_of

pytestmark = pytest.mark.django_db
PROPOSAL = {"first": "2026-11-26", "rhythm": "weekly", "count": "3"}


def address(evening: Evening, page: str = "plan_dates") -> str:
    return evening.url(page)


def propose(evening: Evening, **changed: str) -> HttpResponse:
    return evening.client().get(address(evening), PROPOSAL | changed)  # type: ignore[return-value]


def save(evening: Evening, *dates: str, seen: str | None = None, **fields: str) -> HttpResponse:
    sent = {f"date_{place}": date for place, date in enumerate(dates)}
    state = version_of(Tournament.objects.get(pk=evening.tournament.pk)) if seen is None else seen
    receipt = {"receipt": str(uuid.uuid4())}
    return evening.client().post(address(evening), receipt | {"seen": state, "starts_at": "19:00"} | sent | fields)  # type: ignore[return-value]


def planned(evening: Evening) -> list[str]:
    return Tournament.objects.get(pk=evening.tournament.pk).round_dates  # type: ignore[no-any-return]


def values(response: HttpResponse) -> list[object]:
    return [field.value() for field in response.context["form"].date_fields]  # type: ignore[attr-defined]


def iso(*dates: str) -> list[datetime.date]:
    return [datetime.date.fromisoformat(date) for date in dates]


def test_what_is_proposed_stands_in_the_fields_and_is_not_saved() -> None:
    evening = Evening.of(2)
    before = dump()
    response = propose(evening)

    assert values(response) == [*iso("2026-11-26", "2026-12-03", "2026-12-10"), None, None]
    assert "not saved yet" in text(response)
    assert dump() == before


def test_a_proposal_is_saved_as_it_stands() -> None:
    """As a browser sends the form back."""
    evening = Evening.of(2)
    form = propose(evening).context["form"]  # type: ignore[attr-defined]
    fields = {field.html_name: str(field.value() or "") for field in form} | {"starts_at": "19.00"}

    response = evening.client().post(address(evening), {"seen": version_of(evening.tournament), **fields})

    assert (response.status_code, response["Location"]) == (302, address(evening, "setup") + "#dates")
    assert planned(evening) == ["2026-11-26", "2026-12-03", "2026-12-10"]
    found = Tournament.objects.get()
    assert found.starts_at == datetime.time(19)
    assert "Round 3: Thursday, 10 Dec" in text(evening.client().get(address(evening, "setup")))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"first": "soon"}, "Enter a valid date."),
        ({"rhythm": "hourly"}, "Select a valid choice."),
        ({"count": "0"}, "greater than or equal to 1"),
        ({"count": "101"}, "less than or equal to 100"),
    ],
)
def test_what_nothing_can_be_proposed_from_is_answered_beside_its_field(changed: dict[str, str], sentence: str) -> None:
    response = propose(Evening.of(2), **changed)

    assert response.status_code == 422
    assert sentence in text(response)


def test_an_emptied_field_moves_the_rounds_after_it_up_and_leaves_their_dates() -> None:
    evening = Evening.of(2)
    save(evening, "2026-12-17", "2026-12-24", "2026-12-31", "2027-01-07")

    save(evening, "2026-12-17", "", "", "2027-01-07")

    assert planned(evening) == ["2026-12-17", "2027-01-07"]


def test_a_date_that_cannot_be_is_said_and_the_rest_stays_as_typed() -> None:
    evening = Evening.of(2)

    assert save(evening, "2026-12-17", starts_at="late").status_code == 422
    unreadable = save(evening, "2026-12-17", "the 24th")
    assert unreadable.status_code == 422
    assert values(unreadable) == ["2026-12-17", "the 24th"]
    falling = save(evening, "2026-12-17", "2026-12-10")
    assert falling.status_code == 409
    assert "see round 2 on 10 Dec 2026" in text(falling)
    assert values(falling) == ["2026-12-17", "2026-12-10"]
    assert planned(evening) == []


def test_a_hundred_and_one_dates_are_refused_in_words() -> None:
    evening = Evening.of(2)
    days = [datetime.date(2026, 11, 26) + datetime.timedelta(days=number) for number in range(101)]

    response = save(evening, *(day.isoformat() for day in days))

    assert response.status_code == 409
    assert "at most 100 dates" in text(response)


def test_of_two_directors_the_second_sees_what_the_first_has_planned() -> None:
    evening = Evening.of(2)
    seen = version_of(evening.tournament)
    kari = evening.second_director()
    plan_dates(evening.tournament, dates=iso("2026-12-01"), starts_at=datetime.time(18), seen=seen, actor=kari)

    response = save(evening, "2026-12-17", seen=seen)

    assert response.status_code == 409
    assert "Kari changed this" in text(response)
    assert values(response) == [*iso("2026-12-01"), None, None]
    assert planned(evening) == ["2026-12-01"]
    assert response.context["seen"] == version_of(Tournament.objects.get())  # type: ignore[attr-defined]


@pytest.mark.slow
def test_rounds_are_named_by_their_numbers_after_those_opened() -> None:
    evening = Evening.of(2)
    evening.play()

    assert "Round 2" in [str(field.label) for field in propose(evening).context["form"].date_fields]  # type: ignore[attr-defined]
    save(evening, "2999-01-01")
    assert Action.objects.filter(verb="tournament.plan_dates").count() == 0


def test_no_more_fields_than_rounds_are_offered() -> None:
    response = (evening := Evening.of(2, planned_rounds=3)).client().get(address(evening))
    assert len(values(response)) == 2  # type: ignore[arg-type]
    assert len(values(propose(evening))) == 3


def test_dates_outside_the_season_are_saved_with_a_remark() -> None:
    evening = Evening.of(2)
    last = evening.tournament.season.ends_on
    proposal = propose(evening, first=last.isoformat(), rhythm="daily", count="2").context["form"]  # type: ignore[attr-defined]
    assert [field.help_text for field in proposal.date_fields][:3] == ["", "Outside the season.", ""]

    save(evening, (last + datetime.timedelta(days=1)).isoformat())

    assert "outside the season" in text(evening.client().get(address(evening, "setup")))  # type: ignore[arg-type]


def test_the_public_sees_the_next_round_and_the_way_to_the_calendar() -> None:
    evening = Evening.of(2)
    before = text(Client().get(address(evening, "public_tournament")))  # type: ignore[arg-type]
    save(evening, "2026-11-26", "2026-12-03")
    entrants = text(Client().get(address(evening, "public_tournament")))  # type: ignore[arg-type]

    assert "calendar.ics" not in before
    assert "Round 1: Thursday, 26 Nov, 19:00" in entrants
    assert f'href="{address(evening, "public_calendar")}"' in entrants


@pytest.mark.slow
def test_the_newest_round_says_when_the_next_is_and_earlier_ones_do_not() -> None:
    evening = Evening.of(2)
    evening.play()
    evening.play()
    today = evening.round.date
    assert today is not None
    save(evening, (today + datetime.timedelta(days=7)).isoformat())

    shown = {
        number: "Round 3:" in text(Client().get(f"{address(evening, 'public_tournament')}rounds/{number}/"))  # type: ignore[arg-type]
        for number in (1, 2)
    }
    assert shown == {1: False, 2: True}


def test_rounds_an_evening_are_asked_where_the_dates_are_planned() -> None:
    evening = Evening.of(2)
    proposed = propose(evening, rounds_an_evening="3")
    assert proposed.context["form"]["rounds_an_evening"].value() == 3  # type: ignore[attr-defined]
    labels = [field.label for field in proposed.context["form"].date_fields]  # type: ignore[attr-defined]
    assert labels[:2] == ["Rounds 1 to 3", "Rounds 4 to 6"]

    assert save(evening, "2026-11-26", "2026-12-03", rounds_an_evening="3").status_code == 302

    assert Tournament.objects.get().rounds_an_evening == 3
    page = text(evening.client().get(address(evening, "setup")))  # type: ignore[arg-type]
    assert "3 rounds are played on an evening." in page
    assert "Rounds 4 to 6: Thursday, 3 Dec" in page


def test_a_number_of_rounds_an_evening_that_cannot_be_is_said_beside_its_field() -> None:
    response = save(Evening.of(2), "2026-11-26", rounds_an_evening="21")

    assert response.status_code == 422
    assert "less than or equal to 20" in text(response)
