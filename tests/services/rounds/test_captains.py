"""Captains hand in line-ups and report their matches, and a director has the last word."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.team_event import TeamEvent
from tournaments import clock
from tournaments.models import Action, Attendance, LineUpPlace, MayReport, Player, ResultReport, Round
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale
from tournaments.selectors.result_reports import contradictions, reported
from tournaments.selectors.team_entries.team_line_ups import SeatedMatch, seated_matches
from tournaments.services.activity.undo import BuiltUpon, undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening.team_attendance import mark_members
from tournaments.services.rounds import handed_in_line_ups, match_results, result_reports
from tournaments.services.rounds.handed_in_line_ups import hand_in_line_up
from tournaments.services.rounds.publish import take_back_round
from tournaments.services.setup import team_entries
from tournaments.services.setup.team_entries import TypedMember

pytestmark = pytest.mark.django_db


def captain(row: Attendance) -> Player:
    assert row.entry.captain is not None
    return row.entry.captain


def seated(event: TeamEvent) -> SeatedMatch:
    found = Round.objects.get(tournament=event.tournament)
    rows = list(Attendance.objects.filter(round=found).select_related("game", "entry"))
    return next(match for match in seated_matches(rows, event.tournament, number=1) if match.game.board == 1)


def hand_in(event: TeamEvent, row: Attendance, *places: int | None, by: Player | None = None) -> Action:
    """Places in the team, from 1, on boards 1 and so on."""
    row.refresh_from_db()
    members = event.members(row.entry.number or 0)
    action = hand_in_line_up(
        row,
        [None if place is None else members[place - 1].pk for place in places],
        seen=handed_in_line_ups.version_of(row),
        by_card=by,
        actor=None if by else event.director,
    )
    assert action is not None
    return action


def report(row: Attendance, other: Attendance, boards: str) -> Action:
    action = result_reports.report_match(row, boards, seen_opponent=other.entry_id, by_card=captain(row))
    assert action is not None
    return action


def names(event: TeamEvent) -> list[list[str]]:
    return [[each.player.given_name if each else "-" for each in line_up] for line_up in seated(event).line_ups]


def test_line_ups_are_sealed_until_both_are_in_and_then_they_play_so() -> None:
    event = TeamEvent.with_captains()
    first, second = event.sides()
    assert seated(event).is_sealed
    hand_in(event, first, 1, 2, 4, 5, by=captain(first))
    assert seated(event).is_sealed
    hand_in(event, second, 2, 3, 4, None, by=captain(second))
    assert not seated(event).is_sealed
    white, black = (event.entry(number).team_name for number in event.boards()[0])
    assert names(event) == [
        [f"{white}1", f"{white}2", f"{white}4", f"{white}5"],
        [f"{black}2", f"{black}3", f"{black}4", "-"],
    ]
    assert event.enter_boards(1, "1").boards == "1**+"
    assert hand_in(event, first, 1, 2, 4, 5) is not None, "a director says it later, too"


def test_a_line_up_by_which_a_board_was_entered_is_not_undone_before_the_board_is() -> None:
    event = TeamEvent.with_captains()
    first, _second = event.sides()
    handed_in = hand_in(event, first, 1, 2, 4, 5, by=captain(first))
    entered = match_results.enter_board(event.game(1), 1, "1", seen="*", actor=event.director)
    with pytest.raises(BuiltUpon):
        undo_action(handed_in, actor=event.director)
    assert entered is not None
    undo_action(entered, actor=event.director)
    undo_action(handed_in, actor=event.director)
    assert not LineUpPlace.objects.exists()


def test_a_line_up_handed_in_outlives_a_result_that_is_cleared_but_not_its_round_taken_back() -> None:
    event = TeamEvent.with_captains()
    first, _second = event.sides()
    hand_in(event, first, 1, 2, 4, 5, by=captain(first))
    game = event.enter_boards(1, "1")
    match_results.clear_match(game, seen=game.seen, actor=event.director)
    assert [place.attendance_id for place in LineUpPlace.objects.all()] == [first.pk] * 4
    found = Round.objects.get()
    take_back_round(found, seen_revision=found.revision, actor=event.director)
    assert not LineUpPlace.objects.exists()
    first.refresh_from_db()
    assert first.handed_in_at is None


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((2, 1, 3, 4), "does not sit in the order of the team."),
        ((1, None, 3, 4), "Board 2 is empty: move up those below."),
        ((1, 1, 2, 3), "cannot sit at two boards."),
        ((1, 2, 3), "This match has 4 boards."),
        ((None, None, None, None), "Choose who plays."),
    ],
)
def test_a_line_up_that_cannot_be_is_refused(places: tuple[int | None, ...], said: str) -> None:
    event = TeamEvent.with_captains()
    first, _second = event.sides()
    with pytest.raises(Refused, match=said):
        hand_in(event, first, *places, by=captain(first))
    assert not LineUpPlace.objects.exists()


def test_a_director_may_seat_them_in_another_order_but_nobody_of_another_team() -> None:
    event = TeamEvent.with_captains()
    first, second = event.sides()
    assert hand_in(event, first, 2, 1, 3, 4) is not None
    strangers = [member.pk for member in event.members(second.entry.number or 0)][:4]
    first.refresh_from_db()
    with pytest.raises(Refused, match=r"Somebody at board 1 is not of this team\."):
        hand_in_line_up(first, strangers, seen=handed_in_line_ups.version_of(first), actor=event.director)


def test_it_is_the_captains_alone_and_until_it_closes() -> None:
    event = TeamEvent.with_captains()
    first, second = event.sides()
    with pytest.raises(Attendance.DoesNotExist):
        hand_in(event, first, 1, 2, 3, 4, by=captain(second))
    assert Round.objects.get().published_at is not None
    Round.objects.update(published_at=clock.now() - datetime.timedelta(minutes=10))
    with pytest.raises(Refused, match=r"Closed at \d\d:\d\d\. Ask the director\."):
        hand_in(event, first, 1, 2, 3, 4, by=captain(first))
    Round.objects.update(published_at=clock.now() - datetime.timedelta(minutes=9))
    hand_in(event, first, 1, 2, 3, 4, by=captain(first))
    event.enter_boards(1, "***1")
    with pytest.raises(Refused, match=r"The match has begun: ask the director\."):
        hand_in(event, first, 1, 2, 3, 5, by=captain(first))
    with pytest.raises(Refused, match=r"Board 4 has been played: clear its result first\."):
        hand_in(event, first, 1, 2, 3, None)


def test_once_the_round_has_begun_it_is_closed_and_so_is_one_whose_publishing_nobody_knows() -> None:
    event = TeamEvent.with_captains()
    first, _second = event.sides()
    Round.objects.update(published_at=None)
    hand_in(event, first, 1, 2, 3, 4, by=captain(first))
    Round.objects.update(started_at=clock.now())
    with pytest.raises(Refused, match=r"The round has begun: ask the director\."):
        hand_in(event, first, 1, 2, 3, 5, by=captain(first))


def test_before_the_round_starts_it_closes_by_its_hour() -> None:
    event = TeamEvent.with_captains(line_up_closes=-15, starts_at=datetime.time(18))
    first, _second = event.sides()
    Round.objects.update(date=datetime.date(2026, 1, 10))
    zone = "Europe/Oslo"
    event.tournament.club.time_zone = zone
    event.tournament.club.save()
    first.refresh_from_db()
    with clock.at(datetime.datetime(2026, 1, 10, 16, 44, tzinfo=datetime.UTC)):
        hand_in(event, first, 1, 2, 3, 4, by=captain(first))
    with (
        clock.at(datetime.datetime(2026, 1, 10, 16, 45, tzinfo=datetime.UTC)),
        pytest.raises(Refused, match=r"Closed at 17:45\. Ask the director\."),
    ):
        hand_in(event, first, 1, 2, 3, 5, by=captain(first))


def test_where_the_first_who_are_here_play_or_nobody_is_named_captains_hand_in_nothing() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, _second = event.sides()
    with pytest.raises(Refused, match=r"the first of the team who are here play: tell the director who is away\."):
        hand_in(event, first, 1, 2, 3, 4, by=captain(first))
    event.tournament.line_up = "none"
    event.tournament.save()
    first.refresh_from_db()
    with pytest.raises(Refused, match=r"In this tournament nobody says who sits where\."):
        hand_in(event, first, 1, 2, 3, 4)
    assert seated(event).line_ups == ((), ())
    assert event.enter_boards(1, "1===").boards == "1==="
    assert not LineUpPlace.objects.exists()


def test_who_is_here_is_not_marked_over_a_line_up_that_is_in() -> None:
    event = TeamEvent.with_captains()
    first, _second = event.sides()
    hand_in(event, first, 1, 2, 3, 4, by=captain(first))
    with pytest.raises(Refused, match=r"has handed in its line-up: change that\."):
        mark_members(Round.objects.get(), first.entry, [], actor=event.director)


def test_where_both_captains_say_the_same_it_stands_and_is_undone_whole() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, second = event.sides()
    report(first, second, "1=01")
    assert event.game(1).result == Result.OPEN
    assert reported(Round.objects.get())[event.game(1).pk].result is Result.WHITE_WINS
    action = report(second, first, "1=01")
    game = event.game(1)
    assert (game.boards, game.result) == ("1=01", Result.WHITE_WINS)
    assert LineUpPlace.objects.filter(attendance__game=game).count() == 8
    undo_action(action, actor=event.director)
    game = event.game(1)
    assert (game.boards, game.result) == ("", Result.OPEN)
    assert not LineUpPlace.objects.exists()
    assert ResultReport.objects.count() == 1


def test_who_confirms_says_every_board() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, second = event.sides()
    report(first, second, "1=01")
    with pytest.raises(Stale):
        result_reports.confirm_report(second, seen="1=00", by_card=captain(second))
    result_reports.confirm_report(second, seen="1=01", by_card=captain(second))
    assert event.game(1).boards == "1=01"


def test_two_that_differ_in_a_board_wait_for_a_director_also_where_the_score_is_the_same() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, second = event.sides()
    report(first, second, "1001")
    report(second, first, "0101")
    said = reported(Round.objects.get())[event.game(1).pk]
    assert said.is_contradicted
    assert contradictions().count() == 1
    assert event.game(1).boards == ""
    event.enter_boards(1, "1")
    assert contradictions().count() == 0
    assert reported(Round.objects.get()) == {}
    with pytest.raises(Refused, match=r"The director has begun to enter this match: tell them what is wrong\."):
        report(second, first, "1001")


def test_one_report_is_enough_where_it_is_trusted_and_it_can_be_taken_back_where_it_is_not() -> None:
    event = TeamEvent.with_captains(may_report=MayReport.TRUST, line_up="roster")
    first, second = event.sides()
    report(first, second, "====")
    assert event.game(1).boards == "===="
    event = TeamEvent.with_captains(line_up="roster")
    first, second = event.sides()
    report(first, second, "====")
    result_reports.take_back_report(first, seen="====", by_card=captain(first))
    assert not ResultReport.objects.filter(attendance=first).exists()


def test_a_report_says_every_board_and_those_that_are_empty_as_they_are() -> None:
    event = TeamEvent.with_captains()
    first, second = event.sides()
    hand_in(event, second, 1, 2, 3, None, by=captain(second))
    for boards in ("1=0+", "1=01"):  # which of them it is says whether they are three
        with pytest.raises(Stale):
            report(first, second, boards)
    hand_in(event, first, 1, 2, 3, 4, by=captain(first))
    for boards in ("1=0", "1=01", "1=0x", "1=0*", "abcd", ""):
        with pytest.raises(Refused, match=r"Say of each board how it ended\."):
            report(first, second, boards)
    report(first, second, "1=0+")
    with pytest.raises(Attendance.DoesNotExist):
        result_reports.report_match(first, "1=0+", seen_opponent=second.entry_id, by_card=captain(second))
    with pytest.raises(Attendance.DoesNotExist):
        result_reports.report_result(first, Result.DRAW, seen_opponent=second.entry_id, by_card=captain(first))


def test_a_match_in_which_nobody_plays_is_told_to_the_director() -> None:
    event = TeamEvent.with_captains(line_up="roster")
    first, second = event.sides()
    for row in (first, second):
        mark_members(Round.objects.get(), row.entry, [], actor=event.director)
    with pytest.raises(Refused, match=r"Nobody has played in this match: tell the director\."):
        report(first, second, "xxxx")


def test_the_captain_is_named_by_whoever_leads_the_team_also_one_who_does_not_play() -> None:
    event = TeamEvent.of_teams()
    entry = event.entry(1)
    team_entries.edit_team(
        entry,
        name="Askeby",
        captain="Ms Teacher",
        members=[TypedMember(name="Askeby1 Berg")],
        seen=team_entries.version_of(entry),
        actor=event.director,
    )
    entry.refresh_from_db()
    assert entry.captain is not None
    assert entry.captain.full_name == "Ms Teacher"
    assert event.members(1)[0].player != entry.captain
