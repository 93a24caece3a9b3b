"""Teams beside FIDE TEC's gacrux: `python -m soak.fide_team [events of each type] [first seed] [most teams]`.

Events of 4 to 40 teams by chance, of types A and B and without preferences, with matches by forfeit and teams that are
away: every round is paired here and there, to the board and colour.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from random import Random

from bench._size import sized
from tests.tools.pairing.team_peer import Round, drawn_rounds, own_round, peers_round
from tournaments.pairing.systems.fide_team.team_cards import ColourRules
from tournaments.pairing.types.paired_round import PairingImpossible

EVENTS = sized(2_000, 2)
MOST_TOLD = 20


@dataclass
class Compared:
    events: int = 0
    rounds: int = 0
    stops: int = 0
    own_seconds: float = 0.0
    peers_seconds: float = 0.0
    otherwise: list[str] = field(default_factory=list)


def compare(rules: ColourRules, seed: int, most: int, compared: Compared) -> None:
    compared.events += 1
    for system, snapshot in drawn_rounds(Random(seed), rules, most=most):
        began = time.perf_counter()
        own: Round | None
        try:
            own = own_round(system.pair(snapshot))
        except PairingImpossible:
            own = None
        between = time.perf_counter()
        peers = peers_round(system, snapshot)
        compared.own_seconds += between - began
        compared.peers_seconds += time.perf_counter() - between
        compared.rounds += 1
        compared.stops += own is None
        if own != peers:
            compared.otherwise.append(
                f"{rules.value}, seed {seed}, {len(snapshot.entrants)} teams, round {snapshot.next_number} of "
                f"{snapshot.planned_rounds}: {told(own, peers)} here, {told(peers, own)} there"
            )


def told(found: Round | None, other: Round | None) -> str:
    """What the other has not."""
    if found is None or other is None:
        return "no round" if found is None else "a round"
    return f"{sorted(found.pairs - other.pairs)}, bye {found.bye}"


def main() -> int:
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    differ = 0
    for rules in ColourRules:
        compared = Compared()
        for seed in range(first, first + events):
            compare(rules, seed, most, compared)
        differ += len(compared.otherwise)
        print(
            f"{rules.value}: {compared.events:,} events, {compared.rounds:,} rounds, {compared.stops:,} of them stop, "
            f"{len(compared.otherwise):,} otherwise than gacrux; {compared.own_seconds:.0f} s here, "
            f"{compared.peers_seconds:.0f} s there",
            flush=True,
        )
        for each in compared.otherwise[:MOST_TOLD]:
            print(f"  {each}", flush=True)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
