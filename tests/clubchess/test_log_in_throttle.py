"""Whom a failed log-in counts against, and whom a lock leaves alone."""

from __future__ import annotations

import datetime
import json
import logging
from collections.abc import Iterator

import pytest
import time_machine
from axes.models import AccessAttempt
from django.conf import settings as the_settings
from django.db import connection
from django.test import Client, RequestFactory, override_settings

from clubchess.log_in.throttle import client_address, counted_as
from tests.tools.casts.club_cast import make_user
from tournaments.models import User

LOG_IN = "/en/log-in/"
PASSWORD, WRONG = "long enough to pass", "wrong"
NOON = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.UTC)
A_MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def kari(db: None) -> User:
    return make_user("kari")


def try_it(client: Client, name: str = "kari", password: str = WRONG, **more: str) -> int:
    return client.post(LOG_IN, {"username": name, "password": password}, **more).status_code  # type: ignore[arg-type]


def lock(name: str = "kari") -> None:
    statuses = [try_it(Client(), name) for _ in range(10)]
    assert statuses == [422] * 9 + [429]


def logged_in_before(name: str = "kari") -> Client:
    """A browser that has logged in and out."""
    client = Client()
    assert try_it(client, name, PASSWORD) == 302
    client.post("/en/log-out/")
    return client


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "9.9.9.9", "10.0.0.1"),  # nobody stands in front, so the browser made it up
        (1, "9.9.9.9", "9.9.9.9"),
        (1, "6.6.6.6, 9.9.9.9", "9.9.9.9"),  # the browser's own claim comes first and counts for nothing
        (2, "6.6.6.6, 9.9.9.9, 10.1.1.1", "9.9.9.9"),
        (2, "9.9.9.9", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "unknown", "10.0.0.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),  # who has one address of a household's network has all of them
        (1, "::ffff:9.9.9.9", "9.9.9.9"),
    ],
)
def test_it_believes_only_our_own_proxies(settings, proxies: int, forwarded: str, address: str) -> None:  # type: ignore[no-untyped-def]  # pytest-django's fixture has no public type
    settings.BEHIND_PROXY = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)

    assert client_address(request) == address


@pytest.mark.parametrize("name", ["KARI", " kari ", "kari@example.org", "Kari@Example.org"])
def test_every_spelling_of_a_person_shares_their_tries(kari: User, name: str) -> None:
    lock()

    assert try_it(Client(), name, PASSWORD) == 429


@pytest.mark.postgresql  # upper case
def test_a_letter_that_looks_alike_is_no_fresh_try(kari: User) -> None:
    """PostgreSQL's upper case of the dotless i is the one of i."""
    lock()
    statuses = [try_it(Client(), "karı") for _ in range(9)]

    assert try_it(Client(), "karı", PASSWORD) in (422, 429), statuses


@pytest.mark.postgresql  # upper case
def test_two_names_that_differ_in_such_a_letter_are_two_people(kari: User) -> None:
    make_user("karı", email="other@example.org")

    assert try_it(Client(), "kari", PASSWORD) == 302
    assert try_it(Client(), "karı", PASSWORD) == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("one", "other"), [("Straße", "STRASSE"), ("ﬁnn", "FINN"), ("ılse", "ILSE"), ("\u00c5se", "A\u030aSE")]
)
def test_every_spelling_of_a_name_nobody_has_shares_its_tries(one: str, other: str) -> None:
    first, second = (counted_as(None, {"username": name}) for name in (one, other))

    assert first == second
    assert one.casefold() not in first  # what people type there may be their password


@pytest.mark.django_db
def test_a_name_that_grows_when_it_is_folded_is_counted_too(client: Client) -> None:
    assert try_it(client, "\ufdfa" * 254) == 422


def test_a_lock_ends_after_a_quarter_of_an_hour_whatever_is_tried_meanwhile(
    kari: User, clock: time_machine.Traveller
) -> None:
    lock()
    for _ in range(14):
        clock.shift(A_MINUTE)
        assert try_it(Client()) == 429
        assert try_it(Client(), password=PASSWORD) == 429
    clock.shift(A_MINUTE + datetime.timedelta(seconds=1))

    assert try_it(Client(), password=PASSWORD) == 302


def test_a_browser_that_has_logged_in_as_the_person_is_not_locked_out(kari: User) -> None:
    tablet = logged_in_before()
    lock()

    assert try_it(Client(), password=PASSWORD) == 429
    assert try_it(tablet, password=PASSWORD) == 302


def test_it_has_a_limit_of_its_own_which_locks_nobody_else(kari: User) -> None:
    tablet, other = logged_in_before(), logged_in_before()
    statuses = [try_it(tablet, REMOTE_ADDR=f"10.0.0.{number}") for number in range(10)]

    assert statuses == [422] * 9 + [429]
    assert try_it(tablet, password=PASSWORD) == 429
    assert try_it(other, password=PASSWORD) == 302
    assert try_it(Client(), password=PASSWORD) == 302


def test_it_is_known_for_this_person_only(kari: User) -> None:
    make_user("dag")
    tablet = logged_in_before("dag")
    lock()

    assert try_it(tablet, password=PASSWORD) == 429


def test_it_is_known_for_everybody_who_shares_it(kari: User) -> None:
    make_user("dag")
    tablet = logged_in_before("dag")
    assert try_it(tablet, password=PASSWORD) == 302
    tablet.post("/en/log-out/")
    lock()
    lock("dag")

    assert try_it(tablet, "dag", PASSWORD) == 302


def test_a_new_password_makes_it_a_stranger(kari: User) -> None:
    tablet = logged_in_before()
    kari.set_password("another long one")
    kari.save()
    lock()

    assert try_it(tablet, password="another long one") == 429


@pytest.mark.postgresql  # NUL
@pytest.mark.parametrize("value", ["", "x", "e30:1abc:forged", "\0"])
def test_a_made_up_cookie_is_nobodys(kari: User, value: str) -> None:
    lock()
    client = Client()
    client.cookies[the_settings.KNOWN_BROWSER_COOKIE] = value

    assert try_it(client, password=PASSWORD) == 429


def test_it_is_known_for_a_year(kari: User, clock: time_machine.Traveller) -> None:
    tablet = logged_in_before()
    clock.shift(datetime.timedelta(days=364))
    lock()
    kept = tablet.cookies[the_settings.KNOWN_BROWSER_COOKIE].value
    tablet.cookies.clear()
    tablet.cookies[the_settings.KNOWN_BROWSER_COOKIE] = kept
    assert try_it(tablet, password=PASSWORD) == 302

    other = Client()
    other.cookies[the_settings.KNOWN_BROWSER_COOKIE] = kept
    clock.shift(datetime.timedelta(days=2))
    lock()
    assert try_it(other, password=PASSWORD) == 429


def test_its_cookie_is_kept_from_scripts_and_names_nobody(kari: User) -> None:
    client = Client()
    try_it(client, password=PASSWORD)
    cookie = client.cookies[the_settings.KNOWN_BROWSER_COOKIE]

    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert int(cookie["max-age"]) == 365 * 24 * 3600
    assert "kari" not in cookie.value


def test_only_a_log_in_sets_it(kari: User) -> None:
    client = Client()
    client.get(LOG_IN)
    try_it(client)

    assert the_settings.KNOWN_BROWSER_COOKIE not in client.cookies


@override_settings(LOG_IN_FAILURES_OF_ADDRESS=12)
def test_one_address_may_not_try_names_without_end(kari: User) -> None:
    tablet = logged_in_before()
    statuses = [try_it(Client(), f"name {number}") for number in range(14)]
    page = Client().post(LOG_IN, {"username": "kari", "password": PASSWORD})

    assert statuses == [422] * 12 + [429] * 2
    assert page.status_code == 429
    assert "Too many failed log-ins from this network" in page.content.decode()
    assert try_it(tablet, password=PASSWORD) == 302
    assert try_it(Client(), password=PASSWORD, REMOTE_ADDR="10.0.0.2") == 302


@override_settings(LOG_IN_FAILURES_OF_ADDRESS=12)
def test_the_lock_of_an_address_ends_too(kari: User, clock: time_machine.Traveller) -> None:
    for number in range(12):
        try_it(Client(), f"name {number}")
    for _ in range(14):
        clock.shift(A_MINUTE)
        assert try_it(Client(), "one more") == 429
    clock.shift(A_MINUTE + datetime.timedelta(seconds=1))

    assert try_it(Client(), password=PASSWORD) == 302


def test_a_lock_costs_no_password_and_writes_nothing(kari: User, monkeypatch: pytest.MonkeyPatch) -> None:
    lock()
    written: list[str] = []

    def listen(execute, sql, *arguments):  # type: ignore[no-untyped-def]  # Django's own signature
        written.extend([sql] if sql.startswith(("INSERT", "UPDATE", "DELETE")) else [])
        return execute(sql, *arguments)

    monkeypatch.setattr(User, "check_password", lambda *_: pytest.fail("the password was looked at"))
    with connection.execute_wrapper(listen):
        assert try_it(Client()) == 429

    assert written == []


def test_log_ins_failures_and_locks_are_in_the_log_without_names(kari: User, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="clubchess"):
        try_it(Client(), password=PASSWORD)
        try_it(Client(), "KARI", "my secret word")
        try_it(Client(), "mistyped", "my secret word")
        for _ in range(10):
            try_it(Client())

    events = [record.msg for record in caplog.records if record.name == "clubchess" and isinstance(record.msg, dict)]
    lines = [(event["event"], event.get("user")) for event in events]
    assert lines[:3] == [("log_in", kari.pk), ("log_in_failed", kari.pk), ("log_in_failed", None)]
    assert lines[-1] == ("log_in_locked", kari.pk)
    said = json.dumps(events, default=str) + caplog.text
    assert not [word for word in ("mistyped", "secret", "kari", "KARI") if word in said.replace("example", "")]


def test_nothing_that_was_typed_is_kept_with_a_failure(kari: User) -> None:
    """Other forms ask for the password too, beside a new one."""
    client = Client()
    for _ in range(2):
        try_it(client, "my secret name", "my secret word")
    client.force_login(kari, backend="tournaments.log_in.EmailOrUsernameBackend")
    typed = {"current": "my secret old", "password": "my secret new", "repeated": "my secret new"}
    for _ in range(2):
        answer = client.post("/en/account/password/?next=secret", typed)
        assert answer.status_code == 422

    kept = list(AccessAttempt.objects.values())
    assert len(kept) == 2
    assert "secret" not in str(kept)
