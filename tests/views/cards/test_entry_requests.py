"""Asking to enter: a form for strangers that tells them nothing, and a tap for those who hold a card."""

from __future__ import annotations

import datetime

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubchess import limits
from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Answer, Entry, InboxItem, InboxSubject, MayJoin, Tournament
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.cards import entry_requests
from tournaments.services.common.refusal import Refused
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    limits.forget_all()
    return Evening.of(2, may_join=MayJoin.ASK)


def address(evening: Evening) -> str:
    return evening.url("ask_to_enter")


def ask(evening: Evening, name: str = "Ada Lie", **values: str) -> HttpResponse:
    return Client().post(address(evening), {"name": name, **values})  # type: ignore[return-value]


def test_a_stranger_asks_and_waits_in_the_inbox(evening: Evening) -> None:
    answered = ask(evening, home_club="De Toren", rating_number="77", reach="ada@example.org")

    item = InboxItem.objects.get()
    assert (item.asked, item.name, item.home_club, item.rating_number) == (
        InboxSubject.ENTER,
        "Ada Lie",
        "De Toren",
        "77",
    )
    assert "Ada" not in str(Action.objects.latest("id").changes)
    assert "ada@example.org" not in str(Action.objects.latest("id").changes)
    page = Client().get(answered["Location"])
    assert "The director has it now" in page.content.decode()
    assert not page.cookies


def test_how_to_reach_them_is_for_the_answer_alone(evening: Evening) -> None:
    ask(evening, reach="ada@example.org")
    (item,) = InboxItem.objects.all()
    director, inbox = evening.client(), evening.url("inbox")
    assert "<blockquote>ada@example.org</blockquote>" in director.get(inbox).content.decode()

    answer_inbox_item(item, Answer.NO, seen=item.asked_at.isoformat(), actor=evening.director)
    item.refresh_from_db()
    assert item.text == ""
    assert "ada@example.org" not in director.get(inbox).content.decode()
    assert "ada@example.org" not in str(list(Action.objects.values()))


def test_the_answer_tells_nobody_who_is_of_the_club(evening: Evening) -> None:
    member = evening.entry(1).player.full_name
    known, unknown = ask(evening, member), ask(evening, "Nobody At All")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_machines_and_doubles_put_nothing_into_the_inbox(evening: Evening) -> None:
    assert ask(evening, website="https://example.org").status_code == 302
    assert not InboxItem.objects.exists()
    ask(evening)
    ask(evening, "ADA  LIE")
    assert InboxItem.objects.count() == 1


def test_five_hundred_from_one_address_are_ten(evening: Evening) -> None:
    codes = [ask(evening, f"Name {number}").status_code for number in range(500)]
    assert InboxItem.objects.count() == 10
    assert set(codes[10:]) == {429}


def test_they_are_ten_in_whichever_process(evening: Evening) -> None:
    """Nothing of it is counted in this one: another has let the ten in."""
    for number in range(10):
        assert ask(evening, f"Name {number}").status_code == 302
    limits.forget_all()

    assert ask(evening, "One more").status_code == 429
    InboxItem.objects.update(asked_at=timezone.now() - datetime.timedelta(minutes=61))
    assert ask(evening, "One more").status_code == 302


def test_six_addresses_shut_nobody_out(evening: Evening) -> None:
    for number in range(60):
        entry_requests.ask_to_enter(evening.tournament, name=f"Name {number}", asked_from=f"stranger {number % 6}")
    entry_requests.ask_to_enter(evening.tournament, name="Ada Lie", asked_from="the hall")

    names = set(InboxItem.objects.values_list("name", flat=True))
    assert len(names) == 60
    assert "Ada Lie" in names
    assert "Name 0" not in names  # the oldest of those who asked most
    with nothing_changes(Refused, "director must answer first"):  # nobody makes room for themselves
        entry_requests.ask_to_enter(evening.tournament, name="Name 70", asked_from="stranger 1")


def test_no_address_is_written_down(evening: Evening) -> None:
    ask(evening)

    assert "127.0.0.1" not in str(InboxItem.objects.values_list("facts", flat=True).get())
    assert "127.0.0.1" not in str(Action.objects.order_by("-pk")[0].changes)


def test_from_many_addresses_the_inbox_has_an_end(evening: Evening) -> None:
    for number in range(60):
        entry_requests.ask_to_enter(evening.tournament, name=f"Name {number}")
    with nothing_changes(Refused, "director must answer first"):
        entry_requests.ask_to_enter(evening.tournament, name="One more")


@pytest.mark.parametrize("values", [{"name": ""}, {"name": "x" * 201}, {"rating_number": "1" * 21}, {"name": "\x00"}])
def test_what_cannot_be_meant_is_not_sent(evening: Evening, values: dict[str, str]) -> None:
    assert ask(evening, **{"name": "Ada"} | values).status_code == 422
    assert not InboxItem.objects.exists()


def test_a_name_that_nobody_sees_is_none(evening: Evening) -> None:
    assert ask(evening, "\u200b\u2060").status_code == 409


def test_where_nobody_enters_by_themselves_there_is_no_form(evening: Evening) -> None:
    link = 'enter/">Ask to enter'
    public = evening.url("public_tournament")
    assert link in Client().get(public).content.decode()
    Tournament.objects.update(may_join=MayJoin.OFF, public_revision=99)
    assert link not in Client().get(public).content.decode()
    assert Client().get(address(evening)).status_code == 404
    assert ask(evening).status_code == 404


@pytest.mark.parametrize(("may_join", "entered"), [(MayJoin.YES, True), (MayJoin.ASK, False)])
def test_a_card_holder_enters_at_once_or_asks(evening: Evening, may_join: MayJoin, entered: bool) -> None:
    Tournament.objects.update(may_join=may_join)
    club = evening.tournament.club
    player = PlayerFactory(club=club)
    client = Client()
    client.cookies[settings.CARDS_COOKIE] = card_keys.make_key(player, name="slip", actor=None)
    path = reverse("my_entering", args=[club.slug, player.public_key, evening.tournament.slug])

    page = client.get(reverse("me", args=[club.slug])).content.decode()
    assert ("Enter<span" if entered else "Ask to enter<span") in page
    for _twice in range(2):
        assert client.post(path).status_code == 302

    assert Entry.objects.filter(player=player).count() == int(entered)
    assert InboxItem.objects.filter(player=player, asked=InboxSubject.ENTER).count() == int(not entered)
    page = client.get(reverse("me", args=[club.slug])).content.decode()
    assert ("You have asked to enter" in page) == (not entered)
    assert Action.objects.latest("id").facts["by_card"] == player.pk
