"""A push service, and an evening whose players have phones there."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings
from time_machine import travel

from tests.tools.casts.factories import Evening
from tests.tools.guards.push_service import PushService, push_service
from tournaments.models import CardKey, Player
from tournaments.services.players import card_keys
from tournaments.services.players.push_subscriptions import Push, choose_push

SEVEN = datetime.datetime(2026, 11, 24, 18, 5, tzinfo=datetime.UTC)
"""On Tuesday evening, in Oslo, where the club is: five past seven."""
TONIGHT = datetime.date(2026, 11, 24)


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    with push_service() as told:
        settings.MORE_PUSH_SERVICES = [told.address]
        settings.INNER_ADDRESSES = True
        yield told
        assert told.faults == []


@pytest.fixture
def seven() -> Iterator[Any]:
    with travel(SEVEN, tick=False) as traveller:
        yield traveller


@pytest.fixture
def evening(service: PushService, seven: Any) -> Evening:
    """Five players, whose phones show all there is."""
    evening = Evening.of(5, name="Autumn", starts_at=datetime.time(19))
    for number in range(1, 6):
        has_phone(service, evening.entry(number).person, f"no{number}")
    return evening


def has_phone(service: PushService, player: Player, name: str, *pushes: Push, is_parents: bool = False) -> CardKey:
    token = card_keys.make_key(player, is_parents=is_parents, actor=None)
    (key,) = card_keys.keys_of([token])
    phone = service.phone(name)
    for push in pushes or Push:
        choose_push(key, phone, push, wanted=True)
    return key


def published(evening: Evening, *numbers: int) -> None:
    """A round of tonight."""
    evening.draft(*numbers)
    evening.tournament.rounds.update(date=TONIGHT)
    evening.publish()
