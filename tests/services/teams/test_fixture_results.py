"""How a match went: board by board, or its score alone."""

from __future__ import annotations

import pytest

from tests.tools.casts.teams_cast import Teams
from tournaments.models import Fixture
from tournaments.recording import Stale
from tournaments.services.common.refusal import Refused
from tournaments.services.teams.fixture_results import TypedBoard, enter_results, version_of
from tournaments.services.teams.fixtures import FixtureSettings, add_fixture

pytestmark = pytest.mark.django_db


def enter(fixture: Fixture, *results: str, score: tuple[int, int] | None = None) -> object:
    fixture.refresh_from_db()
    boards = [TypedBoard(board=board, result=result) for board, result in enumerate(results, 1)]
    return enter_results(fixture, boards, score=score, seen=version_of(fixture), actor=None)


def played() -> tuple[Teams, Fixture]:
    teams = Teams.of()
    fixture = teams.fixture()
    teams.sits(fixture, *teams.people[:3], None)
    return teams, fixture


def test_boards_are_entered_at_once_and_corrected_singly() -> None:
    _teams, fixture = played()
    enter(fixture, "1", "½", "h", "-")
    assert list(fixture.places.order_by("board").values_list("result", flat=True)) == ["1", "½", "h", "-"]
    assert enter(fixture, "1", "½", "h", "-") is None
    enter(fixture, "1", "½", "0", "-")
    assert fixture.places.get(board=3).result == "0"


def test_a_match_without_line_up_has_its_score_alone() -> None:
    fixture = Teams.of().fixture()
    enter(fixture, score=(5, 3))
    fixture.refresh_from_db()
    assert (fixture.own_halves, fixture.their_halves) == (5, 3)
    enter(fixture)
    fixture.refresh_from_db()
    assert fixture.own_halves is None


@pytest.mark.parametrize(
    ("results", "score", "sentence"),
    [
        (["1", "1", "1", "1"], None, "Nobody of ours is on board 4: put somebody there first, or give it as lost by "),
        (["2"], None, "This result is none that a board can have."),
        (["", "", "", "", "-"], None, "There is no board 5 in this match."),
        (["1"], (5, 3), "The boards are typed in, and the score follows from them: leave one of the two empty."),
        ([], (5, 4), "The two scores make 4½ together; with 4 boards it is 4."),
        ([], (-1, 9), "The two scores make 4 together; with 4 boards it is 4."),
    ],
)
def test_what_is_no_result_is_refused(results: list[str], score: tuple[int, int] | None, sentence: str) -> None:
    _teams, fixture = played()
    with pytest.raises(Refused) as refused:
        enter(fixture, *results, score=score)
    assert str(refused.value.message).startswith(sentence)
    assert not fixture.places.exclude(result="").exists()


def test_two_who_enter_at_once_do_not_overwrite_each_other() -> None:
    _teams, fixture = played()
    seen = version_of(fixture)
    enter_results(fixture, [TypedBoard(board=1, result="1")], seen=seen, actor=None)
    with pytest.raises(Stale):
        enter_results(fixture, [TypedBoard(board=1, result="0")], seen=seen, actor=None)


def test_opponents_are_kept_with_their_ratings() -> None:
    _teams, fixture = played()
    typed = TypedBoard(board=1, result="1", opponent="  Bo   Olsen ", opponent_rating=1890)
    enter_results(fixture, [typed], seen=version_of(fixture), actor=None)
    assert fixture.places.values_list("opponent", "opponent_rating").get(board=1) == ("Bo Olsen", 1890)
    wrong = TypedBoard(board=1, opponent="x" * 101)
    with pytest.raises(Refused, match="at most 100"):
        enter_results(fixture, [wrong], seen=version_of(fixture), actor=None)


def test_a_match_is_added_in_the_next_round_and_no_round_has_two() -> None:
    teams, fixture = played()
    settings = FixtureSettings(date=fixture.date, opponent=" Rivals ")
    added = add_fixture(teams.first, settings, actor=None)
    assert (added.round, added.opponent) == (2, "Rivals")
    for wrong, sentence in (
        (FixtureSettings(date=fixture.date, opponent="Rivals", round=2), "has a match in round 2 already."),
        (FixtureSettings(date=fixture.date, opponent="  "), "Say against whom the match is."),
        (FixtureSettings(date=fixture.date, opponent="Rivals", round=201), "A round is a number from 1 to 200."),
    ):
        with pytest.raises(Refused) as refused:
            add_fixture(teams.first, wrong, actor=None)
        assert str(refused.value.message).endswith(sentence)
