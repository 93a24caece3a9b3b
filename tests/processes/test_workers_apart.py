"""Two workers beside a process that serves: a long job is the first one's, until it is killed in the middle of it."""

from __future__ import annotations

import datetime
import re
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tests.tools.casts.factories import ClubFactory, UserFactory
from tests.tools.guards.mail_server import mail_server
from tests.tools.pages import rating_lists as made
from tests.tools.processes.people import ask, log_in
from tests.tools.processes.postgresql import Server, database_on, on_postgresql, url, waiting_for_a_lock
from tests.tools.processes.served import started
from tests.tools.processes.waiting import until
from tests.tools.processes.working import published, working
from tournaments.models import Club, ListedRating, ListState, Membership, RatingList, RatingListUpload, Role, User

pytestmark = [pytest.mark.slow, *on_postgresql]

PEOPLE = 20_000
PLAYERS = 8
LEFT_BEHIND = "3"
"""Seconds."""


def test_a_list_is_loaded_and_each_mail_sent_once_by_the_one_that_is_left(postgresql: Server, settings: Any) -> None:
    settings.MAIL_ON = True
    with database_on(postgresql, "apart") as environment, mail_server() as mails, ExitStack() as stack:
        environment |= {"JOB_LEFT_BEHIND_SECONDS": LEFT_BEHIND}
        workers: dict[str, subprocess.Popen[str]] = {}

        def work(name: str) -> None:
            by_name = {"DATABASE_URL": url(postgresql.port, "apart", application_name=name)}
            workers[name] = stack.enter_context(working(environment | by_name, mails))

        def kill(name: str) -> None:
            killed = workers.pop(name)
            killed.kill()
            killed.wait()

        site = stack.enter_context(started(environment, "--no-jobs"))
        work("worker 1")
        work("worker 2")
        club, admin = ClubFactory(), UserFactory()
        Membership.objects.create(club=club, user=admin, role=Role.ADMIN)
        site.is_up()
        page = Page(address=site.address + reverse("rating_lists", args=[club.slug]), cookies=log_in(admin))

        upload(club, admin)
        assert page.percent() is not None
        row = RatingList.objects.get()
        until(lambda: bool(RatingList.objects.get().people))
        with transaction.atomic():
            RatingList.objects.select_for_update(no_key=True).get(pk=row.pk)
            until(lambda: any(map(waiting_for_a_lock, workers)))
            (loading,) = filter(waiting_for_a_lock, workers)
            reached = page.percent()
            assert reached is not None
            assert 0 < reached < 100
            kill(loading)
        assert (page.percent() or 0) >= reached  # what it had asked last may still be carried out
        work("worker 3")
        took = until(lambda: RatingList.objects.get().state == ListState.READY)
        print(f"the list was loaded {took:.1f} s after its worker was killed")  # noqa: T201
        until(lambda: the_job("load_rating_list").status == TaskResultStatus.SUCCESSFUL)
        job = the_job("load_rating_list")
        assert (job.return_value, len(set(job.worker_ids))) == ("loaded", 2)
        assert (RatingList.objects.get().people, ListedRating.objects.count()) == (PEOPLE, PEOPLE)
        assert (RatingListUpload.objects.exists(), page.percent()) == (False, None)

        mails.hangs_at, mails.hangs_once = "DATA", True
        published(PLAYERS)
        until(lambda: len(mails.received) == PLAYERS - 1)
        until(lambda: len(connected() & workers.keys()) == 1)  # the other one has nothing to do
        (sending,) = connected() & workers.keys()
        kill(sending)
        took = until(lambda: not DBTaskResult.objects.filter(finished_at=None).exists())
        print(f"the last mail was sent {took:.1f} s after its worker was killed")  # noqa: T201
        assert sorted(address for address, _mail in mails.received) == [
            f"no{number}@example.org" for number in range(1, PLAYERS + 1)
        ]
        assert [worker.poll() for worker in workers.values()] == [None]


def test_a_job_that_takes_longer_than_a_worker_is_waited_for_is_done_once(postgresql: Server) -> None:
    with database_on(postgresql, "long") as environment, mail_server() as mails, ExitStack() as stack:
        environment |= {"JOB_LEFT_BEHIND_SECONDS": LEFT_BEHIND}
        workers = ("worker 1", "worker 2")
        for name in workers:
            by_name = {"DATABASE_URL": url(postgresql.port, "long", application_name=name)}
            stack.enter_context(working(environment | by_name, mails))
        club, admin = ClubFactory(), UserFactory()
        Membership.objects.create(club=club, user=admin, role=Role.ADMIN)
        upload(club, admin)
        until(lambda: bool(RatingList.objects.get().people))
        limit = datetime.timedelta(seconds=int(LEFT_BEHIND))
        with transaction.atomic():
            RatingList.objects.select_for_update(no_key=True).get()
            until(lambda: any(map(waiting_for_a_lock, workers)))
            until(lambda: timezone.now() - began(the_job("load_rating_list")) > 3 * limit)  # the other one has looked
            assert len([name for name in workers if waiting_for_a_lock(name)]) == 1
            assert the_job("load_rating_list").run_after > timezone.now()
        until(lambda: the_job("load_rating_list").status == TaskResultStatus.SUCCESSFUL)
        assert len(the_job("load_rating_list").worker_ids) == 1
        assert (RatingList.objects.get().people, ListedRating.objects.count()) == (PEOPLE, PEOPLE)


def began(job: DBTaskResult[Any, Any]) -> datetime.datetime:
    assert job.started_at is not None
    return job.started_at


@dataclass(frozen=True, kw_only=True)
class Page:
    """Of the club's rating lists, as the process that only serves shows it."""

    address: str
    cookies: str

    def percent(self) -> int | None:
        """Of the list that is on its way."""
        answer = ask(self.address, {"Cookie": self.cookies})
        assert answer.status == 200
        found = re.search(r"(\d+)\s%", answer.text)
        return int(found[1]) if found else None


def upload(club: Club, admin: User) -> None:
    client = Client()
    client.force_login(admin, backend="tournaments.log_in.EmailOrUsernameBackend")
    file = SimpleUploadedFile("list.txt", made.fide(made.many(PEOPLE)))
    assert client.post(reverse("rating_lists", args=[club.slug]), {"file": file, "month": "2026-10"}).status_code == 302


def the_job(name: str) -> DBTaskResult[Any, Any]:
    return DBTaskResult.objects.get(task_path__endswith=name)


def connected() -> set[str]:
    """The names of those who have a connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT application_name FROM pg_stat_activity")
        return {row[0] for row in cursor.fetchall()}
