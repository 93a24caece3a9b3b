"""Matches of teams, board by board, through the services."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tools.casts.team_event import TeamEvent
from tests.tools.pairing.team_cases import case
from tournaments.models import Action, Attendance, LineUpPlace, MemberAway, Presence, RoundState, TeamMember
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.recording import Stale
from tournaments.selectors.snapshots import snapshot_of, table_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import match_results
from tournaments.services.rounds.result_rows import MadeOf
from tournaments.services.setup import team_entries
from tournaments.services.setup.team_entries import TypedMember, TypedTeam

SCHOOL = case("school_six")

pytestmark = pytest.mark.django_db


def test_the_schools_play_their_five_rounds_and_have_the_table_of_the_page() -> None:
    event = TeamEvent.of_teams()
    for played in SCHOOL["rounds"]:
        away = played["absences"]
        event.open()
        event.check_in(*(number for number in range(1, 7) if number not in away))
        for number in away:
            event.mark(number, Presence.UNEXCUSED)
        event.pair()
        assert event.boards() == [(match["white"], match["black"]) for match in played["matches"]]
        event.publish()
        for match in played["matches"]:
            if "+" in match["boards"]:  # Heia has nobody on board 4
                for member in event.members(match["black"])[3:]:
                    MemberAway.objects.create(attendance=event.slot(match["black"]), member=member)
            game = event.enter_boards(match["match"], match["boards"])
            assert game.boards == match["boards"]
        event.finish()
    table = table_of(event.tournament, after=5)
    assert [
        [str(row.player), str(row.place), *(str(row.cells[code].value) for code in ("points", "quality", "MPvGP"))]
        for row in table.rows
    ] == [[row[key] for key in ("team", "place", "points", "quality", "board_points")] for row in SCHOOL["table"]]


def begun(**how: object) -> TeamEvent:
    event = TeamEvent.of_teams(**how)  # type: ignore[arg-type]
    event.draft()
    event.publish()
    return event


def test_a_match_is_open_until_its_last_board_and_its_first_result_keeps_who_sat_where() -> None:
    event = begun()
    white, black = event.boards()[0]
    game = event.enter_boards(1, "1")
    assert (game.boards, game.result) == ("1***", Result.OPEN)
    team_entries.edit_team(
        event.entry(white),
        name="Birkeli",
        members=[TypedMember(name=f"Birkeli{place} Berg") for place in (2, 1, 3, 4, 5)],
        seen=team_entries.version_of(event.entry(white)),
        actor=event.director,
    )
    places = LineUpPlace.objects.filter(attendance__game=game, attendance__entry=event.entry(white))
    assert [place.member.player.given_name for place in places.order_by("board")] == [
        f"Birkeli{place}" for place in (1, 2, 3, 4)
    ]
    assert event.enter_boards(1, "1==0").result == Result.DRAW.value
    played = snapshot_of(event.tournament).rounds[0].games[0]
    assert (played.white, played.black, played.board_score(4)) == (white, black, (2, 2))


def test_where_nobody_sits_the_other_has_won_by_forfeit_with_the_first_result() -> None:
    event = begun(members=3)
    first = event.members(event.boards()[0][0])
    MemberAway.objects.create(attendance=event.slot(event.boards()[0][0]), member=first[2])
    game = event.enter_boards(1, "1")
    assert game.boards == "1*-x"
    assert event.enter_boards(1, "1=").result == Result.DRAW.value


def test_whole_teams_of_which_nobody_knows_the_members_play_all_boards() -> None:
    event = begun(members=0)
    assert event.enter_boards(1, "1").boards == "1***"
    assert not LineUpPlace.objects.exists()


def test_two_may_enter_different_boards_at_once_and_not_the_same_one() -> None:
    event = begun()
    shown = event.game(1)
    match_results.enter_board(shown, 1, "1", seen="*", actor=event.director)
    match_results.enter_board(shown, 2, "0", seen="*", actor=event.director)
    with pytest.raises(Stale):
        match_results.enter_board(shown, 1, "=", seen="*", actor=event.director)
    match_results.enter_board(shown, 1, "1", seen="*", actor=event.director)  # a double tap
    assert event.game(1).boards == "10**"


@pytest.mark.parametrize(
    ("board", "sign", "said"),
    [(5, "1", "This match has 4 boards."), (0, "1", "This match has 4 boards."), (1, "2", "There is no such result.")],
)
def test_what_is_no_board_or_no_result_is_refused(board: int, sign: str, said: str) -> None:
    event = begun()
    with pytest.raises(Refused, match=said):
        match_results.enter_board(event.game(1), board, sign, seen="*", actor=event.director)
    assert event.game(1).boards == ""


def test_only_the_score_counts_and_adds_up() -> None:
    event = begun()
    with pytest.raises(Refused, match="add up to 3½, but a match has 4 boards"):
        match_results.enter_match(event.game(1), MadeOf(halves=(5, 2)), seen=event.game(1).seen, actor=event.director)
    match_results.enter_match(event.game(1), MadeOf(halves=(5, 3)), seen=event.game(1).seen, actor=event.director)
    assert event.game(1).result == Result.WHITE_WINS.value
    assert snapshot_of(event.tournament).rounds[0].games[0].board_score(4) == (Fraction(5, 2), Fraction(3, 2))
    with pytest.raises(Stale):  # from a screen where it was not known yet
        match_results.enter_board(event.game(1), 1, "0", seen="*", actor=event.director)
    match_results.clear_match(event.game(1), seen=event.game(1).seen, actor=event.director)
    assert (event.game(1).result, event.game(1).own_halves) == (Result.OPEN.value, None)


def test_a_corrected_board_turns_a_match_and_later_rounds_keep_what_they_were_paired_by() -> None:
    event = begun()
    for match in (1, 2, 3):
        event.enter_boards(match, "1110")
    event.finish()
    event.draft()
    game = event.game(1, in_round=1)
    match_results.enter_board(game, 3, "0", seen="1", actor=event.director)
    game = event.game(1, in_round=1)
    assert (game.boards, game.result, game.known_from) == ("1100", Result.DRAW.value, 3)
    assert game.earlier == [["1-0", 2, "1110", None]]
    match_results.enter_board(game, 3, "1", seen="0", actor=event.director)
    game = event.game(1, in_round=1)
    assert (game.boards, game.known_from, game.earlier) == ("1110", None, [])


def test_a_board_is_undone_with_the_line_ups_that_it_kept() -> None:
    event = begun()
    event.enter_boards(1, "1")
    assert LineUpPlace.objects.count() == 8
    action = Action.objects.filter(verb="match.board").latest("pk")
    assert [action.facts[key] for key in ("round", "board", "line", "score")] == [1, 1, 1, "1–0"]
    undo_action(action, actor=event.director, receipt=None)
    assert event.game(1).boards == ""
    assert not LineUpPlace.objects.exists()


def test_a_round_of_which_a_board_is_known_has_begun() -> None:
    event = begun()
    event.enter_boards(1, "1")
    with pytest.raises(Refused, match="has begun"):
        event.take_back()
    match_results.clear_match(event.game(1), seen=event.game(1).seen, actor=event.director)
    assert not LineUpPlace.objects.exists()
    event.take_back()
    assert event.round.state == RoundState.DRAFTED


def test_nobody_is_in_two_teams_and_no_two_teams_have_one_name() -> None:
    event = TeamEvent.of_teams()
    with pytest.raises(Refused, match=r"Heia1 Berg plays for Heia: move them there, or choose somebody else\."):
        team_entries.enter_teams(
            event.tournament, [TypedTeam(name="Other", members=(TypedMember(name="Heia1 Berg"),))], actor=None
        )
    with pytest.raises(Refused, match=r"Two teams are called heia\."):
        team_entries.enter_teams(event.tournament, [TypedTeam(name="heia")], actor=None)
    assert event.tournament.entries.count() == 6


def test_whoever_changes_teams_plays_for_the_other_from_the_round_to_come() -> None:
    event = begun()
    for match in (1, 2, 3):
        event.enter_boards(match, "1110")
    event.finish()
    member = event.members(6)[0]
    team_entries.move_member(member, event.entry(1), actor=event.director)
    rows = TeamMember.objects.filter(player=member.player).order_by("from_round")
    assert [(row.entry.team_name, row.from_round, row.until_round) for row in rows] == [
        ("Heia", 1, 1),
        ("Askeby", 2, None),
    ]
    assert [each.player.given_name for each in event.members(1)][-1] == "Heia1"
    event.draft()
    event.publish()
    match = next(board for board, pair in enumerate(event.boards(), 1) if 6 in pair)
    game = event.enter_boards(match, "1")
    side = Attendance.objects.get(game=game, entry=event.entry(6))
    assert [place.member.player.given_name for place in side.line_up.order_by("board")] == [
        f"Heia{place}" for place in (2, 3, 4, 5)
    ]
    assert side.colour in set(Colour)
