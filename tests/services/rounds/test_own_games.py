"""Somebody's own game for the club's team pays by its result (rulebook, keizer_clubs, 4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Attendance, Presence
from tournaments.pairing.types.snapshot import OwnGame, PlayerId, Result
from tournaments.recording import Stale
from tournaments.selectors.snapshots import table_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.own_games import enter_own_game

pytestmark = pytest.mark.django_db
OPTIONS = {
    "top": "100",
    "own_value": "0",
    "club_share": "1/2",
    "club_win_share": "1",
    "club_draw_share": "1/2",
    "club_loss_share": "0",
}


@pytest.fixture
def evening() -> Evening:
    """3 plays for the club, 4 is away."""
    evening = Evening.of(4, system="keizer", options=OPTIONS)
    evening.open()
    evening.check_in(1, 2)
    evening.mark(3, Presence.CLUB)
    evening.mark(4, Presence.EXCUSED)
    evening.pair()
    evening.publish()
    evening.enter(1, Result.DRAW)
    return evening


def enter(evening: Evening, number: int, result: OwnGame | None, seen: str = "") -> Action | None:
    return enter_own_game(evening.round, evening.entry(number), result, seen=seen, actor=evening.director)


def points(evening: Evening, player: PlayerId) -> Fraction | int | None:
    table = table_of(evening.tournament, after=1)
    return next(row.cells["points"].value for row in table.rows if row.player == player)


def test_it_pays_by_the_result_and_before_that_as_any_club_duty(evening: Evening) -> None:
    assert points(evening, 3) == 49  # half of 98
    enter(evening, 3, OwnGame.WIN)
    assert points(evening, 3) == 98
    enter(evening, 3, OwnGame.LOSS, seen="1")
    assert points(evening, 3) == 0
    enter(evening, 3, None, seen="0")
    assert points(evening, 3) == 49


def test_an_absence_that_does_not_pay_so_is_refused(evening: Evening) -> None:
    with nothing_changes(Refused, "does not pay by the result"):
        enter(evening, 4, OwnGame.WIN)


def test_another_result_meanwhile_stands_and_the_same_is_one(evening: Evening) -> None:
    enter(evening, 3, OwnGame.WIN)
    with nothing_changes(Stale):
        enter(evening, 3, OwnGame.DRAW)
    actions = Action.objects.count()
    assert enter(evening, 3, OwnGame.WIN) is None
    assert Action.objects.count() == actions


def test_it_is_taken_back_and_goes_with_another_mark(evening: Evening) -> None:
    action = enter(evening, 3, OwnGame.WIN)
    assert action is not None
    undo_action(action, actor=evening.director)
    assert Attendance.objects.get(entry=evening.entry(3)).own_result == ""


def test_it_stands_below_the_boards_with_a_button_each(evening: Evening) -> None:
    client = evening.client()
    page = client.get(evening.url("evening")).content.decode()
    assert page.count('id="own-game-') == 1

    address = evening.url("enter_own_game", 1, evening.entry(3).pk)
    client.post(address, {"result": "1", "seen": "", "screen": "boards"})
    page = client.get(evening.url("evening")).content.decode()
    assert 'name="result" value="" aria-pressed="true"' in page

    for wrong in ({"result": "2", "seen": ""}, {"result": "1/2", "seen": "x" * 99}):
        assert client.post(address, wrong).status_code in (400, 409, 422)
    assert Attendance.objects.get(entry=evening.entry(3)).own_result == "1"
