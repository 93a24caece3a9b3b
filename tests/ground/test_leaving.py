"""A process that was told to stop: a proxy hears of it first, and what was asked meanwhile is answered."""

from __future__ import annotations

import signal
import socket
import time
import urllib.error
import urllib.request

import pytest

from tests.ground.test_serve import free_port, served

__all__ = ["free_port"]


def status_of(address: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()


@pytest.mark.slow
def test_it_says_that_it_is_not_ready_while_it_still_answers_and_then_goes(free_port: int) -> None:
    with served("--bind", f"127.0.0.1:{free_port}", LEAVING_SECONDS="1.5") as process:
        assert process.stdout is not None
        home = next(line for line in process.stdout if "Clubchess is at" in line).split()[3]
        assert status_of(f"{home}healthz") == (200, b"ok")

        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        while status_of(f"{home}readyz")[1] != b"stopping":
            assert time.monotonic() - began < 1
        assert status_of(f"{home}healthz") == (200, b"ok")

        process.communicate(timeout=15)
        assert process.returncode == 0
        assert 1.4 < time.monotonic() - began < 10
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", free_port), timeout=1)


@pytest.mark.slow
def test_a_second_signal_does_not_wait(free_port: int) -> None:
    with served("--bind", f"127.0.0.1:{free_port}", LEAVING_SECONDS="60") as process:
        assert process.stdout is not None
        next(line for line in process.stdout if "Clubchess is at" in line)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)

        process.communicate(timeout=15)

    assert process.returncode == 0
