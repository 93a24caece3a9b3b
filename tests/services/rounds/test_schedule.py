"""A plan published whole: its rounds come in turn, follow who joins and leaves, and can be taken off the wall."""

from __future__ import annotations

import uuid

import pytest

from tests.services.rounds.test_scheduled_games import CODE, all_games, enter_late
from tests.tools.casts.factories import Evening
from tournaments.models import Action, Attendance, Game, PublishedTable, Round, RoundState
from tournaments.pages.activity.activity_log import tournament_activity
from tournaments.pages.evening.evening import evening_page
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import snapshot_of, table_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db
PUBLISHED, FINISHED = RoundState.PUBLISHED, RoundState.FINISHED


def evening_of(players: int, **options: object) -> Evening:
    return Evening.of(players, system=CODE, options={"numbering": "given", **options}, tie_breaks=None)


def publish(evening: Evening, *, seen_number: int = 1, receipt: uuid.UUID | None = None) -> list[Round]:
    return rounds.publish_schedule(evening.tournament, seen_number=seen_number, actor=evening.director, receipt=receipt)


def states(evening: Evening) -> list[str]:
    every = Round.with_ahead.filter(tournament=evening.tournament).order_by("number")
    return [each.state for each in every]


def ahead(evening: Evening, number: int) -> list[tuple[int, int]]:
    return sorted(evening.boards(in_round=number))


def play(evening: Evening) -> None:
    """The round that is on: tonight, all White wins."""
    found = evening.round
    if found.date is None:
        rounds.open_next_round(evening.tournament, seen_number=found.number, actor=evening.director)
    for game in Game.objects.filter(round=found, result=Result.OPEN, is_postponed=False).order_by("board"):
        evening.enter(game.board, Result.WHITE_WINS, in_round=found.number)


def draw_all(evening: Evening, *numbers: int) -> None:
    """All games of these rounds, whether their turn has come or not."""
    for number in numbers:
        for board, _pair in enumerate(evening.boards(in_round=number), 1):
            evening.enter(board, Result.DRAW, in_round=number)


def test_all_rounds_get_their_boards_in_one_action_and_come_in_turn() -> None:
    evening = evening_of(6)
    publish(evening)
    assert states(evening) == [PUBLISHED] * 5
    assert [each.number for each in evening.tournament.rounds.all()] == [1]
    assert ahead(evening, 5) == [(3, 6), (4, 2), (5, 1)]
    evening.tournament.refresh_from_db()
    assert evening.tournament.planned_rounds == 5
    assert len(snapshot_of(evening.tournament).rounds) == 1

    play(evening)
    opened = rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    assert (opened.number, opened.state, opened.date is not None) == (2, PUBLISHED, True)
    assert states(evening)[:2] == [FINISHED, PUBLISHED]
    assert PublishedTable.objects.filter(round__number=1).exists()
    assert [each.number for each in evening.tournament.rounds.order_by("number")] == [1, 2]


def test_a_whole_season_is_played_and_then_it_is_over() -> None:
    evening = evening_of(5, cycles=2)
    publish(evening)
    for number in range(1, 11):
        assert evening.round.number == number
        play(evening)
        evening.finish()
    assert states(evening) == [FINISHED] * 10
    with pytest.raises(Refused, match="All planned rounds"):
        rounds.open_next_round(evening.tournament, seen_number=11, actor=evening.director)
    with pytest.raises(Refused, match="All planned rounds"):
        publish(evening, seen_number=11)
    assert all(row.cells["open"].value == 0 for row in table_of(evening.tournament, after=10).rows)


def test_publishing_and_taking_back_are_undone_like_anything_else() -> None:
    evening = evening_of(6)
    publish(evening)
    boards = all_games(evening), Game.objects.count()
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert (states(evening), Game.objects.count(), Attendance.objects.count()) == ([], 0, 0)
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert (all_games(evening), Game.objects.count()) == boards

    rounds.take_back_schedule(evening.tournament, seen_number=1, actor=evening.director)
    evening.tournament.refresh_from_db()
    assert (states(evening), evening.tournament.planned_rounds) == ([], None)
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert (all_games(evening), Game.objects.count()) == boards


def test_a_plan_that_has_begun_stays_but_what_is_left_of_it_can_be_taken_back_and_published_anew() -> None:
    evening = evening_of(6)
    publish(evening)
    evening.enter(1, Result.DRAW)
    with pytest.raises(Refused, match="Round 1 has begun, so the plan can no longer be taken back"):
        rounds.take_back_schedule(evening.tournament, seen_number=1, actor=evening.director)
    play(evening)
    evening.finish()
    rounds.take_back_schedule(evening.tournament, seen_number=2, actor=evening.director)
    assert states(evening) == [FINISHED]
    publish(evening, seen_number=2)
    assert states(evening) == [FINISHED, *[PUBLISHED] * 4]
    with pytest.raises(Stale):
        publish(evening, seen_number=2)


def test_the_same_form_sent_twice_publishes_once() -> None:
    evening, receipt = evening_of(4), uuid.uuid4()
    publish(evening, receipt=receipt)
    with pytest.raises(AlreadyDone):
        publish(evening, receipt=receipt)
    assert len(states(evening)) == 3


def test_a_game_played_before_its_turn_stays_when_its_round_comes() -> None:
    evening = evening_of(4)
    publish(evening)
    early = evening.game(1, in_round=3)
    results.enter_result(early, Result.WHITE_WINS, seen=Result.OPEN, actor=evening.director)
    early.refresh_from_db()
    assert (early.known_from, early.earlier) == (1, [])
    for _each in range(2):
        play(evening)
        evening.finish()
    rounds.open_next_round(evening.tournament, seen_number=3, actor=evening.director)
    assert evening.game(1).result == Result.WHITE_WINS
    assert sum(row.cells["played"].value or 0 for row in table_of(evening.tournament, after=3).rows) == 10


def test_a_latecomer_gets_all_games_of_the_plan_those_gone_by_to_be_played_yet() -> None:
    evening = evening_of(5)
    publish(evening)
    play(evening)
    [late] = enter_late(evening)
    assert (late.number, late.joined_round) == (6, 2)
    assert evening.boards(in_round=1)[-1] == (1, 6)
    assert ahead(evening, 2) == [(1, 2), (5, 3), (6, 4)]
    assert {tuple(sorted(pair)) for number in range(1, 6) for pair in ahead(evening, number) if 6 in pair} == {
        (each, 6) for each in range(1, 6)
    }
    assert not Attendance.objects.filter(round__number__gt=1).exclude(bye="").exists()

    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert ahead(evening, 2) == [(1, 2), (5, 3)]
    assert Attendance.objects.filter(round__number=2, entry__number=4).exclude(bye="").exists()


def test_who_leaves_stands_in_no_round_to_come_and_who_comes_back_does_again() -> None:
    evening = evening_of(6)
    publish(evening)
    before = {number: ahead(evening, number) for number in range(1, 6)}
    play(evening)
    evening.withdraw(6)
    assert [6 in {*sum(ahead(evening, number), ())} for number in range(1, 6)] == [True, *[False] * 4]
    slot = Attendance.objects.get(round__number=3, entry__number=2)
    assert (slot.bye, slot.reasons[0]["rule"]) == ("zero", "all_play_all/left")
    for number in range(2, 6):
        boards = Game.objects.filter(round__number=number).order_by("board").values_list("board", flat=True)
        assert list(boards) == [1, 2]
    rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    evening.bring_back(6)
    assert {number: ahead(evening, number) for number in range(1, 6)} == before
    assert evening.boards(in_round=4) == [(6, 5), (1, 4), (2, 3)]
    assert Game.objects.get(round__number=2, sides__entry__number=6).is_postponed


def test_between_two_evenings_the_round_to_come_follows_too() -> None:
    evening = evening_of(6)
    publish(evening)
    play(evening)
    evening.finish()
    evening.withdraw(6)
    assert 6 not in {*sum(ahead(evening, 2), ())}
    assert evening.entry(6).withdrawals.get().first_round == 2
    evening.bring_back(6)
    assert 6 in {*sum(ahead(evening, 2), ())}
    assert not Game.objects.filter(is_postponed=True).exists()


def test_everybody_may_leave_but_one() -> None:
    evening = evening_of(4)
    publish(evening)
    play(evening)
    for number in (2, 3, 4):
        evening.withdraw(number)
    assert [ahead(evening, number) for number in (2, 3)] == [[], []]
    evening.finish()
    rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    evening.finish()
    assert [row.player for row in table_of(evening.tournament, after=2).rows if row.place == 1] == [1]


@pytest.mark.parametrize(("players", "expected"), [(2, 1), (3, 3)])
def test_the_smallest_fields(players: int, expected: int) -> None:
    evening = evening_of(players)
    assert len(publish(evening)) == expected


def test_one_player_makes_no_plan_and_two_hundred_and_fifty_five_make_groups() -> None:
    with pytest.raises(Refused, match="Two players at least make a plan: enter more"):
        publish(evening_of(1))
    crowd = evening_of(255)
    with pytest.raises(Refused, match="With 255 players the plan has more than 1200 games: make groups of them"):
        publish(crowd)
    assert states(crowd) == []


def test_games_missing_at_the_seasons_end_keep_it_open() -> None:
    evening = evening_of(4, cycles=2)
    publish(evening)
    for _each in range(3):
        play(evening)
        evening.finish()
    from tournaments.services.setup.seasons import refuse_unfinished_rounds

    with pytest.raises(Refused, match=" is not finished, so the season stays open"):
        refuse_unfinished_rounds(evening.tournament.season)
    rounds.take_back_schedule(evening.tournament, seen_number=4, actor=evening.director)
    refuse_unfinished_rounds(evening.tournament.season)


def test_a_system_that_pairs_by_results_has_no_plan() -> None:
    evening = Evening.of(4)
    with pytest.raises(Refused, match="This pairing system has no plan: each round is paired by itself"):
        publish(evening)


def test_rounds_whose_games_all_have_results_are_played_though_nobody_has_opened_their_evenings() -> None:
    evening = evening_of(6)
    publish(evening)
    for number in (1, 3):
        for board in (1, 2, 3):
            evening.enter(board, Result.WHITE_WINS, in_round=number)
    assert states(evening) == [FINISHED, *[PUBLISHED] * 4]
    for board in (1, 2):
        evening.enter(board, Result.DRAW, in_round=2)
    assert states(evening) == [FINISHED, *[PUBLISHED] * 4]

    evening.enter(3, Result.DRAW, in_round=2)  # with which round 3 has its turn, too

    assert states(evening) == [FINISHED] * 3 + [PUBLISHED] * 2
    assert list(PublishedTable.objects.order_by("round__number").values_list("round__number", flat=True)) == [1, 2, 3]
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert states(evening) == [FINISHED, *[PUBLISHED] * 4]
    assert PublishedTable.objects.count() == 1


def test_what_ended_a_round_is_not_undone_while_a_later_one_has_ended() -> None:
    evening = evening_of(4)
    publish(evening)
    draw_all(evening, 1, 2)
    assert states(evening) == [FINISHED, FINISHED, PUBLISHED]
    ends_the_first = Action.objects.filter(verb="result.enter").order_by("pk")[1]
    with pytest.raises(Refused):
        undo_action(ends_the_first, actor=evening.director)
    for action in Action.objects.filter(verb="result.enter").order_by("-pk")[:3]:
        undo_action(action, actor=evening.director)
    assert states(evening) == [PUBLISHED] * 3


def test_a_round_opened_for_an_evening_is_its_directors_to_end_and_those_played_before_their_turn_end_with_it() -> None:
    evening = evening_of(4)
    publish(evening)
    draw_all(evening, 2)
    play(evening)
    assert states(evening) == [PUBLISHED] * 3
    evening.finish()
    assert states(evening) == [FINISHED, FINISHED, PUBLISHED]


def test_next_round_passes_over_those_that_have_been_played() -> None:
    evening = evening_of(4)
    publish(evening)
    draw_all(evening, 2)
    play(evening)
    opened = rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    assert (opened.number, opened.date is not None, states(evening)) == (3, True, [FINISHED, FINISHED, PUBLISHED])
    draw_all(evening, 3)
    assert states(evening)[2] == PUBLISHED
    evening.finish()
    assert states(evening) == [FINISHED] * 3


def test_where_no_evening_was_opened_there_is_none_to_end() -> None:
    evening = evening_of(4)
    publish(evening)
    draw_all(evening, 1, 2, 3)
    page = evening_page(evening.fresh())
    assert (page.is_over, page.can_end_evening, page.can_go_on) == (True, False, False)


def test_where_all_that_hangs_on_the_wall_has_been_played_next_round_publishes_the_table_and_says_that() -> None:
    evening = evening_of(4)
    publish(evening)
    draw_all(evening, 1, 3)
    play(evening)
    last = rounds.open_next_round(evening.tournament, seen_number=3, actor=evening.director)
    assert (last.number, states(evening)) == (3, [FINISHED] * 3)
    assert Round.objects.count() == 3
    done = Action.objects.latest("pk")
    assert str(tournament_activity(evening.fresh()).lines[0].sentence) == ("The table after round 3 is published")
    undo_action(done, actor=evening.director)
    assert states(evening) == [FINISHED, PUBLISHED, PUBLISHED]


def test_a_round_of_which_all_games_are_postponed_has_not_been_played() -> None:
    evening = evening_of(4)
    publish(evening)
    for board in (1, 2):
        results.postpone_game(evening.game(board), seen=Result.OPEN, actor=evening.director)
    assert states(evening) == [PUBLISHED] * 3
    evening.enter(1, Result.DRAW)
    assert states(evening) == [FINISHED, PUBLISHED, PUBLISHED]


def test_a_round_whose_only_open_game_leaves_with_its_player_is_played() -> None:
    """Nobody enters anything more in it: otherwise it would wait for ever."""
    evening = evening_of(6)
    publish(evening)
    for board, pair in enumerate(evening.boards(in_round=1), 1):
        if 6 not in pair:
            evening.enter(board, Result.DRAW, in_round=1)
    assert states(evening)[:2] == [PUBLISHED, PUBLISHED]

    evening.withdraw(6)

    assert states(evening)[:2] == [FINISHED, PUBLISHED]
