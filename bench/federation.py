"""A federation on PostgreSQL: what each screen of a club takes among 2,000 clubs, against the same club alone.

    .venv-bench/bin/python -m bench.federation [FACTOR] [--keep] [--only PATTERN]

Makes two databases beside that of DATABASE_URL: one with a club alone (60 members, four tournaments of 19 rounds), and
one in which it is one of 2,000 times FACTOR (0.01 unless said). At 1 that is 120,000 players, 10,000 tournaments,
3,000,000 games, 5,000,000 actions and 9 GB. Both are dropped at the end, unless `--keep`: then they are there for the
next run.

Processor milliseconds, this process's and its connection's to the database together; for each look all that the process
keeps is forgotten. The ratio is that of the shortest looks, on which neighbours weigh least; medians stand beside it,
and the clock's.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

POSTGRESQL = "postgres://root@127.0.0.1:5432/postgres"
CLUBS = 2_000
ALONE = "federation_alone"
BAR = 1.5
TOO_SHORT = 1.0
"""Milliseconds. What takes no longer is over the bar by chance."""
SIZES = ("club", "player", "tournament", "game", "attendance", "action")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("factor", nargs="?", type=float, default=0.01)
    arguments.add_argument("--keep", action="store_true", help="leave the two databases for the next run")
    arguments.add_argument("--only", default="", help="a pattern of the screens' names: after something was mended")
    given = arguments.parse_args()
    if not on_postgresql(os.environ.get("DATABASE_URL", POSTGRESQL)):
        print("DATABASE_URL names no PostgreSQL that answers: nothing measured.")
        return
    with installation(given.factor, keep=given.keep) as among:
        _show(*_measure(ALONE, among, given.only), _clubs(given.factor))


@contextlib.contextmanager
def installation(factor: float, *, keep: bool) -> Iterator[str]:
    """The name of the database with so many clubs; that with one of them alone is ALONE."""
    among = f"federation_{_clubs(factor)}"
    try:
        _make(among, _clubs(factor))
        yield among
    finally:
        if not keep:
            for name in (ALONE, among):
                _administer(f'DROP DATABASE IF EXISTS "{name}"')


def _clubs(factor: float) -> int:
    return max(2, round(CLUBS * factor))


def on_postgresql(address: str) -> bool:
    import psycopg

    try:
        psycopg.connect(address_of("postgres", address), connect_timeout=3).close()
    except psycopg.Error:
        return False
    return True


# The two databases


def _make(among: str, clubs: int) -> None:
    there = {row[0] for row in _administer("SELECT datname FROM pg_database")}
    if ALONE not in there:
        _create(ALONE, "template0")
        _run("bench._federation_club", ALONE)
    else:
        _run("manage", ALONE)
    if among not in there:
        began = time.perf_counter()
        _create(among, ALONE)
        _run("bench._federation_copies", among, str(clubs))
        print(f"{clubs:,} clubs made in {time.perf_counter() - began:.0f} s", flush=True)
    else:
        _run("manage", among)
    counts = ", ".join(f"{_count(among, name):,} {name}s" for name in SIZES)
    size = _ask(among, "SELECT pg_database_size(current_database())")
    print(f"{counts}; {size / 1e9:.1f} GB on the disk", flush=True)


def _create(name: str, template: str) -> None:
    _administer(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    _administer(f'ALTER DATABASE "{name}" SET synchronous_commit = off')  # its disk is not what is measured


def _administer(statement: str) -> list[tuple[Any, ...]]:
    return _rows("postgres", statement)


def _count(database: str, name: str) -> int:
    return _ask(database, f"SELECT count(*) FROM tournaments_{name}")  # noqa: S608


def _ask(database: str, statement: str) -> int:
    return int(_rows(database, statement)[0][0])


def _rows(database: str, statement: str) -> list[tuple[Any, ...]]:
    import psycopg

    with psycopg.connect(address_of(database), autocommit=True) as connection:
        answer = connection.execute(statement)
        return answer.fetchall() if answer.description else []


def address_of(name: str, address: str = "") -> str:
    parts = urlsplit(address or os.environ.get("DATABASE_URL", POSTGRESQL))
    return urlunsplit(parts._replace(scheme="postgres", path=f"/{name}"))


# What is measured


def _measure(alone: str, among: str, only: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """By its name what each screen takes, one look in one database after one in the other; None where none is there."""
    with _screens(alone, only) as one, _screens(among, only) as other:
        found: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        while True:
            for process, told in zip((one, other), found, strict=True):
                print(file=process.stdin, flush=True)
                line = process.stdout.readline() if process.stdout else ""
                if not line:
                    return found
                name, measured = json.loads(line)
                told[name] = measured


@contextlib.contextmanager
def _screens(database: str, only: str) -> Iterator[subprocess.Popen[str]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench._federation_screens", only]
        with subprocess.Popen(  # noqa: S603
            command, text=True, env=_environment(database, folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            yield process


def _run(module: str, database: str, *arguments: str) -> str:
    """In a process of its own, so that none has anything that another kept."""
    command = ["manage.py", "migrate", "-v0"] if module == "manage" else ["-m", module, *arguments]
    with tempfile.TemporaryDirectory() as folder:
        is_told = module == "bench._federation_copies"
        ran = subprocess.run(  # noqa: S603
            [sys.executable, *command],
            check=True,
            text=True,
            env=_environment(database, folder),
            stdout=None if is_told else subprocess.PIPE,
        )
    return ran.stdout or ""


def _environment(database: str, folder: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": address_of(database),
        "CLUBCHESS_DATA": folder,
        "SECRET_KEY": "bench" * 12,
        "STATIC_MANIFEST": "true",
        "LOG_LEVEL": "ERROR",
    }


def _show(alone: dict[str, Any], among: dict[str, Any], clubs: int) -> None:
    print(f"\nBar: {BAR} times, and the same number of queries. Processor ms (the clock's)")
    print(f"{'':<36}{'alone':>16}{f'among {clubs:,}':>18}{'ratio':>7}  queries")
    over, ratios = [], []
    both = [(name, alone[name], each) for name, each in among.items() if each and alone.get(name)]
    for name, one, many in sorted(both, key=lambda row: -_ratio(row[1], row[2])):
        ratio = _ratio(one, many)
        ratios.append(ratio)
        queries = (
            f"{one['queries']}" if one["queries"] == many["queries"] else f"{one['queries']} → {many['queries']} !"
        )
        is_over = ratio > BAR and min(many["busy"]) > TOO_SHORT
        print(f"{name:<36}{_times(one):>16}{_times(many):>18}{ratio:>7.2f}{' !' if is_over else '  '}{queries}")
        if is_over or one["queries"] != many["queries"]:
            over.append((name, many))
    print(f"{len(both)} screens and taps; median ratio {statistics.median(ratios):.2f}; {len(over)} over the bar")
    for name, many in over:
        took, sql = many["slowest"]
        shown = re.sub(r"SELECT .*? FROM", "SELECT … FROM", sql, count=1)[:700]
        print(f"  {name}: its slowest query, {took:.0f} ms: {shown}")
    for name, each in among.items():
        if each and not alone.get(name):
            print(f"  {name}, which one club alone does not have: {_times(each)} ms")
    left_out = ", ".join(name for name, each in among.items() if not each)
    print(f"Not measured, since they answer a look with no page: {left_out}")


def _times(each: dict[str, Any]) -> str:
    return f"{_median(each, 'busy'):.1f} ({_median(each, 'wall'):.0f})"


def _ratio(one: dict[str, Any], many: dict[str, Any]) -> float:
    return float(min(many["busy"]) / min(one["busy"]))


def _median(each: dict[str, Any], what: str) -> float:
    return float(statistics.median(each[what]))


if __name__ == "__main__":
    main()
