"""Asking to enter: what is refused by the service; the pages are in tests/views/cards/test_entry_requests.py."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import MayJoin
from tournaments.services.cards.entry_requests import ask_to_enter, enter_by_card
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db


def test_nobody_enters_where_the_club_does_it() -> None:
    evening = Evening.of(2, may_join=MayJoin.OFF)
    player = evening.entry(1).player
    for ask in (
        lambda: ask_to_enter(evening.tournament, name="Ada Lie"),
        lambda: enter_by_card(evening.tournament, by_card=player),
    ):
        with nothing_changes(Refused, "You cannot enter yourself here: talk to the club."):
            ask()


@pytest.mark.parametrize("name", ["", " \u200b\u202e "])
def test_a_stranger_has_a_name(name: str) -> None:
    evening = Evening.of(2, may_join=MayJoin.ASK)
    with nothing_changes(Refused, "Enter your name."):
        ask_to_enter(evening.tournament, name=name)
