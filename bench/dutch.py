"""FIDE's Dutch system against py4swiss, the same rounds in one run: `python -m bench.dutch` from the root.

py4swiss 0.3 pairs by the rules that were in force until January 2026, so some boards differ: how many is printed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench._clock import median_ms, once_ms
from bench._size import sized
from tests.tools.pairing.played_out import evenings_of
from tournaments.pairing.opponents.starting_list import InitialColour
from tournaments.pairing.systems.fide_dutch import FideDutch
from tournaments.pairing.systems.fide_dutch.by_counting import paired_by_counting
from tournaments.pairing.types.snapshot import Result, TournamentSnapshot

ROUNDS = sized({20: (3, 5, 7), 60: (5, 9), 300: (5, 9), 1_000: (5, 9)}, {20: (3,)})
AIM = {20: 2, 60: 2, 300: 20, 1_000: 100}
"""So many times quicker than the peer."""
AIM_MS = {(1_000, 5): 500.0}
PEER_RUNS_TO = (1_000, 5)
"""Later rounds of as many players take the peer minutes."""
SHORT = 250.0
"""Milliseconds: what takes longer runs once."""
RESULTS = {Result.WHITE_WINS: "10", Result.BLACK_WINS: "01", Result.DRAW: "=="}
SYSTEM = FideDutch(initial_colour=InitialColour.WHITE)


def before_rounds(size: int) -> Iterator[TournamentSnapshot]:
    last = max(ROUNDS[size])
    for evening in evenings_of(SYSTEM, size, rounds=last, planned_rounds=last):
        if evening.snapshot.next_number in ROUNDS[size]:
            yield evening.snapshot


def as_trf(snapshot: TournamentSnapshot) -> str:
    """A round as "opponent colour result", each player a line; all have played or had the bye in each round."""
    told: dict[int, list[tuple[str, float]]] = {entrant.number: [] for entrant in snapshot.entrants}
    for played in snapshot.rounds:
        for game in played.games:
            white, black = RESULTS[game.result]
            told[game.white].append((f"{game.black:>4} w {white}", _points(white)))
            told[game.black].append((f"{game.white:>4} b {black}", _points(black)))
        for bye in played.byes:
            told[bye.player].append(("0000 - U", 1.0))
    lines = ["012 Bench", *(_line(number, rounds) for number, rounds in told.items())]
    return "\n".join([*lines, f"XXR {snapshot.next_number + 5}", "XXC white1", ""])


def _points(result: str) -> float:
    return {"1": 1.0, "=": 0.5, "0": 0.0}[result]


def _line(number: int, rounds: Sequence[tuple[str, float]]) -> str:
    points = sum(gave for _round, gave in rounds)
    results = "  ".join(round_ for round_, _gave in rounds)
    return (
        f"001 {number:>4} {'':>4}{f'Player {number}':<34}{2500 - number:>4}".ljust(80)
        + f"{points:>4} {number:>4}  {results}"
    )


def read_by_py4swiss(snapshot: TournamentSnapshot) -> Any:
    from py4swiss.trf import TrfParser  # type: ignore[import-not-found]

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_text(as_trf(snapshot))
        return TrfParser.parse(path, strict=True)


def pairs_of_py4swiss(trf: Any) -> set[tuple[int, int]]:
    from py4swiss.engines import DutchEngine  # type: ignore[import-not-found]

    return {(pair.white, pair.black) for pair in DutchEngine.generate_pairings(trf)}


def our_pairs(snapshot: TournamentSnapshot) -> set[tuple[int, int]]:
    paired = SYSTEM.pair(snapshot)
    return {(board.white, board.black) for board in paired.boards} | {(bye.player, 0) for bye in paired.byes}


def share_weighed(snapshot: TournamentSnapshot) -> str:
    """Of the brackets, those for which counting was not enough."""
    from tournaments.pairing.systems.fide_dutch import pairing_brackets

    counted = [0, 0]

    def counting(bracket: pairing_brackets.PairingBracket) -> Any:
        found = paired_by_counting(bracket)
        counted[found is None] += 1
        return found

    pairing_brackets.paired_by_counting, kept = counting, pairing_brackets.paired_by_counting
    try:
        SYSTEM.pair(snapshot)
    finally:
        pairing_brackets.paired_by_counting = kept
    return f"{counted[1]} of {sum(counted)}"


def time_ms(job: Any) -> float:
    first = once_ms(job)
    return first if first > SHORT else median_ms(job)


def measure() -> None:
    try:
        import py4swiss  # noqa: F401
    except ImportError:
        print("py4swiss is not installed here: its columns stay empty (make bench installs it)")
        has_peer = False
    else:
        has_peer = True
    print(
        f"{'players':>7} {'round':>5} {'ms':>9} {'aim':>5} {'weighed':>9} "
        f"{'py4swiss':>10} {'ratio':>7} {'aim':>5} {'alike':>12}"
    )
    for size in ROUNDS:
        for snapshot in before_rounds(size):
            number = snapshot.next_number
            ours = time_ms(lambda: SYSTEM.pair(snapshot))  # noqa: B023
            peer = ratio = alike = ""
            if has_peer and (size, number) <= PEER_RUNS_TO:
                trf = read_by_py4swiss(snapshot)
                theirs = time_ms(lambda: pairs_of_py4swiss(trf))  # noqa: B023
                same = len(our_pairs(snapshot) & pairs_of_py4swiss(trf))
                peer, ratio = f"{theirs:.1f}", f"{theirs / ours:.1f}"
                alike = f"{same} of {(size + 1) // 2}"
            print(
                f"{size:>7} {number:>5} {ours:>9.1f} {AIM_MS.get((size, number), ''):>5} {share_weighed(snapshot):>9} "
                f"{peer:>10} {ratio:>7} {AIM[size]:>5} {alike:>12}",
                flush=True,
            )


if __name__ == "__main__":
    measure()
