"""Starts Clubchess for somebody in front of this machine: data made where there are none, the browser opened."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from clubchess import program_files
from clubchess.bind_address import why_not
from clubchess.platforms.files import put_in_place

HOST: Final = "127.0.0.1"
PORTS: Final = range(8000, 8020)
_RUNNING: Final = ".clubchess-running"
_ADDRESS: Final = ".clubchess-address"
_OPENS_WITHIN: Final = 60
"""Seconds."""

MigrationNames = frozenset[tuple[str, str]]


def start(*, opens_browser: bool = True, port: int | None = None) -> int | None:
    """Until it is stopped; on which port it was. `port`: the one that it had, where it begins again. Ends with a
    sentence where the data cannot be used."""
    try:
        from django.conf import settings

        directory: Path = settings.DATA_DIR
    except OSError as error:
        sys.exit(f"Clubchess cannot keep its data in {error.filename}: {error.strerror}. Choose another with --data.")
    address = directory / _ADDRESS
    try:
        with FileLock(directory / _RUNNING, timeout=0):
            return _serve(address, free_port([port] if port else PORTS), opens_browser=opens_browser)
    except Timeout:
        at = address.read_text(encoding="ascii") if address.exists() else ""
        print(f"Clubchess runs already, with the same data{f', at {at}' if at else ''}.")  # noqa: T201  # a command's
        if at and opens_browser:
            webbrowser.open(at)
    return None


def _serve(address: Path, port: int | None, *, opens_browser: bool) -> int:
    import django
    from django.conf import settings
    from django.core.management import CommandError, call_command

    print(f"Clubchess starts. Its data are in {settings.DATA_DIR}", flush=True)  # noqa: T201
    django.setup()
    if settings.IS_SQLITE and program_files.IS_INSTALLED:
        file = Path(settings.DATABASE["NAME"])
        prepare(file)
        waiting = waiting_migrations(file)
    else:
        waiting = True
    if waiting:
        print("The database is made ready for this version …", flush=True)  # noqa: T201
        call_command("migrate", verbosity=0, interactive=False)
    if port is None:
        sys.exit(f"All ports from {PORTS.start} to {PORTS.stop - 1} are taken: clubchess serve --bind 127.0.0.1:PORT")
    at = f"http://{HOST}:{port}/"
    address.write_text(at, encoding="ascii")
    if opens_browser:
        threading.Thread(target=_open_when_it_answers, args=[port], daemon=True).start()
    try:
        call_command("serve", bind=f"{HOST}:{port}")
    except CommandError as error:
        sys.exit(str(error))
    finally:
        address.unlink(missing_ok=True)
    return port


def prepare(file: Path) -> None:
    """Where there is no database, the empty one that comes along; whole, or not at all."""
    if file.exists():
        return
    aside = file.with_name(f"{file.name}-new")
    try:
        shutil.copyfile(program_files.EMPTY_DATABASE, aside)
        put_in_place(aside, file)
    except OSError as error:
        aside.unlink(missing_ok=True)
        sys.exit(f"Clubchess cannot make its database {file}: {error.strerror}. Nothing was changed.")


def waiting_migrations(file: Path) -> bool:
    """Whether the database lacks some that the empty one has; ends where it is of a newer version."""
    has, wanted = applied(file), applied(program_files.EMPTY_DATABASE)
    if newer := sorted(name for app, name in has - wanted if app == "tournaments"):
        sys.exit(
            f"The data in {file} were made by a newer version of Clubchess ({newer[-1]}). Install that one; nothing "
            "was changed."
        )
    return bool(wanted - has)


def applied(file: Path) -> MigrationNames:
    """By app and name; none in a file that is no such database."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        return frozenset(database.execute("SELECT app, name FROM django_migrations"))
    return frozenset()


def free_port(ports: Iterable[int]) -> int | None:
    return next((port for port in ports if not why_not(f"{HOST}:{port}")), None)


def _open_when_it_answers(port: int) -> None:
    until = time.monotonic() + _OPENS_WITHIN
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection((HOST, port), timeout=2):
            webbrowser.open(f"http://{HOST}:{port}/")
            return
        time.sleep(0.2)
