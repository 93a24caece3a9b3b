"""Tables, games and reports of a tournament downloaded: safe in a spreadsheet, and read by what reads them."""

from __future__ import annotations

import csv
import datetime
import io
import re
from typing import Any

import pytest
import trf as other_trf
from django.test import Client
from openpyxl import load_workbook

from tests.tools.casts.factories import EntryFactory, Evening, UserFactory
from tests.tools.pages.page_forms import form_of_button
from tournaments.exchange.spreadsheet_reader import read_sheet
from tournaments.exchange.spreadsheet_writer import SheetTable, csv_of, xlsx_of
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf import parse
from tournaments.models import Action, Club, Game, Membership, Player, PlayerContact, Role, Round, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Evening:
    evening = Evening.of(5)
    for day in (7, 14):
        evening.play()
        evening.finish()
        Round.objects.filter(pk=evening.round.pk).update(date=datetime.date(2026, 9, day))
    return evening


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


@pytest.fixture
def director(played: Evening) -> Client:
    return client_of(played.director)


@pytest.fixture
def admin(played: Evening) -> Client:
    return client_of(Membership.objects.create(club=played.tournament.club, user=UserFactory(), role=Role.ADMIN).user)


def address(played: Evening, what: str = "") -> str:
    return f"/en/{played.tournament.club.slug}/staff/{played.tournament.slug}/exports/{what}"


def rows_of(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))


@pytest.mark.parametrize("table", ["standings", "crosstable", "players", "attendance", "rounds/1"])
def test_csv_and_xlsx_hold_the_same_rows(played: Evening, director: Client, table: str) -> None:
    answer = director.get(address(played, f"{table}.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].endswith('.csv"')
    in_csv = rows_of(answer.content)
    book = load_workbook(io.BytesIO(director.get(address(played, f"{table}.xlsx")).content))
    in_book = [["" if cell is None else str(cell) for cell in row] for row in book.worksheets[0].values]
    assert [row[:3] for row in in_book] == [row[:3] for row in in_csv]
    assert len(in_csv) >= 4
    assert {row.number for row in read_sheet(answer.content).rows} == set(range(1, len(in_csv) + 1))


def test_the_standings_have_what_the_page_shows(played: Evening, director: Client) -> None:
    header, *rows = rows_of(director.get(address(played, "standings.csv")).content)
    assert header[:4] == ["Place", "No.", "Name", "Points"]
    assert len(rows) == 5
    page = director.get(address(played).replace("exports/", "standings/")).content.decode()
    assert all(row[2] in page for row in rows)


def test_no_cell_begins_like_a_formula(played: Evening, director: Client) -> None:
    entry = played.entry(1)
    Player.objects.filter(pk=entry.player_id).update(given_name="=cmd|' /C calc'!A0", family_name="+1")
    for table in ("players", "standings", "crosstable", "attendance", "rounds/1"):
        rows = rows_of(director.get(address(played, f"{table}.csv")).content)
        cells = [cell for row in rows for cell in row]
        assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in cells)
        book = load_workbook(io.BytesIO(director.get(address(played, f"{table}.xlsx")).content))
        assert not any(cell.data_type == "f" for row in book.worksheets[0].iter_rows() for cell in row)
    assert any("cmd" in cell for cell in cells)


@pytest.mark.parametrize("text", ["=1+1", " =1", "\t=1", "\r=1", "+1", "-", "@x", "\x0b=1", "\x00=1", "＝1+1", "＠x"])
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    table = SheetTable(title=text, header=("a",), rows=((text,),))
    assert rows_of(csv_of(table))[1][0].startswith("'")
    assert str(load_workbook(io.BytesIO(xlsx_of(table))).worksheets[0]["A2"].value).startswith("'")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", ", "])
def test_nor_does_a_formula_begin_behind_what_may_part_cells(separator: str) -> None:
    """A spreadsheet that is set to commas parts a cell at a comma."""
    text = f"Berg{separator}=cmd|' /C calc'!A0"
    data = csv_of(SheetTable(title="t", header=("a", "b"), rows=((text, "x"),)))

    assert b'"' in data.split(b"\r\n")[1][:1]
    told = rows_of(data)[1][0]
    assert not re.search(r"[,;\t|]\s*=", told)
    assert read_sheet(data).rows[1].cells[0] == text.replace("\t", "\t")


def test_halves_are_numbers_in_excel() -> None:
    table = SheetTable(title="t", header=("a",), rows=(("2½",), ("½",), ("16",), ("",), ("1a",)))
    sheet = load_workbook(io.BytesIO(xlsx_of(table))).worksheets[0]
    assert [row[0] for row in sheet.values] == ["a", 2.5, 0.5, 16, None, "1a"]


# Reports


def test_the_page_says_who_lacks_what(played: Evening, director: Client, admin: Client) -> None:
    first = played.entry(1).player
    Player.objects.filter(pk=first.pk).update(fide_id=1500001, federation="NOR")
    page = director.get(address(played))
    assert page.status_code == 200
    told = page.context["page"]
    assert len(told.without_fide_id) == len(told.without_federation) == 4
    assert "when an admin downloads it" in page.content.decode()
    assert len(admin.get(address(played)).context["page"].without_birth) == 5


def test_days_place_and_arbiter_that_are_not_said_are_named(played: Evening, director: Client) -> None:
    played.tournament.rounds.filter(number=1).update(date=None)

    page = director.get(address(played)).content.decode()

    assert "Round 1 has no date." in page
    assert "Fill in below: Place, Federation, Chief arbiter." in page
    filled = director.get(address(played, "trf16.txt"), {"city": "Oslo", "federation": "xx"}).content.decode()
    assert "Fill in below: Chief arbiter." in filled


def lacking(answer: Any) -> list[tuple[bool, str]]:
    """Whether the names are unfolded, and how many there are."""
    folds = re.findall(r"<details( open)?>\s*<summary>(\d+ players? ha[^<]*)</summary>", answer.content.decode())
    return [(bool(is_open), said) for is_open, said in folds]


def test_who_lacks_it_is_folded_away_where_it_is_half_the_club(director: Client, played: Evening) -> None:
    Club.objects.update(time_zone="Europe/Amsterdam")
    assert lacking(director.get(address(played))) == [
        (True, "5 players have no FIDE ID."),
        (True, "5 players have no federation."),
        (True, "5 players have no Relatienummer."),
    ]

    for number in range(6):
        EntryFactory(tournament=played.tournament, number=number + 6)

    assert lacking(director.get(address(played))) == [
        (False, "11 players have no FIDE ID."),
        (False, "11 players have no federation."),
        (True, "5 players have no Relatienummer."),  # of those who played that month
    ]


def test_the_knsb_is_told_of_in_a_dutch_club_alone(director: Client, played: Evening) -> None:
    """By its clock, or by a player; and wherever something was reported there before."""
    page = address(played)

    def told() -> tuple[bool, bool]:
        shown = director.get(page).content
        return b"KNSB, by month" in shown, b'value="knsb"' in shown

    assert told() == (False, False)
    player = played.entry(1).player
    Player.objects.filter(pk=player.pk).update(federation="NED")
    assert told() == (True, True)
    pressed(director, page, "knsb")
    Player.objects.filter(pk=player.pk).update(federation="NOR")
    assert b"<h3>KNSB</h3>" in director.get(page).content


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_a_report_is_read_by_another_program_and_by_ours(played: Evening, director: Client, edition: str) -> None:
    said = {"city": "Ås", "federation": "nor", "chief_arbiter": "1500001 Berg,Anna", "seconds": "5400+30"}
    answer = director.get(address(played, f"{edition}.txt"), said)
    assert answer.status_code == 200
    ours = parse(answer.content)
    assert (ours.city, ours.federation, ours.chief_arbiter) == ("Ås", "NOR", "1500001 Berg,Anna")
    assert ours.seconds == ("5400+30" if edition == "trf26" else "")
    assert ours.dates == (datetime.date(2026, 9, 7), datetime.date(2026, 9, 14))
    theirs = other_trf.loads(answer.content.decode())
    assert [(each.startrank, len(each.games)) for each in theirs.players] == [(number, 2) for number in range(1, 6)]
    games = [
        {(game.white, game.black, game.result) for game in each.games}
        for each in read_tournament(answer.content).file.snapshot.rounds
    ]
    assert [len(each) for each in games] == [2, 2]


def test_sex_and_birth_are_in_the_report_of_an_admin_alone(played: Evening, director: Client, admin: Client) -> None:
    player = played.entry(1).player
    PlayerContact.objects.create(player=player, sex="female", birth_year=1988)
    assert b"1988" not in director.get(address(played, "trf16.txt")).content
    told = parse(admin.get(address(played, "trf16.txt")).content).players[0].identity
    assert (told.sex, told.born and told.born.year) == ("w", 1988)


def two_ratings(played: Evening, number: int, frozen: int, **values: Any) -> None:
    entry = played.entry(number)
    type(entry).objects.filter(pk=entry.pk).update(rating=frozen)
    Player.objects.filter(pk=entry.player_id).update(**values)


def test_fides_rating_and_the_federations_stand_each_in_its_own_line(played: Evening, director: Client) -> None:
    two_ratings(played, 1, 1700, rating=1710, fide_rating=1850, national_id="77")
    two_ratings(played, 2, 1600, fide_rating=1750)  # in no line of the federation
    two_ratings(played, 3, 1500, national_id="79")  # nobody knows FIDE's

    def told(edition: str, federation: str = "NED") -> tuple[list[int | None], list[tuple[str, int | None]]]:
        read = parse(director.get(address(played, f"{edition}.txt"), {"federation": federation}).content)
        return [each.identity.rating for each in read.players[:3]], [
            (each.identity.id, each.identity.rating) for each in read.national
        ]

    assert told("trf26") == ([1850, 1600, 1500], [("77", 1700), ("79", 1500)])
    assert told("trf16") == told("trf26", federation="") == ([1700, 1600, 1500], [])
    Tournament.objects.filter(pk=played.tournament.pk).update(rating_from="rapid")
    assert told("trf26")[0] == [1700, 1600, 1500]


def test_both_ratings_come_back_with_the_report(played: Evening, director: Client) -> None:
    two_ratings(played, 1, 1700, fide_rating=1850, national_id="77")
    two_ratings(played, 2, 1600, fide_rating=1600, national_id="78")
    report = director.get(address(played, "trf26.txt"), {"federation": "NED"}).content

    taken = read_tournament(report)
    assert [each.rating for each in taken.file.snapshot.entrants[:2]] == [1700, 1600]
    assert [taken.people[number].fide_rating for number in (1, 2)] == [1850, None]

    by_fide = read_tournament(report.replace(b"172 NED OTHER", b"172 NED FIDE"))
    assert [each.rating for each in by_fide.file.snapshot.entrants[:2]] == [1850, 1600]


def test_letters_can_be_plain(played: Evening, director: Client) -> None:
    Player.objects.filter(pk=played.entry(1).player_id).update(given_name="Åse", family_name="Bjørnsæter")
    whole = director.get(address(played, "trf16.txt")).content.decode()
    plain = director.get(address(played, "trf16.txt"), {"plain_letters": "on"}).content.decode()
    assert "Bjørnsæter,Åse" in whole
    assert "Bjornsaeter,Ase" in plain
    assert parse(plain.encode()).players[0].cells == parse(whole.encode()).players[0].cells


def test_what_is_wrong_in_the_form_is_said(played: Evening, director: Client) -> None:
    answer = director.get(address(played, "trf16.txt"), {"federation": "Norway"})
    assert answer.status_code == 422
    assert "three letters" in answer.content.decode()


def test_knsb_gets_a_month_with_its_own_columns(played: Evening, admin: Client) -> None:
    Round.objects.filter(tournament=played.tournament, number=2).update(date=datetime.date(2026, 10, 5))
    player = played.entry(1).player
    Player.objects.filter(pk=player.pk).update(given_name="Quinten", family_name="Aa", national_id="9055882")
    PlayerContact.objects.create(player=player, sex="male", birth_date=datetime.date(2012, 5, 31))
    september = admin.get(address(played, "knsb/1.txt"), {"chief_arbiter": "Jan Bos jan@example.org"}).content.decode()
    assert "\r" not in september
    lines = {line[:3]: line for line in september.splitlines()}
    assert (lines["042"], lines["052"]) == ("042 07/09/2026", "052 07/09/2026")
    assert lines["132"] == f"{'132':<91}26.09.07"
    assert lines["102"] == "102 Jan Bos jan@example.org"
    quinten = next(line for line in september.splitlines() if "Aa,Quinten" in line)
    assert quinten[9] == "M"
    assert quinten[57:79] == "9055882     2012.05.31"
    others = [line for line in september.splitlines() if line.startswith("001") and line != quinten]
    assert all(line[57:68] == "0          " for line in others)
    assert len(september.splitlines()[-1]) == 99
    assert "05.10" not in september
    assert admin.get(address(played, "knsb/2.txt")).content.decode().count("132") == 1


def test_a_month_without_rounds_is_not_there(played: Evening, director: Client) -> None:
    Round.objects.update(date=None)
    assert director.get(address(played, "knsb/1.txt")).status_code == 404


# Broadcasts


def test_the_pgn_of_a_round(played: Evening, director: Client) -> None:
    Player.objects.filter(pk=played.entry(1).player_id).update(
        given_name='An"na', family_name="Berg", title="CM", fide_id=1500001
    )
    hidden = played.entry(2).player
    Player.objects.filter(pk=hidden.pk).update(shown_as="number", fide_id=1500002, family_name="Hidden")
    pgn = director.get(address(played, "rounds/1.pgn")).content.decode()
    games = pgn.split("\n\n[Event")
    assert pgn.count("[Event ") == 2
    assert '[Date "2026.09.07"]' in pgn
    assert '"Berg, An\\"na"]' in pgn
    assert 'FideId "1500001"]' in pgn
    assert "1500002" not in pgn
    assert "Hidden" not in pgn
    assert '[Round "1.1"]' in games[0]
    tags = [line.split()[0][1:] for line in games[0].splitlines() if line.startswith("[")]
    assert tags[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    players = director.get(address(played, "broadcast-players.txt")).content.decode()
    assert 'Berg, An"na / 1500001 / CM\n' in players
    assert "Hidden" not in players


def test_nothing_is_there_before_a_round_is_published(director: Client, played: Evening) -> None:
    assert director.get(address(played, "rounds/9.pgn")).status_code == 404
    assert director.get(address(played, "rounds/9.csv")).status_code == 404


def pressed(client: Client, page: str, value: str) -> Any:
    to, body = form_of_button(page, client.get(page).content.decode(), value)
    return client.post(to, body)


def games_in(data: bytes) -> dict[int, list[tuple[int, int | None, str]]]:
    """By start number, of each column the opponent and the result."""
    theirs = other_trf.loads(data.decode())
    return {
        each.startrank: [(game.round, game.startrank, game.result) for game in each.games if game.startrank]
        for each in theirs.players
    }


def test_the_next_report_holds_only_what_was_not_reported(played: Evening, director: Client) -> None:
    page = address(played)
    assert b"with only these" not in director.get(page).content
    assert pressed(director, page, "trf16").status_code == 302
    assert b"Everything played so far has been reported." in director.get(page).content
    nothing = director.get(address(played, "trf16.txt"), {"rest": "1"})
    assert nothing.status_code == 409
    assert b"Everything has been reported already." in nothing.content
    played.play(leaving_open={2})
    assert b"1 game is not reported by TRF yet (round 3):" in director.get(page).content
    rest = director.get(address(played, "trf16.txt"), {"rest": "1"})
    assert "rest" in rest.headers["Content-Disposition"]
    board = set(played.boards()[0])
    assert games_in(rest.content).keys() == board
    assert {len(games) for games in games_in(rest.content).values()} == {1}
    assert games_in(director.get(address(played, "trf26.txt"), {"rest": "1"}).content).keys() == board
    knsb = director.get(address(played, "knsb/rest.txt")).content.decode()  # was told nothing yet
    assert len([line for line in knsb.splitlines() if line.startswith("001")]) == 5


def test_a_correction_after_reporting_is_said_and_can_be_told(played: Evening, director: Client) -> None:
    page = address(played)
    pressed(director, page, "trf26")
    game = Game.objects.filter(round__number=1).earliest("board")
    Game.objects.filter(pk=game.pk).update(result=Result.WHITE_WINS_BY_FORFEIT.value)
    shown = director.get(page).content.decode()
    assert "Corrected since it was reported." in shown
    assert f"reported as {game.result.replace('1/2', '½')}, now +--." in shown
    assert pressed(director, page, "trf26").status_code == 302
    assert "Corrected since it was reported." not in director.get(page).content.decode()


def test_a_report_that_was_not_sent_is_forgotten_also_by_undo(played: Evening, director: Client) -> None:
    Club.objects.update(time_zone="Europe/Amsterdam")
    page = address(played)
    pressed(director, page, "knsb")
    key = Tournament.objects.get(pk=played.tournament.pk).reported[0]["at"]
    assert pressed(director, page, key).status_code == 302
    assert Tournament.objects.get(pk=played.tournament.pk).reported == []
    undo_action(Action.objects.latest("pk"), actor=played.director)
    assert len(Tournament.objects.get(pk=played.tournament.pk).reported) == 1
    assert "KNSB" in director.get(page).content.decode()


def test_what_came_in_meanwhile_is_not_remembered_unseen(played: Evening, director: Client) -> None:
    page = address(played)
    to, body = form_of_button(page, director.get(page).content.decode(), "trf16")
    played.play()
    stale = director.post(to, body)
    assert stale.status_code == 409
    assert Tournament.objects.get(pk=played.tournament.pk).reported == []
    assert director.post(to, {"sent_as": "nonsense"}).status_code == 422
