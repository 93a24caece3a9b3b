"""The second factor at log-in and on one's own account, and the command that takes it away."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.one_time_codes import clock_between_codes
from tests.views.common.test_roles import TABLE, address, routes
from tournaments.models import SecondFactor, User
from tournaments.services.accounts import accounts, second_factor

pytestmark = pytest.mark.django_db

PASSWORD = "long enough to pass"
NEW = "a rook on the seventh"
PAGE = "/en/account/second-factor/"
HOME = "/en/sk-rockaden/staff/"
CODE = "/en/log-in/code/"
SHOWN = re.compile(r'<code id="secret">([A-Z2-7 ]+)</code>')
Clients = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _clock_between_codes() -> Iterator[None]:
    with clock_between_codes():
        yield


@pytest.fixture
def secret(cast: Cast) -> str:
    """Of Kari, who turned it on some minutes ago."""
    secret = second_factor.new_secret()
    with travel(timezone.now() - datetime.timedelta(minutes=10), tick=False):
        second_factor.turn_on(cast.kari, secret, code(secret))
    return secret


def code(secret: str) -> str:
    return pyotp.TOTP(secret).at(timezone.now())


def wrong(secret: str) -> str:
    now = int(timezone.now().timestamp())
    good = {pyotp.TOTP(secret).at(now + seconds) for seconds in range(-90, 91, 30)}
    return next(each for each in map("{:06}".format, range(100)) if each not in good)


def with_password(client: Client, **form: str) -> str:
    return client.post("/en/log-in/", {"username": "kari", "password": PASSWORD, **form})["Location"]


def is_in(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def test_the_password_alone_does_not_log_in(cast: Cast, secret: str, client: Client) -> None:
    assert with_password(client) == CODE
    assert not is_in(client)
    assert client.get(CODE).status_code == 200


def test_password_and_code_lead_where_one_wanted_to_go(cast: Cast, secret: str, client: Client) -> None:
    with_password(client, next=f"{HOME}players/")
    before = client.session.session_key
    assert client.post(CODE, {"code": code(secret)})["Location"] == f"{HOME}players/"
    assert is_in(client)
    assert client.session.session_key != before


def test_a_wrong_code_does_not_log_in(cast: Cast, secret: str, client: Client) -> None:
    with_password(client)
    answer = client.post(CODE, {"code": wrong(secret)})
    assert answer.status_code == 422
    assert "This code is wrong or was used already." in answer.content.decode()
    assert not is_in(client)


def test_a_code_is_used_once_by_whomever(cast: Cast, secret: str, client: Client) -> None:
    other = Client()
    used = code(secret)
    for each in (client, other):
        with_password(each)
        each.post(CODE, {"code": used})
    assert (is_in(client), is_in(other)) == (True, False)


@override_settings(AXES_FAILURE_LIMIT=3)
def test_codes_are_locked_like_passwords(cast: Cast, secret: str, client: Client) -> None:
    with_password(client)
    statuses = [client.post(CODE, {"code": wrong(secret)}).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]
    assert client.post(CODE, {"code": code(secret)}).status_code == 429
    assert not is_in(client)


def test_the_code_is_asked_for_ten_minutes_and_of_this_password_only(cast: Cast, secret: str, client: Client) -> None:
    with_password(client)
    with travel(timezone.now() + datetime.timedelta(minutes=11), tick=False):
        assert client.post(CODE, {"code": code(secret)})["Location"] == "/en/log-in/"
    with_password(client)
    cast.kari.set_password(NEW)
    cast.kari.save()
    assert client.post(CODE, {"code": code(secret)})["Location"] == "/en/log-in/"
    assert not is_in(client)


def test_nobody_is_asked_for_a_code_without_a_password(cast: Cast, secret: str, client: Client) -> None:
    for method in ("get", "post"):
        assert getattr(client, method)(CODE, {"code": code(secret)})["Location"] == "/en/log-in/"


def test_a_link_for_a_new_password_does_not_pass_the_code_by(cast: Cast, secret: str, client: Client) -> None:
    link = "/en/password/{}/{}/".format(*accounts.new_link(cast.kari, actor=None))
    assert client.post(link, {"password": NEW, "repeated": NEW})["Location"] == CODE
    assert not is_in(client)
    assert client.post(CODE, {"code": code(secret)}).status_code == 302
    assert is_in(client)


def test_it_is_set_up_with_the_password_and_a_first_code(cast: Cast, as_user: Clients) -> None:
    kari = as_user(cast.kari)
    assert kari.get(PAGE).status_code == 200
    assert kari.post(f"{PAGE}begin/", {"current": "wrong"}).status_code == 422
    assert kari.post(f"{PAGE}begin/", {"current": PASSWORD})["Location"] == PAGE
    html = kari.get(PAGE).content.decode()
    (shown,) = SHOWN.findall(html)
    assert '<svg class="qr"' in html
    secret = shown.replace(" ", "")
    assert kari.post(f"{PAGE}confirm/", {"code": wrong(secret)}).status_code == 422
    assert not second_factor.is_on(cast.kari)

    page = kari.post(f"{PAGE}confirm/", {"code": code(secret)})
    codes = re.findall(r"\b[a-z2-7]{4}(?:-[a-z2-7]{4}){5}\b", page.content.decode())
    assert len(codes) == 10
    assert "no-store" in page["Cache-Control"]
    again = kari.get(PAGE).content.decode()
    assert "10 recovery codes are left." in again
    assert [each for each in (shown, secret, *codes) if each in again] == []

    other = Client()
    assert with_password(other) == CODE
    other.post(CODE, {"code": codes[0]})
    assert is_in(other)


@pytest.mark.parametrize("place", ["off", "codes"])
def test_it_is_changed_with_password_and_code_only(cast: Cast, secret: str, as_user: Clients, place: str) -> None:
    kari = as_user(cast.kari)
    before = SecondFactor.objects.get()
    for form in (
        {"current": PASSWORD, "code": wrong(secret)},
        {"current": "wrong", "code": code(secret)},
        {"current": PASSWORD},
        {"code": code(secret)},
    ):
        assert kari.post(f"{PAGE}{place}/", form).status_code == 422
    assert SecondFactor.objects.get().recovery_hashes == before.recovery_hashes

    answer = kari.post(f"{PAGE}{place}/", {"current": PASSWORD, "code": code(secret)})
    assert answer.status_code == (302 if place == "off" else 200)
    assert second_factor.is_on(cast.kari) is (place == "codes")
    if place == "codes":
        assert SecondFactor.objects.get().recovery_hashes != before.recovery_hashes


@pytest.mark.parametrize("place", ["off", "codes"])
def test_what_another_window_turned_off_meanwhile_is_said(
    cast: Cast, secret: str, as_user: Clients, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    use = second_factor.use_code

    def used_while_it_is_turned_off(user: User, typed: str) -> bool:
        is_good = use(user, typed)
        second_factor.turn_off(user)
        return is_good

    monkeypatch.setattr(second_factor, "use_code", used_while_it_is_turned_off)
    answer = as_user(cast.kari).post(f"{PAGE}{place}/", {"current": PASSWORD, "code": code(secret)})

    assert answer.status_code == 409
    assert "There is no second factor to change." in answer.content.decode()


@pytest.fixture
def root(cast: Cast, as_user: Clients) -> Client:
    return as_user(make_user("root", is_superuser=True))


OPEN = {
    "language_home",
    "short_address",
    "short_address_in_language",
    "log_in_code",
    "second_factor",
    "styles",
    "metrics",
    # To the home page, where there is a club.
    "first_club",
    "arrive",
}


def test_whoever_runs_the_installation_gets_nowhere_without_one(cast: Cast, root: Client) -> None:
    """Every page that asks who one is, by the one table of routes."""
    values: dict[str, object] = {"club": "sk-rockaden", "tournament": cast.add_tournament().slug}
    asking = [
        route
        for route in routes()
        if TABLE[route.name]["anonymous"][0] == 302 and route.name not in OPEN and route.gaps <= values.keys()
    ]
    answers = {route.name: root.get(address(route, values)) for route in asking}

    assert {name for name, answer in answers.items() if answer.headers.get("Location") != PAGE} == set()
    assert len(answers) >= 15
    assert root.post(f"{HOME}seasons/new/", {"name": "X"})["Location"] == PAGE
    tap = root.get(HOME, headers={"HX-Request": "true"})
    assert (tap.status_code, tap["HX-Redirect"]) == (200, PAGE)


def test_whoever_runs_the_installation_sets_one_up_and_is_in(cast: Cast, root: Client) -> None:
    assert "You run this installation" in root.get(PAGE).content.decode()
    root.post(f"{PAGE}begin/", {"current": PASSWORD})
    (shown,) = SHOWN.findall(root.get(PAGE).content.decode())
    root.post(f"{PAGE}confirm/", {"code": code(shown.replace(" ", ""))})
    assert root.get(HOME).status_code == 200
    assert f"{PAGE}off/" not in root.get(PAGE).content.decode()


def test_the_command_takes_it_away_and_logs_them_out(
    cast: Cast, secret: str, as_user: Clients, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    kari = as_user(cast.kari)
    call_command("reset_second_factor", "KARI@example.org")

    assert "kari logs in with the password alone now" in capsys.readouterr().out
    assert "second_factor_reset" in caplog.text
    assert not is_in(kari)
    assert with_password(kari) == "/en/my-clubs/"
    for name, part in (("kari", "kari has no second factor"), ("nobody", "Nobody is called nobody")):
        with pytest.raises(CommandError, match=part):
            call_command("reset_second_factor", name)
