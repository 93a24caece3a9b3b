"""Serve the application where nothing stands in front: a laptop, the club's own network."""

import logging
import signal
import threading
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from clubchess import ending, health, house_words, site, this_machine, write_limit
from clubchess.bind_address import cannot_listen, host_and_port, why_not, written
from clubchess.jobs import Worker
from clubchess.log_in.ended_sessions import clear_until
from clubchess.open_lines import OpenLines, server_on
from clubchess.platforms import own_limits
from clubchess.wsgi import application
from tournaments.recording import chosen_words
from tournaments.services.clubs.clubs import nobody_is_here
from tournaments.services.clubs.first_word import make_word
from tournaments.services.installation import own_backups, putting_back

# 2,000 phones, of which each keeps several open; those beyond take the place of who was answered longest ago.
CONNECTIONS = 10_000
# Our largest upload is a tournament file of 20 MB.
BODY_BYTES = 25 * 1024 * 1024
# For the database, static files, logs.
OTHER_FILES = 200
# For what was asked before it was told to stop.
FINISHING_SECONDS = 20


class Command(BaseCommand):
    help = "Serve the application until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1:8000", help="address and port, default %(default)s")
        # More than there are cores: one that waits for the database must not keep the readers waiting.
        parser.add_argument("--threads", type=int, default=write_limit.THREADS, help="default %(default)s")

        parser.add_argument("--no-jobs", action="store_true", help="where manage.py run_jobs runs beside it")

    def handle(self, *args: Any, bind: str, threads: int, no_jobs: bool, **options: Any) -> None:
        try:
            host, port = host_and_port(bind)
        except ValueError as error:
            raise CommandError(str(error)) from error
        if settings.STATIC_MANIFEST and not (settings.STATIC_ROOT / "staticfiles.json").exists():
            raise CommandError("The static files are not collected yet. Run: manage.py collectstatic --no-input")
        connections = own_limits.open_files(CONNECTIONS + OTHER_FILES) - OTHER_FILES
        # One line for each request that waits a moment for a thread, when everybody comes at once.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        write_limit.for_threads(threads)
        putting_back.carry_out()
        house_words.follow(chosen_words)
        lines = OpenLines()
        phones = settings.PHONES_HOST if this_machine.is_loopback(host) else ""
        if phones and why_not(written(phones, port)):  # a network that has gone since
            phones = ""
        try:
            server = server_on(
                lines,
                application,
                listen=" ".join(written(each, port) for each in (host, phones) if each),
                threads=threads,
                connection_limit=connections,
                channel_timeout=60,
                max_request_body_size=BODY_BYTES,
                ident=None,
                # Dropped unless a proxy of ours wrote them: a browser could claim any address.
                clear_untrusted_proxy_headers=not settings.BEHIND_PROXY,
            )
        except OSError as error:
            raise CommandError(cannot_listen(bind, error)) from error
        this_machine.listens_on(line.socket.getsockname()[0] for line in lines.values() if line.accepting)
        site.phones_come_in_by(f"http://{written(phones, port)}" if phones else "")
        ending.ended_by(lines.stop)
        signal.signal(signal.SIGTERM, lambda _number, _frame: _leave(lines))
        self.stdout.write(f"Clubchess is at http://{bind}/  (Ctrl+C stops it)")
        if phones:
            self.stdout.write(f"Phones in this network find it at {site.phones_address()}/")
        with suppress(DatabaseError):  # away, or not migrated: /readyz says so
            if nobody_is_here():
                self.stdout.write(
                    "There is no club yet: open that address to make it. "
                    f"From another device it asks for a word, which is: {make_word()}"
                )
        self.stdout.flush()
        stopped = threading.Event()
        threading.Thread(target=clear_until, args=[stopped], daemon=True).start()
        threading.Thread(target=house_words.follow_until, args=[stopped, chosen_words], daemon=True).start()
        if not no_jobs:
            threading.Thread(target=Worker().run_until, args=[stopped], daemon=True).start()
        with suppress(SystemExit, KeyboardInterrupt):
            lines.run()
        stopped.set()
        lines.finish(FINISHING_SECONDS)
        server.task_dispatcher.shutdown()
        own_backups.back_up_what_is_new()
        self.stdout.write("Clubchess has stopped.")


def _leave(lines: OpenLines) -> None:
    """Where a proxy shares out the requests, it is first told that this process is not to be asked any more. A second
    signal ends that at once."""
    if not settings.LEAVING_SECONDS or health.is_leaving():
        raise SystemExit(0)
    health.leave()
    timer = threading.Timer(settings.LEAVING_SECONDS, lines.stop)
    timer.daemon = True
    timer.start()
