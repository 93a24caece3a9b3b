"""Done for today: the last table is published where it can be, and the tournament is not on any more."""

from __future__ import annotations

import uuid

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import Action, Club, Game, PublishedTable, RoundState, Tournament
from tournaments.pages.clubs.public_club import public_club_page
from tournaments.pages.clubs.staff_home import club_home_page
from tournaments.pages.evening.end_evening import evening_end
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import end_evening
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening.of(6)


def on_now(evening: Evening) -> list[int]:
    """The rounds on the staff's home page."""
    page = club_home_page(
        evening.tournament.club, evening.director, administers=True, directs=True, may_undo=lambda _action: True
    )
    return [each.round for each in page.tonight]


def on_tonight(evening: Evening) -> list[int]:
    """Those on the club's public page."""
    return [each.round_number for each in public_club_page(evening.tournament.club).tonight]


@pytest.mark.slow
def test_with_all_results_in_it_publishes_the_table_and_leaves_on_now(evening: Evening) -> None:
    evening.play()
    assert on_now(evening) == [1]
    before, actions = dump(), Action.objects.count()

    evening.end_evening()

    assert evening.round.state == RoundState.FINISHED
    assert PublishedTable.objects.filter(round=evening.round).exists()
    assert on_now(evening) == []
    assert Action.objects.count() == actions + 1
    undo_action(Action.objects.latest("pk"), actor=None)
    assert dump() == before
    assert on_now(evening) == [1]


@pytest.mark.slow
def test_the_next_round_brings_it_back_and_its_calling_off_takes_it_away_again(evening: Evening) -> None:
    evening.play()
    evening.end_evening()

    evening.open()
    assert (on_now(evening), on_tonight(evening)) == ([2], [2])
    evening.call_off()
    assert (on_now(evening), on_tonight(evening)) == ([], [])


@pytest.mark.slow
def test_games_still_open_stay_open_and_the_table_waits_for_them(evening: Evening) -> None:
    evening.play(leaving_open=[2])
    assert on_tonight(evening) == [1]

    evening.end_evening()

    assert evening.round.state == RoundState.PUBLISHED
    assert (on_now(evening), on_tonight(evening)) == ([], [])
    with nothing_changes(Refused, "still waits for the result of board 2"):
        evening.open()
    evening.enter(2, Result.DRAW)
    evening.open()
    assert PublishedTable.objects.filter(round__number=1).exists()


def test_a_postponed_game_does_not_hold_the_table_up(evening: Evening) -> None:
    evening.play(leaving_open=[2])
    results.postpone_game(evening.game(2), seen="*", actor=None)

    evening.end_evening()

    assert evening.round.state == RoundState.FINISHED


@pytest.mark.slow
def test_a_table_that_is_published_already_stays(evening: Evening) -> None:
    evening.play()
    evening.finish()
    kept = PublishedTable.objects.get().pk

    evening.end_evening()

    assert PublishedTable.objects.get().pk == kept
    assert on_now(evening) == []


@pytest.mark.slow
def test_it_is_said_what_becomes_of_each_open_game(evening: Evening) -> None:
    evening.play(leaving_open=[1])
    results.postpone_game(evening.game(1), seen="*", actor=None)
    evening.open()
    evening.check_in()
    evening.pair()
    evening.publish()
    evening.enter(1, Result.DRAW)

    page = evening_end(evening.tournament, 2)

    assert [(game.round, game.board, game.becomes.partition(":")[0]) for game in page.games] == [
        (1, 1, "Postponed"),
        (2, 2, "Stays unfinished. The next round can be opened once its result is entered or the game is postponed."),
        (2, 3, "Stays unfinished. The next round can be opened once its result is entered or the game is postponed."),
    ]
    white, black = evening.boards(in_round=1)[0]
    assert (page.games[0].white, page.games[0].black) == (f"No{white}", f"No{black}")
    assert page.holds_up_table


def test_a_check_in_and_a_draft_are_not_an_evening_that_is_over(evening: Evening) -> None:
    evening.open()
    with nothing_changes(Refused, "Round 1 is not published yet. Go back to check-in and choose “No round after all”."):
        evening.end_evening()
    evening.check_in()
    evening.pair()
    with nothing_changes(Refused, "Round 1 is not published yet. Go back to check-in and choose “No round after all”."):
        evening.end_evening()


def test_said_twice_and_by_two_it_is_done_once(evening: Evening) -> None:
    evening.play()
    seen, receipt = evening.round, uuid.uuid4()
    evening.end_evening(receipt=receipt)

    with nothing_changes(AlreadyDone):
        end_evening.end_evening(seen, seen_revision=seen.revision, actor=evening.director, receipt=receipt)
    actions = Action.objects.count()
    evening.end_evening()
    assert Action.objects.count() == actions


def test_a_form_from_before_the_next_round_is_stale(evening: Evening) -> None:
    evening.play()
    seen = evening.round
    evening.open()

    with nothing_changes(Stale):
        end_evening.end_evening(seen, seen_revision=seen.revision, actor=None)


def test_a_round_taken_back_to_a_draft_has_its_evening_before_it_again(evening: Evening) -> None:
    evening.draft()
    evening.publish()
    evening.end_evening()

    evening.take_back()

    assert evening.round.over_at is None
    assert on_now(evening) == [1]


def test_it_raises_the_public_revisions(evening: Evening) -> None:
    evening.play(leaving_open=[1])
    club = Club.objects.get(pk=evening.tournament.club_id).public_revision
    tournament = Tournament.objects.get(pk=evening.tournament.pk).public_revision

    evening.end_evening()

    assert Club.objects.get(pk=evening.tournament.club_id).public_revision == club + 1
    assert Tournament.objects.get(pk=evening.tournament.pk).public_revision == tournament + 1


@pytest.mark.slow
def test_a_tournament_that_is_decided_leaves_on_now_by_itself() -> None:
    evening = Evening.of(4, system="drawboss_monrad", options={"elimination": 1})
    evening.play()
    assert on_now(evening) == [1]
    evening.open()
    evening.mark_again()
    evening.pair()
    evening.publish()
    for board in Game.objects.filter(round=evening.round).values_list("board", flat=True):
        evening.enter(board, Result.WHITE_WINS)

    assert on_now(evening) == []


def test_a_tournament_whose_plan_is_played_leaves_on_now_by_itself() -> None:
    evening = Evening.of(4, planned_rounds=1)
    evening.play(leaving_open=[1])
    assert on_now(evening) == [1]

    evening.enter(1, Result.DRAW)

    assert on_now(evening) == []
