"""The first page of an installation, over HTTP: who may make the club, once, and what strangers get."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tools.casts.first_visit import (
    PASSWORD,
    TYPED,
    at_the_machine,
    from_elsewhere,
    listening_here_alone,
    make_club,
    type_word,
)
from tests.tools.guards.whole_database import dump
from tournaments import demo
from tournaments.models import Action, Club, Membership, Session, Tournament, User
from tournaments.services.clubs import first_word
from tournaments.services.clubs.clubs import create_club
from tournaments.services.common.refusal import Refused
from tournaments.views.clubs import first_club as view

pytestmark = pytest.mark.django_db
HOME, FIRST, DEMO = "/en/", "/en/my-clubs/first/", "/en/my-clubs/demo/"
NO_CLUB = "There is no club here yet"


@pytest.fixture(autouse=True)
def _here_alone() -> Iterator[None]:
    with listening_here_alone():
        yield


@pytest.fixture
def short_demo(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Makes the club and its director alone; the list has an entry for each that was made."""
    made: list[str] = []

    def create_demo_club() -> Club:
        club, _director = create_club(name="Demo", username=demo.USERNAME)
        made.append(club.slug)
        return club

    monkeypatch.setattr(demo, "create_demo_club", create_demo_club)
    return made


# Making it ------------------------------------------------------------------------------------------------------------


def test_an_empty_installation_shows_it_first() -> None:
    answer = at_the_machine().get("/", headers={"accept-language": "nl"}, follow=True)

    assert [where for where, _status in answer.redirect_chain] == ["/nl/", "/nl/my-clubs/first/"]
    html = answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert '<option value="nl" selected>' in html
    assert '<option value="Europe/Amsterdam" selected>' in html
    assert html.count("<button>") + html.count("<button data-busy") == 1, "one that is green"


def test_who_makes_it_is_in_and_reads_where_names_go() -> None:
    client = at_the_machine()
    answer = make_club(client)

    assert (answer.status_code, answer["Location"]) == (302, "/en/sk-rockaden/staff/")
    page = client.get(answer["Location"])
    assert "Paste your list" in page.content.decode()
    club, kari = Club.objects.get(), User.objects.get()
    assert (club.name, club.language, club.time_zone, club.weekday) == ("SK Rockaden", "nb", "Europe/Oslo", 1)
    assert (kari.username, kari.name, kari.is_superuser) == ("kari", "Kari Elm", False)
    assert [action.verb for action in Action.objects.all()] == ["club.create"]
    assert Client().login(request=Client().get("/en/log-in/").wsgi_request, username="kari", password=PASSWORD)


def test_evening_and_hour_may_be_left_out() -> None:
    assert make_club(at_the_machine(), weekday="", starts_at="").status_code == 302

    assert (Club.objects.get().weekday, Club.objects.get().starts_at) == (None, None)


def test_an_address_does_for_a_user_name() -> None:
    make_club(at_the_machine(), username="Kari@example.org")

    kari = User.objects.get()
    assert (kari.username, kari.email) == ("kari.elm", "Kari@example.org")


def test_it_is_there_once() -> None:
    make_club(at_the_machine())
    stranger = at_the_machine()

    assert (stranger.get(FIRST).status_code, stranger.get(FIRST)["Location"]) == (302, HOME)
    late = make_club(stranger, club="Bergens", username="ola")
    assert late.status_code == 409
    assert "Somebody was quicker" in late.content.decode()
    assert "SK Rockaden" in stranger.get(HOME).content.decode()
    assert (Club.objects.count(), User.objects.count()) == (1, 1)


def test_whoever_made_it_and_presses_again_is_led_to_it() -> None:
    client = at_the_machine()
    make_club(client)

    assert make_club(client)["Location"] == "/en/my-clubs/"


def test_where_somebody_runs_the_installation_nobody_makes_one() -> None:
    User.objects.create(username="root", is_superuser=True)
    client = at_the_machine()

    assert make_club(client).status_code == 409
    assert client.post(DEMO).status_code == 409
    assert "manage.py create_club" in client.get(HOME).content.decode()
    assert not Club.objects.exists()


def test_a_form_of_another_site_makes_nothing() -> None:
    strict = at_the_machine(enforce_csrf_checks=True)

    assert make_club(strict).status_code == 403
    assert strict.post(DEMO).status_code == 403
    assert not any(dump().values())


# What is typed into it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("club", "", "required"),
        ("club", "\u202e\u200f\u2066", "needs a name that can be read"),
        ("club", "x" * 201, "at most 200"),
        ("club", "a\0b", "Null characters"),
        ("time_zone", "Europe/Nowhere", "Select a valid choice"),
        ("time_zone", "../../etc/passwd", "Select a valid choice"),
        ("language", "xx", "Select a valid choice"),
        ("language", "", "required"),
        ("weekday", "7", "Select a valid choice"),
        ("name", "\u200b\u202d", "cannot be read"),
        ("name", "", "required"),
        ("username", "k", "A user name has two or more letters"),
        ("username", "ka ri", "A user name has two or more letters"),
        ("username", "kari\u202e", "A user name has two or more letters"),
        ("username", "kari@", "is not an e-mail address"),
        ("username", "x" * 300, "at most 254"),
        ("password", "short", "too short"),
        ("password", "password123456", "words that anybody would try"),
        ("password", "Rockaden-2026", "words that anybody would try"),
        ("password", "x" * 201, "at most 200"),
        ("repeated", "another one here", "differ"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(field: str, typed: str, said: str) -> None:
    more = {"repeated": typed} if field == "password" else {}
    answer = make_club(at_the_machine(), **{field: typed}, **more)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert PASSWORD not in answer.content.decode()
    assert not any(dump().values())


def test_marks_that_turn_letters_about_are_left_out() -> None:
    make_club(at_the_machine(), club="SK \u202eRockaden\u2069 <b>", name="Kari\u200f Elm")

    assert (Club.objects.get().name, User.objects.get().name) == ("SK Rockaden <b>", "Kari Elm")


def test_a_name_without_a_letter_of_an_address_gets_one() -> None:
    client = at_the_machine()

    assert make_club(client, club="Шахматы")["Location"] == "/en/club/staff/"
    assert client.get("/en/club/staff/").status_code == 200


@pytest.mark.parametrize("sent", [{"club": "x" * 10_000_000}, {"club": SimpleUploadedFile("club", b"x" * 10_000_000)}])
def test_ten_megabytes_are_no_name(sent: dict[str, Any]) -> None:
    answer = at_the_machine().post(FIRST, {**TYPED, **sent})

    assert answer.status_code in {400, 422}
    assert not any(dump().values())


# From elsewhere -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "client",
    [
        from_elsewhere(),
        at_the_machine(headers={"host": "127.0.0.1:8000", "x-forwarded-for": "127.0.0.1"}),
        at_the_machine(headers={"host": "127.0.0.1:8000", "via": "1.1 club"}),
        at_the_machine(SERVER_PROTOCOL="HTTP/1.0"),
    ],
    ids=["another device", "a proxy", "a proxy that says so itself", "an older protocol"],
)
def test_without_the_word_nobody_from_elsewhere_makes_anything(client: Client) -> None:
    word = first_word.make_word()
    assert NO_CLUB in client.get(FIRST).content.decode()
    assert NO_CLUB in make_club(client).content.decode()
    assert make_club(client, word="wrong").status_code == 422
    assert client.post(DEMO)["Location"] == FIRST
    assert not any(dump().values())

    assert type_word(client, word.upper())["Location"] == FIRST
    assert make_club(client).status_code == 302
    assert Club.objects.exists()


def test_a_strangers_page_whose_name_leads_here_gets_nothing() -> None:
    """DNS rebinding: for the browser it is the stranger's own site, cookies and token included."""
    client = at_the_machine(headers={"host": "evil.example:8000"})

    assert client.get(FIRST).status_code == 400
    assert make_club(client).status_code == 400
    assert not any(dump().values())


def test_the_right_word_beside_the_whole_form_makes_nothing_yet() -> None:
    answer = make_club(from_elsewhere(), word=first_word.make_word())

    assert answer["Location"] == FIRST
    assert not Club.objects.exists()


def test_the_word_opens_for_one_browser_alone() -> None:
    word = first_word.make_word()
    type_word(from_elsewhere(), word)

    assert NO_CLUB in make_club(from_elsewhere()).content.decode()


def test_what_it_opened_is_shut_when_it_is_forgotten() -> None:
    client = from_elsewhere()
    type_word(client, first_word.make_word())
    first_word.forget_words()

    assert NO_CLUB in make_club(client).content.decode()


def test_it_is_no_word_for_a_second_club() -> None:
    word, client = first_word.make_word(), from_elsewhere()
    type_word(client, word)
    make_club(client)
    Membership.objects.all().delete()
    Club.objects.all().delete()
    User.objects.all().delete()

    assert type_word(from_elsewhere(), word).status_code == 422


def test_wrong_words_are_counted_and_locked() -> None:
    word, client = first_word.make_word(), from_elsewhere()
    codes = [type_word(client, f"wrong {number}").status_code for number in range(settings.AXES_FAILURE_LIMIT + 2)]

    assert codes == [422] * (settings.AXES_FAILURE_LIMIT - 1) + [429] * 3
    locked = type_word(client, word)
    assert locked.status_code == 429
    assert "Too many wrong words" in locked.content.decode()
    assert type_word(from_elsewhere("192.168.1.8"), word).status_code == 302
    assert not AccessAttempt.objects.filter(username__contains="word").exists(), "as a hash"


def test_an_empty_word_counts_as_none() -> None:
    for _each in range(settings.AXES_FAILURE_LIMIT + 1):
        assert type_word(from_elsewhere(), "").status_code == 422


def test_a_lock_of_words_is_none_at_the_machine() -> None:
    """Behind one proxy all have its address."""
    for number in range(settings.AXES_FAILURE_LIMIT):
        type_word(from_elsewhere("127.0.0.1", headers={"host": "localhost", "via": "x"}), f"wrong {number}")

    assert make_club(at_the_machine()).status_code == 302


# The demo -------------------------------------------------------------------------------------------------------------


def test_the_demo_is_made_and_its_director_is_in(short_demo: list[str]) -> None:
    client = at_the_machine()

    assert client.post(DEMO)["Location"] == HOME
    assert Session.objects.get().user == User.objects.get(username=demo.USERNAME)
    assert short_demo == ["demo"]


def test_from_elsewhere_it_takes_the_word(short_demo: list[str]) -> None:
    client = from_elsewhere()
    type_word(client, first_word.make_word())

    assert client.post(DEMO)["Location"] == HOME
    assert short_demo == ["demo"]


def test_where_a_club_is_there_is_none(short_demo: list[str]) -> None:
    make_club(at_the_machine())

    assert at_the_machine().post(DEMO).status_code == 409
    assert at_the_machine().get(DEMO).status_code == 405
    assert short_demo == []


def test_where_another_process_was_quicker_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise Refused("already")

    monkeypatch.setattr(demo, "create_demo_club", refused)

    assert at_the_machine().post(DEMO).status_code == 409


@pytest.mark.django_db(transaction=True)
def test_two_taps_make_one_demo(short_demo: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The second waits, and sees what the first has made."""
    begun, second_waits, answers = threading.Event(), threading.Event(), []
    make = demo.create_demo_club

    def slow() -> Club:
        begun.set()
        assert second_waits.wait(10)
        return make()

    def tap() -> None:
        answers.append(at_the_machine().post(DEMO)["Location"])
        connection.close()

    monkeypatch.setattr(demo, "create_demo_club", slow)
    first, second = (threading.Thread(target=tap) for _ in range(2))
    first.start()
    assert begun.wait(10)
    monkeypatch.setattr(view, "nobody_is_here", _then_set(view.nobody_is_here, second_waits))
    second.start()
    for each in (first, second):
        each.join(timeout=30)

    assert answers == [HOME, HOME]
    assert short_demo == ["demo"]


def _then_set(verb: Any, event: threading.Event) -> Any:
    def wrapped() -> Any:
        found = verb()
        event.set()
        return found

    return wrapped


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_whole_demo_is_made_by_a_tap() -> None:
    client = at_the_machine()

    answer = client.post(DEMO.replace("/en/", "/nl/"), follow=True)
    assert answer.redirect_chain == [(HOME.replace("/en/", "/nl/"), 302)]
    assert "De Vrije Pion" in answer.content.decode()
    assert client.get(reverse("club_home", args=["demo"])).status_code == 200
    assert Tournament.objects.filter(name="Schoolschaak").exists()
