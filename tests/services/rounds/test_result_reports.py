"""Results as the players report them: two phones, one director, and what stands in the end."""

from __future__ import annotations

import datetime
import uuid

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.pages.reporting import Phone, a_round_to_report, let_report, phones, said
from tournaments.models import Action, Attendance, Game, MayReport, Player, PlayerContact, ResultReport, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.result_reports import Ended, contradictions, ended_for, result_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing as boards
from tournaments.services.rounds import result_reports, results

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return a_round_to_report()


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("ended", list(Ended))
def test_who_won_is_told_from_either_side(ended: Ended, colour: str) -> None:
    result = result_of(ended, colour)
    assert ended_for(result, colour) is ended
    assert (result is Result.WHITE_WINS) == ((ended, colour) in {(Ended.WON, "white"), (Ended.LOST, "black")})


def test_what_one_says_stands_as_reported_and_is_no_result(evening: Evening) -> None:
    white, _black = phones(evening)
    public = Tournament.objects.get().public_revision

    done = white.says(Ended.WON)

    there = said(evening)
    assert there is not None
    assert (there.result, there.is_agreed) == (Result.WHITE_WINS, False)
    assert evening.game(1).result == Result.OPEN
    assert Tournament.objects.get().public_revision == public + 1
    assert done is not None
    assert done.actor is None
    assert done.facts == {
        "by_card": white.player.pk,
        "round": 1,
        "board": 1,
        "what": "said",
        "result": Result.WHITE_WINS.value,
    }


def test_the_other_confirms_with_one_tap(evening: Evening) -> None:
    white, black = phones(evening)
    white.says(Ended.DRAW)

    done = black.confirms(Result.DRAW)

    there = said(evening)
    assert there is not None
    assert there.is_agreed
    assert done is not None
    assert done.facts["what"] == "confirmed"


def test_a_contradiction_is_one_until_one_of_them_says_something_else(evening: Evening) -> None:
    white, black = phones(evening)
    white.says(Ended.WON)
    done = black.says(Ended.WON)

    there = said(evening)
    assert there is not None
    assert there.is_contradicted
    assert done is not None
    assert done.facts["what"] == "contradicted"
    assert [report.attendance_id for report in contradictions()] == [white.row.pk]

    black.says(Ended.LOST)
    there = said(evening)
    assert there is not None
    assert there.is_agreed
    assert not contradictions().exists()


def test_what_the_other_says_otherwise_by_now_is_not_confirmed(evening: Evening) -> None:
    white, black = phones(evening)
    white.says(Ended.WON)
    white.says(Ended.DRAW)
    with nothing_changes(Stale):
        black.confirms(Result.WHITE_WINS)


def test_nobody_confirms_what_was_taken_back(evening: Evening) -> None:
    white, black = phones(evening)
    white.says(Ended.WON)
    white.takes_back(Result.WHITE_WINS)
    assert said(evening) is None
    with nothing_changes(Stale):
        black.confirms(Result.WHITE_WINS)


def test_a_second_tap_of_either_kind_changes_nothing(evening: Evening) -> None:
    white, _black = phones(evening)
    receipt = uuid.uuid4()
    white.says(Ended.WON, receipt=receipt)
    with nothing_changes(AlreadyDone):
        white.says(Ended.WON, receipt=receipt)
    assert white.says(Ended.WON) is None
    white.takes_back(Result.WHITE_WINS)
    assert white.takes_back(Result.WHITE_WINS) is None


def test_two_phones_with_one_receipt_are_two_forms_of_two_people(evening: Evening) -> None:
    """One page copied to the other phone: its receipt counts once, whoever holds it."""
    white, black = phones(evening)
    receipt = uuid.uuid4()
    white.says(Ended.WON, receipt=receipt)
    with nothing_changes(AlreadyDone):
        black.says(Ended.LOST, receipt=receipt)


def test_reports_on_a_board_that_was_paired_again_are_refused_and_count_no_more() -> None:
    evening = a_round_to_report(5)
    white, _black = phones(evening)
    phone = Phone.of(evening, white.number)
    white.says(Ended.WON)
    one, other = evening.boards()[0]
    boards.swap_players(
        evening.round,
        evening.entry(other),
        evening.entry(evening.boards()[1][1]),
        seen_revision=evening.round.revision,
        actor=None,
    )

    assert said(evening) is None
    with nothing_changes(Stale):
        phone.says(Ended.WON)
    Phone.of(evening, one).says(Ended.LOST)
    assert ResultReport.objects.count() == 1


@pytest.mark.parametrize("turned", [True, False])
def test_a_report_counts_as_long_as_both_sit_there_with_these_colours(evening: Evening, turned: bool) -> None:
    white, black = phones(evening)
    white.says(Ended.WON)
    if turned:
        one, other = white.row, black.row
        Attendance.objects.filter(pk=one.pk).update(game=None, colour="")
        Attendance.objects.filter(pk=other.pk).update(colour="white")
        Attendance.objects.filter(pk=one.pk).update(game=other.game_id, colour="black")
    assert (said(evening) is None) == turned


def test_players_report_nothing_where_that_is_not_asked(evening: Evening) -> None:
    white, black = phones(evening)
    white.says(Ended.WON)
    black.says(Ended.WON)
    let_report(evening.tournament, MayReport.OFF)
    assert said(evening) is None
    assert not contradictions().exists()
    with nothing_changes(Refused, "the director enters the results"):
        white.says(Ended.DRAW)
    with nothing_changes(Refused, "the director enters the results"):
        white.takes_back(Result.WHITE_WINS)


def test_never_anothers_game(evening: Evening) -> None:
    white, black = phones(evening)
    with nothing_changes(Attendance.DoesNotExist):
        result_reports.report_result(
            white.row, Result.BLACK_WINS, seen_opponent=black.row.entry_id, by_card=black.player, receipt=None
        )
    stranger = PlayerFactory(club=evening.tournament.club)
    with nothing_changes(Attendance.DoesNotExist):
        result_reports.take_back_report(white.row, seen=Result.DRAW, by_card=stranger)
    elsewhere = a_round_to_report()
    row = phones(elsewhere)[0].row
    row.round.tournament = evening.tournament
    with nothing_changes(Attendance.DoesNotExist):
        result_reports.report_result(row, Result.DRAW, seen_opponent=1, by_card=row.entry.player)


def test_a_forfeit_is_not_for_players_to_report(evening: Evening) -> None:
    white, black = phones(evening)
    with nothing_changes(Refused, "won, drawn or lost"):
        result_reports.report_result(
            white.row, Result.WHITE_WINS_BY_FORFEIT, seen_opponent=black.row.entry_id, by_card=white.player
        )


def test_what_the_director_enters_wins_at_once_and_over_everything(evening: Evening) -> None:
    white, black = phones(evening)
    white.says(Ended.WON)
    black.says(Ended.WON)
    evening.enter(1, Result.DRAW)
    assert said(evening) is None
    for phone in (white, black):
        with nothing_changes(Refused, "entered already"):
            phone.says(Ended.WON)
        with nothing_changes(Refused, "entered already"):
            phone.takes_back(Result.WHITE_WINS)
    assert white.says(Ended.DRAW) is None


def test_a_forfeited_or_postponed_or_missing_board_is_not_reported() -> None:
    evening = a_round_to_report(5)
    white, _black = phones(evening)
    evening.enter(1, Result.WHITE_WINS_BY_FORFEIT)
    with nothing_changes(Refused, "entered already"):
        white.says(Ended.WON)
    other, _ = phones(evening, 2)
    results.postpone_game(evening.game(2), seen=Result.OPEN, actor=None)
    with nothing_changes(Refused, "postponed"):
        other.says(Ended.WON)
    (free,) = evening.byes()
    with nothing_changes(Stale):
        Phone.of(evening, free).says(Ended.WON)


def test_a_finished_round_is_over() -> None:
    evening = a_round_to_report(2)
    white, _black = phones(evening)
    results.postpone_game(evening.game(1), seen=Result.OPEN, actor=None)
    evening.finish()
    Game.objects.update(is_postponed=False)
    with nothing_changes(Refused, "Round 1 is over"):
        white.says(Ended.WON)


def test_a_round_taken_back_forgets_what_was_reported_and_undoing_brings_it_back(evening: Evening) -> None:
    white, _black = phones(evening)
    white.says(Ended.WON)
    reporting = Action.objects.latest("id")
    evening.take_back()
    assert not ResultReport.objects.exists()
    with nothing_changes(Stale):
        white.says(Ended.WON)
    with nothing_changes(Refused):
        undo_action(reporting, actor=None)
    undo_action(Action.objects.latest("id"), actor=None)
    assert said(evening) is not None


def test_the_check_in_of_a_round_taken_back_to_its_beginning_can_be_closed(evening: Evening) -> None:
    phones(evening)[0].says(Ended.WON)
    evening.take_back()
    evening.take_back()
    evening.call_off()
    assert not Attendance.objects.exists()


def test_publishing_is_not_undone_under_a_report(evening: Evening) -> None:
    publishing = Action.objects.latest("id")
    phones(evening)[0].says(Ended.WON)
    with nothing_changes(Refused, "builds on this"):
        undo_action(publishing, actor=None)


def test_one_card_does_not_report_without_end(evening: Evening) -> None:
    white, _black = phones(evening)
    for _ in range(10):
        white.says(Ended.WON)
        white.says(Ended.DRAW)
    with nothing_changes(Refused, "You have changed this too often. Tell the director the result."):
        white.says(Ended.LOST)
    with nothing_changes(Refused, "You have changed this too often. Tell the director the result."):
        white.takes_back(Result.DRAW)


# All agreed ones


def agreed_on(evening: Evening, *boards: int) -> dict[int, Result]:
    for board in boards:
        white, black = phones(evening, board)
        white.says(Ended.WON)
        black.confirms(Result.WHITE_WINS)
    return {evening.game(board).pk: Result.WHITE_WINS for board in boards}


def test_the_director_accepts_all_agreed_ones_in_one_action() -> None:
    evening = a_round_to_report(8)
    agreed = agreed_on(evening, 1, 3)
    phones(evening, 2)[0].says(Ended.WON)
    white, black = phones(evening, 4)
    white.says(Ended.WON)
    black.says(Ended.WON)
    before = Action.objects.count()

    done = result_reports.accept_agreed(evening.round, agreed, actor=evening.director)

    assert [evening.game(board).result for board in (1, 2, 3, 4)] == ["1-0", "*", "1-0", "*"]
    assert Action.objects.count() == before + 1
    assert done is not None
    assert done.facts == {"round": 1, "boards": [1, 3]}
    assert result_reports.accept_agreed(evening.round, agreed, actor=evening.director) is None


def test_what_is_agreed_since_the_page_was_loaded_waits_and_what_is_no_more_is_left() -> None:
    evening = a_round_to_report(6)
    agreed = agreed_on(evening, 1, 2)
    agreed_on(evening, 3)
    phones(evening, 2)[1].says(Ended.DRAW)

    result_reports.accept_agreed(evening.round, agreed, actor=evening.director)

    assert [evening.game(board).result for board in (1, 2, 3)] == ["1-0", "*", "*"]
    with nothing_changes(Stale):
        result_reports.accept_agreed(evening.round, {evening.game(2).pk: Result.WHITE_WINS}, actor=None)
    with nothing_changes(Stale):
        result_reports.accept_agreed(evening.round, {}, actor=None)


# Where one report is enough


@pytest.fixture
def trusting() -> Evening:
    return a_round_to_report(may_report=MayReport.TRUST)


def test_one_report_is_entered_as_the_result_by_card_and_undone_with_it(trusting: Evening) -> None:
    white, black = phones(trusting)
    done = white.says(Ended.LOST)
    assert trusting.game(1).result == Result.BLACK_WINS
    assert done is not None
    assert black.says(Ended.WON) is None
    with nothing_changes(Refused, "entered already"):
        black.says(Ended.DRAW)
    undo_action(done, actor=trusting.director)
    assert trusting.game(1).result == Result.OPEN
    assert not ResultReport.objects.exists()


def test_a_childs_report_waits_for_the_other(trusting: Evening) -> None:
    white, black = phones(trusting)
    Player.objects.filter(pk=white.player.pk).update(is_child=True)
    white.says(Ended.WON)
    assert trusting.game(1).result == Result.OPEN
    black.confirms(Result.WHITE_WINS)
    assert trusting.game(1).result == Result.WHITE_WINS


def test_two_children_agree_and_the_director_accepts(trusting: Evening) -> None:
    Player.objects.update(is_child=True)
    agreed = agreed_on(trusting, 1)
    assert trusting.game(1).result == Result.OPEN
    result_reports.accept_agreed(trusting.round, agreed, actor=None)
    assert trusting.game(1).result == Result.WHITE_WINS


def test_a_report_against_a_childs_is_a_contradiction(trusting: Evening) -> None:
    white, black = phones(trusting)
    Player.objects.filter(pk=white.player.pk).update(is_child=True)
    white.says(Ended.WON)
    black.says(Ended.WON)
    there = said(trusting)
    assert there is not None
    assert there.is_contradicted


@pytest.mark.parametrize(("days", "is_child"), [(-1, False), (1, True)])
def test_whoever_is_under_sixteen_is_a_child_without_a_tick(trusting: Evening, days: int, is_child: bool) -> None:
    white, _black = phones(trusting)
    today = datetime.datetime.now(tz=datetime.UTC).date()
    born = today.replace(year=today.year - 16, day=min(today.day, 28)) + datetime.timedelta(days=days * 4)
    PlayerContact.objects.create(player=white.player, birth_date=born)
    white.says(Ended.WON)
    assert (trusting.game(1).result == Result.OPEN) == is_child
