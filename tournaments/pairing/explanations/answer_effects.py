"""What an answer to “do you come?” gives, as the table stands: worked out by the system as for a round just played."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.history.record import RoundOutcome
from tournaments.pairing.protocols import LadderSystem, PairingSystem
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceCode,
    ByeKind,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.table import Term

_RESULTS: Final = {  # not all: a KeyError for all that is no game played to its end
    RoundOutcome.WIN: Result.WHITE_WINS,
    RoundOutcome.DRAW: Result.DRAW,
    RoundOutcome.LOSS: Result.BLACK_WINS,
}


def away(system: PairingSystem, snapshot: TournamentSnapshot, player: PlayerId, kind: AbsenceCode) -> Term:
    """Staying away from the round after the snapshot's last, for that reason, the club's own among them."""
    return _given(system, snapshot, player, absences=(Absence(player=player, kind=kind),))


def bye(system: PairingSystem, snapshot: TournamentSnapshot, player: PlayerId, kind: ByeKind) -> Term:
    """A bye in it: asked for, or for the odd number."""
    return _given(system, snapshot, player, byes=(PlayedBye(player=player, kind=kind),))


def game(
    system: PairingSystem, snapshot: TournamentSnapshot, player: PlayerId, opponent: PlayerId, outcome: RoundOutcome
) -> Term:
    """A game in it: a win, a draw or a loss against that opponent, with either colour.

    Raises KeyError for another outcome.
    """
    played = PlayedGame(board=1, white=player, black=opponent, result=_RESULTS[outcome])
    return _given(system, snapshot, player, games=(played,))


def _given(
    system: PairingSystem,
    snapshot: TournamentSnapshot,
    player: PlayerId,
    *,
    games: tuple[PlayedGame, ...] = (),
    byes: tuple[PlayedBye, ...] = (),
    absences: tuple[Absence, ...] = (),
) -> Term:
    """Of the round as if nothing else had happened in it: what it gives somebody hangs on nobody else's games."""
    number = snapshot.next_number
    played = PlayedRound(number=number, games=games, byes=byes, absences=absences)
    after = replace(snapshot, rounds=(*snapshot.rounds, played))
    if isinstance(system, LadderSystem):
        return system.given_by_last_round(after, player)
    capabilities = system.capabilities()
    if capabilities.is_sum_of_rounds and capabilities.as_counted is None:
        after = _of_one(after, player)
    table = system.standings(after, ())
    row = next(row for row in table.rows if row.player == player)
    return next(term for term in row.cells[POINTS.code].terms if term.reason.facts.get("round") == number)


def _of_one(snapshot: TournamentSnapshot, player: PlayerId) -> TournamentSnapshot:
    """Their own rounds, and those whom they met: where a total is the sum of these, nobody else is in it."""
    rounds = tuple(
        replace(
            played,
            games=tuple(game for game in played.games if player in {game.white, game.black}),
            byes=tuple(bye for bye in played.byes if bye.player == player),
            absences=tuple(absence for absence in played.absences if absence.player == player),
        )
        for played in snapshot.rounds
    )
    met = {number for played in rounds for game in played.games for number in (game.white, game.black)} | {player}
    entrants = tuple(entrant for entrant in snapshot.entrants if entrant.number in met)
    return replace(snapshot, entrants=entrants, rounds=rounds, next_round=NextRound(), forbidden_pairs=frozenset())
