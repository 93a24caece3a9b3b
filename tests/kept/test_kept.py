"""An evening that is put back is the one that the services would have made, row by row."""

from __future__ import annotations

import re

import pytest
from django.db import transaction

from tests import kept
from tests.tools.casts.factories import SEQUENCES, Evening, PlayerFactory, UserFactory
from tests.tools.guards.whole_database import Dump, dump
from tournaments.models import Action, Entry, Presence, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = [pytest.mark.django_db, pytest.mark.database]
TIME_OR_CHANCE = re.compile(
    r"datetime\.datetime\([^)]*\)|\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.\d]*(?:[+]00:?00)?|[0-9a-f]{32,64}|[0-9a-f-]{36}"
    r"|(?<='public_key': ')\w+"
)
BEFORE: dict[str, tuple[Dump, int]] = {}


def played(how: str) -> Evening:
    """With a write of the test's own in the middle, and a row of a factory's."""
    evening = Evening.of(5, system="keizer")
    evening.draft(1, 2, 3, 4)
    evening.publish()
    Tournament.objects.filter(pk=evening.tournament.pk).update(name="Tuesdays")
    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.WHITE_WINS)
    UserFactory()
    evening.open()
    BEFORE[how] = dump(), Action.objects.count()
    return evening


@pytest.mark.parametrize("how", ["taken first or put back", "put back", "put back again"])
def test_whoever_comes_later_has_the_same_rows(how: str) -> None:
    evening = played(how)

    assert BEFORE[how] == next(iter(BEFORE.values()))
    assert kept.is_known()
    assert evening.tournament.name == "Tuesdays", "the object in hand was read anew by a step, as ever"
    assert evening.round.number == 2
    assert PlayerFactory(club=evening.tournament.club).pk == 6, "keys go on where they were"
    assert evening.mark(1, Presence.PRESENT).presence == "present"


def test_they_are_those_that_the_services_make(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a patch gets nothing that is kept."""
    kept.beginning()  # on PostgreSQL keys begin anew by it
    SEQUENCES.go_on({})
    played("by the services")
    assert not kept.is_known()

    [first, by_services] = [_comparable(BEFORE[how][0]) for how in (next(iter(BEFORE)), "by the services")]
    assert first == by_services


def test_a_service_called_by_the_test_ends_it() -> None:
    evening = Evening.of(4)
    assert kept.is_known()
    evening.__class__.open.__wrapped__(evening)  # type: ignore[attr-defined]
    assert not kept.is_known()


def test_a_row_that_is_taken_back_ends_it() -> None:
    evening = Evening.of(4)
    with transaction.atomic():
        Entry.objects.filter(tournament=evening.tournament).update(joined_round=2)
        transaction.set_rollback(True)
    assert not kept.is_known()


def _comparable(rows: Dump) -> str:
    return TIME_OR_CHANCE.sub("…", repr({model: found for model, found in rows.items() if found}))
