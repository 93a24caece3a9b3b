"""Server processes on a database of their own."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@dataclass(kw_only=True)
class Site:
    port: int
    command: Sequence[str]
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_up(self) -> None:
        """Returns when somebody can connect."""
        until_it_answers(self.port, self.process)

    def start(self) -> None:
        """Another process at the same address, where one was killed."""
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen([*self.command], cwd=ROOT, env=self.environment, stdout=quiet)

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
    site = Site(port=port, command=serve, environment=environment)
    try:
        yield site
    finally:
        site.kill()


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
