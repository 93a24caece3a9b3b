"""A real club's season, 37 evenings, played through the services as its director would."""

from __future__ import annotations

import datetime
import json
from fractions import Fraction
from importlib import resources
from io import StringIO
from math import floor
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.tools.pairing.keizer_by_hand import Line, Season
from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Entry, Game, Presence, PublishedTable, Round, Tournament, User
from tournaments.pages.names import Audience
from tournaments.pages.published import published
from tournaments.pages.standings import standings_page
from tournaments.pairing.model.snapshot import PlayedRound, PlayerId, Result
from tournaments.pairing.model.table import Table
from tournaments.services import attendance, boards, clubs, entries, players, results, rounds, seasons, tournaments
from tournaments.snapshots import snapshot_of, unpacked_table

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.same_on_both]

SEASON = resources.files("tournaments.demo").joinpath("club_season.json")


def test_after_each_evening_page_command_and_hand_computation_agree(tmp_path: Path) -> None:
    path = tmp_path / "season.json"
    path.write_bytes(SEASON.read_bytes())
    file = tournament_file.parse(path.read_bytes())
    by_hand = Season(json.loads(path.read_text()))
    tournament, director = set_up(file)
    numbers = {entry.number: entry for entry in tournament.entries.select_related("player")}
    assert {number: entry.player.full_name for number, entry in numbers.items()} == file.names

    tables = [by_hand.table(evening.number) for evening in file.snapshot.rounds]

    for evening, expected in zip(file.snapshot.rounds, tables, strict=True):
        hold(tournament, evening, director)
        assert by_command(path, evening.number) == expected
        tournament.refresh_from_db()
        columns, lines = in_the_app(tournament)
        assert lines == expected
        page = standings_page(tournament, Audience.STAFF)
        assert page.after_round == evening.number
        assert [(row.rank, row.number) for row in page.rows] == [(line.rank, line.player) for line in expected]
        for row, line in zip(page.rows, expected, strict=True):
            texts = {column: cell.text for column, cell in zip(columns, row.cells, strict=True)}
            assert shows(texts["points"], line.points)
            assert shows(texts["value"], line.value)
            assert shows(texts["next_value"], line.next_value)

    kept = PublishedTable.objects.filter(round__tournament=tournament).order_by("round__number")
    assert [lines_of(unpacked_table(each.table)) for each in kept] == tables
    assert [in_the_app(tournament, after=number)[1] for number in range(1, 38)] == tables
    assert snapshot_of(tournament).rounds == file.snapshot.rounds


# The director's season


def set_up(file: TournamentFile) -> tuple[Tournament, User]:
    """Club, season, members and a Keizer tournament whose numbers the app gives itself."""
    club, director = clubs.create_club(
        name="De Vrije Pion", slug="de-vrije-pion", time_zone="Europe/Amsterdam", username="director"
    )
    season = seasons.open_season(
        club,
        name="2025–26",
        starts_on=datetime.date(2025, 8, 1),
        ends_on=datetime.date(2026, 7, 31),
        actor=director,
    )
    tournament = tournaments.create_tournament(
        club, season=season, name=file.name, system=file.system, options=file.options, actor=director
    )
    members = []
    for entrant in file.snapshot.entrants:
        given_name, _space, family_name = file.names[entrant.number].partition(" ")
        details = players.PlayerDetails(given_name=given_name, family_name=family_name, rating=entrant.rating)
        members.append(players.add_player(club, details, actor=director))
    entries.enter_players(tournament, members, actor=director)
    entries.draw_numbers(tournament, actor=director)
    return tournament, director


def hold(tournament: Tournament, evening: PlayedRound, director: User) -> None:
    """Check-in, the club's own boards in place of the system's, its byes, the results, and the table is published."""
    opened = rounds.open_next_round(tournament, seen_number=evening.number, actor=director)
    entered: dict[PlayerId | None, Entry] = {entry.number: entry for entry in tournament.entries.all()}
    playing = [player for game in evening.games for player in (game.white, game.black)]
    marks = [(player, Presence.PRESENT) for player in (*playing, *(bye.player for bye in evening.byes))]
    marks += [(absence.player, Presence(absence.kind.value)) for absence in evening.absences]
    for player, presence in marks:
        attendance.mark(opened, entered[player], presence, seen=Presence.UNMARKED, actor=director)
    rounds.pair_round(opened, seen_revision=opened.revision, actor=director)
    set_by_hand(opened, evening, entered, director)
    rounds.publish_round(opened, seen_revision=now(opened), actor=director)
    results_of = {game.board: game.result for game in evening.games}
    for game in Game.objects.filter(round=opened).select_related("round__tournament__club").order_by("board"):
        results.enter_result(game, results_of[game.board], seen=Result.OPEN, actor=director)
    rounds.finish_round(opened, seen_revision=now(opened), actor=director)


def set_by_hand(drafted: Round, evening: PlayedRound, entered: dict[PlayerId | None, Entry], director: User) -> None:
    for game in Game.objects.filter(round=drafted).select_related("round__tournament__club").order_by("-board"):
        boards.remove_board(game, seen_revision=now(drafted), actor=director)
    for played in evening.games:
        white, black = entered[played.white], entered[played.black]
        boards.set_board(drafted, white, black, seen_revision=now(drafted), actor=director)
    for place, bye in enumerate(evening.byes):
        boards.give_bye(drafted, entered[bye.player], beside=place > 0, seen_revision=now(drafted), actor=director)


def now(round_: Round) -> int:
    """The revision that a fresh screen shows."""
    return Round.objects.values_list("revision", flat=True).get(pk=round_.pk)


# The three tables


def by_command(path: Path, after: int) -> list[Line]:
    out = StringIO()
    call_command("standings", str(path), "--json", "--after", str(after), stdout=out)
    answer = json.loads(out.getvalue())
    assert answer["after_round"] == after
    return [
        Line(row["player"], row["rank"], *(Fraction(row[code]) for code in ("points", "value", "next_value")))
        for row in answer["standings"]
    ]


def in_the_app(tournament: Tournament, *, after: int | None = None) -> tuple[list[str], list[Line]]:
    """The exact table behind the page: the codes of its columns, and its rows."""
    picture = published(tournament, Audience.STAFF, after=after)
    table = picture.table
    return [column.code for column in table.columns], lines_of(table)


def lines_of(table: Table) -> list[Line]:
    cells: list[Any] = [{code: cell.value for code, cell in row.cells.items()} for row in table.rows]
    return [
        Line(row.player, row.rank, values["points"], values["value"], values["next_value"])
        for row, values in zip(table.rows, cells, strict=True)
    ]


def shows(text: str, number: Fraction | None) -> bool:
    """Keizer's fractional ladder is written in whole numbers, halves away from zero."""
    assert number is not None
    return int(text) == floor(number + Fraction(1, 2))
