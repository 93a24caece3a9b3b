"""A process that was told to stop: a proxy hears of it first, and what was asked meanwhile is answered."""

from __future__ import annotations

import signal
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from typing import Any

import pytest

from clubchess import health
from tests.clubchess.test_serve import free_port, served
from tests.tools.processes.waiting import until
from tournaments.management.commands import serve

__all__ = ["free_port"]


def home_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return next(line for line in process.stdout if "Clubchess is at" in line).split()[3]


def status_of(address: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()


@pytest.mark.slow
def test_it_says_that_it_is_not_ready_while_it_still_answers_and_then_goes(free_port: int) -> None:
    with served("--bind", f"127.0.0.1:{free_port}", LEAVING_SECONDS="3600") as process:
        home = home_of(process)
        assert status_of(f"{home}healthz") == (200, b"ok")

        process.send_signal(signal.SIGTERM)
        until(lambda: status_of(f"{home}readyz")[1] == b"stopping")
        assert status_of(f"{home}healthz") == (200, b"ok")

        process.send_signal(signal.SIGALRM)  # as the timer does, once the seconds are over
        process.communicate(timeout=60)
        assert process.returncode == 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", free_port), timeout=1)


@pytest.mark.slow
def test_a_second_signal_does_not_wait(free_port: int) -> None:
    with served("--bind", f"127.0.0.1:{free_port}", LEAVING_SECONDS="60") as process:
        home = home_of(process)
        process.send_signal(signal.SIGTERM)
        until(lambda: status_of(f"{home}readyz")[1] == b"stopping")
        process.send_signal(signal.SIGTERM)

        process.communicate(timeout=60)

    assert process.returncode == 0


@pytest.mark.parametrize(("seconds", "timers"), [(1.5, [(signal.ITIMER_REAL, 1.5)]), (0, [])])
def test_the_timer_runs_for_as_long_as_the_proxy_needs(
    settings: Any, monkeypatch: pytest.MonkeyPatch, seconds: float, timers: list[tuple[int, float]]
) -> None:
    """By one signal; a second one, or one to a server without a proxy, ends it at once."""
    settings.LEAVING_SECONDS = seconds
    told: list[tuple[int, float]] = []
    monkeypatch.setattr(health, "_leaving", threading.Event())
    monkeypatch.setattr(serve.signal, "setitimer", lambda which, after: told.append((which, after)))
    for _first in timers:
        serve._leave(signal.SIGTERM, None)
        assert health.is_leaving()
    with pytest.raises(SystemExit):
        serve._leave(signal.SIGTERM, None)
    assert told == timers
