"""The jobs that wait, done by a worker in the test's own process."""

from __future__ import annotations

from clubchess.jobs import Worker


def work() -> None:
    """Until none is left whose time has come."""
    worker = Worker()
    while worker.run_one():
        pass
