"""Several at the same thing in the same moment, each in a thread and on a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connections


def at_once(*works: Callable[[], object]) -> list[object]:
    """What each gives, or the exception that it ends with."""
    ready = threading.Barrier(len(works))
    answers: list[object] = [None] * len(works)

    def run(place: int, work: Callable[[], object]) -> None:
        try:
            ready.wait(10)
            answers[place] = work()
        except Exception as error:
            answers[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    return answers
