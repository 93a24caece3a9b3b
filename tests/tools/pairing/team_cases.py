"""The rulebook's tournaments of teams, as the core's values: `tests/data/teams`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from tournaments.pairing.types.paired_round import PairedRound
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

FOLDER = Path(__file__).parents[2] / "data" / "teams"
BOARDS: Mapping[str, Result] = {
    "1": Result.WHITE_WINS,
    "0": Result.BLACK_WINS,
    "=": Result.DRAW,
    "+": Result.WHITE_WINS_BY_FORFEIT,
    "-": Result.BLACK_WINS_BY_FORFEIT,
    "x": Result.BOTH_FORFEIT,
}


def case(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return read


def boards_of(written: str) -> tuple[Result, ...]:
    return tuple(BOARDS[sign] for sign in written)


def round_of(saved: Mapping[str, Any]) -> PlayedRound:
    away = saved.get("absences", saved.get("away", ()))
    return PlayedRound(
        number=saved["number"],
        games=tuple(
            PlayedGame(
                board=match["match"],
                white=match["white"],
                black=match["black"],
                result=Result.OPEN,
                boards=boards_of(match["boards"]),
            )
            for match in saved["matches"]
        ),
        byes=(PlayedBye(player=saved["bye"], kind=ByeKind.PAIRING),) if saved.get("bye") else (),
        absences=tuple(Absence(player=team, kind=AbsenceKind.UNEXCUSED) for team in away),
    )


def snapshot_of(saved: Mapping[str, Any]) -> TournamentSnapshot:
    """With all rounds of the case."""
    teams = saved["teams"]
    count = teams if isinstance(teams, int) else len(teams)
    return TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, count + 1)),
        rounds=tuple(map(round_of, saved["rounds"])),
        planned_rounds=saved.get("planned_rounds", len(saved["rounds"])),
        boards=saved["boards"],
    )


def before(snapshot: TournamentSnapshot, number: int) -> TournamentSnapshot:
    """When that round was to be paired, with who was away in it."""
    played = snapshot.rounds[number - 1]
    return replace(snapshot.after(number - 1), next_round=NextRound(absences=played.absences))


def as_played(
    paired: PairedRound, number: int, boards: Callable[[], tuple[Result, ...]], absences: tuple[Absence, ...] = ()
) -> PlayedRound:
    """The round with what came of each match, in order."""
    return PlayedRound(
        number=number,
        games=tuple(
            PlayedGame(board=board.board, white=board.white, black=board.black, result=Result.OPEN, boards=boards())
            for board in paired.boards
        ),
        byes=tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes),
        absences=absences,
    )


def some_boards(chance: Random, count: int) -> tuple[Result, ...]:
    """Mostly over the board, now and then a seat that stays empty, seldom a team that does not come."""
    if chance.random() < 0.03:
        return (chance.choice((Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT)),) * count
    signs = chance.choices("10=+-x", weights=(30, 30, 30, 2, 2, 1), k=count)
    return boards_of("".join(signs))
