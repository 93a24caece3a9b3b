"""Workers as processes: one that is killed loses no mail, and several at once send each mail once."""

from __future__ import annotations

import datetime
import os
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from clubchess.jobs import LEFT_BEHIND
from tests.tools.guards.mail_server import mail_server
from tests.tools.processes.races import database_of_its_own
from tests.tools.processes.waiting import until
from tests.tools.processes.working import published, working

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.postgresql]  # locks


def test_one_that_is_killed_while_it_sends_loses_no_mail(tmp_path: Path, settings: Any) -> None:
    settings.MAIL_ON = True
    with database_of_its_own(tmp_path, called="killed") as environment, mail_server() as server:
        published(4)
        server.hangs_at = "DATA"
        with working(environment, server) as worker:
            until(lambda: "DATA" in server.asked)
            os.kill(worker.pid, signal.SIGKILL)
            worker.wait()
        assert server.received == []
        left = DBTaskResult.objects.filter(status=TaskResultStatus.RUNNING)
        assert left.count() == 1

        server.hangs_at = ""
        left.update(started_at=timezone.now() - LEFT_BEHIND - datetime.timedelta(seconds=1))  # as time passes
        with working(environment, server):
            until(lambda: not DBTaskResult.objects.exclude(status=TaskResultStatus.SUCCESSFUL).exists())

        assert sorted(address for address, _mail in server.received) == [f"no{n}@example.org" for n in range(1, 5)]


def test_several_at_once_send_each_mail_once(tmp_path: Path, settings: Any) -> None:
    settings.MAIL_ON = True
    with database_of_its_own(tmp_path, called="several") as environment, mail_server() as server, ExitStack() as stack:
        published(12)
        for _worker in range(3):
            stack.enter_context(working(environment, server))
        until(lambda: len(server.received) >= 12 and not DBTaskResult.objects.filter(finished_at=None).exists())

        assert sorted(address for address, _mail in server.received) == sorted(
            f"no{number}@example.org" for number in range(1, 13)
        )


def test_one_that_is_told_to_stop_ends_by_itself(tmp_path: Path) -> None:
    with (
        database_of_its_own(tmp_path, called="stopped") as environment,
        mail_server() as server,
        working(environment, server) as worker,
    ):
        assert worker.stdout is not None
        next(line for line in worker.stdout if "Waiting for jobs" in line)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=20) == 0
