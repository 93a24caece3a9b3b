"""The planner: 200 seasons of each system for 40 members and 30 evenings: `python -m bench.planner [SYSTEM ...]` from
the root. Without Django's database; the processes are those of the application."""

from __future__ import annotations

import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
django.setup()

from bench._size import sized  # noqa: E402
from tournaments.pairing.discovery import SYSTEMS  # noqa: E402
from tournaments.services.clubs.simulation_processes import played_apart  # noqa: E402
from tournaments.simulation import SEASONS  # noqa: E402
from tournaments.simulation.field import SimulatedField, SimulatedMember  # noqa: E402
from tournaments.simulation.statistics import spreads  # noqa: E402

COUNT = sized(SEASONS, 2)
COMES = (0.95, 0.85, 0.7, 0.5, 0.3)
FIELD = SimulatedField(
    members=tuple(SimulatedMember(rating=1000 + 25 * place, comes=COMES[place % len(COMES)]) for place in range(40)),
    evenings=30,
)


def main() -> None:
    print(f"{COUNT} seasons, 40 members of whom 26 come to an evening, 30 evenings; {os.cpu_count()} cores,")
    print(f"load {os.getloadavg()[0]:.1f} before. slowest: the longest time between two moments of progress.")
    print(f"{'':<20} {'seconds':>8} {'of one core':>12} {'slowest':>8} {'met again':>10} {'no game':>8} {'gap':>5}")
    for code in sys.argv[1:] or SYSTEMS:
        began = last = time.monotonic()
        spent = _children()
        slowest, rows = 0.0, {}
        for moment in played_apart(code, "", FIELD, seed="1", numbers=range(COUNT), seconds=float("inf")):
            now = time.monotonic()
            slowest, last = max(slowest, now - last), now
            rows |= moment.rows
        took = time.monotonic() - began
        found = spreads([rows[number] for number in range(COUNT)])
        print(
            f"{code:<20} {took:>8.1f} {_children() - spent:>12.1f} {slowest:>8.2f} {found['met_again'].mean:>10.2f} "
            f"{found['without_game'].mean:>8.2f} {found['gap'].mean:>5.0f}",
            flush=True,
        )


def _children() -> float:
    """Seconds of processor time that the processes that have ended took."""
    took = os.times()
    return took.children_user + took.children_system


if __name__ == "__main__":
    main()
