"""Ties of a knock-out that games by chance have left open: somebody goes on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tournaments.pairing.protocols import KnockOutSystem, PairingSystem
from tournaments.pairing.types.snapshot import MatchDecision, PlayedGame, Result, TournamentSnapshot


def with_ties_decided(system: PairingSystem, snapshot: TournamentSnapshot, rng: Random) -> TournamentSnapshot:
    """The same in every other system."""
    if not isinstance(system, KnockOutSystem):
        return snapshot
    waiting = {(tie.round_number, tie.board): tie for tie in system.matches(snapshot) if tie.is_open}

    def decided(number: int, game: PlayedGame) -> PlayedGame:
        tie = waiting.get((number, game.board))
        if tie is None or game.result is Result.OPEN:
            return game
        way = rng.choice(system.endings(snapshot, tie))
        winner = way.winner or rng.choice((game.white, game.black))
        return replace(game, decided_by=MatchDecision(step=way.step, winner=winner))

    rounds = tuple(
        replace(played, games=tuple(decided(played.number, game) for game in played.games))
        for played in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)
