"""Seats, sums, forfeits and byes of teams in a TRF26."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.pairing.teams.test_matches import OF_TEAMS
from tests.tools.pairing.team_cases import boards_of
from tests.tools.pairing.team_files import (
    file_of,
    members_of,
)
from tests.tools.pairing.team_reader import read_elsewhere
from tests.tools.pairing.team_reports import (
    back,
    byes,
    matches,
    notes,
    rows,
    seven,
    written,
)
from tournaments.exchange import tournament_file
from tournaments.exchange.team_rows import BoardPlayers, ListedMember
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import TrfEdition, dump
from tournaments.exchange.trf.exporter import in_usual_points, trf_of
from tournaments.exchange.trf.importer import may_go_on
from tournaments.exchange.trf.plain_letters import in_plain_letters
from tournaments.exchange.trf.team_exporter import nickname
from tournaments.pairing.teams.rosters import RosterMember
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)

# One match, seat by seat


def one_match(
    results: str | Sequence[Result],
    seats: Sequence[tuple[int | None, int | None]] = (),
    *,
    first: int = 1,
    **more: object,
) -> TournamentFile:
    """Of teams 1 (11, 12, 13) and 2 (21, 22, 23), on two boards; teams 3 and 4 have another one, without persons."""
    boards = boards_of(results) if isinstance(results, str) else tuple(results)
    game = PlayedGame(board=1, white=first, black=3 - first, result=Result.OPEN, boards=boards)
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in (1, 2)),
        rounds=(PlayedRound(number=1, games=(game,)),),
        boards=2,
    )
    members = {
        team: tuple(
            ListedMember(name=f"P {10 * team + place}", in_team=RosterMember(member=10 * team + place))
            for place in (1, 2, 3)
        )
        for team in (1, 2)
    }
    line_ups = {(1, 1): tuple(BoardPlayers(first=one, second=two) for one, two in seats)} if seats else {}
    return file_of(snapshot, members, line_ups, **more)


def cells_of(text: str) -> list[str]:
    return [line[91:].rstrip("\r\n") for line in rows(text, "001")]


def same(found: TournamentFile, file: TournamentFile) -> bool:
    """By the numbers of the report: team 1 has 1, 2, 3 there."""
    numbers = {11: 1, 12: 2, 13: 3, 21: 4, 22: 5, 23: 6, None: None}
    (seats,) = file.line_ups.values()
    own = tuple(BoardPlayers(first=numbers[each.first], second=numbers[each.second]) for each in seats)
    return found.line_ups.get((1, 1), ()) == own and matches_alone(found) == matches_alone(file)


def matches_alone(file: TournamentFile) -> list[tuple[object, ...]]:
    return [
        (game.white, game.black, game.result, game.boards, game.score)
        for played in file.snapshot.rounds
        for game in played.games
    ]


@pytest.mark.parametrize(
    ("results", "seats", "cells", "lines"),
    [
        ("10", [(11, 21), (12, 22)], ["   4 w 1", "   5 b 0", "0000 - Z", "   1 b 0", "   2 w 1", "0000 - Z"], []),
        (  # somebody higher is away, and nobody on the last board of the other side
            "1+",
            [(12, 21), (13, None)],
            ["0000 - Z", "   4 w 1", "0000 - +", "   2 b 0", "0000 - Z", "0000 - Z"],
            ["300   1   1   2    2    3", "300   1   2   1    4 0000"],
        ),
        (  # out of order
            "=0",
            [(11, 22), (12, 21)],
            ["   5 w =", "   4 b 0", "0000 - Z", "   2 w 1", "   1 b =", "0000 - Z"],
            ["300   1   2   1    5    4"],
        ),
        (  # the other team has not come
            "++",
            [(11, None), (12, None)],
            ["0000 - +", "0000 - +", "0000 - Z", "0000 - Z", "0000 - Z", "0000 - Z"],
            ["330 +-   1   1   2", "300   1   2   1 0000 0000"],
        ),
        (  # both forfeit one board, to somebody who is named
            "+-",
            [(11, 21), (12, 22)],
            ["   4 w +", "   5 b -", "0000 - Z", "   1 b -", "   2 w +", "0000 - Z"],
            ["330 --   1   1   2"],
        ),
        (  # opposite an empty seat, and lost as well
            "1x",
            [(11, 21), (12, None)],
            ["   4 w 1", "0000 - -", "0000 - Z", "   1 b 0", "0000 - Z", "0000 - Z"],
            ["300   1   2   1    4 0000"],
        ),
    ],
)
def test_seats_leave_and_come_back(
    results: str, seats: list[tuple[int | None, int | None]], cells: list[str], lines: list[str]
) -> None:
    for first in (1, 2):
        file = one_match(results, seats)
        if first == 2:  # the same match the other way round
            turned = [(two, one) for one, two in seats]
            turned_results = results.translate(str.maketrans("10+-", "01-+"))
            file = one_match(turned_results, turned, first=2)
        text = written(file)
        if first == 1:
            assert cells_of(text) == cells
            assert rows(text, "300", "330") == lines
        found = back(text)
        assert same(found.file, file), (first, matches_alone(found.file))
        assert written(found.file) == text


@pytest.mark.parametrize(
    "seats", [[(11, 21), (12, 22)], [(11, 21), (12, None)], [(11, None), (12, None)], [(None, 21), (None, 23)]]
)
@pytest.mark.parametrize("results", ["**", "1*", "*+"])
def test_boards_that_are_still_open_stay_open(results: str, seats: list[tuple[int | None, int | None]]) -> None:
    signs = {"*": Result.OPEN, "1": Result.WHITE_WINS, "+": Result.WHITE_WINS_BY_FORFEIT}
    boards = [signs[each] for each in results]
    if any(result is Result.WHITE_WINS and None in seat for result, seat in zip(boards, seats, strict=True)):
        return
    if results == "*+" and seats[1][0] is None:
        return
    file = one_match(boards, seats)
    text = written(file)
    found = back(text)
    assert same(found.file, file), text
    assert written(found.file) == text


def test_colours_follow_the_pattern_in_one_place() -> None:
    for pattern, letters, second in (("alternate", "WB", "b"), ("all", "WW", "w"), ("WW", "WW", "w")):
        text = written(one_match("10", [(11, 21), (12, 22)], board_colours=pattern))
        assert rows(text, "352") == [f"352 {letters}"]
        assert cells_of(text)[1] == f"   5 {second} 0"
        assert back(text).file.board_colours == ("alternate" if letters == "WB" else "all")


@pytest.mark.parametrize("pattern", ["alternate", "all", "ends"])
def test_without_352_the_games_tell_the_colours_and_how_many_boards_there_are(pattern: str) -> None:
    file = seven(board_colours=pattern)
    text = "\r\n".join(line for line in written(file).split("\r\n") if not line.startswith("352"))
    found = back(text).file
    assert (found.board_colours, found.snapshot.boards) == (pattern, 4)
    assert matches(found) == matches(file)


def test_a_board_with_the_other_colours_is_read_and_told() -> None:
    text = written(seven())
    old = {13: "001    1 ", 25: "001   13 "}
    swapped = []
    for line in text.split("\r\n"):
        if line.startswith(old[13]):
            line = line.replace("  13 w 0", "  13 b 0")
        elif line.startswith(old[25]):
            line = line.replace("   1 b 1", "   1 w 1")
        swapped.append(line)
    found = back("\r\n".join(swapped))
    assert matches(found.file) == matches(seven())
    assert notes(found)[-1] == "Round 1: boards of teams 1 and 4 on which the colours are other ones: 1."


# Matches of which only the sums are known, forfeits, byes


def of_four(*games: PlayedGame, others: PlayedRound | None = None, coming: NextRound | None = None) -> TournamentFile:
    played = replace(others or PlayedRound(number=1), games=games)
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, 5)),
        rounds=(played,),
        boards=4,
        next_round=coming or NextRound(),
    )
    return file_of(snapshot, members_of(snapshot, 5), {})


def a_match(first: int, second: int, **more: object) -> PlayedGame:
    return PlayedGame(board=first, white=first, black=second, **{"result": Result.OPEN, **more})  # type: ignore[arg-type]


def test_of_a_match_of_sums_alone_300_says_who_met_and_299_what_it_brought() -> None:
    file = of_four(
        a_match(2, 1, score=(Fraction(5, 2), Fraction(3, 2))), a_match(3, 4, score=(Fraction(2), Fraction(2)))
    )
    text = written(file)
    assert rows(text, "300", "299") == [
        "300   1   2   1 0000 0000 0000 0000",
        "300   1   1   2 0000 0000 0000 0000",
        "300   1   3   4 0000 0000 0000 0000",
        "300   1   4   3 0000 0000 0000 0000",
        "299 D   1.0   2.0    1    3    4",
        "299 L   0.0   1.5    1    1",
        "299 W   2.0   2.5    1    2",
    ]
    found = back(text)
    assert matches(found.file) == matches(file)
    assert written(found.file) == text
    assert any("only the sums" in each for each in found.unsaid)
    assert tournament_file.parse(tournament_file.dump(found.file)) == found.file


def test_boards_without_persons_come_back_as_their_sums() -> None:
    file = of_four(a_match(1, 2, boards=boards_of("10=1")), a_match(3, 4, boards=boards_of("1=x0")))
    found = back(written(file))
    one, two = found.file.snapshot.rounds[0].games
    assert (one.boards, one.score) == ((), (Fraction(5, 2), Fraction(3, 2)))
    assert two.board_score(4) == (Fraction(3, 2), Fraction(3, 2))
    assert notes(found)[-1] == (
        "Round 1: only the board points of teams 3 and 4 are known, and not every board counted."
    )
    assert written(found.file) == written(file)


def test_a_pairing_without_line_ups_is_open() -> None:
    file = of_four(a_match(1, 2), a_match(4, 3))
    found = back(written(file))
    assert matches(found.file) == matches(file)
    assert written(found.file) == written(file)


def test_a_forfeited_match_without_line_ups_is_330_alone() -> None:
    file = of_four(
        a_match(1, 2, result=Result.WHITE_WINS_BY_FORFEIT),
        a_match(4, 3, result=Result.BOTH_FORFEIT),
    )
    text = written(file)
    assert rows(text, "300", "299", "330") == ["330 +-   1   1   2", "330 --   1   4   3"]
    assert cells_of(text) == ["0000 - +"] * 4 + ["0000 - Z"] * 16
    found = back(text).file
    assert matches(found) == matches(file)
    assert written(found) == text
    read = read_elsewhere(text)
    assert read.matches == {(1, 1): (2, "W", "Z"), (1, 4): (3, "Z", "Z")}
    assert read.points == {1: (2, 4), 2: (0, 0), 3: (0, 0), 4: (0, 0)}


def test_forfeits_of_single_boards_without_persons_keep_their_points() -> None:
    file = of_four(a_match(1, 2, boards=boards_of("+++x")), a_match(4, 3))
    text = written(file)
    found = back(text).file
    assert found.snapshot.rounds[0].games[0].board_score(4) == (3, 0)
    assert written(found) == text


def test_byes_of_teams_stand_in_240_and_320_and_with_their_starters() -> None:
    others = PlayedRound(
        number=1,
        byes=(PlayedBye(player=3, kind=ByeKind.PAIRING), PlayedBye(player=4, kind=ByeKind.HALF)),
    )
    coming = NextRound(
        byes=(PlayedBye(player=1, kind=ByeKind.HALF),), absences=(Absence(player=2, kind=AbsenceKind.EXCUSED),)
    )
    file = of_four(a_match(1, 2, score=(Fraction(3), Fraction(1))), others=others, coming=coming)
    text = written(file)
    assert rows(text, "162", "240", "320") == [
        "162  P 0.6",
        "240 H 001    4",
        "240 H 002    1",
        "240 Z 002    2",
        "320  2.0  2.5 003",
    ]
    assert [line[91:] for line in rows(text, "001")[10:20]] == [
        *["0000 - U"] * 4,
        "0000 - Z",
        *["0000 - H"] * 4,
        "0000 - Z",
    ]
    found = back(text).file
    assert byes(found) == [{(3, ByeKind.PAIRING), (4, ByeKind.HALF)}]
    assert {(bye.player, bye.kind) for bye in found.snapshot.next_round.byes} == {
        (1, ByeKind.HALF),
        (2, ByeKind.ZERO),
    }
    assert written(found) == text


def test_a_full_bye_that_is_not_worth_all_boards_is_told_by_299() -> None:
    others = PlayedRound(
        number=1,
        byes=(PlayedBye(player=3, kind=ByeKind.FULL),),
        absences=(Absence(player=4, kind=AbsenceKind.UNEXCUSED),),
    )
    file = of_four(a_match(1, 2, score=(Fraction(3), Fraction(1))), others=others)
    text = written(file)
    assert "299 F   2.0   2.5    1    3" in rows(text, "299")
    found = back(text)
    assert byes(found.file) == byes(file)
    assert written(found.file) == text
    assert not any("299" in each for each in notes(found))


def test_whoever_changes_teams_has_a_number_in_each() -> None:
    file = one_match("10", [(11, 21), (12, 22)])
    mover = ListedMember(name="P 12", in_team=RosterMember(member=12, from_round=2))
    members = {**file.members, 2: (*file.members[2], mover)}
    file = replace(file, members=members)
    made = trf_of(file)
    assert [team.members for team in made.teams] == [(1, 2, 3), (4, 5, 6, 7)]
    assert dump(trf_of(back(dump(made).decode()).file)) == dump(made)


def test_a_batch_has_the_games_of_its_rounds_and_no_records_of_teams() -> None:
    made = trf_of(seven(), rounds=[2, 3])
    assert (made.teams, made.line_ups, made.forfeited, made.team_byes) == ((), (), (), None)
    assert made.teams_said == 7
    assert [len(player.cells) for player in made.players if player.number == 1] == [2]
    assert all(any(cell.opponent for cell in player.cells) for player in made.players)


def test_the_older_edition_has_the_persons_alone_in_usual_points() -> None:
    text = dump(in_usual_points(trf_of(seven())), edition=TrfEdition.TRF16).decode()
    assert not rows(text, "013", "310", "320", "352", "162")
    assert rows(text, "001")[0][80:84] == " 2.0"  # two draws and the bye, a whole point there


def test_names_of_teams_are_in_plain_letters_where_these_are_asked_for() -> None:
    file = replace(seven(), names={**seven().names, 1: "Bærum Ål"})
    assert in_plain_letters(trf_of(file)).teams[0].name == "Baerum Al"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Team 12", "T12"),
        ("Heia", "HEI"),
        ("SK Rockaden Solna 1", "SRS1"),
        ("Å 1", "Å1"),
        ("a b c d e f", "ABCDE"),
        ("", ""),
    ],
)
def test_a_nickname_is_made_of_the_name(name: str, short: str) -> None:
    assert nickname(name) == short


def test_letters_beyond_ascii_move_no_column_also_where_bytes_are_counted() -> None:
    file = replace(seven(), names={**seven().names, 1: "Bærum Skøyen"})
    text = written(file)
    assert back(text).file.names[1] == "Bærum Skøyen"
    line = rows(text, "310")[0]
    in_bytes = line.replace("Bærum Skøyen  ", "Bærum Skøyen")
    assert back(text.replace(line, in_bytes)).file.names[1] == "Bærum Skøyen"


def test_in_every_system_that_pairs_teams_the_kind_and_what_ranks_come_back() -> None:
    for code in OF_TEAMS:
        for rank_by in ("match", "boards") if may_go_on(code, of_teams=True) else ():
            file = replace(seven(), system=code, options={"rank_by": rank_by})
            found = back(written(file)).file
            assert (found.system, found.options.get("rank_by", "match")) == (code, rank_by)
            assert not notes(back(written(file)))


# 013


def in_013(text: str) -> str:
    lines = []
    for line in text.split("\r\n"):
        if line.startswith("310"):
            line = f"013 {line[8:40]}{line[73:]}"
        if not line.startswith(("320", "192", "092")):
            lines.append(line)
    return "\r\n".join(lines)


def test_013_is_read_where_there_is_no_310_and_is_never_written() -> None:
    text = in_013(written(seven()))
    assert len(rows(text, "013")) == 7
    found = back(text)
    assert matches(found.file) == matches(seven())
    assert byes(found.file) == byes(seven())
    assert [found.file.names[1], len(found.file.members[1])] == ["Team 1", 4]
    assert not rows(written(found.file), "013")


def test_013_beside_310_says_nothing_more() -> None:
    text = written(seven()) + "013 Something else                      1    2\r\n"
    assert matches(back(text).file) == matches(seven())


def test_013_of_clubs_whose_members_play_each_other_are_told_and_left_out() -> None:
    sample = (
        "012 Club evening\r\n"
        + "".join(
            f"001 {number:>4} m    {name:<33} {'':4} {'':3} {'':11} {'':10}  {points} {number:>4}  {cell}\r\n"
            for number, name, points, cell in (
                (1, "A,A", "1.0", "   2 w 1"),
                (2, "B,B", "0.0", "   1 b 0"),
                (3, "C,C", "0.5", "   4 w ="),
                (4, "D,D", "0.5", "   3 b ="),
            )
        )
        + f"013 {'Club':<32}   1    2    3\r\n"
    )
    found = back(sample)
    assert found.file.snapshot.boards is None
    assert len(found.file.snapshot.entrants) == 4
    assert notes(found) == ["Teams (013) are not imported."]
