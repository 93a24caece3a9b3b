"""Who has White on which board of a match: asked once, and the same on every page, paper and file."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import SeasonFactory
from tests.tools.casts.team_event import SCHOOLS, TeamEvent
from tournaments.exchange.tournament_file import dump, parse
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf.types import TrfEdition
from tournaments.models import Action, Attendance, Round
from tournaments.pages.calendar.attendance_settings import sentences_of
from tournaments.pages.evening.match_lines import EnteredMatches
from tournaments.pages.files.exports import about_tournament, report_download
from tournaments.selectors.snapshots import exported
from tournaments.selectors.team_entries.games_of_people import games_of_people
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar.attendance_settings import change_settings, version_of
from tournaments.services.common.refusal import Refused
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import match_results

pytestmark = pytest.mark.django_db


def of(pattern: str) -> TeamEvent:
    event = TeamEvent.of_teams()
    change_settings(event.tournament, {"board_colours": pattern}, seen=version_of(event.tournament), actor=None)
    event.draft()
    event.publish()
    return event


def colours(event: TeamEvent) -> str:
    """Of the team named first, in the first match on the evening's page."""
    rows = list(Attendance.objects.filter(round=Round.objects.get()).select_related("game", "entry"))
    called = {row.entry_id: row.entry.team_name for row in rows}
    matches = EnteredMatches(attendances=rows, called=called, tournament=event.tournament, number=1)
    match = matches.alone(event.game(1).pk)
    assert match == matches.of(event.game(1).pk)
    return "".join(line.first.colour.value[0] for line in match.lines)


@pytest.mark.parametrize(
    ("pattern", "shown"), [("alternate", "wbwb"), ("ends", "wbbw"), ("all", "wwww"), ("WBBB", "wbbb")]
)
def test_the_evening_and_each_persons_games_have_the_colours_that_were_chosen(pattern: str, shown: str) -> None:
    event = of(pattern)
    assert colours(event) == shown
    event.enter_boards(1, "1=01")
    team = event.entry(event.boards()[0][0]).number
    games = [game for game in games_of_people(event.tournament, until=1) if game.team == team]
    assert "".join(game.colour.value[0] for game in games) == shown
    boards = {"wbwb": "1 and 3", "wbbw": "1 and 4", "wwww": "1, 2, 3 and 4", "wbbb": "1"}[shown]
    assert f"The team named first has White on these boards: {boards}." in sentences_of(event.tournament)


@pytest.mark.parametrize("pattern", ["ends", "all", "WBBB"])
def test_they_go_out_with_files_and_come_in_with_them(pattern: str) -> None:
    event = of(pattern)
    event.enter_boards(1, "1=01")
    season = SeasonFactory()
    taken = import_tournament(season.club, parse(dump(exported(event.tournament))), season=season, actor=None)
    assert taken.board_colours == pattern
    about = about_tournament(event.tournament)
    report = report_download(event.tournament, TrfEdition.TRF26, about, sees_private=False)
    assert read_tournament(report.data).file.board_colours == pattern


def test_once_boards_have_been_played_they_stay() -> None:
    event = of("alternate")
    event.enter_boards(1, "1")
    with pytest.raises(Refused, match=r"Boards have been played: who has White on which stays\."):
        change_settings(event.tournament, {"board_colours": "ends"}, seen=version_of(event.tournament), actor=None)
    for wrong in ("BWBW", "", "white", "WBX", "WB", "WBWBW"):
        with pytest.raises(Refused, match=r"There is no such choice\."):
            of(wrong)


def test_nor_is_it_undone_once_boards_have_been_played_or_captains_have_said_who_plays() -> None:
    event = of("ends")
    chosen = Action.objects.get(verb="tournament.change_settings")
    event.enter_boards(1, "1")
    with pytest.raises(Refused, match=r"Boards have been played: who has White on which stays\."):
        undo_action(chosen, actor=event.director)
    game = event.game(1)
    match_results.clear_match(game, seen=game.seen, actor=event.director)
    undo_action(chosen, actor=event.director)
    event.tournament.refresh_from_db()
    assert event.tournament.board_colours == "alternate"


def test_in_a_cup_the_outer_boards_have_the_same_colour() -> None:
    assert TeamEvent.of_teams(SCHOOLS[:4], system="cup", planned_rounds=None).tournament.board_colours == "ends"
    assert TeamEvent.of_teams(SCHOOLS[:4]).tournament.board_colours == "alternate"
