"""Whether a request comes from this machine itself: only where nothing at all says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.test import RequestFactory

from clubchess import this_machine


@pytest.fixture(autouse=True)
def _here_alone(settings: Any) -> Iterator[None]:
    settings.ALLOWED_HOSTS = sorted(this_machine.NAMES)
    this_machine.listens_on(["127.0.0.1"])
    yield
    this_machine.listens_on([])


def asked(host: str = "127.0.0.1:8000", **meta: Any) -> HttpRequest:
    return RequestFactory().get("/", headers={"host": host}, **meta)


def may(**meta: Any) -> bool:
    return this_machine.is_from_this_machine(asked(**meta))


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:80", "[::1]:8000"])
@pytest.mark.parametrize("address", ["127.0.0.1", "127.5.5.5", "::1"])
def test_a_browser_on_it_is(host: str, address: str) -> None:
    assert may(host=host, REMOTE_ADDR=address)


@pytest.mark.parametrize(
    "address", ["192.168.1.5", "::ffff:192.168.1.5", "10.0.0.1", "", "localhost", "127.0.0.1, 1.2.3.4"]
)
def test_another_address_is_not(address: str) -> None:
    assert not may(REMOTE_ADDR=address)


@pytest.mark.parametrize(
    "name",
    [
        *("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Real-IP"),
        *("Via", "X-Client-IP", "Client-IP", "True-Client-IP", "CDN-Loop", "CF-Connecting-IP", "Tailscale-User-Login"),
        *("X-Original-Host", "X-Envoy-External-Address", "Fly-Client-IP", "x-forwarded-for"),
    ],
)
@pytest.mark.parametrize("value", ["127.0.0.1", ""])
def test_what_somebody_handed_on_is_not(name: str, value: str) -> None:
    assert not this_machine.is_from_this_machine(RequestFactory().get("/", headers={"host": "localhost", name: value}))


def test_what_the_server_drops_was_noted_before() -> None:
    seen: list[dict[str, Any]] = []

    def server(environ: dict[str, Any], _start: Any) -> None:
        environ.pop("HTTP_X_FORWARDED_FOR", None)
        seen.append(environ)

    for more in ({"HTTP_X_FORWARDED_FOR": "1.2.3.4"}, {}):
        this_machine.noting_forwarding(server)({**asked().META, **more}, None)

    assert [this_machine.is_from_this_machine(_with(environ)) for environ in seen] == [False, True]


def _with(environ: dict[str, Any]) -> HttpRequest:
    request = asked()
    request.META = environ
    return request


def test_somebody_elses_name_for_it_is_not(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: the page of a stranger's site whose name has come to lead here."""
    with pytest.raises(DisallowedHost):
        may(host="evil.example:8000")
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(this_machine, "_knows_another_address", bool)
    assert may(host="localhost")
    for host in ("evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example"):
        assert not may(host=host)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BEHIND_PROXY", 1),
        ("HTTPS", True),
        ("CSRF_TRUSTED_ORIGINS", ["https://chess.example.org"]),
        ("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "chess.example.org"]),
    ],
)
def test_an_installation_that_knows_another_address_is_not_asked_by_it_alone(
    settings: Any, name: str, value: object
) -> None:
    assert may()
    setattr(settings, name, value)

    assert not may()


def test_an_older_protocol_is_not_a_browsers() -> None:
    """What nginx speaks, set up by one line that hands all on and says nothing of it."""
    assert not may(SERVER_PROTOCOL="HTTP/1.0")


@pytest.mark.parametrize(
    "addresses",
    [
        *([], ["0.0.0.0"], ["::"]),  # noqa: S104  # nothing is bound
        *(["127.0.0.1", "192.168.1.5"], ["127.0.0.1", "fe80::1%eth0"], ["/run/socket"]),
    ],
)
def test_where_the_server_listens_to_others_or_nobody_knows_nobody_is(addresses: list[str]) -> None:
    this_machine.listens_on(addresses)

    assert not may()


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["::1"], ["127.0.0.1", "::1"]])
def test_where_it_listens_here_alone_they_are(addresses: list[str]) -> None:
    this_machine.listens_on(addresses)

    assert may()
