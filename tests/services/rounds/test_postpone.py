"""All open games of an evening postponed with one tap, and draws of games that nobody played."""

from __future__ import annotations

import pytest

from tests.services.rounds.test_schedule import evening_of, play, publish
from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.exchange import tournament_file
from tournaments.exchange.json_node import FileError
from tournaments.models import Action, Game
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.schedule import schedule_page
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale
from tournaments.selectors.snapshots import exported, snapshot_of, table_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import results, unplayed_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = evening_of(6)
    publish(evening)
    rounds.open_next_round(evening.tournament, seen_number=1, actor=evening.director)
    return evening


def postpone(evening: Evening, revision: int | None = None) -> None:
    found = evening.round
    seen = found.revision if revision is None else revision
    rounds.postpone_open(found, seen_revision=seen, actor=evening.director)


def postponed(evening: Evening) -> list[bool]:
    return list(Game.objects.filter(round=evening.round).order_by("board").values_list("is_postponed", flat=True))


def test_what_is_open_is_postponed_and_the_next_round_need_not_wait(evening: Evening) -> None:
    evening.enter(2, Result.DRAW)
    postpone(evening)
    assert postponed(evening) == [True, False, True]
    opened = rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    assert opened.number == 2


def test_undo_has_them_waited_for_again(evening: Evening) -> None:
    postpone(evening)
    action = Action.objects.latest("pk")
    assert (action.verb, action.facts["games"]) == ("round.postpone_open", 3)
    undo_action(action, actor=evening.director)
    assert postponed(evening) == [False] * 3


def test_a_result_that_comes_in_meanwhile_stays(evening: Evening) -> None:
    seen = evening.round.revision
    evening.enter(1, Result.WHITE_WINS)
    postpone(evening, seen)
    assert evening.game(1).result == Result.WHITE_WINS
    assert postponed(evening) == [False, True, True]


def test_without_an_open_game_or_on_an_old_screen_nothing_happens(evening: Evening) -> None:
    first = evening.round
    postpone(evening)
    with nothing_changes(Refused, "Round 1 is not waiting for any result"):
        postpone(evening)
    rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    with nothing_changes(Stale):
        rounds.postpone_open(first, seen_revision=first.revision, actor=evening.director)


def drawn(evening: Evening) -> Game:
    game = evening.game(1)
    decided = {game.pk: unplayed_games.DecidedGame(Result.DRAW, game.seen)}
    unplayed_games.decide_unplayed(evening.tournament, decided, actor=evening.director)
    return evening.game(1)


def test_a_draw_of_a_game_nobody_played_is_told_apart_and_counts(evening: Evening) -> None:
    assert drawn(evening).unplayed
    evening.tournament.refresh_from_db()
    plan = schedule_page(evening.tournament, Audience.PUBLIC)
    assert [game.state for game in plan.rounds[0].games] == ["not played", "", ""]
    assert plan.games_played == 1
    evening.enter(2, Result.DRAW)
    table = table_of(evening.tournament, after=1)
    assert [row.cells["points"].value for row in table.rows][:4] == [table.rows[0].cells["points"].value] * 4


@pytest.mark.parametrize("result", [Result.WHITE_WINS, Result.BOTH_FORFEIT])
def test_with_another_result_it_is_a_game_again(evening: Evening, result: Result) -> None:
    game = drawn(evening)
    results.enter_result(game, result, seen=game.result, actor=evening.director)
    assert not evening.game(1).unplayed
    results.clear_result(evening.game(1), seen=result.value, actor=evening.director)
    assert not evening.game(1).unplayed


def test_other_ways_out_and_played_draws_have_no_such_mark(evening: Evening) -> None:
    game = evening.game(1)
    decided = {game.pk: unplayed_games.DecidedGame(Result.BOTH_FORFEIT, game.seen)}
    unplayed_games.decide_unplayed(evening.tournament, decided, actor=evening.director)
    evening.enter(2, Result.DRAW)
    assert not Game.objects.filter(unplayed=True).exists()


def test_files_keep_the_mark_and_know_no_other_result_with_it(evening: Evening) -> None:
    drawn(evening)
    evening.tournament.refresh_from_db()
    data = tournament_file.dump(exported(evening.tournament))
    copy = import_tournament(
        evening.tournament.club,
        tournament_file.parse(data),
        season=evening.tournament.season,
        name="Copy",
        actor=evening.director,
    )
    assert snapshot_of(copy).rounds == snapshot_of(evening.tournament).rounds
    assert snapshot_of(copy).rounds[0].games[0].unplayed
    with pytest.raises(FileError) as wrong:
        tournament_file.parse(data.replace(b'"result": "1/2-1/2"', b'"result": "1-0"'))
    assert wrong.value.place == "rounds[0].games[0].unplayed"


def test_a_season_goes_on_though_each_evening_leaves_games_open() -> None:
    evening = evening_of(4)
    publish(evening)
    for number in range(1, 4):
        rounds.open_next_round(evening.tournament, seen_number=number, actor=evening.director)
        evening.enter(1, Result.WHITE_WINS)
        postpone(evening)
    assert Game.objects.filter(round__tournament=evening.tournament, is_postponed=True).count() == 3
    play(evening)


def test_nobody_decides_no_game_or_more_than_are_there_at_once(evening: Evening) -> None:
    game = evening.game(1)
    crowd = {
        game.pk + place: unplayed_games.DecidedGame(Result.DRAW, game.seen) for place in range(unplayed_games.MOST + 1)
    }
    for decided, said in (({}, "No game is chosen."), (crowd, "Decide at most 500 games at once.")):
        with nothing_changes(Refused, said):
            unplayed_games.decide_unplayed(evening.tournament, decided, actor=evening.director)
