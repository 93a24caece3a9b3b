"""Tournaments drawn as text, for tests that are read like a wall chart."""

from typing import Any

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


def tournament(players: int | list[Entrant], *rounds: str, coming: str = "", **facts: Any) -> TournamentSnapshot:
    """Players 1..n or as given; a round is "2:1 1-0, 4:3 *, 5 pairing, 6 excused", white first."""
    entrants = [Entrant(number=n) for n in range(1, players + 1)] if isinstance(players, int) else players
    return TournamentSnapshot(
        entrants=tuple(entrants),
        rounds=tuple(_round(number, drawn) for number, drawn in enumerate(rounds, start=1)),
        next_round=NextRound(absences=_absences(coming), byes=_byes(coming)),
        **facts,
    )


def _round(number: int, drawn: str) -> PlayedRound:
    return PlayedRound(number=number, games=_games(drawn), byes=_byes(drawn), absences=_absences(drawn))


def _parts(drawn: str) -> list[tuple[str, str]]:
    return [(who, what) for part in drawn.split(",") if part.strip() for who, what in [part.split()]]


def _games(drawn: str) -> tuple[PlayedGame, ...]:
    games = [(who.split(":"), what) for who, what in _parts(drawn) if ":" in who]
    return tuple(
        PlayedGame(board=board, white=int(white), black=int(black), result=Result(result))
        for board, ((white, black), result) in enumerate(games, start=1)
    )


def _byes(drawn: str) -> tuple[PlayedBye, ...]:
    kinds = set(ByeKind)
    return tuple(PlayedBye(player=int(who), kind=ByeKind(what)) for who, what in _parts(drawn) if what in kinds)


def _absences(drawn: str) -> tuple[Absence, ...]:
    kinds = set(AbsenceKind)
    return tuple(Absence(player=int(who), kind=AbsenceKind(what)) for who, what in _parts(drawn) if what in kinds)
