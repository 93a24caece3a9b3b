"""Konrad played by chance, each second game asked for its need: by determinants, not by the program's own search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from tests.tools.pairing.brute_force import can_be_paired_by_algebra
from tests.tools.pairing.oracles.norwegian_monrad import Oracle
from tournaments.pairing.systems.norwegian_monrad import NorwegianMonrad
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)

_RESULTS = [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW]


@dataclass
class Played:
    rounds: int = 0
    with_second_games: int = 0
    needless: int = 0


def konrad_by_chance(seed: int, *, players: tuple[int, int] = (6, 20)) -> Played:
    """One tournament as long as it can be paired, or a little longer than the field."""
    rng = Random(seed)
    system = configured(NorwegianMonrad, {}, preset="konrad")
    size, coming_by = rng.randint(*players), rng.uniform(0.7, 1.0)
    snapshot = TournamentSnapshot(entrants=tuple(Entrant(number=number) for number in range(1, size + 1)))
    played = Played()
    for number in range(1, size + 3):
        away = [player for player in range(1, size + 1) if rng.random() > coming_by]
        absences = tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in away)
        snapshot = replace(snapshot, next_round=NextRound(absences=absences))
        try:
            paired = system.pair(snapshot)
        except PairingImpossible:
            break
        played.rounds += 1
        if meets_again(snapshot, paired):
            played.with_second_games += 1
            played.needless += new_opponents_would_do(Oracle(snapshot, system))
        games = tuple(
            PlayedGame(board=board.board, white=board.white, black=board.black, result=rng.choice(_RESULTS))
            for board in paired.boards
        )
        byes = tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes)
        held = PlayedRound(number=number, games=games, byes=byes, absences=absences)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, held))
    return played


def meets_again(snapshot: TournamentSnapshot, paired: PairedRound) -> bool:
    met = {frozenset((game.white, game.black)) for played in snapshot.rounds for game in played.games}
    return any(frozenset((board.white, board.black)) in met for board in paired.boards)


def new_opponents_would_do(oracle: Oracle) -> bool:
    """Whether the hard rules allow everybody a new opponent, whoever has the walk-over."""
    order = oracle.order()
    barred: dict[PlayerId, set[PlayerId]] = {player: set() for player in order}
    for one, other in combinations(order, 2):
        if oracle.meetings(one, other) or not oracle.legal(one, other):
            barred[one].add(other)
            barred[other].add(one)
    return any(
        can_be_paired_by_algebra([player for player in order if player != bye], barred)
        for bye in oracle.walk_over_candidates(order)
    )
