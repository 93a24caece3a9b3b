"""Whom a failed log-in counts against."""

import pytest
from django.test import RequestFactory

from clubchess.log_in_throttle import client_address, typed_name


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "9.9.9.9", "10.0.0.1"),  # nobody stands in front, so the browser made it up
        (1, "9.9.9.9", "9.9.9.9"),
        (1, "6.6.6.6, 9.9.9.9", "9.9.9.9"),  # the browser's own claim comes first and counts for nothing
        (2, "6.6.6.6, 9.9.9.9, 10.1.1.1", "9.9.9.9"),
        (2, "9.9.9.9", "10.0.0.1"),
        (1, "", "10.0.0.1"),
    ],
)
def test_it_believes_only_our_own_proxies(settings, proxies: int, forwarded: str, address: str) -> None:  # type: ignore[no-untyped-def]  # pytest-django's fixture has no public type
    settings.BEHIND_PROXY = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)

    assert client_address(request) == address


@pytest.mark.parametrize("typed", ["anna", "Anna", " ANNA "])
def test_every_spelling_of_a_name_shares_its_tries(typed: str) -> None:
    assert typed_name(None, {"username": typed}) == "anna"


def test_it_reads_the_form_where_no_credentials_are_given() -> None:
    assert typed_name(RequestFactory().post("/", {"username": "Bo"}), None) == "bo"
