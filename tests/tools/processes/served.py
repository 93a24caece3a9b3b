"""A server process on a database of its own."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[3]


@contextlib.contextmanager
def served(environment: Mapping[str, str]) -> Iterator[str]:
    """Its address. At the end it is told to stop, and must do so at once."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = [sys.executable, "manage.py", "serve", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(serve, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            next(line for line in process.stdout if "Clubchess is at" in line)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            try:
                assert process.wait(timeout=20) == 0
            finally:
                process.kill()
