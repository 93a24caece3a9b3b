"""One operating-system process that carries out verbs: `python -m tests.tools.processes.worker [STATEMENTS]`.

Reads the name of a verb, looks at the screen, says "ready", waits for a line, presses and says what became of it; and
so on. With STATEMENTS it kills itself in the press, once that many statements have been sent.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django


def kill_after(statements: int) -> Callable[..., Any]:
    left = statements

    def wrapper(execute: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return execute(*arguments)

    return wrapper


def say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main() -> None:
    django.setup()

    from django.db import connection

    from tests.tools.casts.factories import Evening
    from tests.tools.processes.verbs import VERBS
    from tournaments.models import Tournament, User
    from tournaments.recording import Stale
    from tournaments.services.common.refusal import Refused

    for line in sys.stdin:
        evening = Evening(tournament=Tournament.objects.select_related("club").get(), director=User.objects.get())
        press = VERBS[line.strip()].made_for(evening)
        say("ready")
        sys.stdin.readline()
        if len(sys.argv) > 1:
            connection.execute_wrappers.append(kill_after(int(sys.argv[1])))
        try:
            press()
        except Stale:
            say("stale")
        except Refused as refused:
            say(f"refused: {refused}")
        else:
            say("done")


if __name__ == "__main__":
    main()
