"""The dates of the rounds as pages show them."""

from __future__ import annotations

import datetime

import pytest
from django.utils import translation

from tests.tools.casts.factories import Evening
from tournaments.models import Round, RoundState, Tournament
from tournaments.pages.calendar.dates import dates_page, tournament_calendar

pytestmark = pytest.mark.django_db

THURSDAYS = ["2026-11-26", "2026-12-03", "2026-12-10"]


def a_tournament(
    *opened: str, planned: list[str] = THURSDAYS, starts_at: datetime.time | None = datetime.time(19)
) -> Tournament:
    """With rounds opened on these days."""
    tournament = Evening.of(2, round_dates=planned, starts_at=starts_at).tournament
    for number, day in enumerate(opened, 1):
        Round.objects.create(tournament=tournament, number=number, date=day, state=RoundState.PUBLISHED)
    return Tournament.objects.select_related("club", "season").get(pk=tournament.pk)


def numbered(tournament: Tournament) -> list[tuple[int, str, bool]]:
    return [(each.number, each.date.isoformat(), each.is_opened) for each in dates_page(tournament).rounds]


def test_before_the_first_round_all_is_planned() -> None:
    assert numbered(a_tournament()) == [(number, day, False) for number, day in enumerate(THURSDAYS, 1)]


def test_an_opened_round_is_on_its_own_day_not_the_planned_one() -> None:
    assert numbered(a_tournament("2026-11-27")) == [
        (1, "2026-11-27", True),
        (2, "2026-12-03", False),
        (3, "2026-12-10", False),
    ]


def test_an_overtaken_plan_is_left_out() -> None:
    """The first evening was held on the second one's day: the next is on the day planned after that."""
    assert numbered(a_tournament("2026-12-03")) == [(1, "2026-12-03", True), (2, "2026-12-10", False)]


def test_more_rounds_than_planned_are_no_trouble() -> None:
    tournament = a_tournament("2026-11-26", "2026-12-03", planned=["2026-11-26"])
    page = dates_page(tournament)

    assert [each.number for each in page.rounds] == [1, 2]
    assert (page.next, page.next_words) == (None, "")


@pytest.mark.parametrize(
    ("language", "starts_at", "words"),
    [
        ("en", datetime.time(19), "Round 2: Thursday, 3 Dec, 19:00"),
        ("en", None, "Round 2: Thursday, 3 Dec"),
        ("nl", datetime.time(19, 30), "Ronde 2: donderdag 3 dec, 19:30 uur"),
        ("de", None, "Runde 2: Donnerstag, 3. Dez."),
    ],
)
def test_it_says_when_the_next_round_is(language: str, starts_at: datetime.time | None, words: str) -> None:
    tournament = a_tournament("2026-11-26", starts_at=starts_at)

    with translation.override(language):
        assert dates_page(tournament).next_words == words


def test_a_round_people_check_in_for_is_the_next_one() -> None:
    tournament = a_tournament("2026-11-26", "2026-12-03")
    Round.objects.filter(number=2).update(state=RoundState.DRAFTED)
    page = dates_page(tournament)

    assert page.next_words == "Round 2: Thursday, 3 Dec, 19:00"
    assert [each.number for each in page.to_come] == [3]


def test_it_marks_dates_outside_the_season() -> None:
    planned = ["2026-07-31", "2026-08-01", "2027-06-01", "2027-06-02"]
    rounds = dates_page(a_tournament(planned=planned)).rounds

    assert [each.is_outside_season for each in rounds] == [True, False, False, True]


# Evenings of several rounds


def evenings(tournament: Tournament) -> list[tuple[str, str]]:
    return [(each.called, each.date.isoformat()) for each in dates_page(tournament).rounds]


def several(*opened: str, each: int = 3, planned_rounds: int | None = None) -> Tournament:
    tournament = a_tournament(*opened)
    Tournament.objects.update(rounds_an_evening=each, planned_rounds=planned_rounds)
    return Tournament.objects.select_related("club", "season").get(pk=tournament.pk)


def test_each_planned_evening_has_its_rounds() -> None:
    assert evenings(several()) == [
        ("Rounds 1 to 3", "2026-11-26"),
        ("Rounds 4 to 6", "2026-12-03"),
        ("Rounds 7 to 9", "2026-12-10"),
    ]


def test_the_last_evening_ends_with_the_plan() -> None:
    assert evenings(several(planned_rounds=4)) == [("Rounds 1 to 3", "2026-11-26"), ("Round 4", "2026-12-03")]


def test_three_rounds_on_one_night_leave_the_next_evening_where_it_is_planned() -> None:
    """Also where nobody had said that there are several."""
    tournament = a_tournament(*["2026-11-26"] * 3)

    assert evenings(tournament)[:2] == [("Rounds 1 to 3", "2026-11-26"), ("Round 4", "2026-12-03")]
    assert dates_page(tournament).next_words == "Round 4: Thursday, 3 Dec, 19:00"


def test_between_two_rounds_of_a_night_the_next_is_tonight() -> None:
    tournament = several("2026-11-26")

    assert dates_page(tournament).next_words == "Rounds 2 to 3: Thursday, 26 Nov, 19:00"


def test_when_the_evening_is_over_what_was_not_played_is_next_time() -> None:
    tournament = several("2026-11-26", "2026-11-26")
    Round.objects.filter(number=2).update(over_at=datetime.datetime(2026, 11, 26, 22, tzinfo=datetime.UTC))

    assert dates_page(tournament).next_words == "Rounds 3 to 5: Thursday, 3 Dec, 19:00"


def test_the_calendar_has_one_event_an_evening() -> None:
    tournament = several("2026-11-26", "2026-11-26", "2026-11-26")

    found = [(each.uid.partition("@")[0], each.summary) for each in tournament_calendar(tournament, "").events]

    assert found == [
        ("round-1", "Tuesday cup, rounds 1 to 3"),
        ("round-4", "Tuesday cup, rounds 4 to 6"),
        ("round-7", "Tuesday cup, rounds 7 to 9"),
    ]
