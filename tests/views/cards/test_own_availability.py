"""What players say by their card: each tap carries one thing, and overwrites nothing that it has not seen."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import EntryFactory, Evening, TournamentFactory
from tests.tools.guards.whole_database import dump
from tests.tools.pages.card_client import holding
from tests.tools.pages.page_forms import form_for, form_of_button
from tournaments import clock
from tournaments.models import (
    Action,
    AttendanceVisibility,
    Availability,
    AwayPeriod,
    CardKey,
    DefaultAvailability,
    Entry,
    InboxItem,
    LateCountsAs,
    MayReport,
    Player,
    Presence,
    Reply,
    RespondedBy,
    Response,
    Tournament,
)
from tournaments.pages.activity.activity_log import tournament_activity
from tournaments.pages.cards.own_responses import own_responses
from tournaments.pages.standings import round_context, table_cache
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.answer_terms import is_said_late, promise
from tournaments.selectors.availability import responses_for
from tournaments.selectors.evenings import evening_dates
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability

pytestmark = pytest.mark.django_db

FIRST, SECOND, THIRD = (datetime.date(2025, 3, day) for day in (4, 11, 18))
BEFORE = datetime.datetime(2025, 3, 3, 12, tzinfo=datetime.UTC)
PAST_CLOSING = datetime.datetime(2025, 3, 4, 17, 30, tzinfo=datetime.UTC)
"""18:30 by the club's clock, half an hour before it begins."""
AT_TEN = datetime.datetime(2025, 3, 4, 21, tzinfo=datetime.UTC)


@pytest.fixture
def cast() -> Evening:
    cast = Evening.of(6)
    settle(
        cast,
        round_dates=[day.isoformat() for day in (FIRST, SECOND, THIRD)],
        starts_at=datetime.time(19),
        closing_days=0,
        closing_time=datetime.time(18),
    )
    return cast


@pytest.fixture(autouse=True)
def _the_day_before() -> Iterator[None]:
    with clock.at(BEFORE):
        yield


def settle(cast: Evening, **values: object) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(**values)
    cast.tournament.refresh_from_db()


def anna(cast: Evening, number: int = 1) -> Player:
    return cast.entry(number).player


def me(cast: Evening) -> str:
    return f"/en/{cast.tournament.club.slug}/me/"


def page_of(client: Client, cast: Evening, query: str = "") -> str:
    answer = client.get(me(cast) + query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def tap(client: Client, cast: Evening, value: str, *, page: str = "", nth: int = 0, **typed: str) -> HttpResponse:
    """A button of the page, as it is now or as it was once."""
    address, body = form_of_button(me(cast), page or page_of(client, cast), value, nth=nth)
    answer: HttpResponse = client.post(address, body | {name: [value] for name, value in typed.items()})
    return answer


def said(cast: Evening, number: int = 1, date: datetime.date = FIRST) -> str:
    plan = Availability.objects.filter(entry=cast.entry(number), date=date).first()
    return plan.said if plan else ""


def test_the_next_evening_is_answered_with_one_tap(cast: Evening) -> None:
    client = holding(anna(cast))
    page = page_of(client, cast)
    assert "Tuesday, 4 Mar" in page
    assert "round 1, at 19:00." in page
    assert "You can answer until 18:00 on the day." in page
    assert "You have not answered: you are expected." in page

    assert tap(client, cast, "away")["Location"].startswith(me(cast))
    plan = Availability.objects.get()
    assert (plan.said, plan.said_by, plan.noted_by, plan.is_late) == (Response.AWAY, RespondedBy.CARD, None, False)
    page = page_of(client, cast)
    assert "You said so: Monday, 3 Mar, 13:00." in page
    assert re.search(r'class="answer chosen"[^>]*> <b>I can’t come', page)
    line = tournament_activity(cast.tournament).lines[0]
    assert line.by == "by their card"
    assert "No1" in line.sentence
    undo_action(Action.objects.latest("pk"), actor=cast.director)
    assert said(cast) == ""


@pytest.mark.parametrize("value", ["coming", "away", "club"])
def test_each_button_says_what_it_is_called(cast: Evening, value: str) -> None:
    client = holding(anna(cast))
    assert tap(client, cast, value).status_code == 302
    assert said(cast) == value


def test_coming_later_at_an_hour_and_taking_it_back(cast: Evening) -> None:
    client = holding(anna(cast))
    assert 'value="19:30"' in page_of(client, cast)
    tap(client, cast, "later", arrives_at="20:15")
    assert Availability.objects.get().arrives_at == datetime.time(20, 15)
    assert 'value="20:15"' in page_of(client, cast)

    tap(client, cast, "nothing")
    assert said(cast) == ""


def test_offering_to_sit_out_goes_with_coming(cast: Evening) -> None:
    client = holding(anna(cast))
    tap(client, cast, "coming", nth=1)
    assert (Availability.objects.get().said, Availability.objects.get().sits_out) == (Response.COMING, True)
    assert "You offer to sit out" in page_of(client, cast)
    tap(client, cast, "coming", nth=1)
    assert not Availability.objects.get().sits_out


def test_an_evening_of_several_rounds_has_from_and_until(cast: Evening) -> None:
    settle(cast, rounds_an_evening=3)
    client = holding(anna(cast))
    assert "rounds 1 to 3" in page_of(client, cast)
    tap(client, cast, "coming", nth=2, first_round="2", last_round="3")

    plan = Availability.objects.get()
    assert (plan.first_round, plan.last_round) == (2, None)
    assert "<option selected>2</option>" in page_of(client, cast)
    assert tap(client, cast, "coming", nth=2, first_round="9").status_code == 409


def test_the_dates_after_it_have_a_tap_each(cast: Evening) -> None:
    client = holding(anna(cast))
    page = page_of(client, cast)
    assert "coming, as always" in page
    tap(client, cast, "away", nth=1)
    assert (said(cast), said(cast, date=SECOND), said(cast, date=THIRD)) == ("", "away", "")
    tap(client, cast, "coming", nth=2)
    assert said(cast, date=SECOND) == "coming"


def test_a_double_tap_does_it_once(cast: Evening) -> None:
    client = holding(anna(cast))
    page = page_of(client, cast)
    codes = [tap(client, cast, "away", page=page).status_code for _tap in range(2)]

    assert codes == [302, 302]
    assert Action.objects.filter(verb="plan.say").count() == 1


def test_an_old_page_on_a_second_phone_overwrites_nothing(cast: Evening) -> None:
    mother, father = holding(anna(cast)), holding(anna(cast))
    old = page_of(father, cast)
    tap(mother, cast, "away")

    answer = tap(father, cast, "coming", page=old)
    assert answer.status_code == 409
    assert "Here is how it stands now" in answer.content.decode()
    assert said(cast) == "away"
    assert tap(father, cast, "coming").status_code == 302  # having seen it
    assert said(cast) == "coming"


def test_what_the_director_wrote_down_meanwhile_stands(cast: Evening) -> None:
    client = holding(anna(cast))
    old = page_of(client, cast)
    availability.respond(cast.entry(1), FIRST, Response.AWAY, said_by=RespondedBy.TELEPHONE, actor=cast.director)

    assert tap(client, cast, "coming", page=old).status_code == 409
    assert said(cast) == "away"
    assert "Written down for you by the director" in page_of(client, cast)


def test_a_button_that_promised_something_else_asks_again(cast: Evening) -> None:
    client = holding(anna(cast))
    old = page_of(client, cast)
    with clock.at(PAST_CLOSING):
        before = dump()
        answer = tap(client, cast, "away", page=old)
        assert dump() == before
        assert answer.status_code == 409
        text = " ".join(answer.content.decode().split())
        assert "This answer now counts differently." in text
        assert "It is past 18:00. Tell us anyway, but being away now counts as unexcused." in text

        assert tap(client, cast, "away").status_code == 302
    assert Availability.objects.get().is_late


def test_late_is_excused_where_the_club_wants_it_so(cast: Evening) -> None:
    settle(cast, late_counts_as=LateCountsAs.EXCUSED)
    client = holding(anna(cast))
    old = page_of(client, cast)
    with clock.at(PAST_CLOSING):
        assert "Tell us anyway: it still counts as excused." in page_of(client, cast)
        assert tap(client, cast, "away", page=old).status_code == 302


def test_after_check_in_has_opened_it_is_the_same_until_they_are_marked(cast: Evening) -> None:
    client = holding(anna(cast))
    with clock.at(PAST_CLOSING):
        cast.open()
        tap(client, cast, "away")
        assert not InboxItem.objects.exists()
        cast.mark(1, Presence.PRESENT)
        assert "You are marked as here: the director is told what you say now, and decides." in page_of(client, cast)
        tap(client, cast, "coming")
        tap(client, cast, "away")
        assert InboxItem.objects.get(answer="").asked == "late_word"
        assert cast.slot(1).presence == Presence.PRESENT


def test_after_publishing_the_board_stands_and_the_next_evening_is_asked_for(cast: Evening) -> None:
    client = holding(anna(cast))
    old = page_of(client, cast)
    with clock.at(AT_TEN):
        cast.open()
        cast.check_in(1, 2, 3, 4)
        cast.pair()
        cast.publish()
        page = page_of(client, cast)
        assert "Board</span>" in page
        assert "Tuesday, 11 Mar" in page
        assert tap(client, cast, "away", page=old).status_code == 409  # it promised to count
        assert said(cast) == ""


def test_who_has_withdrawn_is_asked_for_nothing(cast: Evening) -> None:
    cast.withdraw(6)
    client = holding(anna(cast, 6))
    page = page_of(client, cast)
    assert "No evening is planned just now." in page
    assert "My standing" in page


def test_who_is_out_after_too_many_losses_is_asked_for_no_date(cast: Evening) -> None:
    settle(cast, system="drawboss_monrad", options={"elimination": 1})
    with clock.at(at_seven(FIRST)):
        cast.play()
        ((winner, loser), *_others) = cast.boards()
        tonight = page_of(holding(anna(cast, loser)), cast)
        assert "Board</span>" in tonight
        assert "Tuesday, 11 Mar" not in tonight
    with clock.at(at_seven(SECOND)):
        assert "No evening is planned just now." in page_of(holding(anna(cast, loser)), cast)
        assert "Tuesday, 18 Mar" in page_of(holding(anna(cast, winner)), cast)
        both = page_of(holding(anna(cast, winner), anna(cast, loser)), cast)
        assert "All 2 are away on" not in both


def test_a_guest_is_expected_when_they_say_so(cast: Evening) -> None:
    Entry.objects.filter(pk=cast.entry(6).pk).update(is_guest=True)
    client = holding(anna(cast, 6))
    assert "You have not answered: you are not expected." in page_of(client, cast)
    tap(client, cast, "coming")
    assert said(cast, 6) == "coming"


def test_a_later_evening_says_to_which_of_its_tournaments_they_come_as_always(cast: Evening) -> None:
    values = {"name": "Other", "round_dates": [SECOND.isoformat()], "expected": "who_says"}
    other = TournamentFactory(club=cast.tournament.club, season=cast.tournament.season, **values)
    EntryFactory(tournament=other, player=anna(cast), number=1)
    page = page_of(holding(anna(cast)), cast)
    assert f">coming to {cast.tournament.name}<" in page
    assert f"{cast.tournament.name}, Other" not in page


def test_three_tournaments_on_one_evening_get_one_answer_or_one_each(cast: Evening) -> None:
    others = [
        TournamentFactory(
            club=cast.tournament.club,
            season=cast.tournament.season,
            name=f"Other {number}",
            round_dates=[FIRST.isoformat()],
        )
        for number in range(2)
    ]
    for other in others:
        EntryFactory(tournament=other, player=anna(cast), number=1)
    client = holding(anna(cast))
    page = page_of(client, cast)
    assert "Other 0" in page
    assert "Other 1" in page
    tap(client, cast, "away")
    assert list(Availability.objects.values_list("said", flat=True)) == ["away"] * 3

    alone = page_of(client, cast, "?split")
    assert tap(client, cast, "coming", page=alone).status_code == 302
    assert sorted(Availability.objects.values_list("said", flat=True)) == ["away", "away", "coming"]
    assert "You have answered differently for each tournament." in page_of(client, cast)


def test_boards_in_three_tournaments_tonight_stand_one_below_the_other(cast: Evening) -> None:
    both = [anna(cast, number) for number in (1, 2)]
    casts = [cast]
    for name in ("Blitz", "Cup"):
        other = TournamentFactory(club=cast.tournament.club, season=cast.tournament.season, name=name)
        for number, player in enumerate(both, 1):
            EntryFactory(tournament=other, player=player, number=number)
        casts.append(Evening(tournament=other, director=cast.director))
    with clock.at(AT_TEN):
        for each in casts:
            each.open()
            each.check_in(1, 2)
            each.pair()
            each.publish()
        page = page_of(holding(both[0]), cast)

    assert page.count("Board</span> <b>1</b>") == 3
    assert [name for name in (cast.tournament.name, "Blitz", "Cup") if name not in page] == []


def test_where_one_of_them_refuses_none_is_answered(cast: Evening) -> None:
    other = TournamentFactory(
        club=cast.tournament.club, season=cast.tournament.season, name="Cup", round_dates=[FIRST.isoformat()]
    )
    EntryFactory(tournament=other, player=anna(cast), number=1)
    client = holding(anna(cast))
    page = page_of(client, cast)
    Tournament.objects.filter(pk=other.pk).update(may_say=False)

    assert tap(client, cast, "away", page=page).status_code == 409
    assert not Availability.objects.exists()
    page = page_of(client, cast)
    assert "In Cup the director keeps the list of who is coming: please tell them." in page
    assert tap(client, cast, "away").status_code == 302
    assert Availability.objects.get().entry.tournament == cast.tournament


def test_one_tap_answers_for_all_three_on_one_phone(cast: Evening) -> None:
    client = holding(*(anna(cast, number) for number in (1, 2, 3)))
    page = page_of(client, cast)
    assert "All 3 are away on Tuesday, 4 Mar" in page
    assert tap(client, cast, "away", page=page)["Location"] == me(cast)
    assert sorted(Availability.objects.values_list("entry__number", "said")) == [(1, "away"), (2, "away"), (3, "away")]
    page = page_of(client, cast)
    assert "All 3 are away on" not in page
    assert "All 3 come on Tuesday, 4 Mar" in page

    tap(client, cast, "coming")
    assert set(Availability.objects.values_list("entry__number", "said")) == {(n, "coming") for n in (1, 2, 3)}
    assert "All 3 come" not in page_of(client, cast)


def test_a_time_away_and_its_end(cast: Evening) -> None:
    client = holding(anna(cast))
    address = f"{me(cast)}{anna(cast).public_key}/away/"
    body = form_for(me(cast), page_of(client, cast), address)
    assert client.post(address, body | {"last_day": [""]}).status_code == 422
    assert client.post(address, body | {"first_day": ["2025-02-31"]}).status_code == 422
    assert client.post(address, body | {"first_day": ["2025-03-12"], "last_day": ["2025-03-05"]}).status_code == 409
    assert client.post(address, body | {"last_day": ["2025-03-12"]}).status_code == 302
    period = AwayPeriod.objects.get()
    assert (period.first_day, period.last_day, period.tournament) == (BEFORE.date(), datetime.date(2025, 3, 12), None)

    page = page_of(client, cast)
    assert "Away: Monday, 3 Mar to Wednesday, 12 Mar." in page
    assert "You are away for a while." in page
    tap(client, cast, "coming")
    assert said(cast) == "coming"  # the later word holds
    end = f"{address}{period.pk}/end/"
    assert client.post(end, form_for(me(cast), page_of(client, cast), end)).status_code == 302
    assert not AwayPeriod.objects.exists()
    assert client.post(end).status_code == 302  # on another phone already


def test_what_always_holds(cast: Evening) -> None:
    client = holding(anna(cast))
    address = f"{me(cast)}{anna(cast).public_key}/always/"
    body = form_for(me(cast), page_of(client, cast), address)
    answer = client.post(address, body | {"standing_plan": ["on_word"], "usual_arrival": ["19:20"]})
    assert answer.status_code == 302
    entry = cast.entry(1)
    assert (entry.standing_plan, entry.usual_arrival) == (DefaultAvailability.ON_WORD, datetime.time(19, 20))
    assert "You have not answered: you are not expected." in page_of(client, cast)
    assert client.post(address, body | {"standing_plan": ["whenever"]}).status_code == 422
    for other in (str(cast.entry(2).pk), "²", "9" * 5_000, ""):
        assert client.post(address, {**body, "entry": [other]}).status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        {"entry": ["x"]},
        {"entry": []},
        {"date": ["2025-02-31"]},
        {"date": [""]},
        {"answer": ["dancing"]},
        {"answer": ["away x=excused"]},
        {"answer": [""]},
        {"entry": ["9" * 30]},
    ],
)
def test_what_cannot_be_read_changes_nothing(cast: Evening, change: dict[str, list[str]]) -> None:
    client = holding(anna(cast))
    address, body = form_of_button(me(cast), page_of(client, cast), "away")
    before = dump()
    assert client.post(address, body | change).status_code == 422
    assert dump() == before


def test_anothers_entry_card_or_date_is_not_there(cast: Evening) -> None:
    client = holding(anna(cast))
    address, body = form_of_button(me(cast), page_of(client, cast), "away")
    other = holding(anna(cast), csrf=True)
    before = dump()
    assert client.post(address, body | {"entry": [str(cast.entry(2).pk)]}).status_code == 404
    assert client.post(address.replace(anna(cast).public_key, anna(cast, 2).public_key), body).status_code == 404
    assert Client().post(address, body).status_code == 404
    assert client.post(address, body | {"date": ["2025-03-05"]}).status_code == 409
    assert other.post(address, body).status_code == 403
    assert dump() == before


def test_who_comes_as_far_as_the_tournament_tells_it(cast: Evening) -> None:
    client = holding(anna(cast))
    Player.objects.filter(pk=anna(cast, 3).pk).update(is_child=True)
    availability.respond(
        cast.entry(2), FIRST, Response.AWAY, said_by=RespondedBy.CARD, actor=None, by_card=anna(cast, 2).pk
    )
    assert "5 players are expected." in page_of(client, cast)
    settle(cast, who_comes=AttendanceVisibility.NAMES)
    assert "5 players are expected. No1, No4, No5 and No6" in page_of(client, cast)
    settle(cast, who_comes=AttendanceVisibility.NOBODY)
    assert "players are expected." not in page_of(client, cast)


def test_words_and_promises_are_those_of_the_services(cast: Evening) -> None:
    """The page reads all evenings at once; what it says is what the service would say of each."""
    entries = [cast.entry(number) for number in range(1, 7)]
    by = {"said_by": RespondedBy.CARD, "actor": None}
    availability.respond(entries[0], FIRST, Response.AWAY, by_card=entries[0].player_id, **by)
    availability.set_away(entries[1].player, FIRST, SECOND, by_card=entries[1].player_id, **by)
    availability.respond(entries[1], SECOND, Response.LATER, by_card=entries[1].player_id, **by)
    availability.respond(entries[2], FIRST, Response.COMING, by_card=entries[2].player_id, **by)
    with clock.at(BEFORE + datetime.timedelta(minutes=1)):
        availability.set_away(entries[2].player, FIRST, FIRST, by_card=entries[2].player_id, **by)
    with clock.at(PAST_CLOSING):
        availability.respond(entries[3], FIRST, Response.AWAY, by_card=entries[3].player_id, **by)
        availability.set_away(entries[4].player, FIRST, FIRST, by_card=entries[4].player_id, **by)
        cast.open()
        cast.mark(6, Presence.PRESENT)
        mine = own_responses([entry.pk for entry in entries], FIRST)
        for date in (FIRST, SECOND, THIRD):
            theirs = responses_for(cast.tournament, date)
            assert {entry.pk: mine.of(entry, date) for entry in entries} == dict(theirs)
        evening = next(iter(evening_dates(cast.tournament, list(cast.tournament.rounds.order_by("number")))))
        for entry in entries:
            rows = list(entry.attendances.select_related("round"))
            for each in (Response.COMING, Response.LATER, Response.AWAY, Response.CLUB):
                is_late = is_said_late(cast.tournament, FIRST, evening.rounds, each, mine.of(entry, FIRST), clock.now())
                promised = promise(cast.tournament, Reply(said=each), rows=rows, is_late=is_late)
                with transaction.atomic():
                    availability.respond(entry, FIRST, each, promised=promised, by_card=entry.player_id, **by)
                    transaction.set_rollback(True)


SEASONS = [(1, 5), pytest.param(6, 37, marks=pytest.mark.slow)]
"""Rounds played, rounds planned."""


def season(cast: Evening, played: int, planned: int, **values: object) -> list[datetime.date]:
    """The first rounds of so many weeks are played; who comes is told by name."""
    days = [FIRST + datetime.timedelta(days=7 * week) for week in range(planned)]
    settle(
        cast,
        **{"options": {"max_meetings": 50}, **values},
        round_dates=[day.isoformat() for day in days],
        who_comes=AttendanceVisibility.NAMES,
    )
    for day in days[:played]:
        with clock.at(at_seven(day)):
            cast.play()
    return days[played:]


def at_seven(day: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(day, datetime.time(18), tzinfo=datetime.UTC)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("played", "planned"), SEASONS)
def test_a_look_costs_at_most_eighteen_questions_however_long_the_season(
    cast: Evening, django_assert_max_num_queries: DjangoAssertNumQueries, played: int, planned: int
) -> None:
    """And so does the first look once a round is published, when nothing of it is kept yet."""
    days = season(cast, played, planned, may_report=MayReport.CONFIRM)
    client = holding(anna(cast))
    page_of(client, cast)
    by = {"said_by": RespondedBy.CARD, "actor": None, "by_card": anna(cast).pk}
    for day in days[1:]:
        availability.respond(cast.entry(1), day, Response.AWAY, **by)  # type: ignore[arg-type]
    with clock.at(at_seven(days[0])):
        cast.open()
        cast.check_in(1, 2, 3, 4, 5, 6)
        with django_assert_max_num_queries(17):
            client.get(me(cast))
        cast.pair()
        cast.publish()
        availability.respond(cast.entry(1), days[0], Response.AWAY, **by)  # type: ignore[arg-type]
        CardKey.objects.update(used_at=None)  # the first of the day, too
        with django_assert_max_num_queries(18):
            page = client.get(me(cast)).content.decode()
        assert "You have said that you cannot come." in page
        assert "players are expected" in page
        with django_assert_max_num_queries(13):
            client.get(me(cast))


@pytest.mark.django_db(transaction=True)
def test_what_an_answer_gives_follows_the_results_of_the_round_that_is_played(cast: Evening) -> None:
    day, *_later = season(cast, 1, 5, system="keizer", options={})
    client = holding(anna(cast))
    with clock.at(at_seven(day)):
        cast.open()
        cast.check_in(1, 2, 3, 4, 5, 6)
        cast.pair()
        cast.publish()
        before = what_it_gives(page_of(client, cast))
        cast.enter(1, Result.BLACK_WINS)
        cast.enter(2, Result.BLACK_WINS)
        after = what_it_gives(page_of(client, cast))
        round_context.forget_all()
        table_cache.forget_all()

        assert after == what_it_gives(page_of(client, cast))
        assert after != before


def what_it_gives(page: str) -> list[str]:
    """Under each answer to the next evening."""
    return re.findall(r"</b> <span>(.*?)</span>", page)
