"""Every cookie that somebody gets, over https and on a club's own network."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings

from tests.tools.casts.club_cast import Cast

pytestmark = pytest.mark.django_db

PASSWORD = "long enough to pass"
OVER_HTTPS = {
    "HTTPS": True,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "SESSION_COOKIE_NAME": "__Host-sessionid",
    "CSRF_COOKIE_NAME": "__Host-csrftoken",
    "KNOWN_BROWSER_COOKIE": "__Host-known_browser",
}


def walk(*, secure: bool) -> Client:
    """In, and a form that says at the next page what it did."""
    Cast()
    client = Client(enforce_csrf_checks=True)
    referer = f"{'https' if secure else 'http'}://testserver/"

    def post(path: str, **data: str) -> int:
        page = client.get(path, secure=secure).content.decode()
        token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        form = {"csrfmiddlewaretoken": token, **data}
        return client.post(path, form, secure=secure, headers={"referer": referer}).status_code

    assert post("/en/log-in/", username="kari", password="wrong") == 422
    assert post("/en/log-in/", username="kari", password=PASSWORD) == 302
    assert post("/en/account/details/", name="Kari", email="kari@example.org") == 302
    assert b"Saved." in client.get("/en/account/", secure=secure).content
    return client


@override_settings(**OVER_HTTPS)
def test_over_https_each_is_for_this_host_alone() -> None:
    client = walk(secure=True)

    assert set(client.cookies) == {"__Host-sessionid", "__Host-csrftoken", "__Host-known_browser"}
    for name, cookie in client.cookies.items():
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", ""), name
        assert cookie["samesite"] == "Lax", name
        assert bool(cookie["httponly"]) is (name != "__Host-csrftoken"), name  # that one the queue of taps reads


def test_on_a_clubs_own_network_everything_works_without() -> None:
    client = walk(secure=False)

    assert set(client.cookies) == {"sessionid", "csrftoken", "known_browser"}
    assert not any(cookie["secure"] for cookie in client.cookies.values())
