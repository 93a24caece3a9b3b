"""The server as an operator meets it: a process of its own, started, asked and stopped."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.layers import first_fast

ROOT = Path(__file__).parents[2]


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("how", first_fast(1, [signal.SIGTERM, signal.SIGINT]))
def test_it_prints_its_address_answers_there_and_stops_cleanly(free_port: int, how: signal.Signals) -> None:
    with served("--bind", f"127.0.0.1:{free_port}") as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "Clubchess is at" in line)
        with urllib.request.urlopen(f"{line.split()[3]}healthz", timeout=10) as response:
            assert response.read() == b"ok"
        process.send_signal(how)
        output, _ = process.communicate(timeout=15)

    assert process.returncode == 0
    assert "has stopped" in output


@pytest.mark.slow
def test_half_sent_requests_keep_nobody_waiting(free_port: int) -> None:
    with served("--bind", f"127.0.0.1:{free_port}") as process, contextlib.ExitStack() as stack:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "Clubchess is at" in line)
        for _ in range(150):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", free_port)))
            slow.send(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
        with urllib.request.urlopen(f"{line.split()[3]}healthz", timeout=10) as response:
            assert response.read() == b"ok"


@pytest.mark.parametrize("bind", first_fast(1, ["8000", "127.0.0.1:", ":8000", "127.0.0.1:http", "127.0.0.1:70000"]))
def test_it_says_how_to_write_an_address(bind: str) -> None:
    with served("--bind", bind) as process:
        output, _ = process.communicate(timeout=30)

    assert "write it as address:port" in output
    assert process.returncode == 1


@pytest.mark.slow
def test_it_says_so_when_the_port_is_taken(free_port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", free_port))
        taken.listen()
        with served("--bind", f"127.0.0.1:{free_port}") as process:
            output, _ = process.communicate(timeout=30)

    assert "Cannot listen" in output
    assert "Traceback" not in output


@pytest.mark.slow
def test_it_says_so_when_the_static_files_were_never_collected(free_port: int, tmp_path: Path) -> None:
    with served("--bind", f"127.0.0.1:{free_port}", STATIC_MANIFEST="true", STATIC_ROOT=str(tmp_path)) as process:
        output, _ = process.communicate(timeout=30)

    assert "collectstatic" in output
    assert process.returncode == 1
