"""What was known when: the snapshot of a tournament from which one of its rounds was paired."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tournaments.pairing.history.record import ODD_NUMBER
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayerId,
    Result,
    TournamentSnapshot,
    played_early,
)


def as_known(snapshot: TournamentSnapshot, *, paired: int) -> TournamentSnapshot:
    """The rounds before that one, with what was known of their games when it was paired."""
    before = snapshot.after(paired - 1)
    rounds = tuple(
        replace(played, games=tuple(_game_known(paired, played.number, game) for game in played.games))
        for played in before.rounds
    )
    early = (
        replace(played, games=tuple(_game_known(paired, played.number, game) for game in played.games))
        for played in played_early(before.ahead, coming=paired)
    )
    return replace(before, rounds=rounds, ahead=tuple(early))


def known_when(paired: int, played: int, game: PlayedGame) -> Result:
    """What was known of a game of round `played` when round `paired` was paired."""
    return _game_known(paired, played, game).result


def match_known_when(paired: int, played: int, game: PlayedGame) -> tuple[object, ...]:
    """The same of a match of teams, with what it is made of."""
    known = _game_known(paired, played, game)
    return known.result, known.boards, known.score


def before_pairing(snapshot: TournamentSnapshot, *, paired: int, given: Iterable[PlayerId] = ()) -> TournamentSnapshot:
    """As known, with who was to be paired as the round itself shows it. `given`: byes that the director gave first.

    Whoever is not in the round was away; who had entered by then is not told, so all entrants are in the snapshot.
    """
    played = snapshot.rounds[paired - 1]
    known = as_known(snapshot, paired=paired)
    asked = [bye for bye in played.byes if bye.kind not in ODD_NUMBER]
    asked += [PlayedBye(player=player, kind=ByeKind.PAIRING) for player in given]
    seated = {player for game in played.games for player in (game.white, game.black)}
    seated.update(bye.player for bye in played.byes)
    marked = {absence.player: absence for absence in played.absences}
    away = [
        marked.get(entrant.number, Absence(player=entrant.number, kind=AbsenceKind.UNEXCUSED))
        for entrant in known.entrants
        if entrant.number not in seated and entrant.takes_part(paired)
    ]
    owed = frozenset(bye.player for bye in played.byes if bye.kind is ByeKind.UNPAID)
    return replace(known, next_round=NextRound(absences=tuple(away), byes=tuple(asked), owe_bye=owed))


def _game_known(paired: int, played: int, game: PlayedGame) -> PlayedGame:
    if (game.known_from or played + 1) <= paired:
        return game
    known = [each for each in game.earlier if each.known_from <= paired]
    if not known:
        return replace(game, result=Result.OPEN, boards=(), score=None, known_from=None, earlier=(), decided_by=None)
    *earlier, then = known
    since = None if then.known_from == played + 1 else then.known_from
    return replace(
        game,
        result=then.result,
        boards=then.boards,
        score=then.score,
        known_from=since,
        earlier=tuple(earlier),
        decided_by=None,
    )
