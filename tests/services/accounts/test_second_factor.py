"""The second factor: codes good once, clocks that differ, recovery codes, and what the record does not hold."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pyotp
import pytest
from django.utils import timezone
from structlog.testing import capture_logs
from time_machine import travel

from tests.tools.casts.club_cast import Cast
from tests.tools.one_time_codes import clock_between_codes
from tournaments.models import Action, SecondFactor, User
from tournaments.services.accounts import second_factor
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db

NOON = datetime.datetime(2026, 11, 26, 12, 0, 15, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _clock_between_codes() -> Iterator[None]:
    with clock_between_codes():
        yield


@pytest.fixture
def kari() -> User:
    return Cast().kari


def code(secret: str, seconds: int = 0) -> str:
    return pyotp.TOTP(secret).at(timezone.now() + datetime.timedelta(seconds=seconds))


def turned_on(user: User) -> tuple[str, list[str]]:
    """Some minutes ago."""
    secret = second_factor.new_secret()
    with travel(timezone.now() - datetime.timedelta(minutes=10), tick=False):
        return secret, second_factor.turn_on(user, secret, code(secret))


def test_it_is_on_once_a_first_code_was_right(kari: User) -> None:
    secret = second_factor.new_secret()
    near = {code(secret, seconds) for seconds in (-60, -30, 0, 30, 60)}
    with pytest.raises(Refused, match="This code is wrong"):
        second_factor.turn_on(kari, secret, next(each for each in map("{:06}".format, range(9)) if each not in near))
    assert not second_factor.is_on(kari)

    codes = second_factor.turn_on(kari, secret, code(secret))
    assert second_factor.is_on(kari)
    assert len(set(codes)) == second_factor.recovery_codes_left(kari) == 10


def test_it_is_turned_on_once(kari: User) -> None:
    turned_on(kari)
    secret = second_factor.new_secret()
    with pytest.raises(Refused, match="You have a second factor already"):
        second_factor.turn_on(kari, secret, code(secret))


def test_the_codes_of_the_standard_are_known(kari: User) -> None:
    """RFC 6238, appendix B, its SHA-1 secret; the last six of the eight digits."""
    SecondFactor.objects.create(user=kari, secret="GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", last_step=-1)
    for at, known in ((59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")):
        with travel(datetime.datetime.fromtimestamp(at, datetime.UTC), tick=False):
            assert second_factor.use_code(kari, known), at


@pytest.mark.parametrize(("seconds", "is_good"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_clocks_may_differ_by_half_a_minute(kari: User, seconds: int, is_good: bool) -> None:
    with travel(NOON, tick=False):
        secret, _codes = turned_on(kari)
        assert second_factor.use_code(kari, code(secret, seconds)) is is_good


def test_a_code_is_good_once_and_none_before_it(kari: User) -> None:
    with travel(NOON, tick=False):
        secret, _codes = turned_on(kari)
        before = code(secret, -30)
        assert second_factor.use_code(kari, code(secret))
        assert not second_factor.use_code(kari, code(secret))
        assert not second_factor.use_code(kari, before)
        assert second_factor.use_code(kari, code(secret, 30))


def test_the_code_that_turned_it_on_does_not_log_in(kari: User) -> None:
    with travel(NOON, tick=False):
        secret = second_factor.new_secret()
        second_factor.turn_on(kari, secret, code(secret))
        assert not second_factor.use_code(kari, code(secret))


def test_a_recovery_code_is_good_once_however_it_is_typed(kari: User) -> None:
    _secret, codes = turned_on(kari)
    assert second_factor.use_code(kari, codes[3].upper().replace("-", " "))
    assert not second_factor.use_code(kari, codes[3])
    assert second_factor.recovery_codes_left(kari) == 9


def test_new_recovery_codes_end_the_old_ones(kari: User) -> None:
    _secret, old = turned_on(kari)
    new = second_factor.new_recovery_codes(kari)

    assert not second_factor.use_code(kari, old[0])
    assert second_factor.use_code(kari, new[0])


@pytest.mark.parametrize("typed", ["", "12345", "abcdef", "１２３４５６", "0" * 5000, "\0\ud800", "-" * 24])
def test_whatever_is_typed_is_wrong_and_no_failure(kari: User, typed: str) -> None:
    turned_on(kari)
    assert not second_factor.use_code(kari, typed)


def test_a_hundred_wrong_codes_in_a_row_leave_only_recovery_codes(kari: User) -> None:
    with travel(NOON, tick=False):
        secret, codes = turned_on(kari)
        good = {code(secret, seconds) for seconds in (-30, 0, 30)}
        wrong = next(each for each in map("{:06}".format, range(9)) if each not in good)
        for _each in range(second_factor.FAILURES):
            assert not second_factor.use_code(kari, wrong)
        assert not second_factor.use_code(kari, code(secret))
        assert second_factor.use_code(kari, codes[0])
        assert second_factor.use_code(kari, code(secret))


def test_each_ten_wrong_codes_are_told_in_the_log(kari: User) -> None:
    turned_on(kari)
    with capture_logs() as lines:
        for _each in range(20):
            second_factor.use_code(kari, "-")

    told = [line["failures"] for line in lines if line["event"] == "second_factor_failures"]
    assert told == [10, 20]


def test_the_record_holds_neither_secret_nor_codes(kari: User) -> None:
    secret, codes = turned_on(kari)
    second_factor.use_code(kari, codes[0])
    second_factor.new_recovery_codes(kari)
    hashes = SecondFactor.objects.get().recovery_hashes
    second_factor.turn_off(kari)
    kept = str(list(Action.objects.values_list("changes", "facts")))

    assert [each for each in (secret, *codes, *hashes) if each in kept] == []


def test_whoever_runs_the_installation_keeps_theirs(kari: User) -> None:
    turned_on(kari)
    kari.is_superuser = True
    with pytest.raises(Refused, match="needs a second factor"):
        second_factor.turn_off(kari)
