"""Tournaments played to the last round that can be paired, and fields made to hurt, for any system and size."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from tests.tools.pairing.decided import with_ties_decided
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    Entrant,
    NextRound,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.snapshot import PlayedBye as Bye

_SEED = "5eed" * 16


def entered(size: int, *, planned_rounds: int | None = None) -> TournamentSnapshot:
    """Nobody has played yet; the lower the number, the better the player."""
    entrants = tuple(Entrant(number=number, rating=2400 - number) for number in range(1, size + 1))
    return TournamentSnapshot(entrants=entrants, planned_rounds=planned_rounds, seed=_SEED)


@dataclass(frozen=True, kw_only=True, slots=True)
class Evening:
    """A round as it was asked for, and as it was paired: None where the system stopped."""

    snapshot: TournamentSnapshot
    paired: PairedRound | None


def evenings_of(
    system: PairingSystem,
    size: int,
    *,
    rounds: int,
    seed: int = 0,
    present: float = 1.0,
    draws: float = 0.2,
    planned_rounds: int | None = None,
) -> Iterator[Evening]:
    """Round by round, paired by the system itself. Where everybody comes it ends with the round that cannot be paired;
    else nobody plays on that evening."""
    rng = Random(f"{seed} {size}")
    snapshot = entered(size, planned_rounds=planned_rounds)
    for _ in range(rounds):
        away = [each.number for each in snapshot.entrants if rng.random() >= present]
        absences = tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in away)
        asked = replace(snapshot, next_round=NextRound(absences=absences))
        paired = paired_or_none(system, asked)
        yield Evening(snapshot=asked, paired=paired)
        if paired is None and present == 1:
            return
        snapshot = with_ties_decided(system, with_round(snapshot, paired, rng, absences=absences, draws=draws), rng)


def paired_or_none(system: PairingSystem, snapshot: TournamentSnapshot) -> PairedRound | None:
    try:
        return system.pair(snapshot)
    except PairingImpossible:
        return None


def with_round(
    snapshot: TournamentSnapshot,
    paired: PairedRound | None,
    rng: Random,
    *,
    absences: tuple[Absence, ...] = (),
    draws: float = 0.2,
) -> TournamentSnapshot:
    """The round played: the lower number wins more often, the more so the further apart the two are."""
    size = len(snapshot.entrants)
    boards = paired.boards if paired else ()
    games = tuple(
        PlayedGame(
            board=each.board,
            white=each.white,
            black=each.black,
            result=_result(each.white, each.black, rng, draws, size),
        )
        for each in boards
    )
    byes = tuple(Bye(player=each.player, kind=each.kind) for each in paired.byes) if paired else ()
    played = PlayedRound(number=snapshot.next_number, games=games, byes=byes, absences=absences)
    return replace(snapshot, rounds=(*snapshot.rounds, played), next_round=NextRound())


def _result(white: PlayerId, black: PlayerId, rng: Random, draws: float, size: int) -> Result:
    if rng.random() < draws:
        return Result.DRAW
    return Result.WHITE_WINS if rng.random() < 0.5 + 0.4 * (black - white) / size else Result.BLACK_WINS


def after(system: PairingSystem, size: int, rounds: int, **how: int | float | None) -> TournamentSnapshot:
    """What is there when the next round is to be paired: `rounds` rounds, or as many as could be paired."""
    *_before, last = evenings_of(system, size, rounds=rounds + 1, **how)  # type: ignore[arg-type]
    return last.snapshot


# Fields made to hurt


def all_met(snapshot: TournamentSnapshot, *cliques: Iterable[PlayerId]) -> TournamentSnapshot:
    """In each clique nobody may meet anybody: as if all had met, and never to be relaxed."""
    pairs = {frozenset(pair) for clique in cliques for pair in combinations(clique, 2)}
    return replace(snapshot, forbidden_pairs=snapshot.forbidden_pairs | pairs)


def order_of(system: PairingSystem, snapshot: TournamentSnapshot) -> list[PlayerId]:
    return [row.player for row in system.standings(snapshot, ()).rows]


def bottom_met(system: PairingSystem, size: int, count: int, rounds: int = 5) -> TournamentSnapshot:
    """The lowest `count` of the table have all met."""
    snapshot = after(system, size, rounds)
    return all_met(snapshot, order_of(system, snapshot)[-count:])


def top_met(system: PairingSystem, size: int, count: int, rounds: int = 5) -> TournamentSnapshot:
    snapshot = after(system, size, rounds)
    return all_met(snapshot, order_of(system, snapshot)[:count])


def every_other_met(system: PairingSystem, size: int, rounds: int = 5) -> TournamentSnapshot:
    snapshot = after(system, size, rounds)
    return all_met(snapshot, order_of(system, snapshot)[::2])


def two_cliques(system: PairingSystem, size: int, rounds: int = 3) -> TournamentSnapshot:
    """One of size / 2 + 1 and one of size / 2 - 1 have met all of their own: nothing fits."""
    snapshot = after(system, size, rounds)
    order = order_of(system, snapshot)
    half = size // 2 + 1
    return all_met(snapshot, order[:half], order[half:])


def two_camps(size: int) -> TournamentSnapshot:
    """Two odd camps, each of which has met the whole other: nothing fits."""
    half = size // 2 | 1
    pairs = {frozenset((one, other)) for one in range(1, half + 1) for other in range(half + 1, size + 1)}
    return replace(entered(size), forbidden_pairs=frozenset(pairs))


def only_one_left(size: int) -> TournamentSnapshot:
    """Everybody has met all but one."""
    snapshot = entered(size)
    rng = Random(size)
    players = rng.sample(range(1, size + 1), size)
    left = {frozenset(pair) for pair in zip(players[::2], players[1::2], strict=True)}
    pairs = {frozenset(pair) for pair in combinations(range(1, size + 1), 2)} - left
    return replace(snapshot, forbidden_pairs=frozenset(pairs))


def same_colours(size: int) -> TournamentSnapshot:
    """Everybody present has had white in both rounds: those who had black stay away."""
    rng = Random(size)
    snapshot = entered(2 * size)
    games = [(range(1, size + 1), [*range(size + 1, 2 * size + 1)]), (range(1, size + 1), [*range(2 * size, size, -1)])]
    rounds = tuple(
        PlayedRound(
            number=number,
            games=tuple(
                PlayedGame(board=board, white=white, black=black, result=_result(white, black, rng, 0.2, size))
                for board, (white, black) in enumerate(zip(whites, blacks, strict=True), start=1)
            ),
        )
        for number, (whites, blacks) in enumerate(games, start=1)
    )
    away = tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in range(size + 1, 2 * size + 1))
    return replace(snapshot, rounds=rounds, next_round=NextRound(absences=away))


def in_the_last_round(snapshot: TournamentSnapshot) -> TournamentSnapshot:
    return replace(snapshot, planned_rounds=snapshot.next_number)


Field = Callable[[PairingSystem], TournamentSnapshot]

HURTING: dict[str, Field] = {
    "bottom 8 of 20 all met": lambda system: bottom_met(system, 20, 8),
    "bottom 9 of 20 all met, last round": lambda system: in_the_last_round(bottom_met(system, 20, 9)),
    "bottom 24 of 60 all met": lambda system: bottom_met(system, 60, 24),
    "top 30 of 60 all met": lambda system: top_met(system, 60, 30),
    "every other of 60 all met": lambda system: every_other_met(system, 60),
    "two cliques, 16 and 14 of 30: impossible": lambda system: two_cliques(system, 30, 0),
    "two odd camps of 30: impossible": lambda system: two_camps(30),
    "only one pairing left, 60": lambda system: only_one_left(60),
    "all 40 had white twice": lambda system: same_colours(40),
    "all 41 had white twice": lambda system: same_colours(41),
    "last round of 60": lambda system: in_the_last_round(after(system, 60, 8)),
}
"""Small enough for a test."""
