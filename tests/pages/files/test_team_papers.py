"""The papers of a tournament of teams as page values: the schools of the rulebook's example."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import SCHOOLS, TeamEvent
from tests.tools.pairing.team_cases import case
from tournaments.models import MemberAway, Player, Presence, ShownAs, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.short_address import short_address_of
from tournaments.pages.files.match_slips import slips_to_a_page
from tournaments.pages.files.printouts import (
    BEST_ON_BOARDS,
    ChosenPapers,
    Paper,
    PaperPage,
    one_paper,
    papers_page,
    papers_together,
)
from tournaments.pages.files.scorecards import PlayerScorecard
from tournaments.pages.files.team_backs import BackCell, CardBack
from tournaments.pages.standings.published_tournament import NotPublished

pytestmark = pytest.mark.django_db
AT = datetime.datetime(2026, 11, 21, 20, 14, tzinfo=datetime.UTC)
BASE = "https://chess.example.org"
SCHOOL = case("school_six")


def the_schools(rounds: int = 5, *, leaving_open: bool = False) -> TeamEvent:
    """As they played; the last round may still be going."""
    event = TeamEvent.of_teams()
    for played in SCHOOL["rounds"][:rounds]:
        event.open()
        event.check_in(*(number for number in range(1, 7) if number not in played["absences"]))
        for number in played["absences"]:
            event.mark(number, Presence.UNEXCUSED)
        event.pair()
        event.publish()
        if leaving_open and played["number"] == rounds:
            break
        for match in played["matches"]:
            if "+" in match["boards"]:
                MemberAway.objects.bulk_create(
                    MemberAway(attendance=event.slot(match["black"]), member=member)
                    for member in event.members(match["black"])[3:]
                )
            event.enter_boards(match["match"], match["boards"])
        event.finish()
    return event


def paper_of(event: Evening, paper: Paper, number: int, audience: Audience = Audience.STAFF) -> PaperPage:
    tournament = Tournament.objects.get(pk=event.tournament.pk)
    return one_paper(tournament, audience, short_address_of(tournament, BASE), number=number, paper=paper, at=AT)


def cards_of(event: TeamEvent, number: int) -> dict[int, PlayerScorecard]:
    page = paper_of(event, Paper.CARDS, number)
    assert page.scorecards is not None
    assert page.scorecards.have_backs
    assert page.scorecards.to_a_page == 2
    return {card.number: card for cards in page.scorecards.pages for card in cards}


def test_the_card_of_a_team_is_that_of_the_source() -> None:
    cards = cards_of(the_schools(), 5)
    for team, rounds in SCHOOL["cards_colour_opponent_points_sum"].items():
        lines = cards[int(team)].lists[0]
        shown = [
            [line.colour[:1], line.opponent_number or 0, line.points or "0", line.total or "0"]
            for line in lines
            if line.number <= 5
        ]
        assert shown == [[colour, other, str(points), total] for colour, other, points, total in rounds], team
    askeby = cards[1]
    assert [line.other_total for line in askeby.lists[0]] == ["1", "2½", "5", "9", "11"]
    assert [line.result for line in askeby.lists[0]] == ["1–3", "1½–2½", "", "4–0", "2–2"]
    assert [(end.name, end.value) for end in askeby.ends] == [
        ("Match points", "10"),
        ("Quality", "35"),
        ("BP", "11"),
        ("Place", "4"),
    ]


def test_on_the_back_stands_who_played_at_which_board_with_what_result() -> None:
    event = the_schools(2)
    back = cards_of(event, 2)[6].back
    assert back is not None
    assert back.rounds == (1, 2, 3, 4, 5)
    assert [row.name for row in back.rows] == [*(f"Heia{place} Berg" for place in range(1, 6)), "", ""]
    first = back.rows[0]
    assert first.cells[:3] == (
        BackCell(board="1", colour="white", mark="½"),
        BackCell(board="1", colour="black", mark="1"),
        BackCell(),
    )
    assert first.points == "1½/2"
    assert back.rows[3].cells[1] == BackCell()  # nobody sat there
    other = cards_of(event, 2)[1].back
    assert other is not None
    assert other.rows[3].cells[1] == BackCell(board="4", colour="black", mark="+")


def test_a_back_has_rows_to_write_in_where_nobody_knows_who_plays() -> None:
    event = TeamEvent.of_teams(members=0)
    event.draft()
    event.publish()
    back = cards_of(event, 1)[1].back
    assert isinstance(back, CardBack)
    assert [row.name for row in back.rows] == [""] * 6


def test_teams_that_do_not_play_get_no_card() -> None:
    page = paper_of(the_schools(3), Paper.CARDS, 3)
    assert page.scorecards is not None
    assert page.scorecards.without_card == "1 team that does not play gets no card."


def test_each_match_has_a_slip_with_its_boards() -> None:
    event = the_schools(1, leaving_open=True)
    page = paper_of(event, Paper.SLIPS, 1)
    assert page.slips is None
    assert page.match_slips is not None
    slips = [slip for slips in page.match_slips.pages for slip in slips]
    assert [(slip.number, slip.first, slip.second) for slip in slips] == [
        (1, "Birkeli", "Askeby"),
        (2, "Fjell", "Elvely"),
        (3, "Heia", "Granlia"),
    ]
    assert [(line.label, line.first, line.colour, line.second, line.other_colour) for line in slips[2].lines] == [
        ("3.1", "Heia1 Berg", "white", "Granlia1 Berg", "black"),
        ("3.2", "Heia2 Berg", "black", "Granlia2 Berg", "white"),
        ("3.3", "Heia3 Berg", "white", "Granlia3 Berg", "black"),
        ("3.4", "Heia4 Berg", "black", "Granlia4 Berg", "white"),
    ]


def test_a_slip_has_its_boards_where_nobody_knows_who_plays() -> None:
    event = TeamEvent.of_teams(members=0)
    event.draft()
    event.publish()
    page = paper_of(event, Paper.SLIPS, 1)
    assert page.match_slips is not None
    assert [(line.label, line.first, line.colour) for line in page.match_slips.pages[0][0].lines] == [
        ("1.1", "", "white"),
        ("1.2", "", "black"),
        ("1.3", "", "white"),
        ("1.4", "", "black"),
    ]


@pytest.mark.parametrize(("boards", "to_a_page"), [(2, 5), (4, 4), (6, 3), (8, 3), (10, 2), (12, 2)])
def test_as_many_slips_to_a_page_as_fit(boards: int, to_a_page: int) -> None:
    assert slips_to_a_page(boards) == to_a_page


def test_signs_name_each_board_of_each_match() -> None:
    page = paper_of(the_schools(1, leaving_open=True), Paper.SIGNS, 1)
    assert page.signs is not None
    signs = [sign for signs in page.signs.pages for sign in signs]
    assert signs == [f"{match}.{board}" for match in (1, 2, 3) for board in (1, 2, 3, 4)]


def test_the_lists_for_the_wall_have_matches_with_their_boards_and_people() -> None:
    event = the_schools(2, leaving_open=True)
    page = paper_of(event, Paper.BOARDS, 2)
    assert page.boards is not None
    assert page.boards.are_matches
    names = paper_of(event, Paper.NAMES, 2).names
    assert names is not None
    found = {place.name: (place.board, place.colour, place.opponent) for place in names.places}
    assert found["Askeby2 Berg"] == ("3.2", "black", "Heia2 Berg")
    assert found["Askeby"] == (3, "white", "Heia")
    standings = paper_of(event, Paper.STANDINGS, 2).standings
    assert standings is not None
    assert [column.short for column in standings.table.columns] == ["MP", "Quality", "BP"]


def test_children_and_the_hidden_hang_on_the_wall_as_the_club_has_it() -> None:
    event = the_schools(1)
    Player.objects.update(shown_as=ShownAs.NUMBER)
    Player.objects.filter(given_name="Heia1").update(shown_as=ShownAs.FULL, is_child=True)
    tournament = Tournament.objects.get(pk=event.tournament.pk)
    wall = papers_together(
        tournament, ChosenPapers(audience=Audience.PUBLIC), short_address_of(tournament, BASE), number=1, at=AT
    )
    assert wall.names is not None
    people = {str(place.name) for place in wall.names.places} - set(SCHOOLS)
    assert people == {"Player", "Heia1 B."}
    (individual,) = wall.individual
    assert {row.name for row in individual.rows} == people
    assert {row.performance for row in individual.rows} == {""}
    prizes = paper_of(event, Paper.BOARD_PRIZES, 1, Audience.PUBLIC).board_prizes
    assert prizes is not None
    assert {line.name for board in prizes.boards for line in board.lines} <= people
    slips = paper_of(event, Paper.SLIPS, 1, Audience.PUBLIC).match_slips
    assert slips is not None
    assert {line.first for page in slips.pages for slip in page for line in slip.lines} > {"Heia1 Berg", "Heia2 Berg"}


def test_the_individual_list_has_each_persons_games_with_board_and_colour() -> None:
    (sheet,) = paper_of(the_schools(), Paper.INDIVIDUAL, 5).individual
    assert sheet.rounds == (1, 2, 3, 4, 5)
    rows = {row.name: row for row in sheet.rows}
    fourth = rows["Askeby4 Berg"]
    assert [(cell.board, cell.colour, cell.mark) for cell in fourth.cells] == [
        ("4", "white", "½"),
        ("4", "black", "+"),
        ("", "", ""),
        ("4", "white", "1"),
        ("4", "white", "1"),
    ]
    assert (fourth.team, fourth.points, fourth.games, fourth.percent) == ("Askeby", "3½", 4, "83")
    assert [(row.name, row.points) for row in sheet.rows][:2] == [("Granlia3 Berg", "4½"), ("Granlia1 Berg", "4")]


def test_the_board_prizes_of_the_schools() -> None:
    sheet = paper_of(the_schools(), Paper.BOARD_PRIZES, 5).board_prizes
    assert sheet is not None
    assert sheet.is_final
    assert [board.board for board in sheet.boards] == [1, 2, 3, 4]
    best = sheet.boards[0].lines[0]
    assert (best.place, best.name, best.points, best.games, best.percent) == (1, "Granlia1 Berg", "4", 5, 80)


def test_the_best_on_each_board_get_a_certificate() -> None:
    event = the_schools(2)
    tournament = event.fresh()
    page = one_paper(
        tournament,
        Audience.STAFF,
        short_address_of(tournament, BASE),
        number=2,
        paper=Paper.CERTIFICATES,
        at=AT,
        receivers=BEST_ON_BOARDS,
    )
    prizes = paper_of(event, Paper.BOARD_PRIZES, 2).board_prizes
    assert prizes is not None
    assert [(each.name, each.place) for each in page.certificates] == [
        (line.name, f"Best on board {board.board}")
        for board in prizes.boards
        for line in board.lines
        if line.place == 1
    ]
    assert {each.after for each in page.certificates} == {"After round 2"}
    assert page.certificates[0].result == "1½ points in 2 games"


def test_where_players_play_for_themselves_there_is_neither_list() -> None:
    event = Evening.of(4)
    event.play()
    page = papers_page(event.fresh(), short_address_of(event.tournament, BASE))
    assert not {"individual", "board_prizes"} & {choice.code for choice in page.choices}
    for paper in (Paper.INDIVIDUAL, Paper.BOARD_PRIZES):
        with pytest.raises(NotPublished):
            paper_of(event, paper, 1)


def test_papers_of_teams_are_called_so_and_have_one_layout() -> None:
    event = the_schools(1)
    page = papers_page(event.fresh(), short_address_of(event.tournament, BASE))
    names = {choice.code: (choice.name, len(choice.layouts)) for choice in page.choices}
    assert (names["boards"], names["cards"], names["slips"]) == (
        ("Pairings by match", 0),
        ("Teams' cards", 0),
        ("Match slips", 0),
    )
    assert names["signs"] == ("Table signs", 2)
    assert {"individual", "board_prizes"} <= names.keys()


def test_more_rounds_ask_the_database_no_more_often() -> None:
    def queries(rounds: int) -> int:
        event = the_schools(rounds)
        paper_of(event, Paper.INDIVIDUAL, rounds)  # what is kept is there
        with CaptureQueriesContext(connection) as captured:
            paper_of(event, Paper.INDIVIDUAL, rounds)
            paper_of(event, Paper.CARDS, rounds)
        return len(captured)

    assert queries(4) == queries(2)
