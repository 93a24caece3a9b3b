"""Server processes on a database of their own."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, kw_only=True)
class Site:
    port: int
    process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_up(self) -> None:
        """Returns when somebody can connect."""
        until_it_answers(self.port, self.process)

    def kill(self) -> None:
        """In the middle of whatever it is at."""
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def served(environment: Mapping[str, str]) -> Iterator[str]:
    """Its address. At the end it is told to stop, and must do so at once."""
    with started(environment) as site:
        site.is_up()
        try:
            yield site.address
        finally:
            site.process.terminate()
            assert site.process.wait(timeout=20) == 0


@contextlib.contextmanager
def started(environment: Mapping[str, str], *arguments: str) -> Iterator[Site]:
    """One that is not waited for, so that several can start at once; and that may be killed."""
    port = free_port()
    serve = [sys.executable, "manage.py", "serve", "--bind", f"127.0.0.1:{port}", *arguments]
    with subprocess.Popen(serve, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            yield Site(port=port, process=process)
        finally:
            process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until_it_answers(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, f"it has ended with {process.returncode}"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"nothing answers on {port}")
