"""A hall of phones at the moment of publishing, on the server of `make run`: `python -m bench.phones` from the root.

Load and server share the cores of this machine: it is the old laptop of a club that is measured, not a server. With
`--busy` one of them is taken by something else.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from bench._phones_kept import STATIC_FILE
from bench._phones_load import Counts, Hall, Way, requests_per_second

ROOT = Path(__file__).parents[1]
POSTGRESQL = "postgres://root@127.0.0.1:5432/postgres"

Kind = tuple[str, str, tuple[int, float] | None]
"""What was measured, its name, and the bar: a percentile and its seconds."""
KINDS: tuple[Kind, ...] = (
    ("publish", "director publishes", None),
    ("page", "the page alone", None),
    ("opening", "first opening, with styles and script", (99, 2.0)),
    ("poll 204", "poll, nothing new", (99, 0.25)),
    ("poll 200", "poll, a new fragment", (99, 0.25)),
    ("tap", "director enters a result", (95, 0.3)),
)


@dataclass(kw_only=True)
class Server:
    """`manage.py serve`, and what it has used."""

    pid: int
    port: int

    @property
    def way(self) -> Way:
        return Way(host="127.0.0.1", port=self.port)

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def peak_mb(self) -> float:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


@contextlib.contextmanager
def served(environment: dict[str, str], log: Path, *arguments: str, keeps: bool = True) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    ours = ["manage.py", "serve", "--bind", f"127.0.0.1:{port}", *arguments]
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603  # our own server
            [sys.executable, *(ours if keeps else ["-m", "bench._phones_kept", "serve", str(port)])],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_it_answers(process, port)
        yield Server(pid=process.pid, port=port)
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_until_it_answers(process: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(1_200):
        if process.poll() is not None:
            raise RuntimeError("the server did not start")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
            return
        time.sleep(0.1)
    raise RuntimeError("the server does not answer")


@contextlib.contextmanager
def busy_core() -> Iterator[None]:
    """Another program that keeps one core of this machine to itself, as well as it can."""
    core = min(os.sched_getaffinity(0))
    spins = f"import os\nos.sched_setaffinity(0, [{core}])\nwhile True: pass"
    process = subprocess.Popen([sys.executable, "-c", spins])  # noqa: S603  # our own loop
    try:
        yield
    finally:
        process.kill()
        process.wait()


# The two databases


@contextlib.contextmanager
def postgresql() -> Iterator[str | None]:
    """The address of a database of our own, dropped afterwards; None where no server answers."""
    import psycopg
    from psycopg import sql

    given = os.environ.get("DATABASE_URL", "")
    server = given if given.startswith("postgres") else POSTGRESQL
    parts = urlsplit(server)
    name = f"clubchess_bench_{secrets.token_hex(4)}"
    try:
        connection = psycopg.connect(server, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        yield None
        return
    with connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(parts._replace(path=f"/{name}"))
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def environment_of(folder: Path, database: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DEBUG", "ALLOWED_HOSTS", "HTTPS")}
    return kept | {
        "CLUBCHESS_DATA": str(folder),
        "DATABASE_URL": database,
        "SECRET_KEY": "bench" * 12,
        "STATIC_MANIFEST": "true",
        "STATIC_ROOT": "",
        "BEHIND_PROXY": "0",
        "LOG_LEVEL": "WARNING",
    }


def on_both(
    measure: Callable[[str, dict[str, str], Path, argparse.Namespace], None], options: argparse.Namespace
) -> None:
    """Measure on each database, or on the one that `options.only` names. It is given its name, the environment of a
    server on it, a folder of its own and the options."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="clubchess-bench-")))
        if options.only != "postgresql":
            (folder / "sqlite").mkdir()
            measure("SQLite", environment_of(folder / "sqlite", ""), folder / "sqlite", options)
        if options.only != "sqlite":
            database = stack.enter_context(postgresql())
            if database is None:
                print("\nPostgreSQL: not measured, no server answers.")
                return
            (folder / "postgresql").mkdir()
            measure("PostgreSQL", environment_of(folder / "postgresql", database), folder / "postgresql", options)


def club_of(environment: dict[str, str], *module: str) -> dict[str, Any]:
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)  # noqa: S603
    printed: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return printed


# What is printed


def percentile(times: list[float], share: int) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def print_counts(counts: Counts, server: Server, *, cpu: float, own_cpu: float, seconds: float) -> None:
    print_times(counts, KINDS)
    print_errors(counts, seconds)
    print(
        f"  server: {cpu / seconds:.0%} of one core, {server.peak_mb():.0f} MB at most;"
        f" load script: {own_cpu / seconds:.0%} of one core, kept its phones waiting {1000 * counts.lag:.0f} ms at"
        " worst",
        flush=True,
    )


def print_times(counts: Counts, kinds: Sequence[Kind]) -> None:
    print(f"  {'milliseconds':<40} {'how many':>8} {'p50':>7} {'p95':>7} {'p99':>7} {'max':>7}")
    for kind, words, bar in kinds:
        times = counts.times.get(kind)
        if not times:
            print(f"  {words:<40} {'none':>8}")
            continue
        cells = " ".join(f"{1000 * percentile(times, share):>7.0f}" for share in (50, 95, 99, 100))
        verdict = ""
        if bar is not None:
            share, most = bar
            measured = percentile(times, share)
            verdict = f"   p{share} under {1000 * most:.0f}: {'held' if measured < most else 'MISSED'}"
        print(f"  {words:<40} {len(times):>8,} {cells}{verdict}")


def print_errors(counts: Counts, seconds: float) -> None:
    print(
        f"  errors {sum(counts.errors.values())}; {counts.requests / seconds:,.0f} requests a second,"
        f" {counts.open_most:,} connections at most, {counts.reconnects:,} opened again"
    )
    for error, times_met in counts.errors.most_common(5):
        print(f"    {times_met} × {error}")


def hall(name: str, environment: dict[str, str], folder: Path, options: argparse.Namespace) -> None:
    seeded = club_of(environment, "bench._phones_club")
    here = club_of(environment, "bench._phones_kept", seeded["paths"][0])
    log = folder / "serve.log"
    with served(environment, log) as server:
        load = Hall(
            way=server.way,
            phones=options.phones,
            seconds=options.seconds,
            connections=options.connections,
            **seeded,
        )
        before, own_before, start = server.cpu_seconds(), time.process_time(), time.perf_counter()
        asyncio.run(load.run())
        seconds = time.perf_counter() - start
        beside = ", one core kept busy by another program" if options.busy else ""
        print(f"\n{name}: {options.phones:,} phones, {options.connections} connections each{beside}")
        print_counts(
            load.counts,
            server,
            cpu=server.cpu_seconds() - before,
            own_cpu=time.process_time() - own_before,
            seconds=seconds,
        )
        asked = {"file": f"/static/{STATIC_FILE}", "kept": seeded["paths"][0]}
        there = {what: _over_sockets(server, path, options) for what, path in asked.items()}
    said = [line for line in log.read_text(errors="replace").splitlines() if not line.startswith("Clubchess ")]
    for line in said[:5]:
        print(f"  the server said: {line[:200]}")
    with served(environment, log, keeps=False) as server:
        there["rendered"] = _over_sockets(server, seeded["paths"][0], options)
    print_kept(name, here, there)


def _over_sockets(server: Server, path: str, options: argparse.Namespace) -> float:
    return asyncio.run(requests_per_second(server.way, path, min(3.0, options.seconds / 5)))


def print_kept(name: str, here: dict[str, Any], there: dict[str, float]) -> None:
    print(f"\n{name}: one page of {here['bytes'] / 1000:.1f} kB compressed, requests per second")
    print(f"  {'':<40} {'in one process':>16} {'over 8 sockets':>16}")
    for what, words in (
        ("rendered", "rendered again, its tables being kept"),
        ("changed", "rendered after a change"),
        ("kept", "kept"),
        ("live", "kept live fragment"),
        ("file", "whitenoise, a file of that size"),
    ):
        cells = [f"{rates[what]:,.0f}" if what in rates else "" for rates in (here, there)]
        print(f"  {words:<40} {cells[0]:>16} {cells[1]:>16}")
    ratios = [rates["kept"] / rates["rendered"] for rates in (here, there)]
    print(f"  {'kept : rendered again (at least 20)':<40} {ratios[0]:>14.1f} × {ratios[1]:>14.1f} ×")
    print(
        f"  {'kept : rendered after a change (at least 60)':<44} {here['kept'] / here['changed']:>10.1f} ×", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.phones", description=__doc__.splitlines()[0])
    parser.add_argument("--phones", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they poll after the opening")
    parser.add_argument(
        "--connections", type=int, default=2, help="of each phone; browsers open one more for the script"
    )
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--busy", action="store_true", help="with one core kept busy by another program")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with busy_core() if options.busy else contextlib.nullcontext():
        on_both(hall, options)


if __name__ == "__main__":
    main()
