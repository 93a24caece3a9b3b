"""No pairing: the director reads on the evening page why, what can be done, and does it there."""

from __future__ import annotations

import uuid
from itertools import combinations
from typing import Any

import pytest
from django.http import HttpResponse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.guards.whole_database import dump
from tests.tools.pages.answer_text import text
from tournaments.models import RoundState, Tournament
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def of_system(cast: Evening, system: str, **options: object) -> Evening:
    Tournament.objects.filter(pk=cast.tournament.pk).update(system=system, options=options)
    cast.tournament.refresh_from_db()
    return cast


def send(cast: Evening, name: str, *args: object, headers: dict[str, str] | None = None, **data: Any) -> HttpResponse:
    data |= {"seen_revision": cast.round.revision, "receipt": str(uuid.uuid4())}
    return cast.client().post(cast.url(name, *args), data, headers=headers)  # type: ignore[return-value]


@pytest.mark.slow
@pytest.mark.parametrize("headers", [HTMX, None])
@pytest.mark.parametrize("system", ["norwegian_monrad", "drawboss_monrad"])
def test_more_rounds_than_the_field_allows(system: str, headers: dict[str, str] | None) -> None:
    cast = of_system(evening(2), system)
    cast.play()
    cast.open()
    cast.check_in()
    before = dump()

    response = send(cast, "pair_round", 2, headers=headers)

    assert response.status_code == 409
    page = text(response)
    assert "No possible opponent is left for:" in page
    assert all(entry.player.full_name in page for entry in cast.entries)
    assert "The director can" in page
    assert cast.round.state == RoundState.OPEN
    assert dump() == before


@pytest.mark.slow
def test_all_forbidden() -> None:
    cast = evening(4)
    for one, other in combinations(cast.entries, 2):
        entries.forbid_pair(cast.tournament, one, other, actor=cast.director)
    cast.open()
    cast.check_in()

    response = send(cast, "pair_round", 1, headers=HTMX)

    assert response.status_code == 409
    assert "The director can lift a forbidden pair or pair by hand." in text(response)
    entries.allow_pair(cast.tournament, cast.entries[0], cast.entries[1], actor=cast.director)
    entries.allow_pair(cast.tournament, cast.entries[2], cast.entries[3], actor=cast.director)
    assert send(cast, "pair_round", 1).status_code == 302


def test_the_sentence_stands_in_the_readers_language() -> None:
    cast = of_system(evening(2), "norwegian_monrad")
    cast.play()
    cast.open()
    cast.check_in()
    address = cast.url("pair_round", 2).replace("/en/", "/nb/")
    data = {"seen_revision": cast.round.revision, "receipt": str(uuid.uuid4())}

    response: Any = cast.client().post(address, data, headers=HTMX)

    assert response.status_code == 409
    assert "impossible/" not in text(response)
    assert all(entry.player.full_name in text(response) for entry in cast.entries)


def test_numbers_that_cannot_be_given() -> None:
    cast = of_system(evening(3), "norwegian_monrad", numbering="seeded")
    cast.tournament.entries.update(rating=None)

    response: Any = cast.client().post(cast.url("draw_numbers"), {"receipt": str(uuid.uuid4())})

    assert response.status_code == 409
    assert "Nobody has a rating, so there is nothing to seed by." in text(response)
