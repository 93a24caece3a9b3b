"""Concrete evenings, played through the services: the six cards, and those of the demo club."""

import json
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from tests.tools.evenings import invariants, verifier
from tests.tools.evenings.club import a_club, a_tournament
from tests.tools.evenings.desk import Desk
from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Attendance, Entry, Game, Presence, Round, Tournament
from tournaments.pairing.types.snapshot import PlayedRound, Result
from tournaments.selectors.snapshots import configured_system, configured_tie_breaks, snapshot_of, tournament_file_of
from tournaments.services import rounds
from tournaments.services.evening import attendance
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parent.parent / "data"


class Evening:
    """A tournament whose players have the numbers of a file."""

    def __init__(self, file: TournamentFile, *, players: int) -> None:
        club, members = a_club(players)
        self.tournament: Tournament = a_tournament(club)
        self.desk = Desk()
        entries.enter_players(self.tournament, members, actor=None)
        for number, entry in enumerate(self.entries, start=1):
            Entry.objects.filter(pk=entry.pk).update(number=number)
        self.file = file

    @property
    def entries(self) -> list[Entry]:
        return list(Entry.objects.filter(tournament=self.tournament).order_by("pk"))

    @property
    def round(self) -> Round:
        return Round.objects.filter(tournament=self.tournament).latest("number")

    def draft(self, here: set[int]) -> None:
        number = Round.objects.filter(tournament=self.tournament).count() + 1
        rounds.open_next_round(self.tournament, seen_number=number, actor=None)
        for entry in self.entries:
            if entry.number in here:
                attendance.mark_attendance(self.round, entry, Presence.PRESENT, seen=Presence.UNMARKED, actor=None)
        rounds.pair_round(self.round, seen_revision=self.round.revision, actor=None)

    def publish(self) -> None:
        rounds.publish_round(self.round, seen_revision=self.round.revision, actor=None)

    def enter(self, results_by_board: dict[int, Result]) -> None:
        for game in Game.objects.filter(round=self.round).order_by("board"):
            results.enter_result(game, results_by_board[game.board], seen=Result.OPEN, actor=None)


def six() -> tuple[TournamentFile, dict[str, Any]]:
    file = tournament_file.parse((DATA / "attendance_monrad_six.json").read_bytes())
    return file, json.loads((DATA / "attendance_monrad_six.expected.json").read_text())


def test_the_six_cards_are_paired_as_the_file_says() -> None:
    file, expected = six()
    evening = Evening(file, players=6)
    for played in file.snapshot.rounds:
        evening.draft({1, 2, 3, 4, 5, 6})
        boards, byes = verifier.boards_in_rows(evening.round)
        assert boards == [(game.board, game.white, game.black) for game in played.games]
        assert byes == []
        evening.publish()
        evening.enter({game.board: game.result for game in played.games})
    table = _table(evening.tournament)
    by_position = sorted(table, key=lambda row: row["position"])
    assert [row["player"] for row in by_position] == expected["positions_before_round_3"]
    evening.draft({1, 2, 3, 4, 5, 6})
    assert [list(pair) for _, *pair in verifier.boards_in_rows(evening.round)[0]] == expected["pair"]


def test_the_export_is_answered_by_the_commands_as_the_services_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, expected = six()
    evening = Evening(file, players=6)
    for played in file.snapshot.rounds:
        evening.draft({1, 2, 3, 4, 5, 6})
        evening.publish()
        evening.enter({game.board: game.result for game in played.games})
    path = tmp_path / "exported.json"
    path.write_bytes(tournament_file.dump(tournament_file_of(evening.tournament, snapshot_of(evening.tournament))))
    call_command("pair", str(path), "--json")
    answer = json.loads(capsys.readouterr().out)
    assert [[board["white"], board["black"]] for board in answer["boards"]] == expected["pair"]
    call_command("standings", str(path), "--json")
    standings = json.loads(capsys.readouterr().out)["standings"]
    assert [(row["rank"], row["player"]) for row in standings] == [
        (row["rank"], row["player"]) for row in _table(evening.tournament)
    ]


@pytest.mark.slow
def test_the_first_evenings_of_the_demo_club_keep_every_invariant() -> None:
    data = resources.files("tournaments.demo").joinpath("club_season.json").read_bytes()
    file = tournament_file.parse(data)
    evening = Evening(file, players=max(file.names))
    for played in file.snapshot.rounds[:3]:
        evening.draft(_here(played))
        there = set(_numbers(evening.round))
        assert there == _here(played)
        verifier.check_draft(evening.round, Random(played.number))
        evening.publish()
        chosen = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]
        evening.enter({board: chosen[(board + played.number) % 3] for board in range(1, len(there))})
        invariants.check(evening.tournament)
        verifier.check_what_was_known(evening.tournament)
        verifier.check_table(evening.tournament)


def _here(played: PlayedRound) -> set[int]:
    return {player for game in played.games for player in (game.white, game.black)} | {
        bye.player for bye in played.byes
    }


def _numbers(drafted: Round) -> list[int]:
    rows = Attendance.objects.filter(round=drafted).exclude(game=None, bye="")
    return [number or 0 for number in rows.values_list("entry__number", flat=True)]


def _table(tournament: Tournament) -> list[dict[str, Any]]:
    system = configured_system(tournament)
    table = system.standings(snapshot_of(tournament), configured_tie_breaks(tournament, system))
    return [{"rank": row.rank, "player": row.player, "position": row.cells["position"].value} for row in table.rows]
