"""Tie-breaks of teams beside gacrux: `python -m soak.team_ties [tournaments of each size] [first seed]`.

That is the TieBreakServer of FIDE's Technical Commission. Drawn tournaments of teams with matches of 1 to 6 boards are
written as TRF26 and asked for the values of twelve codes and the order of eight. Of the cycles, five teams level in
match points among themselves, only the extended direct encounter is asked.
"""

from __future__ import annotations

import sys
import time

from tests.tools.pairing.team_comparison import ORDERS, Compared, built, compare, cycle_of, event_of
from tests.tools.pairing.team_report import answer
from tournaments.pairing.explanations.standings import rank

TOURNAMENTS = 200
BOARDS = (4, 2, 6, 1)


def main() -> int:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    unequal = 0
    for boards in BOARDS:
        began, compared, told_otherwise = time.monotonic(), Compared(), 0
        for seed in range(first, first + tournaments):
            event = event_of(seed, boards=boards)
            if event is not None and event.is_told_alike:
                compare(event, f"seed {seed}", compared)
            elif event is not None:
                told_otherwise += 1
        unequal += compared.differ.total()
        print(
            f"{boards} boards: {compared.tournaments:,} tournaments, {compared.values.total():,} values and ranks of "
            f"{len(compared.values)} codes, {compared.differ.total():,} differ; {told_otherwise} left out, in which "
            f"forfeits of a match without a game are level; {time.monotonic() - began:.0f} s",
            flush=True,
        )
        for line in compared.told:
            print(f"    {line}")
    unequal += _cycles(first, 10 * tournaments)
    return 1 if unequal else 0


def _cycles(first: int, count: int) -> int:
    """How gacrux stands where the two rules of the extended direct encounter give different orders."""
    apart = older = unequal = 0
    for seed in range(first, first + count):
        event = cycle_of(seed)
        points = event.record.points
        old, new = (rank(event.record, points, [built(ORDERS["EDE"], rules)]).ranks for rules in ("2023", "2026"))
        theirs = answer(event.trf, ["MPTS", "EDE"], is_fixed=True).ranks
        apart += old != new
        older += old != new and theirs == old
        unequal += theirs not in (old, new)
    print(
        f"EDE: {count:,} cycles, in {apart:,} the rules of 2023 and 2026 give different orders; there gacrux gives "
        f"that of 2023 in {older:,}; neither in {unequal:,}"
    )
    return unequal


if __name__ == "__main__":
    sys.exit(main())
