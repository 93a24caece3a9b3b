"""The next round of teams as FIDE TEC's gacrux pairs it, in this process, from the TRF26 of the rounds so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, NamedTuple

from tests.tools.pairing.team_cases import as_played, some_boards
from tournaments.pairing.history.record import PointsOf, Record
from tournaments.pairing.opponents.starting_list import InitialColour
from tournaments.pairing.systems.fide_team import FideTeam
from tournaments.pairing.systems.fide_team.team_cards import ColourRules
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayerId,
    Result,
    TournamentSnapshot,
    score_of,
)

TYPES = {ColourRules.A: "FIDE_TEAM_TYPEA", ColourRules.B: "FIDE_TEAM_TYPEB", ColourRules.NONE: "FIDE_TEAM"}
_SIGNS = {
    Result.WHITE_WINS: "10",
    Result.BLACK_WINS: "01",
    Result.DRAW: "==",
    Result.WHITE_WINS_BY_FORFEIT: "+-",
    Result.BLACK_WINS_BY_FORFEIT: "-+",
    Result.BOTH_FORFEIT: "--",
}
_MATCHES = {
    Result.WHITE_WINS_BY_FORFEIT: "+-",
    Result.BLACK_WINS_BY_FORFEIT: "-+",
    Result.BOTH_FORFEIT: "--",
}
_GAVE = {"1": Fraction(1), "+": Fraction(1), "=": Fraction(1, 2)}


class Round(NamedTuple):
    """Pairs with White of board 1 ahead, in any order; None: there is none."""

    pairs: frozenset[tuple[PlayerId, PlayerId]]
    bye: PlayerId | None


def own_round(paired: PairedRound) -> Round:
    byes = [bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING]
    return Round(frozenset((board.white, board.black) for board in paired.boards), byes[0] if byes else None)


def peers_round(system: FideTeam, snapshot: TournamentSnapshot) -> Round | None:
    """None: gacrux finds no pairing."""
    from gacrux.gacruxexeptions import GacruxNoLegalPairing  # type: ignore[import-untyped]
    from gacrux.pairingfideteam import pairing_fideteam  # type: ignore[import-untyped]
    from gacrux.trf2json import trf2json  # type: ignore[import-untyped]

    file = trf2json()
    file.parse_file("\r\n".join(as_trf(system, snapshot)) + "\r\n", 0)
    tournament: dict[str, Any] = file.get_tournament(1)
    if file.get_status():
        raise ValueError(file.chessjson["status"])
    away = {absence.player for absence in snapshot.next_round.absences}
    for team in tournament["competitors"]:
        team["present"] = team["cid"] not in away
    engine = pairing_fideteam(tournament, snapshot.next_number, {"experimental": [], "verbose": 0})
    try:
        brackets = engine.compute_pairing(False)
    except GacruxNoLegalPairing:
        return None
    found = [(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]]
    byes = [white or black for white, black in found if not white or not black]
    return Round(frozenset(pair for pair in found if all(pair)), byes[0] if byes else None)


# Events by chance


def drawn_rounds(
    chance: Random, rules: ColourRules, *, most: int = 40
) -> Iterator[tuple[FideTeam, TournamentSnapshot]]:
    """Each before its round, as `FideTeam` has paired those before it."""
    system = FideTeam(
        colour_rules=rules,
        initial_colour=chance.choice([InitialColour.WHITE, InitialColour.BLACK]),
        rank_by=chance.choice([PointsOf.MATCHES, PointsOf.MATCHES, PointsOf.MATCHES, PointsOf.BOARDS]),
    )
    teams = chance.randint(4, most)
    rounds = chance.randint(3, min(9, teams - 1 + teams % 2))
    boards = chance.choice([1, 2, 4, 4])
    stays_away = chance.choice([0.0, 0.0, 0.03, 0.1])
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, teams + 1)), planned_rounds=rounds, boards=boards
    )
    for number in range(1, rounds + 1):
        # In round 1 all are there: gacrux numbers whoever is entered, and a team that never came has no number here.
        away = [team for team in snapshot.by_number if number > 1 and chance.random() < stays_away]
        absences = tuple(Absence(player=team, kind=AbsenceKind.EXCUSED) for team in away)
        coming = replace(snapshot, next_round=NextRound(absences=absences))
        yield system, coming
        try:
            paired = system.pair(coming)
        except PairingImpossible:
            return
        snapshot = snapshot.and_then(as_played(paired, number, partial(_some_match, chance, boards), absences))


def _some_match(chance: Random, boards: int) -> tuple[Result, ...]:
    """Not one without a game in which both have points: it was not played (rulebook, teams, B2), and gacrux takes it as
    played."""
    while True:
        drawn = some_boards(chance, boards)
        if not all(result.is_forfeit for result in drawn) or not all(score_of(drawn)):
            return drawn


# TRF26


def as_trf(system: FideTeam, snapshot: TournamentSnapshot) -> list[str]:
    """Its lines: a player for each board of each team, who is always the same."""
    boards = snapshot.boards or 1
    record = system.capabilities().record(snapshot)
    by_boards = system.rank_by is PointsOf.BOARDS
    match, board = (record.counted_by(kind).points for kind in (PointsOf.MATCHES, PointsOf.BOARDS))
    bye_boards = record.scoring.bye_boards if record.scoring.bye_boards is not None else Fraction(boards, 2)
    return [
        "012 Drawn",
        f"062 {len(snapshot.entrants) * boards}",
        f"082 {len(snapshot.entrants)}",
        f"142 {snapshot.planned_rounds}",
        f"152 {'W' if system.initial_colour is InitialColour.WHITE else 'B'}",
        f"162  P {float(bye_boards / boards):.1f}",
        f"192 {TYPES[system.colour_rules]}_{'GP_MP' if by_boards else 'MP_GP'}",
        f"352 {('WB' * boards)[:boards]}",
        *_players(record, boards),
        *(
            f"310 {team:>3} {f'Team {team}':<32} {f'T{team}':<5} {'':>6} {float(match[team]):>6.1f} "
            f"{float(board[team]):>6.1f} {team:>3}  "
            + " ".join(f"{seat(team, place, boards):>4}" for place in range(1, boards + 1))
            for team in snapshot.by_number
        ),
        *_unplayed(snapshot, system.bye_points, bye_boards),
    ]


def seat(team: PlayerId, board: int, boards: int) -> int:
    return (team - 1) * boards + board


def _players(record: Record, boards: int) -> Iterator[str]:
    told: dict[int, list[str]] = {
        seat(team, board, boards): [] for team in record.entries for board in range(1, boards + 1)
    }
    gave = dict.fromkeys(told, Fraction(0))
    for played in record.snapshot.rounds:
        byes = {bye.player for bye in played.byes}
        seen: set[int] = set()
        for game in played.games:
            seen |= {game.white, game.black}
            for board, result in enumerate(game.boards, start=1):
                first, second = seat(game.white, board, boards), seat(game.black, board, boards)
                signs = _SIGNS[result]
                colours = "wb" if board % 2 else "bw"
                for own, other, colour, sign in zip((first, second), (second, first), colours, signs, strict=True):
                    told[own].append(f"{other:>4} {colour} {sign}")
                    gave[own] += _GAVE.get(sign, Fraction(0))
        for team in record.entries.keys() - seen:
            for board in range(1, boards + 1):
                own = seat(team, board, boards)
                told[own].append(f"0000 - {'U' if team in byes else 'Z'}")
                gave[own] += Fraction(1, 2) if team in byes else Fraction(0)
    for number, rounds in told.items():
        ahead = f"001 {number:>4} m    {f'Player,{number}':<33} {'':>4} NOR {'':11} {'':10} "
        yield ahead + f"{float(gave[number]):>4.1f} {number:>4}" + "".join(f"  {each}" for each in rounds)


def _unplayed(snapshot: TournamentSnapshot, bye_points: Fraction, bye_boards: Fraction) -> Iterator[str]:
    byes = [next((bye.player for bye in played.byes), 0) for played in snapshot.rounds]
    yield f"320 {float(bye_points):>4.1f} {float(bye_boards):>4.1f}" + "".join(f" {team:03d}" for team in byes)
    for played in snapshot.rounds:
        away: Sequence[PlayerId] = [absence.player for absence in played.absences]
        if away:
            yield f"240 Z {played.number:>3}" + "".join(f" {team:>4}" for team in away)
        for game in played.games:
            if game.result in _MATCHES:
                yield f"330 {_MATCHES[game.result]} {played.number:>3} {game.white:>3} {game.black:>3}"
