"""Pairing near neighbours, in round 2 and after a long season: `python -m bench.neighbours` from the root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

from bench._clock import RUNS, median_ms
from bench._size import sized
from tournaments.pairing.history.byes import ByeChoice
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.opponents.neighbours import NeighbourRules, PairingOrder, pair_neighbours
from tournaments.pairing.types.paired_round import PairedRound
from tournaments.pairing.types.snapshot import (
    Entrant,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)

SIZES = sized((20, 100, 101), (20,))
ROUNDS = sized((2, 10, 51), (2, 3))

LIMITS = {
    "gap 8, top_down": NeighbourRules(gap=8),
    "gap 8, nearest": NeighbourRules(gap=8, pairing=PairingOrder.NEAREST),
    "gap 8, colour_limit 2, bye to the lowest": NeighbourRules(gap=8, colour_limit=2, bye_choice=ByeChoice.LOWEST),
    "gap 60 and 1 meeting, top_down": NeighbourRules(gap=60, max_meetings=1),
    "gap 60 and 1 meeting, nearest": NeighbourRules(gap=60, max_meetings=1, pairing=PairingOrder.NEAREST),
}
NOTHING = Fraction(0)


def pair(snapshot: TournamentSnapshot, ladder: Sequence[PlayerId], rules: NeighbourRules) -> PairedRound:
    """With nothing derived beforehand: all that a round costs beside its ladder."""
    scoring = Scoring(win=NOTHING, draw=NOTHING, loss=NOTHING, bye=NOTHING)
    return pair_neighbours(Record(snapshot=snapshot, scoring=scoring), ladder, rules)


def season(size: int, rules: NeighbourRules) -> dict[int, float]:
    """Everybody comes to every round; the ladder moves as much as points of some rounds do."""
    rng = Random(size)
    points = {number: size / 10 - number / 10 for number in range(1, size + 1)}
    snapshot = TournamentSnapshot(entrants=tuple(Entrant(number=number) for number in points))
    took = {}
    while snapshot.next_number <= max(ROUNDS):
        ladder = sorted(points, key=points.__getitem__, reverse=True)
        if snapshot.next_number in ROUNDS:
            took[snapshot.next_number] = median_ms(partial(pair, snapshot, ladder, rules))
        paired = pair(snapshot, ladder, rules)
        for board in paired.boards:
            points[rng.choice((board.white, board.black))] += rng.random()
        games = tuple(
            PlayedGame(board=board.board, white=board.white, black=board.black, result=Result.DRAW)
            for board in paired.boards
        )
        byes = tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes)
        played = PlayedRound(number=paired.number, games=games, byes=byes)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, played))
    return took


def main() -> None:
    print(f"All present, medians of {RUNS}, CPU milliseconds; in brackets how many times round {ROUNDS[0]}.")
    print(f"{'':<42} {'players':>8} " + " ".join(f"{f'round {number}':>16}" for number in ROUNDS))
    for name, rules in LIMITS.items():
        for size in SIZES:
            took = season(size, rules)
            cells = [f"{took[number]:.2f} ({took[number] / took[ROUNDS[0]]:.1f} ×)".rjust(16) for number in ROUNDS]
            print(f"{name:<42} {size:>8} {' '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
