"""Log-ins wait in a line of their own for a thread of their own: a flood of them takes nobody else's.

Refusing each at once takes longer than it seems: all threads are busy refusing, and who was refused asks again.
"""

# waitress has no types.
# mypy: allow-untyped-calls

from __future__ import annotations

import re
from typing import Any

from waitress.task import ThreadedTaskDispatcher

# Two took the turns of pages and taps: under a flood without end a tap's p95 was 0.9 to 1.4 s, with one 0.2 to 0.6 s.
THREADS = 1
# Fifteen a second or more come to their turn: some seconds.
WAITING = 100
REFUSED = "clubchess.too_many_log_ins"
"""In a request's environment: it found the line full."""
_LOG_IN = re.compile(r"/[a-z]{2}/log-in/")


def is_log_in(request: Any) -> bool:
    return request.command == "POST" and _LOG_IN.fullmatch(request.path) is not None


class Dispatcher(ThreadedTaskDispatcher):
    """waitress's own, and a second one for log-ins. What it is given are connections with a request in hand."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.set_thread_count(threads)
        self.log_ins = ThreadedTaskDispatcher()
        self.log_ins.set_thread_count(THREADS)

    def add_task(self, task: Any) -> None:
        request = task.requests[0]
        if request.error or not is_log_in(request):
            super().add_task(task)
        elif len(self.log_ins.queue) < WAITING:
            self.log_ins.add_task(task)
        else:
            request.is_refused = True
            super().add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        self.log_ins.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))
