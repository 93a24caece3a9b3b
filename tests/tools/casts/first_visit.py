"""An installation in which nobody is yet, and who comes to it: at the machine itself, or from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.test import Client, override_settings
from django.urls import reverse

from clubchess import this_machine

PASSWORD = "a rook on the seventh"
TYPED: Mapping[str, str] = {
    "club": "SK Rockaden",
    "language": "nb",
    "time_zone": "Europe/Oslo",
    "weekday": "1",
    "starts_at": "19:00",
    "name": "Kari Elm",
    "username": "kari",
    "password": PASSWORD,
    "repeated": PASSWORD,
}


@contextmanager
def listening_here_alone() -> Iterator[None]:
    """As `manage.py serve` does unless it is told otherwise."""
    with override_settings(ALLOWED_HOSTS=sorted(this_machine.NAMES)):
        this_machine.listens_on(["127.0.0.1"])
        try:
            yield
        finally:
            this_machine.listens_on([])


def at_the_machine(**options: Any) -> Client:
    return Client(**{"headers": {"host": "127.0.0.1:8000"}, **options})


def from_elsewhere(address: str = "192.168.1.7", **options: Any) -> Client:
    return Client(REMOTE_ADDR=address, **{"headers": {"host": "127.0.0.1:8000"}, **options})


def make_club(client: Client, **typed: str) -> Any:
    return client.post(reverse("first_club"), {**TYPED, **typed})


def type_word(client: Client, word: str) -> Any:
    return client.post(reverse("first_club"), {"word": word})
