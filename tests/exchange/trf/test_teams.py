"""A tournament of teams leaves as a TRF26 and comes in as one (rulebook, teams, B9)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import trf as other_trf

from tests.pairing.teams.test_matches import OF_TEAMS, drawn_event
from tests.tools.pairing.team_cases import case
from tests.tools.pairing.team_files import (
    BY_BOARD_POINTS,
    case_file,
    drawn_line_ups,
    file_of,
    members_of,
)
from tests.tools.pairing.team_reader import read_elsewhere
from tests.tools.pairing.team_reports import (
    SEVEN,
    back,
    byes,
    matches,
    said_of_seven,
    seven,
    written,
)
from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import dump, parse
from tournaments.exchange.trf.exporter import trf_of
from tournaments.exchange.trf.importer import may_go_on, taken
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.teams.board_colours import colour_of_first
from tournaments.pairing.types.options import values_of
from tournaments.pairing.types.snapshot import (
    Colour,
    PlayedGame,
    Result,
)

# The case that FIDE TEC's programs have read


def test_seven_teams_are_written_as_the_page_has_them() -> None:
    """Only the system is another one, as long as theirs is not played here, and the tie-breaks are named."""
    people, about = said_of_seven()
    ours = dump(trf_of(seven(), people, about)).decode().split("\r\n")
    changes = [
        line
        for line in difflib.unified_diff(SEVEN["trf"].split("\r\n"), ours, lineterm="", n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]
    assert changes == [
        "-092 Team: Swiss-System",
        "+092 Team: Swiss-System (Norwegian Monrad)",
        "-192 FIDE_TEAM_TYPEA_MP_GP",
        "+192 CUSTOM_TEAM_SWISS_MP",
        "+202 MPvGP",
    ]


def test_the_page_s_text_comes_in_and_leaves_as_it_was() -> None:
    assert dump(parse(SEVEN["trf"].encode())).decode() == SEVEN["trf"]
    system = "fide_team" if "fide_team" in SYSTEMS else None
    found = taken(parse(SEVEN["trf"].encode()), system=system)
    assert matches(found.file) == matches(seven())
    assert byes(found.file) == byes(seven())


def test_seven_teams_come_back_as_they_were_but_for_the_numbers_of_their_matches() -> None:
    people, about = said_of_seven()
    file = seven()
    data = dump(trf_of(file, people, about))
    found = taken(parse(data))
    assert dump(trf_of(found.file, found.people, about)) == data
    numbered = {(played.number, game.white): game.board for played in file.snapshot.rounds for game in played.games}
    rounds = tuple(
        replace(played, games=tuple(replace(game, board=numbered[played.number, game.white]) for game in played.games))
        for played in found.file.snapshot.rounds
    )
    snapshot = replace(found.file.snapshot, rounds=rounds)
    assert replace(found.file, snapshot=snapshot, line_ups=file.line_ups) == file
    assert matches(found.file) == matches(file)
    assert found.notes == ()
    assert tournament_file.parse(tournament_file.dump(found.file)) == found.file


@pytest.mark.parametrize(
    ("name", "system", "options", "line"),
    [
        ("school_six", "modified_monrad", {}, "362 TW 3.0   TD 2.0   TL 1.0"),
        ("double_four", "all_play_all", {"cycles": 2, "numbering": "given"}, "352 WBWB"),
    ],
)
def test_the_other_cases_come_back(name: str, system: str, options: dict[str, object], line: str) -> None:
    file = case_file(case(name), system=system, options=options, tie_breaks=BY_BOARD_POINTS)
    text = written(file)
    assert line in text.split("\r\n")
    found = back(text)
    assert found.file.system == system
    assert matches(found.file) == matches(file)
    assert written(found.file) == text


# Events by chance


def event(seed: int) -> TournamentFile | None:
    """None: where nothing was played in the last round, a report does not know that it was one."""
    chance = Random(seed)
    come_back = [code for code in OF_TEAMS if may_go_on(code, of_teams=True)]
    code = come_back[seed % len(come_back)]
    system, snapshot = drawn_event(code, chance, boards=chance.choice([1, 2, 3, 4, 4, 4, 5, 6, 8]))
    if not snapshot.rounds or not snapshot.rounds[-1].games:
        return None
    members = members_of(snapshot, (snapshot.boards or 0) + 2, rating=2000)
    return file_of(
        snapshot,
        members,
        drawn_line_ups(snapshot, members, chance),
        system=code,
        options={"rank_by": str(values_of(system)["rank_by"])},
        board_colours=chance.choice(["alternate", "alternate", "ends", "all"]),
    )


@pytest.mark.parametrize("part", range(10))
def test_three_hundred_events_leave_come_in_and_leave_byte_for_byte(part: int) -> None:
    for seed in range(30 * part, 30 * part + 30):
        file = event(seed)
        if file is None:
            continue
        made = trf_of(file)
        data = dump(made)
        assert parse(data) == made, seed
        found = taken(made)
        assert dump(trf_of(found.file)) == data, seed
        assert found.file.system == file.system
        named = {at: each for at, each in matches(file).items() if each[4] or not each[2]}
        assert {at: each for at, each in matches(found.file).items() if at in named} == named, seed
        assert byes(found.file) == byes(file), seed
        points = [_points(each) for each in (found.file, file)]
        assert points[0] == points[1], seed


def _points(file: TournamentFile) -> Mapping[int, Fraction]:
    return dict(file.configured()[0].capabilities().record(file.snapshot).points)


_ELSEWHERE = {
    Result.WHITE_WINS: ("W", "L"),
    Result.BLACK_WINS: ("L", "W"),
    Result.DRAW: ("D", "D"),
    Result.WHITE_WINS_BY_FORFEIT: ("W", "Z"),
    Result.BLACK_WINS_BY_FORFEIT: ("Z", "W"),
    Result.BOTH_FORFEIT: ("Z", "Z"),
}


@pytest.mark.parametrize("part", range(5))
def test_fide_tecs_reader_finds_the_same_teams_matches_boards_and_points(part: int) -> None:
    for seed in range(30 * part, 30 * part + 30):
        file = event(seed)
        if file is None or _is_read_otherwise(file):
            continue
        made = trf_of(file)
        read = read_elsewhere(dump(made).decode())
        assert read.teams == {team.number: (team.name, team.members) for team in made.teams}
        assert read.matches == {
            (played.number, game.white): (game.black, *_ELSEWHERE[game.result])
            for played in file.snapshot.rounds
            for game in played.games
        }, seed
        assert {team.number: (float(team.match_points or 0), float(team.board_points or 0)) for team in made.teams} == (
            read.points
        ), seed
        own = {
            (played.number, game.white): _games(file, played.number, game)
            for played in file.snapshot.rounds
            for game in played.games
        }
        assert read.games == own, seed


def _games(file: TournamentFile, number: int, game: PlayedGame) -> tuple[tuple[int, int, str], ...]:
    """Of a match: White, Black and White's result of the games over the board. The numbers are the report's, too."""
    found = []
    seats = file.line_ups.get((number, game.board), ())
    for board, (seat, result) in enumerate(zip(seats, game.boards, strict=True) if seats else (), start=1):
        if result.is_forfeit or seat.first is None or seat.second is None:
            continue
        mine, theirs = _ELSEWHERE[result]
        if colour_of_first(file.board_colours, board) is Colour.WHITE:
            found.append((seat.first, seat.second, mine))
        else:
            found.append((seat.second, seat.first, theirs))
    return tuple(found)


def _is_read_otherwise(file: TournamentFile) -> bool:
    """Two things: equal forfeits on both sides draw there, and who sits opposite nobody on board 1 and loses, too, has
    not been there, so that the other boards move up."""
    for played in file.snapshot.rounds:
        for game in played.games:
            forfeits = all(result.is_forfeit for result in game.boards)
            if forfeits and game.result is Result.BOTH_FORFEIT and sum(game.board_score(file.snapshot.boards or 0)):
                return True
            seats = file.line_ups.get((played.number, game.board), ())
            for result, seat in zip(game.boards, seats, strict=False):
                if result is Result.BOTH_FORFEIT and (seat.first is None) is not (seat.second is None):
                    return True
    return False


def test_the_package_trf_reads_every_game_of_the_persons() -> None:
    """It knows teams by 013 alone, which is not written."""
    made = trf_of(seven())
    read = other_trf.loads(dump(made).decode())
    assert read.numteams == 7
    assert {
        each.startrank: [(game.round, game.startrank or None, game.color, game.result) for game in each.games]
        for each in read.players
    } == {
        each.number: [
            (at, cell.opponent, cell.colour.value[0] if cell.colour else "-", cell.mark.value)
            for at, cell in enumerate(each.cells, start=1)
        ]
        for each in made.players
    }
