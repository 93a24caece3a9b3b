"""A real club's season, 37 evenings: page, command and hand computation after an evening held through the services."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import resources
from io import StringIO
from math import floor
from pathlib import Path
from typing import Any

from django.core.management import call_command

from tests.tools.pairing.keizer_by_hand import Line, Season
from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Club, Entry, Game, Presence, PublishedTable, Round, Tournament, User
from tournaments.models import Season as SeasonOfClub
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.published_tournament import published_tournament
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import PlayedRound, PlayerId, Result
from tournaments.pairing.types.table import Table
from tournaments.selectors.snapshots import snapshot_of, unpacked_table
from tournaments.services import rounds
from tournaments.services.clubs import clubs
from tournaments.services.evening import attendance, manual_pairing
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.players import players
from tournaments.services.rounds import results
from tournaments.services.setup import entries, seasons, tournaments

SEASON = resources.files("tournaments.demo").joinpath("club_season.json")


class Replay:
    """Evenings one after the other, after those that are taken from the club's file as they were."""

    def __init__(self, folder: Path, *, first: int = 1) -> None:
        self.path = folder / "season.json"
        self.path.write_bytes(SEASON.read_bytes())
        self.file = tournament_file.parse(self.path.read_bytes())
        self.by_hand = Season(json.loads(self.path.read_text()))
        club, season, self.director = a_club()
        if first == 1:
            self.tournament = set_up(club, season, self.file, self.director)
        else:
            self.tournament = import_tournament(
                club, before(self.file, first), season=season, new_players=True, actor=self.director
            )
        numbers = {entry.number: entry for entry in self.tournament.entries.select_related("player")}
        assert {number: entry.player.full_name for number, entry in numbers.items()} == self.file.names

    def hold(self, number: int) -> None:
        """The evening, and all three agree."""
        evening, expected = self.file.snapshot.rounds[number - 1], self.by_hand.table(number)
        hold(self.tournament, evening, self.director)
        assert by_command(self.path, number) == expected
        self.tournament.refresh_from_db()
        columns, lines = in_the_app(self.tournament)
        assert lines == expected
        page = standings_page(self.tournament, Audience.STAFF)
        assert page.after_round == number
        assert [(row.rank, row.number) for row in page.rows] == [(line.rank, line.player) for line in expected]
        for row, line in zip(page.rows, expected, strict=True):
            texts = {column: cell.text for column, cell in zip(columns, row.cells, strict=True)}
            assert shows(texts["points"], line.points)
            assert shows(texts["value"], line.value)
            assert shows(texts["next_value"], line.next_value)

    def look_back(self, numbers: Sequence[int]) -> None:
        """What was published on these evenings stands, and is what each of them came to; the rounds are the club's."""
        tables = [self.by_hand.table(number) for number in numbers]
        kept = PublishedTable.objects.filter(round__tournament=self.tournament, round__number__in=numbers)
        assert [lines_of(unpacked_table(each.table)) for each in kept.order_by("round__number")] == tables
        assert [in_the_app(self.tournament, after=number)[1] for number in numbers] == tables
        assert snapshot_of(self.tournament).rounds == self.file.snapshot.rounds[: numbers[-1]]


def before(file: TournamentFile, evening: int) -> TournamentFile:
    return replace(file, snapshot=replace(file.snapshot, rounds=file.snapshot.rounds[: evening - 1]))


# The director's season


def a_club() -> tuple[Club, SeasonOfClub, User]:
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
    return club, season, director


def set_up(club: Club, season: SeasonOfClub, file: TournamentFile, director: User) -> Tournament:
    """Members and a Keizer tournament whose numbers the app gives itself."""
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
    return tournament


def hold(tournament: Tournament, evening: PlayedRound, director: User) -> None:
    """Check-in, the club's own boards in place of the system's, its byes, the results, and the table is published."""
    opened = rounds.open_next_round(tournament, seen_number=evening.number, actor=director)
    entered: dict[PlayerId | None, Entry] = {entry.number: entry for entry in tournament.entries.all()}
    playing = [player for game in evening.games for player in (game.white, game.black)]
    marks = [(player, Presence.PRESENT) for player in (*playing, *(bye.player for bye in evening.byes))]
    marks += [(absence.player, Presence(absence.kind.value)) for absence in evening.absences]
    for player, presence in marks:
        attendance.mark_attendance(opened, entered[player], presence, seen=Presence.UNMARKED, actor=director)
    rounds.pair_round(opened, seen_revision=opened.revision, actor=director)
    set_by_hand(opened, evening, entered, director)
    rounds.publish_round(opened, seen_revision=now(opened), actor=director)
    results_of = {game.board: game.result for game in evening.games}
    for game in Game.objects.filter(round=opened).select_related("round__tournament__club").order_by("board"):
        results.enter_result(game, results_of[game.board], seen=Result.OPEN, actor=director)
    rounds.finish_round(opened, seen_revision=now(opened), actor=director)


def set_by_hand(drafted: Round, evening: PlayedRound, entered: dict[PlayerId | None, Entry], director: User) -> None:
    for game in Game.objects.filter(round=drafted).select_related("round__tournament__club").order_by("-board"):
        manual_pairing.remove_board(game, seen_revision=now(drafted), actor=director)
    for played in evening.games:
        white, black = entered[played.white], entered[played.black]
        manual_pairing.set_board(drafted, white, black, seen_revision=now(drafted), actor=director)
    for place, bye in enumerate(evening.byes):
        manual_pairing.give_bye(
            drafted, entered[bye.player], beside=place > 0, seen_revision=now(drafted), actor=director
        )


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
    published = published_tournament(tournament, Audience.STAFF, after=after)
    table = published.table
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
