"""Games of a plan played before their round's turn: they count at once, everywhere, and files keep them."""

from __future__ import annotations

import pytest

from tests.services.rounds.test_schedule import evening_of, play, publish
from tests.tools.casts.factories import Evening
from tournaments.exchange import tournament_file
from tournaments.exchange.json_node import FileError
from tournaments.models import Game, Round, RoundState
from tournaments.pages.common.display_names import Audience
from tournaments.pages.files.tournament_export import tournament_download
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.scorecard import scorecard_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import exported, snapshot_of, table_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = evening_of(6)
    publish(evening)
    return evening


def points(evening: Evening, audience: Audience = Audience.PUBLIC, after: int | None = None) -> dict[int, str]:
    evening.tournament.refresh_from_db()
    page = standings_page(evening.tournament, audience, after=after)
    return {row.number: next(cell.text for cell in row.cells if cell.column.short == "Pts") for row in page.rows}


@pytest.mark.parametrize("in_round", [1, 2, 5])
def test_before_the_first_evening_a_game_played_early_counts_for_everybody(evening: Evening, in_round: int) -> None:
    white, black = evening.boards(in_round=in_round)[0]
    assert points(evening)[white] == "0"
    evening.enter(1, Result.WHITE_WINS, in_round=in_round)
    for audience in Audience:
        found = points(evening, audience)
        assert (found[white], found[black]) == ("1", "0")
    assert table_of(evening.tournament, after=0).rows[0].player == white
    evening.tournament.refresh_from_db()
    crosstable = crosstable_page(evening.tournament, Audience.PUBLIC)
    assert [number for number, _url in crosstable.rounds] == [in_round]
    row = next(row for row in crosstable.rows if row.number == white)
    assert [(cell.opponent, str(cell.mark.short)) for cell in row.cells] == [(black, "1")]


@pytest.mark.parametrize("in_round", [3, 5])
def test_between_two_evenings_and_during_one_it_counts_in_the_table_that_is_shown(
    evening: Evening, in_round: int
) -> None:
    play(evening)
    evening.finish()
    white, _black = evening.boards(in_round=in_round)[0]
    before = points(evening)
    evening.enter(1, Result.WHITE_WINS, in_round=in_round)
    assert float(points(evening)[white]) == float(before[white]) + 1
    rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    white, _black = evening.boards(in_round=in_round)[1]
    before = points(evening)
    evening.enter(2, Result.WHITE_WINS, in_round=in_round)
    assert float(points(evening)[white]) == float(before[white]) + 1
    card = scorecard_page(evening.tournament, Audience.PUBLIC, number=white)
    assert [each.number for each in card.rounds][-1] == in_round
    assert card.rounds[-1].points == "1"


def test_it_can_be_corrected_and_cleared_and_undone_and_the_table_follows(evening: Evening) -> None:
    white, black = evening.boards(in_round=4)[0]
    evening.enter(1, Result.WHITE_WINS, in_round=4)
    evening.enter(1, Result.BLACK_WINS, in_round=4)
    assert (points(evening)[white], points(evening)[black]) == ("0", "1")
    action = results.clear_result(evening.game(1, in_round=4), seen=Result.BLACK_WINS.value, actor=evening.director)
    assert set(points(evening).values()) == {"0"}
    game = evening.game(1, in_round=4)
    assert (game.known_from, game.earlier) == (None, [])
    assert action is not None
    undo_action(action, actor=evening.director)
    assert points(evening)[black] == "1"


def test_tables_of_earlier_rounds_stay_as_they_were(evening: Evening) -> None:
    play(evening)
    evening.finish()
    first = points(evening, after=1)
    rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    for board in (1, 2, 3):
        evening.enter(board, Result.WHITE_WINS, in_round=2)
    evening.finish()
    evening.enter(1, Result.WHITE_WINS, in_round=5)
    assert points(evening, after=1) == first
    assert not standings_page(evening.tournament, Audience.PUBLIC, after=1).corrections
    evening.tournament.refresh_from_db()
    corrections = standings_page(evening.tournament, Audience.PUBLIC, after=2, is_corrected=True).corrections
    assert corrections is not None
    assert any("Round 5" in said for said in corrections.happened)


def test_when_its_turn_comes_nothing_is_counted_twice(evening: Evening) -> None:
    white, _black = evening.boards(in_round=2)[0]
    evening.enter(1, Result.WHITE_WINS, in_round=2)
    play(evening)
    evening.finish()
    once = points(evening)
    rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)
    for board in (2, 3):
        evening.enter(board, Result.DRAW, in_round=2)
    evening.finish()
    assert points(evening)[white] == once[white]
    assert sum(row.cells["played"].value or 0 for row in table_of(evening.tournament, after=2).rows) == 12


def copied(evening: Evening, data: bytes) -> Evening:
    evening.tournament.refresh_from_db()
    club, season = evening.tournament.club, evening.tournament.season
    file = tournament_file.parse(data)
    copy = import_tournament(club, file, season=season, name="Copy", actor=evening.director)
    return Evening(tournament=copy, director=evening.director)


def test_a_published_plan_comes_back_whole_out_of_its_file(evening: Evening) -> None:
    evening.enter(2, Result.DRAW, in_round=1)
    play(evening)
    evening.finish()
    evening.enter(1, Result.WHITE_WINS, in_round=5)
    evening.enter(1, Result.WHITE_WINS_BY_FORFEIT, in_round=2)
    evening.withdraw(6)
    evening.tournament.refresh_from_db()
    file = exported(evening.tournament)
    data = tournament_file.dump(file)
    assert tournament_file.parse(data) == file
    assert [each.number for each in file.snapshot.ahead] == [3, 4, 5]

    copy = copied(evening, data)
    assert snapshot_of(copy.tournament) == snapshot_of(evening.tournament)
    again = tournament_file.dump(exported(copy.tournament))
    assert again == data.replace(evening.tournament.name.encode(), b"Copy")
    for after in range(3):
        assert table_of(copy.tournament, after=after).rows == table_of(evening.tournament, after=after).rows
    states = list(
        Round.with_ahead.filter(tournament=copy.tournament).order_by("number").values_list("state", flat=True)
    )
    assert states == [RoundState.FINISHED, *[RoundState.PUBLISHED] * 4]
    rounds.open_next_round(copy.tournament, seen_number=2, actor=evening.director)
    for game in Game.objects.filter(round=copy.round, result=Result.OPEN, is_postponed=False):
        copy.enter(game.board, Result.DRAW)
    copy.finish()
    assert copy.round.number == 3


def test_a_round_that_is_played_and_not_finished_comes_back_as_the_one_that_is_on(evening: Evening) -> None:
    play(evening)
    data = tournament_file.dump(exported(evening.tournament))
    copy = copied(evening, data)
    assert tournament_file.dump(exported(copy.tournament)) == data.replace(evening.tournament.name.encode(), b"Copy")
    assert copy.round.number == 1


def test_the_public_file_has_the_plan_that_hangs_on_the_wall(evening: Evening) -> None:
    evening.enter(1, Result.WHITE_WINS, in_round=4)
    public = tournament_file.parse(tournament_download(evening.tournament, Audience.PUBLIC).data)
    assert public.snapshot.ahead == snapshot_of(evening.tournament).ahead
    assert len(public.snapshot.ahead) == 4


def test_rounds_ahead_that_cannot_be_are_refused_with_their_place(evening: Evening) -> None:
    data = tournament_file.dump(exported(evening.tournament))
    with pytest.raises(FileError, match="numbered") as gap:
        tournament_file.parse(data.replace(b'"number": 2,\n   "games"', b'"number": 7,\n   "games"'))
    assert gap.value.place.startswith("rounds_ahead[0]")
    with pytest.raises(FileError) as other:
        copied(evening, data.replace(b'"all_play_all"', b'"norwegian_monrad"').replace(b'"numbering": "given"', b""))
    assert other.value.place == "rounds_ahead"
    assert str(other.value) == "This tournament does not publish its rounds before their turn."
    waits = data.replace(
        b'"next_round": {\n  "games": [],\n  "byes": []', b'"next_round": {"byes": [{"player": 1, "kind": "zero"}]'
    )
    assert waits != data
    with pytest.raises(FileError) as coming:
        copied(evening, waits)
    assert coming.value.place == "next_round"
    assert str(coming.value) == "With rounds ahead of their turn the next round has its boards already."
