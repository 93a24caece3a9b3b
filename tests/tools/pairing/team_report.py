"""A tournament of teams as a TRF26, written by the rulebook's page alone (teams, B9), and what the TieBreakServer of
FIDE's Technical Commission makes of it: the package gacrux, asked in this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tournaments.pairing.types.snapshot import ByeKind, PlayedGame, PlayerId, Result, TournamentSnapshot

SIGNS: Mapping[Result, str] = {
    Result.WHITE_WINS: "10",
    Result.BLACK_WINS: "01",
    Result.DRAW: "==",
    Result.WHITE_WINS_BY_FORFEIT: "+-",
    Result.BLACK_WINS_BY_FORFEIT: "-+",
    Result.BOTH_FORFEIT: "--",
}
"""Of the first-named team and of the other."""
WITHOUT_A_GAME = {Result.WHITE_WINS_BY_FORFEIT: "+-", Result.BLACK_WINS_BY_FORFEIT: "-+", Result.BOTH_FORFEIT: "--"}
LETTERS = {ByeKind.HALF: "H", ByeKind.FULL: "F", ByeKind.ZERO: "Z"}
EMPTY = "0000 - Z"


@dataclass(frozen=True, kw_only=True)
class Sums:
    """Match points and board points of each team."""

    matches: Mapping[PlayerId, Fraction]
    boards: Mapping[PlayerId, Fraction]


def trf_of(snapshot: TournamentSnapshot, sums: Sums, *, is_fixed: bool, by_boards: bool) -> str:
    """Each team has as many members as there are boards, who sit there in every match. A bye is worth a draw."""
    return "\r\n".join(_lines(snapshot, sums, is_fixed=is_fixed, by_boards=by_boards)) + "\r\n"


def _lines(snapshot: TournamentSnapshot, sums: Sums, *, is_fixed: bool, by_boards: bool) -> Iterator[str]:
    boards, teams = snapshot.boards or 1, len(snapshot.entrants)
    yield "012 Teams"
    yield "042 2026/11/01"
    yield "052 2026/11/05"
    yield f"062 {teams * boards}"
    yield f"082 {teams}"
    yield "092 Team: Round-Robin" if is_fixed else "092 Team: Swiss-System"
    yield f"142 {len(snapshot.rounds)}"
    yield "152 W"
    yield "162  P 0.5"
    yield f"192 FIDE_TEAM_{'GP_MP' if by_boards else 'MP_GP'}"
    yield "352 " + "".join("WB"[board % 2] for board in range(boards))
    for team in range(1, teams + 1):
        for board in range(1, boards + 1):
            number = _member(team, board, boards)
            rounds = "".join(f"  {each}" for each in _of_member(snapshot, team, board))
            name = f"Player,{team}-{board}"
            yield f"001 {number:4} m    {name:<33}      NOR                        {'0.0':>4} {number:4}{rounds}"
    for team in range(1, teams + 1):
        members = "".join(f" {_member(team, board, boards):4}" for board in range(1, boards + 1))
        points = f"{float(sums.matches[team]):6.1f} {float(sums.boards[team]):6.1f}"
        yield f"310 {team:3} {f'Team {team}':<32} {f'T{team}':<5}        {points} {team:3} {members}"
    byes = [[bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING] for played in snapshot.rounds]
    if any(byes):
        yield f"320 {1.0:4.1f} {boards / 2:4.1f}" + "".join(f" {each[0] if each else 0:03}" for each in byes)
    for played in snapshot.rounds:
        for kind, letter in LETTERS.items():
            asked = [bye.player for bye in played.byes if bye.kind is kind]
            if kind is ByeKind.ZERO:
                asked += [absence.player for absence in played.absences]
            if asked:
                yield f"240 {letter} {played.number:3}" + "".join(f" {team:4}" for team in sorted(asked))
        for game in played.games:
            if game.result.is_forfeit:
                sign = WITHOUT_A_GAME[game.result]
                yield f"330 {sign} {played.number:3} {game.white:3} {game.black:3}"


def _member(team: PlayerId, board: int, boards: int) -> int:
    return (team - 1) * boards + board


def _of_member(snapshot: TournamentSnapshot, team: PlayerId, board: int) -> Iterator[str]:
    boards = snapshot.boards or 1
    for played in snapshot.rounds:
        game = next((game for game in played.games if team in (game.white, game.black)), None)
        if game is not None:
            yield _on_board(game, team, board, boards)
            continue
        kinds = {bye.player: bye.kind for bye in played.byes}
        letter = "U" if kinds.get(team) is ByeKind.PAIRING else LETTERS.get(kinds.get(team, ByeKind.ZERO), "Z")
        yield f"0000 - {letter}"


def _on_board(game: PlayedGame, team: PlayerId, board: int, boards: int) -> str:
    is_first = game.white == team
    opponent = _member(game.black if is_first else game.white, board, boards)
    colour = "w" if is_first == (board % 2 == 1) else "b"
    sign = SIGNS[game.boards[board - 1]][0 if is_first else 1]
    return f"{opponent:4} {colour} {sign}"


@dataclass(frozen=True, kw_only=True)
class Answer:
    scores: Mapping[str, Mapping[PlayerId, Decimal]]
    ranks: Mapping[PlayerId, int]


def answer(trf: str, codes: Sequence[str], *, is_fixed: bool) -> Answer:
    """The value of each code for each team, and the ranks by all of them in turn."""
    read = trf2json()
    read.parse_file(trf, 0)
    if read.get_status():
        raise ValueError(read.chessjson["status"])
    tournament: Any = read.get_tournament(1)
    asked = {"tiebreak": list(codes), "check": False, "pre_determined": is_fixed, "swiss": not is_fixed}
    found = tiebreak(tournament, -1, asked).compute_tiebreaks(tournament, asked)["competitors"]
    return Answer(
        scores={code: {each["cid"]: each["tiebreakScore"][at] for each in found} for at, code in enumerate(codes)},
        ranks={each["cid"]: each["rank"] for each in found},
    )
