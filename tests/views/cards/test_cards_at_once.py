"""Two phones in the same second: each says what it has seen, and nothing is overwritten unseen."""

from __future__ import annotations

import datetime
from collections import Counter

import pytest
from django.test import Client
from time_machine import travel

from tests.tools.casts.factories import Evening
from tests.tools.pages.card_client import holding
from tests.tools.pages.page_forms import form_of_button
from tests.tools.pages.reporting import a_round_to_report, phones, said
from tests.tools.played.at_once import at_once
from tournaments.models import Action, Attendance, Availability, InboxItem, Tournament
from tournaments.pages.activity.inbox import tournament_inbox
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgresql]  # locks

TONIGHT = datetime.datetime(2025, 3, 4, 17, tzinfo=datetime.UTC)


@pytest.fixture
def cast() -> Evening:
    cast = Evening.of(4)
    Tournament.objects.filter(pk=cast.tournament.pk).update(round_dates=[TONIGHT.date().isoformat()])
    cast.tournament.refresh_from_db()
    return cast


def me(cast: Evening) -> str:
    return f"/en/{cast.tournament.club.slug}/me/"


def answers(cast: Evening, *words: str) -> list[int]:
    """Of two phones with the same card, which have both just loaded it."""
    ready = []
    for word in words:
        client = holding(cast.entry(1).player)
        ready.append((client, *form_of_button(me(cast), client.get(me(cast)).content.decode(), word)))

    def sent(client: Client, address: str, body: dict[str, list[str]]) -> int:
        return client.post(address, body).status_code

    found = at_once(*(lambda each=each: sent(*each) for each in ready))
    assert all(isinstance(code, int) for code in found), found
    return [code for code in found if isinstance(code, int)]


def test_of_two_different_answers_one_is_taken_and_the_other_hears_of_it(cast: Evening) -> None:
    with travel(TONIGHT, tick=False):  # in the threads, too
        assert Counter(answers(cast, "away", "coming")) == {302: 1, 409: 1}
    assert Availability.objects.count() == 1
    assert Action.objects.filter(verb="plan.say").count() == 1


def test_signing_off_while_the_round_is_published_is_counted_or_told_to_the_director(cast: Evening) -> None:
    with travel(TONIGHT, tick=False):  # in the threads, too
        cast.open()
        cast.check_in(1, 2, 3, 4)
        cast.pair()
        client = holding(cast.entry(1).player)
        address, body = form_of_button(me(cast), client.get(me(cast)).content.decode(), "away")
        found = at_once(lambda: client.post(address, body).status_code, cast.publish)

    assert found[0] in {302, 409}, found
    assert found[1] is not None
    assert not isinstance(found[1], Exception)
    assert Attendance.objects.get(entry=cast.entry(1)).game is not None
    assert InboxItem.objects.filter(asked="late_word").count() == (1 if found[0] == 302 else 0)


def test_two_players_who_report_in_the_same_moment_both_stand_as_reported() -> None:
    evening = a_round_to_report()
    white, black = phones(evening)
    found = at_once(lambda: white.says(Ended.WON), lambda: black.says(Ended.WON))

    assert not [each for each in found if isinstance(each, Exception)], found
    (contradiction,) = tournament_inbox(evening.tournament).contradictions
    assert contradiction.board == 1
    assert said(evening) is not None
    assert evening.game(1).result == Result.OPEN
