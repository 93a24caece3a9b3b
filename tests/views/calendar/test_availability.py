"""Who comes, written down for others: cell by cell, on the person's page, for several at once."""

from __future__ import annotations

import datetime
import uuid
from html import unescape

import pytest
from django.http import HttpResponse
from django.utils import timezone

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump
from tests.tools.pages.todays_date import today
from tournaments.models import (
    Action,
    Availability,
    AwayPeriod,
    DefaultAvailability,
    Entry,
    RespondedBy,
    Response,
    Tournament,
)
from tournaments.services.activity.undo import undo_action

pytestmark = pytest.mark.django_db


def with_dates(players: int = 4, **values: object) -> Evening:
    """Ten evenings, the first in a week."""
    days = [today() + datetime.timedelta(days=7 * week) for week in range(1, 11)]
    return Evening.of(players, round_dates=[day.isoformat() for day in days], **values)


def first(evening: Evening) -> str:
    return str(evening.tournament.round_dates[0])


def post(evening: Evening, page: str, *more: int, htmx: bool = False, **typed: object) -> HttpResponse:
    headers = {"HX-Request": "true"} if htmx else {}
    body = {"receipt": str(uuid.uuid4()), **typed}
    return evening.client().post(evening.url(page, *more), body, headers=headers)  # type: ignore[return-value]


def tap(evening: Evening, number: int, word: str, **typed: object) -> HttpResponse:
    return post(evening, "say_for", evening.entry(number).pk, htmx=True, word=f"{first(evening)}/{word}", **typed)


def text(evening: Evening, page: str = "who_comes", *more: int) -> str:
    return evening.client().get(evening.url(page, *more)).content.decode()


def said(evening: Evening, number: int) -> str | None:
    found = Availability.objects.filter(entry=evening.entry(number), date=first(evening)).first()
    return found.said if found else None


def test_a_cell_is_tapped_through_and_each_tap_is_one_request_that_can_be_undone() -> None:
    evening = with_dates()
    for word in ("away", "coming"):
        response = tap(evening, 2, word, said_by="list")
        assert response.status_code == 200
        assert 'id="last-done"' in response.content.decode()
        assert said(evening, 2) == word
    assert tap(evening, 2, "nothing").status_code == 200
    assert said(evening, 2) is None

    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert said(evening, 2) == "coming"
    noted = Availability.objects.get()
    assert (noted.said_by, noted.noted_by) == (RespondedBy.LIST, evening.director)


def test_the_next_tap_says_first_what_is_not_expected() -> None:
    everybody = text(with_dates())
    assert '/away"' in everybody
    assert '/coming"' not in everybody
    who_says = text(with_dates(expected="who_says"))
    assert '/coming"' in who_says
    assert '/away"' not in who_says


def test_the_page_shows_the_next_eight_evenings_and_what_was_said() -> None:
    evening = with_dates(3)
    tap(evening, 1, "away")
    page = text(evening)
    assert page.count('class="word') == 3 * 8
    assert page.count('class="word away') == 1


def test_without_javascript_a_tap_leads_back_to_the_list() -> None:
    evening = with_dates()
    response = post(evening, "say_for", evening.entry(1).pk, word=f"{first(evening)}/away")
    assert (response.status_code, response["Location"]) == (302, evening.url("who_comes"))
    assert said(evening, 1) == "away"


@pytest.mark.parametrize("word", ["soon/away", "2026-11-24/perhaps", "", "away"])
def test_what_cannot_be_read_is_said_and_nothing_saved(word: str) -> None:
    evening = with_dates()
    before = dump()
    response = post(evening, "say_for", evening.entry(1).pk, word=word)
    assert response.status_code == 422
    assert "could not be read" in response.content.decode()
    assert dump() == before


def test_a_day_without_an_evening_is_refused_in_words() -> None:
    evening = with_dates()
    response = post(evening, "say_for", evening.entry(1).pk, word="2090-01-01/away")
    assert response.status_code == 409
    assert "no evening of this tournament" in response.content.decode()


def test_from_the_persons_page_with_the_hour_and_by_telephone() -> None:
    evening = with_dates()
    entry = evening.entry(3).pk
    fields = {"date": first(evening), "said": "later", "arrives_at": "20:15", "back": "person"}
    response = post(evening, "say_for", entry, **fields)
    assert response["Location"] == evening.url("person", entry)

    plan = Availability.objects.get()
    assert (plan.said, plan.arrives_at, plan.said_by) == (Response.LATER, datetime.time(20, 15), RespondedBy.TELEPHONE)
    page = " ".join(text(evening, "person", entry).split())
    assert "coming about 20:15" in page
    assert "coming later on" in page
    assert f"by telephone, {evening.director.name}" in page
    assert "<b>20:15</b><small>tel. " in text(evening)


def test_what_was_said_before_is_told_with_what_was_undone() -> None:
    evening = with_dates()
    tap(evening, 1, "away")
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    page = " ".join(text(evening, "person", evening.entry(1).pk).split())
    assert "Undone: No1 is away on" in page
    assert said(evening, 1) is None


def test_away_for_longer_shows_on_each_evening_and_ends() -> None:
    evening = with_dates()
    entry = evening.entry(1).pk
    last = evening.tournament.round_dates[2]
    post(evening, "set_away", entry, first_day=first(evening), last_day=last, everywhere="on")
    assert AwayPeriod.objects.get().tournament is None
    assert text(evening).count("for-longer") == 3

    post(evening, "end_away", entry, AwayPeriod.objects.get().pk)
    assert not AwayPeriod.objects.exists()
    assert "for-longer" not in text(evening)


def test_days_in_the_wrong_order_are_answered_and_the_form_stays_open() -> None:
    evening = with_dates()
    entry = evening.entry(1).pk
    assert post(evening, "set_away", entry, first_day="", last_day="soon").status_code == 422
    backwards = post(evening, "set_away", entry, first_day="2090-02-02", last_day="2090-02-01")
    assert backwards.status_code == 409
    assert not AwayPeriod.objects.exists()


def test_what_always_holds_is_set_and_must_say_is_reset() -> None:
    evening = with_dates()
    entry = evening.entry(1)
    Entry.objects.filter(pk=entry.pk).update(must_say=True)
    assert "Expect them as before" in text(evening, "person", entry.pk)
    post(evening, "reset_must_say", entry.pk)
    post(evening, "set_standing_plan", entry.pk, standing_plan="on_word", usual_arrival="20:00")

    entry.refresh_from_db()
    assert not entry.must_say
    assert (entry.standing_plan, entry.usual_arrival) == (DefaultAvailability.ON_WORD, datetime.time(20))
    assert "If they don't answer, they are not expected." in unescape(text(evening, "person", entry.pk))


def test_team_duty_of_several_is_one_action_and_counts_at_once() -> None:
    evening = with_dates()
    keys = [evening.entry(number).pk for number in (1, 3)]
    response = post(evening, "say_team_duty", date=first(evening), players=[str(key) for key in keys])
    assert response.status_code == 302
    assert {(plan.entry_id, plan.said, plan.is_confirmed) for plan in Availability.objects.all()} == {
        (key, "club", True) for key in keys
    }
    assert Action.objects.filter(verb__startswith="plan.").count() == 1
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert not Availability.objects.exists()


def test_team_duty_of_nobody_is_answered() -> None:
    evening = with_dates()
    assert post(evening, "say_team_duty", date=first(evening)).status_code == 422


def test_a_plan_that_asks_is_confirmed_on_the_persons_page() -> None:
    evening = with_dates()
    plan = Availability.objects.create(
        entry=evening.entry(1),
        date=first(evening),
        said=Response.CLUB,
        said_by=RespondedBy.CARD,
        said_at=timezone.now(),
    )
    assert "not confirmed yet" in text(evening, "person", evening.entry(1).pk)
    post(evening, "confirm_plan", evening.entry(1).pk, plan.pk)
    plan.refresh_from_db()
    assert plan.is_confirmed


ABROAD = {"code": "abroad", "name": "Kuraufenthalt", "share": "1/4"}


def test_a_kind_of_the_clubs_own_is_written_down_by_its_name_and_stands_on_no_list_for_the_wall() -> None:
    evening = with_dates(system="keizer", options={"absence_kinds": [ABROAD]})
    page = text(evening)
    assert '<option value="own_kind:abroad">Kuraufenthalt</option>' in page

    cell = tap(evening, 2, "away", pen="own_kind:abroad").content.decode()
    assert 'class="word own_kind"' in cell
    assert "away (Kuraufenthalt), by telephone" in cell
    plan = Availability.objects.get()
    assert (plan.said, plan.kind, plan.is_confirmed) == (Response.OWN_KIND, "abroad", True)
    assert "Kuraufenthalt" not in text(evening, "wall_list")

    tap(evening, 2, "nothing")
    entry = evening.entry(2)
    assert 'name="said" value="own_kind:abroad" aria-pressed="false"' in text(evening, "person", entry.pk)
    post(evening, "say_for", entry.pk, back="person", date=first(evening), said="own_kind:abroad")
    assert 'name="said" value="own_kind:abroad" aria-pressed="true"' in text(evening, "person", entry.pk)

    Availability.objects.update(is_confirmed=False)
    assert "Confirm: away (Kuraufenthalt)" in text(evening, "person", entry.pk)


@pytest.mark.parametrize(("word", "status"), [("own_kind", 422), ("own_kind:<b>", 422), ("own_kind:hospital", 409)])
def test_a_kind_that_there_is_not_is_not_written_down(word: str, status: int) -> None:
    evening = with_dates(system="keizer", options={"absence_kinds": [ABROAD]})
    assert tap(evening, 1, word).status_code == status
    assert not Availability.objects.exists()


def test_the_wall_list_has_everybody_and_eight_evenings_and_nothing_that_was_said() -> None:
    evening = with_dates(5)
    evening.withdraw(5)
    tap(evening, 1, "away")
    page = text(evening, "wall_list")
    assert page.count('class="evening"') == 8
    assert all(f"No{number}" in page for number in (1, 2, 3, 4))
    assert "No5" not in page
    assert "–" not in page[page.index("<tbody>") : page.index("</tbody>")]


def test_the_questions_do_not_grow_with_the_players(django_assert_max_num_queries: object) -> None:
    small, large = with_dates(2), with_dates(30)
    counts = []
    for evening in (small, large):
        with django_assert_max_num_queries(40) as asked:  # type: ignore[operator]
            text(evening)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_without_dates_it_says_so() -> None:
    evening = Evening.of(2)
    assert "No evening to come has a date." in text(evening)
    assert "No evening to come has a date." in text(evening, "wall_list")
    Tournament.objects.update(round_dates=[])
    assert "No evening to come has a date." in text(evening, "person", evening.entry(1).pk)


def test_a_tap_says_what_is_chosen_beside_the_grid_and_says_it_again() -> None:
    evening = with_dates(starts_at=datetime.time(19))
    assert 'value="19:30"' in text(evening)
    for _tap in range(2):
        response = tap(evening, 2, "away", pen="later", arrives_at="20:15", said_by="telephone")
        assert response.status_code == 200
        plan = Availability.objects.get()
        assert (plan.said, plan.arrives_at, plan.said_by) == (
            Response.LATER,
            datetime.time(20, 15),
            RespondedBy.TELEPHONE,
        )
    tap(evening, 3, "away", pen="club")
    assert Availability.objects.get(said=Response.CLUB).is_confirmed
    tap(evening, 2, "away", pen="nothing")
    assert said(evening, 2) is None


def test_a_cell_says_how_it_was_heard_who_wrote_it_down_and_how_many_are_expected_then() -> None:
    evening = with_dates(3)
    answered = " ".join(tap(evening, 1, "away", said_by="telephone").content.decode().split())
    day = first(evening)
    assert f'id="expecting-{day}" class="muted" hx-swap-oob="true">2 expected<' in answered
    page = " ".join(text(evening).split())
    assert f"away, by telephone, {evening.director.name}," in page
    assert "<b>–</b><small>tel. " in page
    assert page.count(">3 expected<") == 7
    tap(evening, 1, "coming", said_by="list")
    assert "<b>✓</b><small>list " in text(evening)
    assert "on the list," in text(evening)


def test_only_what_can_be_said_in_the_tournament_is_offered() -> None:
    plain = with_dates()
    with_byes = with_dates(system="norwegian_monrad", options={"half_byes": 1}, planned_rounds=10)
    entry = with_byes.entry(1).pk
    for evening, is_offered in ((plain, False), (with_byes, True)):
        assert ("Half-point bye" in text(evening)) is is_offered
        assert ("Half-point bye" in text(evening, "person", evening.entry(1).pk)) is is_offered
    post(with_byes, "say_for", entry, date=first(with_byes), said="half", back="person")
    assert said(with_byes, 1) == Response.HALF_BYE
    second = str(with_byes.tournament.round_dates[1])
    refused = post(with_byes, "say_for", entry, date=second, said="half", back="person")
    assert refused.status_code == 409
    assert "all half-point byes" in refused.content.decode()


def test_of_an_evening_with_several_rounds_from_which_and_until_which() -> None:
    evening = with_dates(rounds_an_evening=3)
    entry = evening.entry(2).pk
    typed = {"date": first(evening), "said": "coming", "back": "person", "first_round": "2", "last_round": "3"}
    post(evening, "say_for", entry, **typed)
    plan = Availability.objects.get()
    assert (plan.said, plan.first_round, plan.last_round) == (Response.COMING, 2, None)
    page = " ".join(text(evening, "person", entry).split())
    assert "coming, from round 2 on" in page
    assert "<option selected>2</option>" in page
    assert post(evening, "say_for", entry, **typed | {"first_round": "3", "last_round": "1"}).status_code == 409


def test_without_javascript_what_was_chosen_stays_chosen() -> None:
    evening = with_dates()
    chosen = {"pen": "later", "arrives_at": "20:15", "said_by": "list"}
    response = post(evening, "say_for", evening.entry(1).pk, word=f"{first(evening)}/away", **chosen)
    assert response["Location"] == f"{evening.url('who_comes')}?pen=later&arrives_at=20%3A15&said_by=list"
    page = evening.client().get(response["Location"]).content.decode()
    assert '<option value="later" selected>' in page
    assert '<option value="list" selected>' in page
    assert 'value="20:15"' in page


def test_a_tap_asks_no_more_the_more_play(django_assert_max_num_queries: object) -> None:
    counts = []
    for evening in (with_dates(2), with_dates(30)):
        sent = {"word": f"{first(evening)}/away", "said_by": "list"}
        director, where = evening.client(), evening.url("say_for", evening.entry(1).pk)
        with django_assert_max_num_queries(30) as asked:  # type: ignore[operator]
            assert director.post(where, sent, headers={"HX-Request": "true"}).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
