"""More are paired into a published round: what is written, what stands, what is refused, what goes back."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Collection

import pytest

from tests.management.test_tournament_files import run
from tests.services.cup.test_shared_games import DRAWN, Both, two
from tests.tools.casts.factories import Evening
from tests.tools.evenings import invariants
from tests.tools.guards.whole_database import dump, nothing_changes
from tests.tools.pages.todays_date import today
from tournaments.exchange import tournament_file
from tournaments.models import Action, Attendance, Presence, Round, RoundState, Season, Withdrawal
from tournaments.pairing.explanations.late_changes import RoundChange
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import exported, snapshot_of
from tournaments.services.activity.undo import BuiltUpon, undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import late_changes
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import results
from tournaments.services.rounds.game_dates import set_dates
from tournaments.services.rounds.postpone import postpone_open
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_day")]

WEEK = datetime.timedelta(days=7)
SYSTEMS = pytest.mark.parametrize("system", ["keizer", "attendance_monrad", "norwegian_monrad", "modified_monrad"])


def published(system: str = "keizer", players: int = 9, here: Collection[int] = (1, 2, 3, 4, 5)) -> Evening:
    """A week ago with these: two boards, and one sits out."""
    evening = Evening.of(players, system=system)
    Season.objects.update(starts_on=today() - 20 * WEEK, ends_on=today() + 20 * WEEK)
    evening.draft(*here)
    evening.publish()
    Round.objects.update(date=today() - WEEK)
    return evening


def odd_one(evening: Evening) -> int:
    (number,) = evening.byes()
    return number


def pair_here(evening: Evening, *numbers: int, revision: int | None = None, **how: object) -> RoundChange:
    shown = evening.round
    keys = [evening.entry(number).pk for number in numbers]
    return late_changes.pair_those_here(
        shown,
        keys,
        seen_revision=shown.revision if revision is None else revision,
        **{"date": today(), "actor": evening.director} | how,  # type: ignore[arg-type]
    )


def verifies(evening: Evening) -> bool:
    status, _out, _errors = run("verify_tournament", f"{evening.tournament.club.slug}/{evening.tournament.slug}")
    return status == 0


@SYSTEMS
def test_they_get_boards_behind_the_others_with_their_own_date(system: str) -> None:
    evening = published(system)
    before, odd = evening.boards(), odd_one(evening)

    pair_here(evening, odd, 6, 7, 8)

    assert evening.boards()[:2] == before
    assert {number for pair in evening.boards()[2:] for number in pair} == {odd, 6, 7, 8}
    assert [evening.game(board).date for board in (1, 2, 3, 4)] == [None, None, today(), today()]
    assert not any(evening.game(board).is_postponed or evening.game(board).by_hand for board in (3, 4))
    assert (evening.byes(), evening.slot(6).presence, evening.slot(9).presence) == ({}, "present", "unmarked")
    assert [note["rule"] for note in evening.round.notes] == ["late/second_date"]
    invariants.check(evening.tournament)
    assert verifies(evening)


@SYSTEMS
def test_who_sat_out_keeps_that_bye_and_another_odd_one_sits_out_too(system: str) -> None:
    evening = published(system)
    odd = odd_one(evening)

    pair_here(evening, 6, 7, 8)

    assert len(evening.byes()) == 2
    assert odd in evening.byes()
    assert len(evening.boards()) == 3
    invariants.check(evening.tournament)
    assert verifies(evening)
    for board in (1, 2, 3):
        evening.enter(board, Result.DRAW)
    evening.finish()


def test_on_the_day_of_the_round_they_have_no_date_of_their_own() -> None:
    evening = published()
    pair_here(evening, 6, 7, date=evening.round.date)
    assert evening.game(3).date is None


def test_the_round_waits_for_them_and_then_ends() -> None:
    evening = published()
    evening.enter(1, Result.DRAW)
    evening.end_evening()
    pair_here(evening, 6, 7)
    evening.enter(2, Result.DRAW)

    assert evening.round.over_at is None
    with pytest.raises(Refused, match="still waits for the result of board 3"):
        evening.finish()
    assert evening.enter(3, Result.DRAW).date == today()
    evening.finish()
    evening.draft()
    assert verifies(evening)


def test_a_result_cleared_or_made_a_forfeit_leaves_the_date() -> None:
    evening = published()
    pair_here(evening, 6, 7)
    evening.enter(3, Result.WHITE_WINS)
    results.clear_result(evening.game(3), seen="1-0", actor=evening.director)
    assert (evening.game(3).result, evening.game(3).date) == ("*", today())
    assert evening.enter(3, Result.WHITE_WINS_BY_FORFEIT).date == today()


def test_postponed_it_is_agreed_for_no_day() -> None:
    evening = published()
    pair_here(evening, 6, 7)
    results.postpone_game(evening.game(3), seen="*", actor=evening.director)
    assert (evening.game(3).is_postponed, evening.game(3).date) == (True, None)


def test_postponed_with_all_others_it_is_agreed_for_no_day_either() -> None:
    evening = published()
    pair_here(evening, 6, 7)
    postpone_open(evening.round, seen_revision=evening.round.revision, actor=None)
    assert (evening.game(3).is_postponed, evening.game(3).date) == (True, None)


def test_its_day_said_once_more_does_not_postpone_it() -> None:
    evening = published()
    pair_here(evening, 6, 7)
    game = evening.game(3)
    set_dates(game, date=today(), play_by=today() + WEEK, seen=game.seen, actor=None)
    assert (evening.game(3).is_postponed, evening.game(3).play_by) == (False, today() + WEEK)


def test_who_comes_later_still_plays_on_the_second_date() -> None:
    evening = published()
    pair_here(evening, 6, 7, 8)
    (odd,) = (number for number in (6, 7, 8) if number in evening.byes())
    shown = evening.round
    late_changes.arrive_late(shown, evening.entry(9), f"meet-{odd}", seen_revision=shown.revision, actor=None)
    assert evening.game(4).date == today()


def test_nobody_who_sat_out_on_the_first_date_is_paired_again_unasked() -> None:
    evening = published()
    pair_here(evening, 6, 7, 8)
    shown = evening.round
    with nothing_changes(Refused):
        late_changes.arrive_late(shown, evening.entry(9), "repair", seen_revision=shown.revision, actor=None)


def test_once_more_on_a_third_date() -> None:
    evening = published()
    pair_here(evening, 6, 7, date=today() - datetime.timedelta(days=2))
    pair_here(evening, 8, 9)
    assert [evening.game(board).date for board in (3, 4)] == [today() - datetime.timedelta(days=2), today()]
    assert verifies(evening)


def test_who_owes_an_evening_owes_it_again_when_they_play_after_all() -> None:
    evening = Evening.of(6, system="keizer")
    Season.objects.update(starts_on=today() - 20 * WEEK, ends_on=today() + 20 * WEEK)
    evening.tournament.entries.filter(number=3).update(owes_bye=True)
    evening.draft(1, 2, 3)
    evening.publish()
    assert (evening.byes(), evening.entry(3).owes_bye) == ({3: "unpaid"}, False)

    pair_here(evening, 3, 4, 5)
    assert (evening.byes(), evening.entry(3).owes_bye) == ({3: "unpaid"}, False)
    assert len(evening.boards()) == 2
    undo_action(Action.objects.latest("pk"), actor=evening.director)

    pair_here(evening, 3, 4)
    assert (evening.byes(), evening.entry(3).owes_bye) == ({}, True)
    assert verifies(evening)


def test_who_has_left_since_does_not_stand_in_the_way() -> None:
    evening = published()
    evening.withdraw(1)
    evening.withdraw(9)
    Withdrawal.objects.update(first_round=1)
    pair_here(evening, 6, 7)
    assert set(evening.boards()[2]) == {6, 7}
    with nothing_changes(Refused, "is not in this round: withdrawn, out, or joining later"):
        pair_here(evening, 8, 9)


def test_who_is_away_from_a_board_that_stands_is_in_nobodys_way() -> None:
    evening = published()
    results.postpone_game(evening.game(1), seen="*", actor=None)
    Attendance.objects.filter(game=evening.game(1), colour="w").update(presence=Presence.EXCUSED)
    pair_here(evening, 6, 7)
    assert set(evening.boards()[2]) == {6, 7}


def test_a_tie_of_a_cup_marked_for_the_round_is_played_on_the_second_date() -> None:
    both: Both = two()
    white, black = both.players()
    both.play_now()
    others = [number for number in range(1, 7) if number not in {white, black}]
    for number in (white, black):
        both.other.mark(number, Presence.EXCUSED)
    both.other.pair()
    both.other.publish()
    assert len(others) == 4
    results.enter_result(both.tie(), DRAWN, seen="*", actor=both.cup.director)

    pair_here(both.other, white, black, date=both.other.round.date)

    assert both.other.boards()[-1] == (white, black)
    assert both.their_board().by_hand
    assert both.results() == ("1/2-1/2", "1/2-1/2")


def test_undone_the_round_is_as_it_was() -> None:
    evening = published()
    before = dump()
    pair_here(evening, odd_one(evening), 6, 7, 8)
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert dump() == before
    assert verifies(evening)


def test_with_a_result_on_a_new_board_it_is_not_undone() -> None:
    evening = published()
    pair_here(evening, 6, 7)
    action = Action.objects.latest("pk")
    evening.enter(3, Result.DRAW)
    with nothing_changes(BuiltUpon):
        undo_action(action, actor=evening.director)


def test_a_double_tap_pairs_once_and_of_two_directors_the_second_is_told() -> None:
    evening = published()
    receipt, seen = uuid.uuid4(), evening.round.revision
    pair_here(evening, 6, 7, receipt=receipt)
    with pytest.raises(AlreadyDone):
        pair_here(evening, 6, 7, receipt=receipt, revision=seen)
    with nothing_changes(Stale):
        pair_here(evening, 8, 9, revision=seen)
    assert len(evening.boards()) == 3


def test_the_file_takes_the_dates_along_and_verifies() -> None:
    evening = published()
    pair_here(evening, odd_one(evening), 6, 7, 8)
    for board in (1, 2, 3, 4):
        evening.enter(board, Result.DRAW)
    evening.finish()
    file = exported(evening.tournament)
    read = tournament_file.parse(tournament_file.dump(file))
    there = import_tournament(
        evening.tournament.club, read, season=evening.tournament.season, name="Read again", actor=None
    )
    assert [game.date for game in snapshot_of(there).rounds[0].games] == [None, None, f"{today()}", f"{today()}"]


def refused(evening: Evening, *numbers: int, match: str, **how: object) -> None:
    with nothing_changes(Refused, match):
        pair_here(evening, *(numbers or (6, 7)), **how)


def test_a_round_whose_next_has_its_boards_takes_nobody() -> None:
    evening = published()
    for board in (1, 2):
        evening.enter(board, Result.DRAW)
    first = evening.round
    evening.draft(1, 2)
    with pytest.raises(Refused, match="Round 2 already has boards: nobody can be added to round 1 any more"):
        late_changes.pair_those_here(first, [], date=today(), seen_revision=first_revision(first), actor=None)


def first_revision(first: Round) -> int:
    return Round.objects.get(pk=first.pk).revision


def test_a_finished_round_takes_nobody() -> None:
    evening = published()
    for board in (1, 2):
        evening.enter(board, Result.DRAW)
    evening.finish()
    assert evening.round.state == RoundState.FINISHED
    refused(evening, match="Round 1 is finished")


def test_a_draft_takes_nobody() -> None:
    evening = published()
    evening.take_back()
    refused(evening, match="Round 1 is not published yet")


@pytest.mark.parametrize("system", ["all_play_all", "cup"])
def test_where_the_draw_says_who_meets_nobody_else_is_paired(system: str) -> None:
    evening = Evening.of(8, system=system)
    evening.draft()
    evening.publish()
    refused(evening, match="The pairings are fixed here")


def test_what_makes_no_sense_is_refused() -> None:
    evening = published()
    refused(evening, 6, match="choose two players at least")
    refused(evening, evening.boards()[0][0], 6, match="is in this round already")
    refused(evening, match="is before the day of round 1", date=today() - 2 * WEEK)
    refused(evening, match="is outside the season", date=today() + 30 * WEEK)


def test_pairs_that_cannot_be_made_are_refused_with_the_systems_reasons() -> None:
    evening = published()
    entries.forbid_pair(evening.tournament, evening.entry(6), evening.entry(7), actor=None)
    refused(evening, match="forbidden|Nobody")
