"""FIDE's system for teams, round by round: `python -m bench.fide_team` from the root.

A field of teams that plays all its rounds, by each of the colour rules, every round paired as the app does it, with
all its reasons.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from random import Random

from bench._size import sized
from tests.tools.pairing.team_cases import as_played, some_boards
from tournaments.pairing.systems.fide_team import FideTeam
from tournaments.pairing.systems.fide_team.team_cards import ColourRules
from tournaments.pairing.types.snapshot import (
    Entrant,
    TournamentSnapshot,
)

FIELDS = sized({64: 7, 200: 7, 201: 7}, {20: 3})
"""Teams, and how many rounds they play."""
BOARDS = 4
AIM_MS = 1_000.0
"""For each round, up to 201 teams."""


def milliseconds(teams: int, rounds: int, rules: ColourRules) -> list[float]:
    chance, system = Random(1), FideTeam(colour_rules=rules)
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, teams + 1)), planned_rounds=rounds, boards=BOARDS
    )
    times = []
    for number in range(1, rounds + 1):
        start = time.process_time()
        paired = system.pair(snapshot)
        times.append(1_000 * (time.process_time() - start))
        snapshot = snapshot.and_then(as_played(paired, number, partial(some_boards, chance, BOARDS)))
    return times


def main() -> int:
    slowest = 0.0
    for teams, rounds in FIELDS.items():
        for rules in ColourRules:
            times = milliseconds(teams, rounds, rules)
            slowest = max(slowest, *times)
            print(f"{teams} teams, {rules.value}: {' '.join(f'{each:.0f}' for each in times)} ms", flush=True)
    print(f"slowest round {slowest:.0f} ms, at most {AIM_MS:.0f}")
    return int(slowest > AIM_MS)


if __name__ == "__main__":
    sys.exit(main())
