"""Simulated tournaments as tournament files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from tournaments.exchange.tournament_file import TournamentFile
from tournaments.pairing.audit.simulation import Rates, simulate
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import ByeKind, Result


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedFile:
    file: TournamentFile
    ended: tuple[Reason, ...] = ()
    """Why there are fewer rounds than planned."""


def simulated_file(
    code: str,
    *,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    seed: int,
    players: int,
    rounds: int,
    rates: Rates | None = None,
) -> SimulatedFile:
    """The same arguments give the same file. Raises OptionError, and PairingImpossible where nobody can be numbered."""
    options = options or {}
    # `Random.random` is the one method that stays the same on every Python.
    chance = Random("/".join(map(str, (code, preset, seed, players, rounds))))  # noqa: S311 # a game, no secret
    simulated = simulate(
        configured(SYSTEMS[code], options, preset=preset),
        draw=chance.random,
        seed=hashlib.sha256(f"simulated tournament {seed}".encode()).hexdigest(),
        players=players,
        rounds=rounds,
        rates=rates,
    )
    file = TournamentFile(
        name=f"Simulated tournament {seed}",
        system=code,
        names={entrant.number: f"Player {entrant.number}" for entrant in simulated.snapshot.entrants},
        preset=preset,
        options=options,
        snapshot=simulated.snapshot,
    )
    return SimulatedFile(file=file, ended=simulated.ended)


def told(simulated: SimulatedFile) -> str:
    """What happened, in one line."""
    snapshot = simulated.file.snapshot
    games = [game for played in snapshot.rounds for game in played.games]
    byes = [bye for played in snapshot.rounds for bye in played.byes]
    counts = {
        "games": len(games),
        "forfeits": sum(game.result.is_forfeit for game in games),
        "played later": sum(game.known_from is not None and not game.earlier for game in games),
        "never played": sum(game.result is Result.OPEN for game in games),
        "corrected": sum(bool(game.earlier) for game in games),
        "boards by hand": sum(game.by_hand for game in games),
        "byes": sum(bye.kind is ByeKind.PAIRING for bye in byes),
        "half-point byes": sum(bye.kind is ByeKind.HALF for bye in byes),
        "joined late": sum(entrant.joined_round > 1 for entrant in snapshot.entrants),
        "withdrew": sum(bool(entrant.away) for entrant in snapshot.entrants),
    }
    played = f"{len(snapshot.entrants)} players, {len(snapshot.rounds)} of {snapshot.planned_rounds} rounds"
    return f"{simulated.file.system}: {played}, " + ", ".join(f"{count} {what}" for what, count in counts.items())
