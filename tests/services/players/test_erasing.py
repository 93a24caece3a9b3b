"""Whoever asks to be erased: nothing of them is left in the database, the record included; their games stay."""

from __future__ import annotations

import datetime
import json

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments import clock
from tournaments.models import (
    Action,
    Answer,
    Attendance,
    CardKey,
    InboxItem,
    InboxSubject,
    Player,
    RespondedBy,
    Response,
    ShownAs,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.cards.own_settings import ask_to_be_erased
from tournaments.services.common.refusal import Refused
from tournaments.services.players import card_keys, players

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # JSON, constraints
TELLING = ("Zebedee", "Quackenbush", "19870717", "zeb@example.org", "2025-12-24", "3477")


@pytest.fixture
def evening() -> Evening:
    """A played round; of one of its four everything is known that can be known."""
    evening = Evening.of(4, round_dates=["2025-12-24"])
    with clock.at(datetime.datetime(2025, 12, 20, 12, tzinfo=datetime.UTC)):
        player = evening.entry(1).player
        details = players.PlayerDetails(
            given_name="Zebedee", family_name="Quackenbush", national_id="19870717", fide_rating=3477
        )
        players.edit_player(player, details, seen=players.version_of(player), actor=evening.director)
        players.edit_contact(player, email="zeb@example.org", actor=evening.director)
        card_keys.make_key(player, name="for Zebedee", actor=evening.director)
        day = datetime.date(2025, 12, 24)
        availability.respond(
            evening.entry(1), day, Response.AWAY, said_by=RespondedBy.TELEPHONE, actor=evening.director
        )
    evening.play(1, 2, 3, 4)
    ask_to_be_erased(player)
    return evening


def wish() -> InboxItem:
    return InboxItem.objects.select_related("club", "tournament").get(asked=InboxSubject.ERASE)


def erase(evening: Evening) -> Action | None:
    item = wish()
    return answer_inbox_item(item, Answer.YES, seen=item.asked_at.isoformat(), actor=evening.director)


def everything() -> str:
    """The tables, and the record of what was done; what the rounds say of themselves names nobody."""
    kept = [[action.verb, action.facts, action.changes] for action in Action.objects.order_by("pk")]
    tables = {name: rows for name, rows in dump().items() if name not in {"Tournament", "Round"}}
    return json.dumps([str(tables), kept])


def test_nothing_that_is_known_of_them_is_left_anywhere(evening: Evening) -> None:
    evening.withdraw(1)
    player = evening.entry(1).player
    before = everything()
    assert all(each in before for each in TELLING)
    public = evening.tournament
    public.refresh_from_db()
    seen = public.public_revision
    done = erase(evening)

    left = everything()
    assert [each for each in TELLING if each in left] == []
    player.refresh_from_db()
    assert (str(player), player.shown_as, player.is_active) == ("N.N.", ShownAs.NUMBER, False)
    assert not CardKey.objects.exists()
    public.refresh_from_db()
    assert public.public_revision == seen + 1
    assert wish().answer == Answer.YES
    assert done is not None
    with pytest.raises(Refused, match="This cannot be undone any more: what it changed has been changed again"):
        undo_action(done, actor=evening.director)


def test_the_games_stay_and_those_of_others_are_as_they_were(evening: Evening) -> None:
    evening.withdraw(1)
    rows = list(Attendance.objects.order_by("pk").values())
    boards = [evening.game(board).result for board in (1, 2)]
    erase(evening)
    assert list(Attendance.objects.order_by("pk").values()) == rows
    assert [evening.game(board).result for board in (1, 2)] == boards
    assert Result.OPEN not in boards
    assert set(Player.objects.exclude(pk=evening.entry(1).player_id).values_list("given_name", flat=True)) == {
        "No2",
        "No3",
        "No4",
    }


def test_who_still_plays_is_withdrawn_first(evening: Evening) -> None:
    with nothing_changes(Refused, f"still plays in {evening.tournament.name}: withdraw them there first"):
        erase(evening)


def test_what_was_put_aside_is_not_done_by_an_old_page(evening: Evening) -> None:
    evening.withdraw(1)
    item = wish()
    answer_inbox_item(item, Answer.NO, seen=item.asked_at.isoformat(), actor=evening.director)
    with nothing_changes(Stale):
        answer_inbox_item(item, Answer.YES, seen=item.asked_at.isoformat(), actor=evening.director)
