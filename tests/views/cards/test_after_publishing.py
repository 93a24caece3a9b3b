"""Once the boards are up: only who signs off then is said not to come, on their own card and on the opponent's."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.pages.card_client import holding
from tests.tools.pages.page_forms import form_of_button
from tournaments import clock
from tournaments.models import Answer, InboxItem, Player, RespondedBy, Response, Tournament
from tournaments.services.activity import inbox_answers
from tournaments.services.calendar import availability

pytestmark = pytest.mark.django_db

TONIGHT = datetime.datetime(2025, 3, 4, 19, tzinfo=datetime.UTC)
DAY = TONIGHT.date()
OWN, OPPONENTS = "You have said that you cannot come.", "says they can't come. The director knows"
AFTER_ALL = "I can’t come after all"


@pytest.fixture
def cast() -> Evening:
    cast = Evening.of(2)
    Tournament.objects.filter(pk=cast.tournament.pk).update(round_dates=[DAY.isoformat()])
    cast.tournament.refresh_from_db()
    return cast


@pytest.fixture(autouse=True)
def _tonight() -> Iterator[None]:
    with clock.at(TONIGHT):
        yield


def publish(cast: Evening) -> None:
    """Both are marked here, whatever they have said."""
    cast.open()
    cast.check_in(1, 2)
    cast.pair()
    cast.publish()


def player(cast: Evening, number: int) -> Player:
    return cast.entry(number).player


def by_card(cast: Evening, number: int) -> dict[str, object]:
    return {"said_by": RespondedBy.CARD, "actor": None, "by_card": player(cast, number).pk}


def page(cast: Evening, number: int) -> str:
    answer = holding(player(cast, number)).get(f"/en/{cast.tournament.club.slug}/me/")
    return " ".join(answer.content.decode().split())


def tap(cast: Evening, number: int) -> None:
    me = f"/en/{cast.tournament.club.slug}/me/"
    client = holding(player(cast, number))
    address, body = form_of_button(me, client.get(me).content.decode(), "away")
    assert client.post(address, body).status_code == 302


@pytest.mark.parametrize("is_longer", [False, True])
def test_who_had_said_that_they_cannot_come_and_turned_up_is_not_said_to_be_away(
    cast: Evening, *, is_longer: bool
) -> None:
    if is_longer:
        availability.set_away(player(cast, 1), DAY, DAY, **by_card(cast, 1))  # type: ignore[arg-type]
    else:
        availability.respond(cast.entry(1), DAY, Response.AWAY, **by_card(cast, 1))  # type: ignore[arg-type]
    publish(cast)

    assert OWN not in page(cast, 1)
    assert AFTER_ALL in page(cast, 1)
    assert OPPONENTS not in page(cast, 2)


def test_who_says_so_again_after_being_marked_has_the_director_told(cast: Evening) -> None:
    availability.respond(cast.entry(1), DAY, Response.AWAY, **by_card(cast, 1))  # type: ignore[arg-type]
    publish(cast)
    tap(cast, 1)

    item = InboxItem.objects.get()
    assert (item.player, item.facts["said"], item.facts["round"]) == (player(cast, 1), "away", 1)
    assert OWN in page(cast, 1)
    assert AFTER_ALL not in page(cast, 1)
    assert OPPONENTS in page(cast, 2)


def test_a_longer_time_away_said_after_publishing_is_told_to_the_opponent(cast: Evening) -> None:
    publish(cast)
    availability.set_away(player(cast, 1), DAY, DAY + datetime.timedelta(days=7), **by_card(cast, 1))  # type: ignore[arg-type]

    assert OPPONENTS in page(cast, 2)


def test_it_stays_said_once_the_director_has_put_it_aside_and_goes_when_taken_back(cast: Evening) -> None:
    publish(cast)
    tap(cast, 1)
    item = InboxItem.objects.get()
    inbox_answers.answer_inbox_item(item, Answer.NO, seen=item.asked_at.isoformat(), actor=cast.director)
    assert OPPONENTS in page(cast, 2)

    availability.withdraw_response(cast.entry(1), DAY, **by_card(cast, 1))  # type: ignore[arg-type]
    assert OWN not in page(cast, 1)
    assert OPPONENTS not in page(cast, 2)
