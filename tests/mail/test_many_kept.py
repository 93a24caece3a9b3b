"""Among the mails of a whole installation each tournament's are found, and nothing else is read for it."""

from __future__ import annotations

import pytest
from django.db import connection
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from clubchess import jobs
from tests.mail.conftest import NOON, published
from tests.tools.casts.factories import Evening
from tests.tools.guards.mail_server import MailServer
from tests.tools.played.jobs import work
from tournaments.mail.jobs import tell_of_place, tell_of_round
from tournaments.pages.calendar.mail_failures import mail_trouble, troubled

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # JSON of the jobs, an index

OTHERS = 3_000


def others() -> None:
    """Of other rounds, which have ended as ours do."""
    DBTaskResult.objects.bulk_create(
        DBTaskResult(
            status=TaskResultStatus.FAILED,
            enqueued_at=NOON,
            started_at=NOON,
            finished_at=NOON,
            args_kwargs={"args": [], "kwargs": {"round": 10_000 + number // 20, "entry": number, "told": "1"}},
            task_path=tell_of_place.module_path,
            queue_name=jobs.kept_under("round", 10_000 + number // 20),
            backend_name="default",
            run_after=NOON,
        )
        for number in range(OTHERS)
    )


def test_nothing_of_the_others_is_read(evening: Evening, server: MailServer) -> None:
    others()
    server.refuses["RCPT"] = "550 no such mailbox"
    published(evening, 1, 2)
    work()
    trouble = mail_trouble(evening.tournament)

    assert trouble is not None
    assert trouble.how_many == ("2 mails of the last day could not be sent.",)
    keys = list(evening.tournament.rounds.values_list("pk", flat=True))
    for question in troubled(evening.tournament, keys):
        plan = question.explain()
        whole = "Seq Scan" if connection.vendor == "postgresql" else "SCAN django_tasks"
        assert whole not in plan, plan


def test_who_was_told_by_a_version_before_is_not_told_again(evening: Evening, server: MailServer) -> None:
    """It left what had ended where it had waited."""
    published(evening, 1, 2)
    work()
    DBTaskResult.objects.update(queue_name=jobs.WAITING)
    sent = len(server.received)
    assert sent

    tell_of_round.enqueue(round=evening.round.pk)
    work()

    assert len(server.received) == sent
