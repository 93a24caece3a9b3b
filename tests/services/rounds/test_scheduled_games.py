"""Where a plan says from the start who meets whom: who comes late, leaves and comes back."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tournaments.models import Action, Attendance, Entry, Game, Presence
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import configured_system, snapshot_of, table_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db
CODE = "all_play_all"


def evening_of(players: int, **options: object) -> Evening:
    saved = {"numbering": "given", "publish": "round", **options}
    return Evening.of(players, system=CODE, options=saved, tie_breaks=None)


def enter_late(evening: Evening, *, how_many: int = 1) -> list[Entry]:
    players = [PlayerFactory(club=evening.tournament.club) for _each in range(how_many)]
    return entries.enter_players(evening.tournament, players, actor=evening.director)


def all_games(evening: Evening) -> dict[int, list[tuple[int, int]]]:
    return {each.number: sorted(evening.boards(in_round=each.number)) for each in evening.tournament.rounds.all()}


def test_who_comes_late_takes_the_dummy_and_their_games_of_rounds_gone_by_are_to_be_played_yet() -> None:
    evening = evening_of(5)
    evening.play()
    evening.play()
    before = {entry.pk: entry.number for entry in Entry.objects.filter(tournament=evening.tournament)}

    [late] = enter_late(evening)

    assert (late.number, late.joined_round) == (6, 3)
    assert {pk: number for pk, number in Entry.objects.values_list("pk", "number") if pk != late.pk} == before
    missing = Game.objects.filter(sides__entry=late).order_by("round__number")
    assert [(game.round.number, game.result, game.is_postponed) for game in missing] == [
        (1, Result.OPEN, True),
        (2, Result.OPEN, True),
    ]
    assert evening.boards(in_round=1)[-1] == (1, 6)
    assert evening.boards(in_round=2)[-1] == (6, 4)
    assert not Attendance.objects.filter(entry__number=1, round__number=1).exclude(bye="").exists()
    evening.play()
    assert len(evening.boards()) == 3
    evening.enter(3, Result.WHITE_WINS, in_round=1)
    rows = {row.player: row for row in table_of(evening.tournament, after=3).rows}
    assert rows[6].cells["open"].value == 3
    assert rows[6].cells["played"].value == 2


def test_without_a_free_number_nobody_can_join_and_nothing_is_written() -> None:
    evening = evening_of(4)
    evening.play()
    with pytest.raises(Refused, match="in another group, or next season"):
        enter_late(evening)
    assert evening.tournament.entries.count() == 4


def test_of_the_numbers_kept_free_latecomers_take_the_lowest_first() -> None:
    evening = evening_of(5, spare_numbers=2)
    evening.play()
    assert [late.number for late in enter_late(evening, how_many=2)] == [6, 7]
    with pytest.raises(Refused, match="Only 1 number"):
        enter_late(evening, how_many=2)


def test_before_a_round_is_published_everybody_can_enter_and_the_plan_grows() -> None:
    evening = evening_of(4)
    evening.open()
    [new] = enter_late(evening)
    assert (new.number, new.joined_round) == (5, 1)
    evening.check_in()
    evening.pair()
    assert evening.boards() == [(2, 5), (3, 4)]


def test_entering_late_is_one_action_that_can_be_undone_until_one_of_the_games_is_played() -> None:
    evening = evening_of(5)
    evening.play()
    before = all_games(evening), dict(Attendance.objects.values_list("pk", "bye"))
    [late] = enter_late(evening)
    action = Action.objects.latest("pk")
    assert action.verb == "entry.add"

    undo_action(action, actor=evening.director)
    assert (all_games(evening), dict(Attendance.objects.values_list("pk", "bye"))) == before
    assert not Entry.objects.filter(pk=late.pk).exists()

    [late] = enter_late(evening)
    action = Action.objects.latest("pk")
    evening.enter(3, Result.DRAW, in_round=1)
    with pytest.raises(Refused):
        undo_action(action, actor=evening.director)
    assert Entry.objects.filter(pk=late.pk).exists()


def test_who_comes_back_has_the_games_of_the_rounds_between_to_play_yet() -> None:
    evening = evening_of(6)
    evening.play()
    evening.withdraw(6)
    evening.play(1, 2, 3, 4, 5)
    assert (6, 4) not in evening.boards(in_round=2)
    evening.bring_back(6)
    assert evening.boards(in_round=2)[-1] == (6, 4)
    assert Game.objects.get(round__number=2, board=3).is_postponed
    system = configured_system(evening.tournament)
    assert not system.missing_games(snapshot_of(evening.tournament))  # type: ignore[attr-defined]


def test_nobody_waits_for_the_games_of_who_has_left() -> None:
    evening = evening_of(6)
    evening.play(leaving_open=[1])
    evening.withdraw(6)
    evening.finish()
    evening.draft(1, 2, 3, 4, 5)
    evening.publish()
    assert len(evening.boards()) == 2


def test_a_latecomer_may_leave_again_and_the_next_round_is_paired_all_the_same() -> None:
    evening = evening_of(5)
    evening.play()
    [late] = enter_late(evening)
    evening.open()
    evening.withdraw(late.number or 0)
    evening.check_in(1, 2, 3, 4, 5)
    evening.mark(5, Presence.EXCUSED)
    evening.pair()
    evening.publish()
    assert len(evening.boards()) == 2
