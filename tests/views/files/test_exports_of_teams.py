"""Teams, matches and boards of a tournament of teams downloaded: a round of four schools, cell by cell."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import TeamEvent
from tournaments.models import Entry, MemberAway, Player, ShownAs
from tournaments.services.rounds import match_results
from tournaments.services.rounds.result_rows import MadeOf

pytestmark = pytest.mark.django_db
DASH = "\N{NARROW NO-BREAK SPACE}–\N{NARROW NO-BREAK SPACE}"


@pytest.fixture
def schools() -> TeamEvent:
    """Round 1: Birkeli–Askeby on its boards, where Birkeli's last seat stays empty; of Fjell–Elvely only the score is
    known."""
    event = TeamEvent.of_teams(("Askeby", "Birkeli", "Elvely", "Fjell"), boards=3, members=3)
    event.open()
    event.check_in(1, 2, 3, 4)
    event.pair()
    event.publish()
    MemberAway.objects.create(attendance=event.slot(2), member=event.members(2)[2])
    event.enter_boards(1, "0=-")
    game = event.game(2)
    halves = MadeOf(halves=(5, 1))
    match_results.enter_match(game, halves, seen=game.seen, actor=event.director)
    return event


def answer(event: Evening, what: str) -> Any:
    client = Client()
    client.force_login(event.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client.get(f"/en/{event.tournament.club.slug}/staff/{event.tournament.slug}/exports/{what}")


def fetched(event: Evening, what: str) -> bytes:
    told = answer(event, what)
    assert told.status_code == 200
    return bytes(told.content)


def in_csv(event: Evening, what: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(fetched(event, f"{what}.csv").decode("utf-8-sig")), delimiter=";"))


def in_book(event: Evening, what: str) -> dict[str, list[list[object]]]:
    book = load_workbook(io.BytesIO(fetched(event, f"{what}.xlsx")))
    return {str(sheet.title): [list(row) for row in sheet.values] for sheet in book.worksheets}


MATCHES = [
    ["Round", "Match", "Team", "Board points", "Team", "Board points", "Result"],
    ["1", "1", "Birkeli", "½", "Askeby", "2½", f"0{DASH}1"],
    ["1", "2", "Fjell", "2½", "Elvely", "½", f"1{DASH}0"],
]
BOARDS = [
    ["Round", "Match", "Board", "Team", "White", "Team", "Black", "Result"],
    ["1", "1", "1", "Birkeli", "Birkeli1 Berg", "Askeby", "Askeby1 Berg", f"0{DASH}1"],
    ["1", "1", "2", "Askeby", "Askeby2 Berg", "Birkeli", "Birkeli2 Berg", f"½{DASH}½"],
    ["1", "1", "3", "Birkeli", "", "Askeby", "Askeby3 Berg", f"−{DASH}+"],
]


def test_matches_stand_as_they_are_written(schools: TeamEvent) -> None:
    assert in_csv(schools, "matches") == MATCHES


def test_on_a_board_white_stands_left_whichever_team_it_is(schools: TeamEvent) -> None:
    """Board 2 is White's of the team on the right; a match with a score alone has no boards."""
    assert in_csv(schools, "boards") == BOARDS


def test_a_team_stands_with_its_members_in_order_and_what_it_has_reached(schools: TeamEvent) -> None:
    schools.finish()
    header, *rows = in_csv(schools, "players")
    assert header == ["No.", "Team", "Board", "Name", "Rating", "Match points", "Board points", "Place"]
    assert rows[:4] == [
        ["1", "Askeby", "1", "Askeby1 Berg", "1450", "3", "2½", "1"],
        ["1", "Askeby", "2", "Askeby2 Berg", "1400", "", "", ""],
        ["1", "Askeby", "3", "Askeby3 Berg", "1350", "", "", ""],
        ["2", "Birkeli", "1", "Birkeli1 Berg", "1450", "1", "½", "3"],
    ]
    assert [row[-1] for row in rows if row[-1]] == ["1", "3", "3", "1"]


def test_the_workbook_of_teams_has_three_sheets_with_the_same_cells(schools: TeamEvent) -> None:
    book = in_book(schools, "players")
    assert list(book) == ["Teams", "Matches", "Boards"]
    assert book["Matches"][1:] == [
        [1, 1, "Birkeli", 0.5, "Askeby", 2.5, MATCHES[1][-1]],
        [1, 2, "Fjell", 2.5, "Elvely", 0.5, MATCHES[2][-1]],
    ]
    assert [["" if cell is None else str(cell) for cell in row] for row in book["Boards"]] == BOARDS
    for what in ("matches", "boards"):
        assert list(in_book(schools, what).values()) == [book[what.capitalize()]]


def test_no_cell_of_a_team_begins_like_a_formula(schools: TeamEvent) -> None:
    Entry.objects.filter(pk=schools.entry(2).pk).update(team_name="=cmd|' /C calc'!A0")
    Player.objects.filter(pk=schools.members(2)[0].player_id).update(given_name="+1", family_name="@x")
    for what in ("players", "matches", "boards"):
        cells = [cell for row in in_csv(schools, what) for cell in row]
        assert any("cmd" in cell for cell in cells)
        assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in cells)
    for rows in in_book(schools, "players").values():
        assert not any(str(cell).startswith(("=", "+", "@")) for row in rows for cell in row)


def test_before_a_round_is_published_there_are_teams_alone() -> None:
    event = TeamEvent.of_teams(("Askeby", "Birkeli"), boards=1, members=1)
    book = in_book(event, "players")
    assert book["Teams"][1] == [1, "Askeby", 1, "Askeby1 Berg", 1450, None, None, None]
    assert [len(book[title]) for title in ("Matches", "Boards")] == [1, 1]


def test_before_numbers_are_drawn_the_teams_stand_there_too() -> None:
    event = TeamEvent.of_teams(("Askeby", "Birkeli"), boards=1, members=1)
    event.tournament.entries.update(number=None)
    assert [row[:2] for row in in_csv(event, "players")[1:]] == [["", "Askeby"], ["", "Birkeli"]]


def test_a_tournament_of_players_has_no_matches_and_one_sheet() -> None:
    event = Evening.of(4)
    event.play()
    assert list(in_book(event, "players")) == ["Players"]
    for what in ("matches.csv", "boards.xlsx"):
        assert answer(event, what).status_code == 404
    assert "matches.csv" not in answer(event, "").content.decode()


def test_the_page_offers_them(schools: TeamEvent) -> None:
    page = answer(schools, "").content.decode()
    assert all(f"exports/{what}.csv" in page for what in ("players", "matches", "boards"))
    assert '<th scope="row">Players</th>' not in page


def test_the_pgn_of_a_round_has_boards_with_people_and_their_teams(schools: TeamEvent) -> None:
    hidden = schools.members(1)[1].player
    Player.objects.filter(pk=hidden.pk).update(shown_as=ShownAs.NUMBER, family_name="Hidden", fide_id=1500002)
    first, second, third = answer(schools, "rounds/1.pgn").content.decode().split("\n\n[Event")
    assert '[Round "1.1.1"]' in first
    assert '[White "Berg, Birkeli1"]\n[Black "Berg, Askeby1"]\n[Result "0-1"]' in first
    assert '[WhiteElo "1450"]' in first
    assert '[WhiteTeam "Birkeli"]\n[BlackTeam "Askeby"]\n[Board "1"]' in first
    assert '[White "Player"]\n[Black "Berg, Birkeli2"]\n[Result "1/2-1/2"]' in second
    assert '[WhiteTeam "Askeby"]\n[BlackTeam "Birkeli"]' in second
    assert '[White "?"]\n[Black "Berg, Askeby3"]\n[Result "0-1"]' in third
    assert '[Termination "forfeit"]' in third
    assert "Hidden" not in first + second + third
    assert "1500002" not in second


def test_a_broadcast_of_teams_lists_their_people(schools: TeamEvent) -> None:
    Player.objects.filter(pk=schools.members(1)[0].player_id).update(fide_id=1500001)
    players = answer(schools, "broadcast-players.txt").content.decode().splitlines()
    assert players[0] == "Berg, Askeby1 / 1500001"
    assert len(players) == 12
