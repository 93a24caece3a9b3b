"""A correction before it is saved says what the table says afterwards, and writes nothing."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.layers import first_fast
from tests.tools.guards.whole_database import dump
from tournaments.models import Action, RoundRecord, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.evening import evening_page
from tournaments.pages.standings.correction_preview import CorrectionPage, NothingToCorrect, correction_page
from tournaments.pages.standings.corrections import Corrections
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


def played(system: str) -> Evening:
    evening = Evening.of(8, system=system)
    evening.play()
    evening.play(result=Result.DRAW)
    evening.draft()
    evening.publish()
    return evening


def preview(evening: Evening, result: Result, *, board: int = 1, in_round: int = 1) -> CorrectionPage:
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    return correction_page(tournament, evening.game(board, in_round=in_round), result)


def shown(evening: Evening) -> dict[str, tuple[str, tuple[str, ...]]]:
    page = standings_page(Tournament.objects.get(pk=evening.tournament.pk), Audience.STAFF)
    return {row.name: (str(row.rank), tuple(cell.text for cell in row.cells)) for row in page.rows}


@pytest.mark.slow
@pytest.mark.parametrize("system", ["attendance_monrad", "keizer"])
@pytest.mark.parametrize("result", first_fast(1, [Result.BLACK_WINS, Result.DRAW, Result.BOTH_FORFEIT, Result.OPEN]))
def test_it_says_beforehand_what_the_table_says_afterwards(system: str, result: Result) -> None:
    evening = played(system)
    before = shown(evening)
    page = preview(evening, result)
    game = evening.game(1, in_round=1)
    if result is Result.OPEN:
        results.clear_result(game, seen=game.result, actor=None)
    else:
        results.enter_result(game, result, seen=game.result, actor=None)
    after = shown(evening)

    assert {row.name for row in page.rows} == {name for name in before if before[name] != after[name]}
    assert page.rows
    for row in page.rows:
        then, now = before[row.name], after[row.name]
        assert (row.place and (row.place.then, row.place.now)) == (None if then[0] == now[0] else (then[0], now[0]))
        for number in [row.points, *row.others]:
            assert number is None or (number.then in then[1] and number.now in now[1])


@pytest.mark.slow
def test_it_writes_nothing() -> None:
    evening = played("attendance_monrad")

    before, actions = dump(), Action.objects.count()
    preview(evening, Result.BLACK_WINS)

    assert (dump(), Action.objects.count()) == (before, actions)


def test_a_result_that_counts_the_same_changes_no_number() -> None:
    evening = Evening.of(2)
    evening.play()
    evening.finish()

    assert preview(evening, Result.WHITE_WINS).rows == ()
    assert not preview(evening, Result.WHITE_WINS).changes_result


def names_on_boards(evening: Evening, *, in_round: int) -> dict[int, tuple[str, str]]:
    return {
        board: (f"No{white}", f"No{black}")
        for board, (white, black) in enumerate(evening.boards(in_round=in_round), start=1)
    }


def test_it_shows_the_rounds_that_would_have_been_paired_otherwise_boards_side_by_side() -> None:
    evening = played("attendance_monrad")

    page = preview(evening, Result.BLACK_WINS)

    assert not page.damage.is_none
    first = page.damage.rounds[0]
    assert (first.number, first.sentence) == (
        2,
        "Round 2 would have been paired differently. It stays as played.",
    )
    as_played = names_on_boards(evening, in_round=2)
    for board in first.boards:
        assert board.board is not None
        assert board.was is not None
        assert board.would_be is not None
        assert (board.was.white, board.was.black) == as_played[board.board]
        assert board.would_be != board.was


@pytest.mark.slow
def test_it_says_that_the_rounds_since_would_have_been_the_same() -> None:
    evening = Evening.of(2)
    evening.play()
    evening.play()
    evening.draft()

    page = preview(evening, Result.BOTH_FORFEIT, in_round=2)  # two players can only meet each other

    assert (page.damage.rounds, page.damage.is_none) == ((), True)


@pytest.mark.slow
def test_a_correction_of_the_newest_round_has_nothing_to_pair_again() -> None:
    evening = played("attendance_monrad")

    page = preview(evening, Result.WHITE_WINS, in_round=3)

    assert (page.damage.rounds, page.damage.is_none, page.damage.not_kept) == ((), False, "")


@pytest.mark.slow
def test_of_rounds_that_were_not_paired_here_nothing_is_said() -> None:
    evening = played("attendance_monrad")
    RoundRecord.objects.filter(round__tournament=evening.tournament).delete()

    page = preview(evening, Result.BLACK_WINS)

    assert (page.damage.rounds, page.damage.is_none) == ((), False)
    assert page.damage.not_kept == "Rounds 2 and 3 were not paired here, so nothing is said of them."


@pytest.mark.slow
def test_a_draft_would_be_paired_otherwise_and_the_evening_says_so_once_it_is_saved() -> None:
    evening = Evening.of(8)
    evening.play()
    evening.draft()
    before = evening.boards()

    page = preview(evening, Result.BLACK_WINS)

    (draft,) = page.damage.rounds
    assert draft.sentence == "Round 2 is still a draft and would now be paired differently. Save, then pair it again."
    assert corrected_of(evening) == ""
    game = evening.game(1, in_round=1)
    results.enter_result(game, Result.BLACK_WINS, seen=game.result, actor=None)
    assert corrected_of(evening) == (
        "A result has been corrected since this draft was made. Paired again, it would come out differently."
    )
    evening.pair()
    assert evening.boards() != before
    assert corrected_of(evening) == ""


def corrected_of(evening: Evening) -> str:
    shown = evening_page(Tournament.objects.get(pk=evening.tournament.pk)).round
    assert shown is not None
    return shown.corrected


def corrected_table(evening: Evening, audience: Audience = Audience.PUBLIC) -> Corrections | None:
    return standings_page(
        Tournament.objects.get(pk=evening.tournament.pk), audience, after=1, is_corrected=True
    ).corrections


@pytest.mark.slow
def test_the_corrected_table_shows_players_what_was_kept_with_the_correction() -> None:
    evening = played("attendance_monrad")
    wanted = [(each.number, each.boards) for each in preview(evening, Result.BLACK_WINS).damage.rounds]
    game = evening.game(1, in_round=1)
    results.enter_result(game, Result.BLACK_WINS, seen=game.result, actor=None)

    table = corrected_table(evening)

    assert table is not None
    assert [(each.number, each.boards) for each in table.damage] == wanted != []


@pytest.mark.slow
def test_a_correction_taken_back_takes_its_damage_along() -> None:
    evening = played("attendance_monrad")
    for result in (Result.BLACK_WINS, Result.WHITE_WINS):
        game = evening.game(1, in_round=1)
        results.enter_result(game, result, seen=game.result, actor=None)

    assert corrected_table(evening) is None

    action = Action.objects.filter(verb="result.enter").latest("pk")
    undo_action(action, actor=None)
    table = corrected_table(evening)
    assert table is not None
    assert table.damage


@pytest.mark.slow
def test_a_draft_paired_again_since_is_no_damage() -> None:
    evening = Evening.of(8)
    evening.play()
    evening.finish()
    evening.draft()
    game = evening.game(1, in_round=1)
    results.enter_result(game, Result.BLACK_WINS, seen=game.result, actor=None)
    evening.pair()
    evening.publish()

    table = corrected_table(evening)

    assert table is not None
    assert table.damage == ()


@pytest.mark.slow
def test_a_draft_published_as_it_was_is_damage() -> None:
    evening = Evening.of(8)
    evening.play()
    evening.finish()
    evening.draft()
    game = evening.game(1, in_round=1)
    results.enter_result(game, Result.BLACK_WINS, seen=game.result, actor=None)
    assert corrected_table(evening).damage == ()  # type: ignore[union-attr]  # there is a table
    evening.publish()

    table = corrected_table(evening)

    assert table is not None
    assert [each.number for each in table.damage] == [2]
    assert table.damage[0].sentence.endswith("It stays as played.")


def test_a_draft_has_nothing_to_correct() -> None:
    evening = Evening.of(4)
    evening.draft()

    with pytest.raises(NothingToCorrect):
        preview(evening, Result.DRAW)
