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
from clubchess.open_lines import OpenLines
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
    with served("--bind", f"127.0.0.1:{free_port}", LEAVING_SECONDS="4") as process:
        home = home_of(process)
        assert status_of(f"{home}healthz") == (200, b"ok")

        process.send_signal(signal.SIGTERM)
        until(lambda: status_of(f"{home}readyz")[1] == b"stopping")
        assert status_of(f"{home}healthz") == (200, b"ok")

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


@pytest.mark.parametrize(("seconds", "timers"), [(0.01, [0.01]), (0, [])])
def test_the_timer_runs_for_as_long_as_the_proxy_needs(
    settings: Any, monkeypatch: pytest.MonkeyPatch, seconds: float, timers: list[float]
) -> None:
    """By one signal; a second one, or one to a server without a proxy, ends it at once."""
    settings.LEAVING_SECONDS = seconds
    monkeypatch.setattr(health, "_leaving", threading.Event())
    lines, begun = OpenLines(), []
    timer = threading.Timer
    monkeypatch.setattr(serve.threading, "Timer", lambda after, then: begun.append(after) or timer(after, then))
    for _first in timers:
        serve._leave(lines)
        assert health.is_leaving()
    with pytest.raises(SystemExit):
        serve._leave(lines)
    assert begun == timers
    if timers:
        until(lambda: lines.is_stopped)
