"""How one takes part, in sentences: none for what is off or has no effect."""

import datetime
from typing import Any

import pytest

from tests.tools.casts.factories import Evening
from tournaments.models import Club, Round, RoundState, Tournament
from tournaments.pages.calendar.attendance_settings import has_meaning, sentences_of, waiting_in_words
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.services.calendar.attendance_settings import SETTINGS

HOUR = datetime.time(19)
AT_SIX = datetime.time(18)


def tournament(club: Club | None = None, **settings: object) -> Tournament:
    return Tournament(club=club or Club(), system="keizer", options={}, **settings)


def said(part: str, **settings: Any) -> list[str]:
    return [sentence for sentence in sentences_of(tournament(**settings)) if part in sentence]


def test_as_a_tournament_begins() -> None:
    assert sentences_of(tournament()) == (
        "You are expected unless you say that you cannot come.",
        "If you cannot come, say so before the round is published.",
        "Tell us even after that: it counts as unexcused, but then the others know.",
        "Say so with your card, or tell the director.",
        "The round is paired from those who are here.",
        "If you are late, your opponent waits 30 minutes.",
        "Your card shows how many are coming.",
        "Is a result wrong? Say so with your card.",
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"starts_at": HOUR}, "If you cannot come, say so before the evening starts at 19:00."),
        ({"closing_days": 0, "closing_time": AT_SIX}, "If you cannot come, say so by 18:00 on the day."),
        ({"closing_days": 1, "closing_time": AT_SIX}, "If you cannot come, say so by 18:00 the day before."),
        ({"closing_days": 7, "closing_time": AT_SIX}, "If you cannot come, say so 7 days before, by 18:00."),
        ({"late_counts_as": "excused"}, "You can also tell us later: it still counts as excused."),
        ({"expected": "who_says"}, "You are expected once you have said that you are coming."),
        ({"may_say": False}, "Tell the director, or write it on the list on the wall."),
        ({"out_after": 1}, "If you stay away 1 time without a word, you can be withdrawn from the tournament."),
        ({"may_join": "ask"}, "You can ask to enter; a director answers."),
    ],
)
def test_each_setting_has_a_sentence_of_its_own(settings: dict[str, object], sentence: str) -> None:
    assert said(sentence, **settings) == [sentence]


@pytest.mark.parametrize(
    ("weekday", "dates", "sentence"),
    [
        (None, [], "If you cannot come, say so before the evening starts at 19:00."),
        (1, ["2025-03-04"], "If you cannot come, say so before the evening starts at 19:00."),
        (1, ["2025-03-05"], "If you cannot come, say so before the round is published."),
        (1, ["2025-03-04", "2025-03-05"], "If you cannot come, say so before the evening starts."),
    ],
)
def test_where_the_tournament_has_no_hour_it_is_the_clubs(weekday: int | None, dates: list[str], sentence: str) -> None:
    club = Club(starts_at=HOUR, weekday=weekday)
    assert said("If you cannot come", club=club, round_dates=dates) == [sentence]


def test_what_is_off_is_not_spoken_of() -> None:
    off = {"may_flag": False, "who_comes": "nobody", "waiting_time": None, "may_say": False}
    assert [sentence for sentence in sentences_of(tournament(**off)) if "card" in sentence or "waits" in sentence] == []


def test_who_must_say_anyhow_is_not_told_that_they_will_have_to() -> None:
    assert said("from then on", after_no_show="must_say")
    assert not said("from then on", after_no_show="must_say", expected="who_says")


def test_a_system_without_half_point_byes_or_fixed_games_speaks_of_neither() -> None:
    """And where an excused absence is worth what another is, nothing of that."""
    plain = Tournament(
        club=Club(), system="attendance_monrad", options={}, bye_closing="before", late_counts_as="excused"
    )
    sentences = " ".join(sentences_of(plain))
    assert "half-point" not in sentences
    assert "excused" not in sentences
    assert "another day" not in sentences


def test_each_setting_means_something_in_some_system() -> None:
    found = {
        setting
        for setting in SETTINGS
        for system in SYSTEMS.values()
        if has_meaning(setting, configured(system, {}).capabilities())
    }
    assert set(SETTINGS) - found == {"bye_closing"}
    with_half_byes = configured(SYSTEMS["norwegian_monrad"], {"half_byes": 1}).capabilities()
    assert has_meaning("bye_closing", with_half_byes)


@pytest.mark.django_db
def test_the_waiting_time_ends_at_an_hour_of_the_clubs() -> None:
    evening = Evening.of(4, starts_at=HOUR)
    evening.draft()
    assert words(evening) == ""
    evening.publish()
    assert words(evening) == "Waiting time ends at 19:30"

    Round.objects.update(started_at=datetime.datetime(2026, 11, 24, 18, 12, tzinfo=datetime.UTC))
    assert words(evening) == "Waiting time ends at 19:42"  # in Oslo
    Round.objects.update(state=RoundState.FINISHED)
    assert words(evening) == ""


@pytest.mark.django_db
def test_a_second_round_of_the_evening_has_no_hour_and_a_tournament_may_wait_for_nobody() -> None:
    evening = Evening.of(4, starts_at=HOUR)
    evening.play()
    evening.draft()
    evening.publish()
    assert evening.round.number == 2
    assert words(evening) == ""

    Tournament.objects.update(waiting_time=None)
    Round.objects.update(started_at=datetime.datetime(2026, 11, 24, 18, tzinfo=datetime.UTC))
    assert words(evening) == ""


def words(evening: Evening) -> str:
    found = evening.round
    return waiting_in_words(found.tournament, found, list(found.tournament.rounds.all()))
