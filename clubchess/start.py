"""Starts Clubchess for somebody in front of this machine: data made where there are none, the browser opened."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import sys
import threading
import time
import traceback
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from clubchess import program_files
from clubchess.bind_address import why_not
from clubchess.platforms.files import put_in_place
from clubchess.window import Window
from tournaments.pairing.types.translation import gettext_noop as _  # Django's wants settings

HOST: Final = "127.0.0.1"
PORTS: Final = range(8000, 8020)
_RUNNING: Final = ".clubchess-running"
_ADDRESS: Final = ".clubchess-address"
_ANSWERS_WITHIN: Final = 60
"""Seconds."""

MigrationNames = frozenset[tuple[str, str]]


class CannotStart(SystemExit):
    """A sentence, in English for the console, and what it is made of: a marked text with gaps that `facts` fill."""

    def __init__(self, text: str, **facts: object) -> None:
        self.text, self.facts = text, {name: str(fact) for name, fact in facts.items()}
        super().__init__(text.format(**self.facts))


def start_in_a_window(*, opens_browser: bool = True, port: int | None = None) -> int | None:
    """As `start`, for whoever has clicked on it: a window says that it runs, and stops it, or says why it does not."""
    window = Window()
    try:
        return start(opens_browser=opens_browser, port=port, window=window)
    except CannotStart as error:
        window.failed(error.text, **error.facts)
        raise
    except Exception as error:
        traceback.print_exc()
        window.failed(_("Clubchess has stopped: {error}"), error=repr(error))
        sys.exit(1)
    finally:
        window.close()


def start(*, opens_browser: bool = True, port: int | None = None, window: Window | None = None) -> int | None:
    """Until it is stopped; on which port it was. `port`: the one that it had, where it begins again. Raises
    CannotStart."""
    try:
        from django.conf import settings

        directory: Path = settings.DATA_DIR
    except OSError as error:
        raise CannotStart(
            _("Clubchess cannot keep its data in {directory}: {error}. Choose another with --data."),
            directory=error.filename,
            error=error.strerror,
        ) from None
    address = directory / _ADDRESS
    try:
        with FileLock(directory / _RUNNING, timeout=0):
            return _serve(address, [port] if port else PORTS, opens_browser=opens_browser, window=window)
    except Timeout:
        at = address.read_text(encoding="ascii") if address.exists() else ""
        print(f"Clubchess runs already, with the same data{f', at {at}' if at else ''}.")  # noqa: T201  # a command's
        if at and opens_browser:
            webbrowser.open(at)
    return None


def _serve(address: Path, ports: Iterable[int], *, opens_browser: bool, window: Window | None) -> int:
    import django
    from django.conf import settings
    from django.core.management import CommandError, call_command

    if window is not None:
        window.starts()
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
    port = free_port(ports)
    if port is None:
        raise CannotStart(
            _("All ports from {first} to {last} are taken: clubchess serve --bind 127.0.0.1:PORT"),
            first=PORTS.start,
            last=PORTS.stop - 1,
        )
    at = f"http://{HOST}:{port}/"
    address.write_text(at, encoding="ascii")
    told = ([window.runs_at] if window is not None else []) + ([webbrowser.open] if opens_browser else [])
    threading.Thread(target=_tell_when_it_answers, args=[port, at, told], daemon=True).start()
    try:
        call_command("serve", bind=f"{HOST}:{port}")
    except CommandError as error:
        raise CannotStart("{error}", error=error) from None
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
        raise CannotStart(
            _("Clubchess cannot make its database {file}: {error}. Nothing was changed."),
            file=file,
            error=error.strerror,
        ) from None


def waiting_migrations(file: Path) -> bool:
    """Whether the database lacks some that the empty one has; ends where it is of a newer version."""
    has, wanted = applied(file), applied(program_files.EMPTY_DATABASE)
    if newer := sorted(name for app, name in has - wanted if app == "tournaments"):
        raise CannotStart(
            _(
                "The data in {file} were made by a newer version of Clubchess ({migration}). Install that one; nothing "
                "was changed."
            ),
            file=file,
            migration=newer[-1],
        )
    return bool(wanted - has)


def applied(file: Path) -> MigrationNames:
    """By app and name; none in a file that is no such database."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        return frozenset(database.execute("SELECT app, name FROM django_migrations"))
    return frozenset()


def free_port(ports: Iterable[int]) -> int | None:
    return next((port for port in ports if not why_not(f"{HOST}:{port}")), None)


def _tell_when_it_answers(port: int, address: str, told: Sequence[Callable[[str], object]]) -> None:
    until = time.monotonic() + _ANSWERS_WITHIN
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection((HOST, port), timeout=2):
            for each in told:
                each(address)
            return
        time.sleep(0.2)
