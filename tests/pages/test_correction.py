"""A correction before it is saved says what the table says afterwards, and writes nothing."""

from __future__ import annotations

import pytest

from tests.tools.factories import Evening
from tests.tools.layers import first_fast
from tests.tools.whole_database import dump
from tournaments.models import Action, Tournament
from tournaments.pages.evening.correction import CorrectionPage, NothingToCorrect, correction_page
from tournaments.pages.names import Audience
from tournaments.pages.standings import standings_page
from tournaments.pairing.model.snapshot import Result
from tournaments.services import results

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


@pytest.mark.slow
def test_it_says_whether_rounds_were_paired_since() -> None:
    evening = played("attendance_monrad")

    assert preview(evening, Result.DRAW).has_other_rounds
    assert not preview(evening, Result.WHITE_WINS, in_round=3).has_other_rounds


def test_a_draft_has_nothing_to_correct() -> None:
    evening = Evening.of(4)
    evening.draft()

    with pytest.raises(NothingToCorrect):
        preview(evening, Result.DRAW)
