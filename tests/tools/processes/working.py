"""A worker process, which may have a mail server of the tests' own."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.utils import timezone

from tests.mail.conftest import wants_mail
from tests.tools.casts.factories import Evening
from tests.tools.guards.mail_server import MailServer
from tests.tools.processes.served import ROOT
from tournaments.models import Club


@contextmanager
def working(environment: Mapping[str, str], server: MailServer | None = None) -> Iterator[subprocess.Popen[str]]:
    mail = {"EMAIL_URL": f"smtp://127.0.0.1:{server.port}", "MAIL_FROM": "chess@example.org"} if server else {}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "run_jobs"],
        cwd=ROOT,
        env={**os.environ, **environment, **mail, "PUBLIC_ADDRESS": "https://chess.example.org"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def published(players: int) -> None:
    """The day after tomorrow, at a club where it is noon."""
    evening = Evening.of(players, starts_at=datetime.time(19))
    Club.objects.update(time_zone=f"Etc/GMT{timezone.now().hour - 12:+d}")
    for number in range(1, players + 1):
        wants_mail(evening, number)
    evening.draft()
    evening.tournament.rounds.update(date=timezone.now().date() + datetime.timedelta(days=2))
    evening.publish()
