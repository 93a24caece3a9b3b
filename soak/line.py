"""A line that is cut and mended, closed tabs and killed servers: `python -m soak.line [cuts] [seed]`.

Each tap of a director is done once, or told with what was meant. Ends with 1 where one is lost or done twice.
"""

from __future__ import annotations

import secrets
import sys
from functools import partial

from soak._browser import served_to_a_browser, with_data_of_its_own

CUTS = 500
A_WHILE = 50
"""Cuts after which it is told how it stands."""


def main() -> int:
    cuts = int(sys.argv[1]) if len(sys.argv) > 1 else CUTS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbits(32)
    return with_data_of_its_own(partial(_cut, cuts, seed))


def _cut(cuts: int, seed: int) -> int:
    from tests.tools.browser.bad_line import BadLine
    from tests.tools.casts.factories import Evening

    evening = Evening.of(12)
    evening.open()
    print(f"seed {seed}")
    with served_to_a_browser(evening.director, width=820, height=1180) as (context, site):
        line = BadLine(context, evening, seed=seed, site=site)
        for done in range(0, cuts, A_WHILE):
            line.play(min(A_WHILE, cuts - done))
            print(line.report(), flush=True)
    return 1 if line.lost or line.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
