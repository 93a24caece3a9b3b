"""Memory of a process that serves one club: `python -m soak.memory [MINUTES]`, an hour where nobody says how long.

All pages of the public and of the staff in six languages, again and again; in between all that is kept goes out of
date, as after a result. Megabytes of the process each minute; nothing may grow any more in the last half of the time.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

from bench._own_database import own_database
from bench._size import sized
from bench.taps import Browser

MINUTES = sized(60.0, 0.05)
MOST = 230
"""Megabytes."""
GROWS = 8
"""Megabytes between the middle and the end: pages that are kept differ in length."""


def megabytes() -> float:
    """Of this process, as the system counts it now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    with own_database(with_static_files=True):
        from django.conf import settings
        from django.db.models import F
        from django.test import Client
        from django.utils import translation

        from clubchess.wsgi import application
        from tests.tools.casts.factories import Evening
        from tests.tools.pages.public_pages import addresses_of
        from tests.tools.pages.staff_pages import addresses_for_staff
        from tournaments.models import Club, Tournament
        from tournaments.pages.common.cache import Cache
        from tournaments.pairing.types.snapshot import Result

        print(f"{megabytes():6.0f} MB with everything imported", flush=True)
        evening, rng = Evening.of(sized(40, 6), system="keizer"), Random(1)
        evening.open()
        for _ in range(sized(8, 1)):
            evening.check_in(*range(1, sized(40, 6) + 1))
            evening.pair()
            evening.publish()
            for board in range(1, sized(20, 3) + 1):
                evening.enter(board, rng.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]))
            evening.open()
        club = evening.tournament.club
        client = Client()
        client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
        # Without Django's test client, which leaves three finalizers behind with each request.
        browser = Browser(application=application, cookies={"sessionid": client.cookies["sessionid"].value})

        def addresses() -> Iterator[str]:
            for language, _name in cycle(settings.LANGUAGES):
                yield from addresses_of(club, language=language)
                with translation.override(language):
                    staffs = addresses_for_staff(evening.tournament)
                yield from staffs
                for model in (Club, Tournament):  # as after a result: nothing that is kept holds any more
                    model._default_manager.update(public_revision=F("public_revision") + 1)

        print(f"{megabytes():6.0f} MB with a season", flush=True)
        began, told, asked, seen = time.monotonic(), 0.0, 0, []
        for address in addresses():
            answer = browser.get(address)
            if answer.status.startswith("5"):
                raise SystemExit(f"{answer.status}: {address}")
            asked += 1
            now = (time.monotonic() - began) / 60
            if now - told >= min(1.0, minutes / 10):
                told = now
                seen.append(megabytes())
                print(f"{seen[-1]:6.0f} MB after {now:5.1f} minutes, {asked} pages", flush=True)
            if now >= minutes:
                break
    middle, end = seen[len(seen) // 2], seen[-1]
    print(f"{gc.collect():,} objects were waiting to be collected; {megabytes():.0f} MB after that")
    for cache in gc.get_objects():
        if isinstance(cache, Cache) and len(cache._values) > 4:
            key = next(iter(cache._values))
            print(f"kept: {len(cache._values):,} of {cache._limit:,}, weight {cache._weight:,}, as {str(key)[:60]!r}")
    kinds = Counter(type(each).__module__.partition(".")[0] for each in gc.get_objects())
    print("objects by package:", ", ".join(f"{name} {count:,}" for name, count in kinds.most_common(8)))
    grew = end - middle
    print(f"{asked} pages; {middle:.0f} MB in the middle, {end:.0f} MB at the end, {max(seen):.0f} MB at most")
    if minutes >= 10 and (max(seen) > MOST or grew > GROWS):
        raise SystemExit("too much, or it grows")


if __name__ == "__main__":
    main()
