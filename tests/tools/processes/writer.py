"""One process that goes on writing until its input ends: `python -m tests.tools.processes.writer NUMBER`.

Marks the player with that number present and away in turn. Says "writing" after the first mark.
"""

from __future__ import annotations

import itertools
import sys
import threading

import django


def main() -> None:
    django.setup()

    from tests.tools.casts.factories import Evening
    from tournaments.models import Presence, Tournament, User

    number = int(sys.argv[1])
    evening = Evening(tournament=Tournament.objects.select_related("club").get(), director=User.objects.get())
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    for presence in itertools.cycle((Presence.PRESENT, Presence.UNMARKED)):
        evening.mark(number, presence)
        sys.stdout.write("writing\n")
        sys.stdout.flush()
        if ended.wait(0.01):  # SQLite lets nobody queue: without a pause one of ten could starve
            return


if __name__ == "__main__":
    main()
