"""A PostgreSQL server of the tests' own, which they may stop, start and fill, and pgbouncer in front of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.tools.processes.served import ROOT, free_port, until_it_answers

USER = "clubchess"
_TEMPLATE = "migrated"


def _newest_programs() -> Path | None:
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    beside = shutil.which("initdb")
    versions = sorted(found, key=lambda path: float(path.parent.name))
    return versions[-1] if versions else Path(beside).parent if beside else None


PROGRAMS = _newest_programs()
PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
_REQUIRED = os.environ.get("CI") == "true"

on_postgresql = [
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="one laptop's file has no server that others share"),
    pytest.mark.skipif(
        PROGRAMS is None and not _REQUIRED,
        reason="initdb is not installed, so a restart of PostgreSQL is NOT TRIED. Debian: sudo apt install postgresql",
    ),
]
"""Marks of a test that takes a server of its own."""
with_pgbouncer = pytest.mark.skipif(
    PGBOUNCER is None and not _REQUIRED,
    reason="pgbouncer is not installed, so deploy/pgbouncer.ini is NOT TRIED. Debian: sudo apt install pgbouncer",
)


@dataclass(frozen=True, kw_only=True)
class Server:
    directory: Path
    port: int

    def start(self) -> None:
        """Returns when it takes connections. It writes nothing through to the disk: only the machine must not die."""
        options = f"-c port={self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.directory}"
        quick = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=64MB"
        self._control("start", f"--log={self.directory}/log", f"--options={options} {quick}")

    def stop(self, how: str = "fast") -> None:
        """`fast` cuts all connections; `immediate` is as if it had crashed."""
        self._control("stop", f"--mode={how}")

    def _control(self, verb: str, *arguments: str) -> None:
        assert PROGRAMS is not None, "CI installs PostgreSQL"
        run_as_nobody_special(
            [str(PROGRAMS / "pg_ctl"), verb, "--wait", "--silent", f"--pgdata={self.directory}/data", *arguments]
        )


def run_as_nobody_special(command: list[str]) -> None:
    """Neither PostgreSQL nor pgbouncer runs as root."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **not_root())  # type: ignore[call-overload]


def not_root() -> dict[str, str]:
    """What starts a process as the user that Debian's package makes; nothing where we are not root ourselves."""
    return {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}


@contextmanager
def server_of_its_own() -> Iterator[Server]:
    assert PROGRAMS is not None, "CI installs PostgreSQL"
    directory = Path(tempfile.mkdtemp(prefix="clubchess-postgresql-"))
    server = Server(directory=directory, port=free_port())
    try:
        if os.geteuid() == 0:
            shutil.chown(directory, "postgres", "postgres")
        made = [f"--pgdata={directory}/data", f"--username={USER}", "--auth=trust", "--no-sync", "--encoding=UTF8"]
        run_as_nobody_special([str(PROGRAMS / "initdb"), *made, "--locale=C.UTF-8"])
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def connected_to(port: int, name: str) -> Iterator[dict[str, str]]:
    """This process and those started with the environment given use that database."""
    kept = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update(HOST="127.0.0.1", PORT=str(port), USER=USER, PASSWORD="", NAME=name)
    try:
        yield os.environ | {
            "SECRET_KEY": settings.SECRET_KEY,
            "DATABASE_URL": url(port, name),
            "DJANGO_SETTINGS_MODULE": "clubchess.settings",
        }
    finally:
        connection.close()
        connection.settings_dict.update(kept)


def url(port: int, name: str, **options: str) -> str:
    asked = "&".join(f"{key}={value}" for key, value in options.items())
    return f"postgres://{USER}@127.0.0.1:{port}/{name}" + (f"?{asked}" if asked else "")


def make_template(server: Server) -> None:
    """An empty, migrated database that the others are copied from: a tenth of a second each."""
    execute(server, f"CREATE DATABASE {_TEMPLATE}")
    with connected_to(server.port, _TEMPLATE):
        call_command("migrate", verbosity=0)


@contextmanager
def database_on(server: Server, called: str) -> Iterator[dict[str, str]]:
    """Migrated and without a row; the environment of processes that are to use it."""
    execute(server, f"CREATE DATABASE {called} TEMPLATE {_TEMPLATE}")
    with connected_to(server.port, called) as environment:
        yield environment
    execute(server, f"DROP DATABASE {called} WITH (FORCE)")


def execute(server: Server, statement: str) -> None:
    with connected_to(server.port, "postgres"), connection.cursor() as cursor:
        cursor.execute(statement)


def waiting_for_a_lock(application: str) -> list[str]:
    """What a process, by the name it connects under, has asked and is kept from by somebody's lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees what it saw first
        cursor.execute(
            "SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = %s", [application]
        )
        return [row[0] for row in cursor.fetchall()]


@contextmanager
def pooled(server: Server, database: str, *, behind: int) -> Iterator[int]:
    """deploy/pgbouncer.ini in front of the database, with so many connections behind. Gives its port."""
    assert PGBOUNCER is not None, "CI installs pgbouncer"
    directory, port = server.directory / "pgbouncer", free_port()
    directory.mkdir()
    in_place = {
        "clubchess = host=127.0.0.1 port=5432 dbname=clubchess": f"{database} = host=127.0.0.1 port={server.port}",
        "listen_port = 6432": f"listen_port = {port}",
        "default_pool_size = 30": f"default_pool_size = {behind}",
        "auth_type = scram-sha-256": "auth_type = trust",
        "/var/run/postgresql": str(directory),
        "/var/log/postgresql": str(directory),
        "/etc/pgbouncer": str(directory),
    }
    text = (ROOT / "deploy" / "pgbouncer.ini").read_text()
    for theirs, ours in in_place.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    (directory / "pgbouncer.ini").write_text(text)
    (directory / "userlist.txt").write_text(f'"{USER}" ""\n')
    if os.geteuid() == 0:
        for path in (directory, *directory.iterdir()):
            shutil.chown(path, "postgres", "postgres")
    command = [PGBOUNCER, "--quiet", str(directory / "pgbouncer.ini")]
    with subprocess.Popen(command, **not_root()) as process:  # type: ignore[call-overload]
        try:
            until_it_answers(port, process)
            yield port
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(directory)
