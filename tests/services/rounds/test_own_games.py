"""Somebody's own game for the club's team pays by its result (rulebook, keizer_clubs, 4)."""

from __future__ import annotations

import datetime
from fractions import Fraction

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.casts.teams_cast import Teams
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Attendance, League, Presence
from tournaments.pairing.types.snapshot import OwnGame, PlayerId, Result
from tournaments.recording import Stale
from tournaments.selectors.snapshots import table_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.own_games import enter_own_game, take_over_own_games

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


def played_outside(evening: Evening, number: int, result: str, **match: object) -> None:
    """In the club's team, on the evening's day unless `match` says another."""
    teams = Teams.of(club=evening.tournament.club)
    fixture = teams.fixture(**({"date": evening.round.date} | match))
    teams.sits(fixture, evening.entry(number).player)
    fixture.places.update(result=result)


def test_what_our_teams_know_is_taken_over_with_one_tap(evening: Evening) -> None:
    played_outside(evening, 3, "1")
    page = evening.client().get(evening.url("evening")).content.decode()
    assert "Take over 1 result of our teams" in page
    action = take_over_own_games(evening.round, actor=evening.director)
    assert action is not None
    assert points(evening, 3) == 98
    assert take_over_own_games(evening.round, actor=evening.director) is None
    assert "Take over 1 result" not in evening.client().get(evening.url("evening")).content.decode()
    undo_action(action, actor=evening.director)
    assert points(evening, 3) == 49


@pytest.mark.parametrize("result", ["", "+", "-", "x", "h"])
def test_what_was_not_played_over_the_board_is_left_to_the_director(evening: Evening, result: str) -> None:
    played_outside(evening, 3, result)
    assert take_over_own_games(evening.round, actor=evening.director) is None


def test_a_result_that_is_entered_stays(evening: Evening) -> None:
    enter(evening, 3, OwnGame.LOSS)
    played_outside(evening, 3, "1")
    assert take_over_own_games(evening.round, actor=evening.director) is None
    assert points(evening, 3) == 0


def test_whoever_is_away_for_another_reason_is_paid_by_no_match(evening: Evening) -> None:
    played_outside(evening, 4, "1")
    assert take_over_own_games(evening.round, actor=evening.director) is None


def test_the_day_after_an_away_match_counts_where_the_club_has_it_so(evening: Evening) -> None:
    day = evening.round.date
    assert day is not None
    played_outside(evening, 3, "½", date=day - datetime.timedelta(days=1), is_home=False)
    assert take_over_own_games(evening.round, actor=evening.director) is None
    League.objects.update(also_day_after=True)
    assert take_over_own_games(evening.round, actor=evening.director) is not None
    assert points(evening, 3) == 49
    assert Attendance.objects.get(round=evening.round, entry=evening.entry(3)).own_result == "1/2"
