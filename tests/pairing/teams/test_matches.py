"""Teams as entries: a match of its boards, points of both kinds, and systems that pair teams as they pair players."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.team_cases import as_played, before, boards_of, case, snapshot_of, some_boards
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.history.as_known import as_known
from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.options import configured, fields_of
from tournaments.pairing.types.paired_round import PairingImpossible
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    KnownBefore,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
    match_result,
    score_of,
)

OF_TEAMS = sorted(code for code, each in SYSTEMS.items() if each.info.of_teams is not None)
SCHOOL, DOUBLE = case("school_six"), case("double_four")


def of_teams(code: str, preset: str | None = None, **options: object) -> PairingSystem:
    """As it begins where teams play."""
    defaults = SYSTEMS[code].info.of_teams
    assert defaults is not None
    return configured(SYSTEMS[code], options, preset=preset, unless_given=defaults.options)


@pytest.mark.parametrize(
    ("boards", "result", "score"),
    [
        ("=11=", Result.WHITE_WINS, (3, 1)),
        ("==00", Result.BLACK_WINS, (1, 3)),
        ("=10=", Result.DRAW, (2, 2)),
        ("00=+", Result.BLACK_WINS, (Fraction(3, 2), Fraction(5, 2))),
        ("++++", Result.WHITE_WINS_BY_FORFEIT, (4, 0)),
        ("---x", Result.BLACK_WINS_BY_FORFEIT, (0, 3)),
        ("++--", Result.BOTH_FORFEIT, (2, 2)),
        ("xxxx", Result.BOTH_FORFEIT, (0, 0)),
        ("xxx=", Result.DRAW, (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_a_match_is_what_its_boards_make_it(
    boards: str, result: Result, score: tuple[Fraction | int, Fraction | int]
) -> None:
    assert match_result(boards_of(boards)) is result
    assert score_of(boards_of(boards)) == score


def test_a_match_with_an_open_board_pairs_nothing_by_what_it_has_so_far() -> None:
    game = PlayedGame(board=1, white=1, black=2, result=Result.WHITE_WINS, boards=(*boards_of("111"), Result.OPEN))
    snapshot = TournamentSnapshot(
        entrants=(Entrant(number=1), Entrant(number=2)), rounds=(PlayedRound(number=1, games=(game,)),), boards=4
    )
    assert game.result is Result.OPEN
    assert game.board_score(4) == (3, 0)
    record = of_teams("norwegian_monrad").capabilities().record(snapshot)
    assert record.points == record.counted_by(PointsOf.BOARDS).points == {1: 0, 2: 0}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_schools_are_paired_as_the_page_does(number: int) -> None:
    played = SCHOOL["rounds"][number - 1]
    paired = of_teams("modified_monrad", "school").pair(before(snapshot_of(SCHOOL), number))
    assert [(board.white, board.black) for board in paired.boards] == [
        (match["white"], match["black"]) for match in played["matches"]
    ]
    assert [bye.player for bye in paired.byes] == [played["bye"]] * bool(played["bye"])
    assert bool(paired.notes) is played["rematch"]


def test_the_schools_table_parts_two_by_board_points_and_opens_up_to_the_matches() -> None:
    system = of_teams("modified_monrad", "school")
    defaults = system.info.of_teams
    assert defaults is not None
    table = system.standings(snapshot_of(SCHOOL), tie_breaks_of(system, defaults.tie_breaks_of("school")))
    shown = [
        [str(row.player), str(row.rank), *(str(row.cells[code].value) for code in ("points", "quality", "MPvGP"))]
        for row in table.rows
    ]
    assert shown == [
        [row[key] for key in ("team", "place", "points", "quality", "board_points")] for row in SCHOOL["table"]
    ]
    for row in table.rows:
        for code in ("points", "quality", "MPvGP"):
            cell = row.cells[code]
            assert sum((term.amount for term in cell.terms), Fraction(0)) == cell.value
    won = table.rows[0].cells["points"].terms[0]
    assert (won.reason.rule, won.reason.facts["boards"]) == ("item/match_win", Fraction(3))


def test_twice_four_teams_have_the_points_of_the_page() -> None:
    record = of_teams("all_play_all", cycles=2).capabilities().record(snapshot_of(DOUBLE))
    for kind, code in ((PointsOf.MATCHES, "MP"), (PointsOf.BOARDS, "GP")):
        points = record.counted_by(kind).points
        assert {str(team): str(points[team]) for team in points} == {
            team: values[code] for team, values in DOUBLE["values"].items()
        }


def one_match(first: str, *, boards: int = 4) -> TournamentSnapshot:
    """Two teams play, the third has the bye, the fourth a half bye, the fifth is away."""
    return TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, 6)),
        rounds=(
            PlayedRound(
                number=1,
                games=(PlayedGame(board=1, white=1, black=2, result=Result.OPEN, boards=boards_of(first)),),
                byes=(PlayedBye(player=3, kind=ByeKind.PAIRING), PlayedBye(player=4, kind=ByeKind.HALF)),
                absences=(Absence(player=5, kind=AbsenceKind.EXCUSED),),
            ),
        ),
        boards=boards,
    )


@pytest.mark.parametrize(
    ("options", "bye"),
    [({}, "5/2"), ({"bye_points": 1}, "2"), ({"bye_boards": "4"}, "4"), ({"bye_points": 1, "bye_boards": "3"}, "3")],
)
def test_a_bye_brings_the_narrowest_win_or_half_where_it_is_worth_a_draw(options: dict[str, object], bye: str) -> None:
    record = of_teams("norwegian_monrad", **options).capabilities().record(one_match("11=0"))
    boards = record.counted_by(PointsOf.BOARDS).points
    assert {team: str(points) for team, points in boards.items()} == {1: "5/2", 2: "3/2", 3: bye, 4: "2", 5: "0"}


def test_where_board_points_rank_they_are_points_and_the_others_part_those_level() -> None:
    system = of_teams("norwegian_monrad", rank_by="boards")
    snapshot = one_match("1110")
    table = system.standings(snapshot, tie_breaks_of(system, [{"code": "board_points"}]))
    assert [(row.player, str(row.cells["points"].value), str(row.cells["MPvGP"].value)) for row in table.rows] == [
        (1, "3", "2"),
        (3, "5/2", "2"),
        (4, "2", "1"),
        (2, "1", "0"),
        (5, "0", "0"),
    ]


@pytest.mark.parametrize(
    ("options", "order", "rule"),
    [
        ({}, (1, 3, 4, 2, 5), "list/by_points"),
        ({"list_second": True}, (3, 1, 4, 2, 5), "list/by_matches_and_boards"),
        ({"list_second": True, "rank_by": "boards"}, (3, 1, 4, 2, 5), "list/by_boards_and_matches"),
    ],
)
def test_the_list_may_go_by_both_points(options: dict[str, object], order: tuple[int, ...], rule: str) -> None:
    paired = of_teams("modified_monrad", bye_boards="3", **options).pair(one_match("1==="))
    assert paired.order == order
    assert paired.ordered_by is not None
    assert paired.ordered_by.rule == rule


def test_what_a_corrected_board_was_before_is_known_to_the_rounds_paired_by_it() -> None:
    game = PlayedGame(
        board=1,
        white=1,
        black=2,
        result=Result.OPEN,
        boards=boards_of("1100"),
        known_from=3,
        earlier=(KnownBefore(Result.WHITE_WINS, 2, boards_of("1110")),),
    )
    snapshot = TournamentSnapshot(
        entrants=(Entrant(number=1), Entrant(number=2)),
        rounds=(PlayedRound(number=1, games=(game,)), PlayedRound(number=2)),
        boards=4,
    )
    assert game.result is Result.DRAW
    (then,) = as_known(snapshot, paired=2).rounds[0].games
    assert (then.result, then.board_score(4)) == (Result.WHITE_WINS, (3, 1))
    (now,) = as_known(snapshot, paired=3).rounds[0].games
    assert (now.result, now.board_score(4)) == (Result.DRAW, (2, 2))


def drawn_event(code: str, chance: Random, *, boards: int) -> tuple[PairingSystem, TournamentSnapshot]:
    """Rounds paired by the system itself, with boards by chance and teams that are away now and then."""
    rank_by = chance.choice(["match", "boards"])
    has_two_kinds = any(option.code == "rank_by" for option in fields_of(SYSTEMS[code]))
    system = of_teams(code, **({"rank_by": rank_by} if has_two_kinds else {}))
    teams = chance.randint(4, 12)
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, teams + 1)),
        planned_rounds=chance.choice([None, 5, 7]),
        boards=boards,
        seed=chance.randbytes(32).hex(),
    )
    for number in range(1, chance.randint(2, 6)):
        away = tuple(
            Absence(player=team, kind=AbsenceKind.EXCUSED) for team in range(1, teams + 1) if chance.random() < 0.1
        )
        try:
            paired = system.pair(replace(snapshot, next_round=NextRound(absences=away)))
        except PairingImpossible:
            break
        seated = {team for board in paired.boards for team in (board.white, board.black)}
        seated |= {bye.player for bye in paired.byes}
        snapshot = snapshot.and_then(
            as_played(
                paired,
                number,
                partial(some_boards, chance, boards),
                tuple(each for each in away if each.player not in seated),
            )
        )
    return system, snapshot


@pytest.mark.parametrize("code", OF_TEAMS)
@given(chance=st.integers(0, 2**32))
def test_teams_of_one_board_are_paired_as_players_with_these_results(code: str, chance: int) -> None:
    """Byte for byte: boards, colours, byes and reasons (rulebook, teams, bar 3)."""
    system, of_one = drawn_event(code, Random(chance), boards=1)
    if system.capabilities().scoring.by_boards:
        return
    players = replace(
        of_one,
        boards=None,
        rounds=tuple(
            replace(played, games=tuple(replace(game, boards=(), result=game.result) for game in played.games))
            for played in of_one.rounds
        ),
    )
    for number in range(1, len(of_one.rounds) + 1):
        assert _paired(system, before(of_one, number)) == _paired(system, before(players, number))


def _paired(system: PairingSystem, snapshot: TournamentSnapshot) -> object:
    try:
        return system.pair(snapshot)
    except PairingImpossible as impossible:
        return impossible.reasons


@pytest.mark.parametrize("code", OF_TEAMS)
@given(chance=st.integers(0, 2**32))
def test_points_of_either_kind_are_the_sum_of_the_rounds(code: str, chance: int) -> None:
    system, snapshot = drawn_event(code, Random(chance), boards=4)
    record = system.capabilities().record(snapshot)
    boards = dict.fromkeys(snapshot.by_number, Fraction(0))
    for played in record.snapshot.rounds:
        for game in played.games:
            first, second = game.board_score(4) if game.counts else (Fraction(0), Fraction(0))
            boards[game.white] += first
            boards[game.black] += second
        for bye in played.byes:
            scoring = record.scoring
            level = Fraction(2)
            least = level if scoring.bye == scoring.draw else Fraction(5, 2) if scoring.bye else Fraction(0)
            boards[bye.player] += {ByeKind.PAIRING: least, ByeKind.FULL: least, ByeKind.HALF: level}.get(
                bye.kind, Fraction(0)
            )
    by_boards, by_matches = record.counted_by(PointsOf.BOARDS), record.counted_by(PointsOf.MATCHES)
    assert by_boards.points == boards
    assert record.points == (by_boards if record.scoring.by_boards else by_matches).points
    for team, entries in by_matches.entries.items():
        assert [entry.boards for entry in entries] == [entry.points for entry in by_boards.entries[team]]
