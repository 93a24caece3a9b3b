"""Passwords are hashed by few at a time, and what was hashed otherwise is still read."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.test import Client, override_settings
from django.urls import reverse

from clubchess.log_in import password_hashing
from clubchess.log_in.password_hashing import AtMost, Hashing, TooManyAtOnce, is_outdated
from tests.tools.casts.club_cast import make_user
from tournaments.models import Action, User
from tournaments.services.accounts import accounts

OURS = "clubchess.log_in.password_hashing.BoundedArgon2PasswordHasher"
LOG_IN = "/en/log-in/"
PASSWORD = "long enough to pass"


@cache
def old() -> str:
    """A hash of other costs: Django's own."""
    return Argon2PasswordHasher().encode(PASSWORD, "some salt of this length")


@pytest.fixture
def hashed_as_in_service() -> Iterator[None]:
    """And as it was before."""
    with override_settings(PASSWORD_HASHERS=[OURS, "django.contrib.auth.hashers.PBKDF2PasswordHasher"]):
        yield


@contextmanager
def nobody_hashes() -> Iterator[None]:
    """Everybody has to wait, and nobody may."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(password_hashing, "hashing", Hashing(at_once=1, waiting=-1))
        yield


@contextmanager
def nobody_gets_in() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(password_hashing, "log_ins", AtMost(0))
        yield


def test_so_many_work_at_once_others_wait_and_the_rest_is_refused() -> None:
    hashing, go_on, lock = Hashing(at_once=2, waiting=3), threading.Event(), threading.Lock()
    at_work, most, said = 0, 0, Counter[str]()

    def work() -> str:
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        go_on.wait(60)
        with lock:
            at_work -= 1
        return "done"

    def ask() -> None:
        try:
            answer = hashing.do(work)
        except TooManyAtOnce:
            answer = "refused"
        with lock:
            said[answer] += 1

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 60
    while said["refused"] < 15 or at_work < 2:
        assert time.monotonic() < end, "those who find no place are kept waiting"
        time.sleep(0.01)
    go_on.set()
    for thread in threads:
        thread.join()

    assert (most, said) == (2, {"done": 5, "refused": 15})
    assert hashing.do(lambda: "and there is room again")


def test_a_place_is_given_back_when_hashing_fails() -> None:
    hashing = Hashing(at_once=1, waiting=0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            hashing.do(divmod, 1, 0)


def test_it_takes_what_owasp_recommends(hashed_as_in_service: None) -> None:
    assert make_password(PASSWORD).startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_an_installation_hashes_so() -> None:
    """Tests run with another hasher, so the file itself is asked."""
    source = (settings.BASE_DIR / "clubchess" / "settings.py").read_text(encoding="utf-8")

    assert source.partition("PASSWORD_HASHERS = [")[2].split('"')[1] == OURS


def test_what_was_hashed_at_another_cost_is_read_and_known_as_such(hashed_as_in_service: None) -> None:
    assert check_password(PASSWORD, old())
    assert not check_password("another", old())
    assert is_outdated(old())
    assert is_outdated(make_password(PASSWORD, hasher="pbkdf2_sha256"))
    assert not is_outdated(make_password(PASSWORD))


@pytest.mark.django_db
def test_at_log_in_an_old_hash_becomes_one_of_today_and_that_is_recorded(
    client: Client, hashed_as_in_service: None
) -> None:
    kari = make_user("kari")
    User.objects.update(password=old())

    assert client.post(LOG_IN, {"username": "kari", "password": PASSWORD}).status_code == 302
    kari.refresh_from_db()
    assert "m=19456,t=2,p=1" in kari.password
    assert client.get("/en/my-clubs/").status_code == 200  # the new hash does not end the session it came with
    action = Action.objects.get()
    assert (action.verb, action.actor_id) == ("user.hash_password_anew", kari.pk)
    assert "argon2" not in str(vars(action))


@pytest.mark.django_db
@pytest.mark.parametrize("full", [nobody_hashes, nobody_gets_in])
def test_a_log_in_that_finds_no_place_is_told_to_try_again(
    client: Client, hashed_as_in_service: None, full: Callable[[], AbstractContextManager[None]]
) -> None:
    make_user("kari")
    with full():
        refused = client.post(LOG_IN, {"username": "kari", "password": PASSWORD})
        unknown = client.post(LOG_IN, {"username": "nobody", "password": PASSWORD})
        assert client.get(LOG_IN).status_code == 200

    assert (refused.status_code, unknown.status_code) == (503, 503)
    assert "Many people are logging in just now" in refused.content.decode()
    assert int(refused["Retry-After"]) <= 10
    assert client.post(LOG_IN, {"username": "kari", "password": PASSWORD}).status_code == 302


@pytest.mark.django_db
def test_who_finds_no_place_costs_the_database_nothing(client: Client, django_assert_num_queries: Any) -> None:
    with nobody_gets_in(), django_assert_num_queries(0):
        assert client.post(LOG_IN, {"username": "kari", "password": PASSWORD}).status_code == 503


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "given"), [("choose_password", ["MQ", "a-b"]), ("invitation", ["a-b"])])
def test_choosing_a_password_waits_for_a_place_too(client: Client, route: str, given: list[str]) -> None:
    with nobody_gets_in():
        assert client.post(reverse(route, args=given), {"password": PASSWORD}).status_code == 503


@pytest.mark.django_db
def test_an_old_hash_stays_for_now_where_no_place_is_free(hashed_as_in_service: None) -> None:
    kari = make_user("kari")
    User.objects.update(password=old())
    kari.refresh_from_db()
    with nobody_hashes():
        accounts.hash_password_anew(kari, password=PASSWORD)

    assert User.objects.get().password == old()
