"""Jobs that wait in the database: done once, tried again where that fails, and taken up again where a worker died.

Any number of workers may be at it, in `manage.py serve` or as `manage.py run_jobs`. A row of the queue is the job from
its first day to its last, so that it says how often it was tried and what came of it; no record tells of it, and no
backup holds it (docs/decisions/0029).
"""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import structlog
from django.conf import settings
from django.db import Error, connections, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks import DEFAULT_TASK_QUEUE_NAME, TaskContext, TaskResultStatus
from django_tasks_db.models import DBTaskResult, get_date_max

from clubchess.outages import is_away
from clubchess.regular import do_each

SECONDS = 5
"""Between two looks: one short question."""
MINUTES_BETWEEN_TRIES = (1, 2, 5, 15, 30, 60, 120, 240)
"""After the last of them a job has failed."""
LEFT_BEHIND = datetime.timedelta(seconds=settings.JOB_LEFT_BEHIND_SECONDS)
"""Whoever began a job and has given no sign of life for so long has died."""
WAITING = DEFAULT_TASK_QUEUE_NAME
_ENDED = "ended"
"""About nothing that one looks for."""
KEPT = datetime.timedelta(days=60)
"""Of those that ended: longer than anybody pairs ahead, since they say who has been told what."""
_EVERY = min(datetime.timedelta(minutes=10), LEFT_BEHIND)
_SIGNS = 10
"""Of life, within that time: some may be lost while the database is away."""
_SECONDS_BETWEEN_NOTES = (0, 1, 2, 4, 8, 15, 30)

_ABOUT = ("tournament", "round", "fixture", "user")
MOVED = {
    "tournaments.loading.load_rating_list": "tournaments.services.players.rating_list_loading.load_rating_list",
    "tournaments.services.planning.playing.play_on": "tournaments.services.clubs.simulation_runs.play_on",
}
"""Where the work stands now that the version before has queued: for one release."""

Job: TypeAlias = DBTaskResult[Any, Any]
Jobs: TypeAlias = QuerySet[Job]

log = structlog.get_logger("clubchess")


def kept_under(about: str, key: int) -> str:
    """Where the jobs that have ended are found by what they were about: `queue_name`, since the library has an index of
    it. Those that wait or are at work are in WAITING, and so are those that a worker of before has ended."""
    return f"{about} {key}"


class NotYet(Exception):
    """Raised by a job whose time has not come: that is no try."""

    def __init__(self, until: datetime.datetime) -> None:
        super().__init__(until)
        self.until = until


class InVain(Exception):
    """Raised by a job that would fail each time."""


class Worker:
    def __init__(self) -> None:
        self.name = get_random_string(32)
        self._tidied_at: datetime.datetime | None = None

    def run_until(self, stopped: threading.Event) -> None:
        """Does not end by itself: for a thread or a process of its own."""
        while not stopped.is_set():
            try:
                self.tidy()
                while not stopped.is_set() and self.run_one():
                    self.tidy()
            except Error as error:  # perhaps soon back, perhaps locked: the next time will do
                log.warning("jobs_not_looked_at", exc_info=error)
                self._tidied_at = timezone.now()  # those at work could give no sign of life either: they go first
            finally:
                connections.close_all()
            stopped.wait(SECONDS)

    def run_one(self) -> bool:
        """Whether there was one."""
        job = self._claimed()
        if job is None:
            return False
        ours = _rows(pk=job.pk, status=TaskResultStatus.RUNNING, started_at=job.started_at)
        try:
            with _signs_of_life(ours):
                value = _done(job)
        except NotYet as later:
            until = later.until
            _noted(lambda: _put_back(ours, until, worker_ids=job.worker_ids[:-1]))
        except Exception as error:  # whatever it was: it is tried again, and its name is kept
            failure = error
            _noted(lambda: self._failed(job, ours, failure))
        else:
            _noted(lambda: _end(job, ours, TaskResultStatus.SUCCESSFUL, return_value=value))
        return True

    def tidy(self) -> None:
        """Every few minutes: what was left behind is taken up, what ended long ago goes.

        While a job is at work, `run_after` says from when on it is another worker's. Before the first sign of life it
        is what it was, of a day gone by or the library's latest of all, and the job's begin counts.
        """
        now = timezone.now()
        if self._tidied_at is not None and now - self._tidied_at < _EVERY:
            return
        self._tidied_at = now
        left = _rows(status=TaskResultStatus.RUNNING, started_at__lt=now - LEFT_BEHIND).filter(
            Q(run_after__lt=now) | Q(run_after=get_date_max())
        )
        for job in left:
            one = left.filter(pk=job.pk)
            if len(job.worker_ids) > len(MINUTES_BETWEEN_TRIES):  # it may be what kills them; a list says it sooner
                _end(job, one, TaskResultStatus.FAILED, exception_class_path="left behind")
            else:
                _put_back(one, now)
        _drop(_rows(finished_at__lt=now - KEPT))
        do_each(settings.REGULAR_JOBS)

    def _claimed(self) -> Job | None:
        if not DBTaskResult.objects.ready().exists():  # without a lock: nearly always there is none
            return None
        with transaction.atomic():
            job: Job | None = DBTaskResult.objects.ready().get_locked()
            if job is not None:
                job.claim(self.name)
        return job

    @staticmethod
    def _failed(job: Job, ours: Jobs, error: Exception) -> None:
        """Without its message: that of a mail server quotes the address."""
        tries = len(job.worker_ids)
        name = f"{type(error).__module__}.{type(error).__qualname__}"
        is_last = isinstance(error, InVain) or tries > len(MINUTES_BETWEEN_TRIES)
        log.warning("job_failed", job=str(job.pk), task=job.task_path, tries=tries, is_last=is_last, exc_info=error)
        if is_last:
            _end(job, ours, TaskResultStatus.FAILED, exception_class_path=name)
        else:
            minutes = MINUTES_BETWEEN_TRIES[tries - 1]
            _put_back(ours, timezone.now() + datetime.timedelta(minutes=minutes), exception_class_path=name)


@contextmanager
def _signs_of_life(ours: Jobs) -> Iterator[None]:
    """From a thread of its own, over a connection that it has only meanwhile: a job waits for it as little as it waits
    for the job, or for a database that is away for a moment."""
    ended = threading.Event()
    thread = threading.Thread(target=_give_signs_of_life, args=(ours, ended), name="sign-of-life", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(SECONDS)


def _give_signs_of_life(ours: Jobs, ended: threading.Event) -> None:
    seconds = LEFT_BEHIND.total_seconds() / _SIGNS
    wait = seconds
    while not ended.wait(wait):
        try:
            _put_off(ours, timezone.now() + LEFT_BEHIND)
            wait = seconds
        except Error as error:
            log.warning("job_gave_no_sign_of_life", error=type(error).__name__)
            wait = min(seconds, SECONDS)
        finally:
            connections.close_all()


def _done(job: Job) -> Any:
    job.task_path = MOVED.get(job.task_path, job.task_path)
    result: Any = job.task_result  # of the same kind, as the library's words for types do not know
    context = [TaskContext(task_result=result)] if job.task.takes_context else []
    return job.task.call(*context, *job.args_kwargs["args"], **job.args_kwargs["kwargs"])


def _noted(note: Callable[[], None]) -> None:
    """What came of a job, although the database was away meanwhile: a mail of which nothing is known is sent again."""
    for seconds in _SECONDS_BETWEEN_NOTES:
        try:
            note()
        except Error as error:
            if not is_away(error):  # it would not be taken the next time either
                raise
            log.warning("job_not_noted", exc_info=error)
            connections.close_all()
            time.sleep(seconds)
        else:
            return
    note()


def _rows(**which: Any) -> Jobs:
    return DBTaskResult.objects.filter(**which)


def _put_off(jobs: Jobs, run_after: datetime.datetime) -> None:
    jobs.update(run_after=run_after)


def _put_back(jobs: Jobs, run_after: datetime.datetime, **more: Any) -> None:
    jobs.update(status=TaskResultStatus.READY, run_after=run_after, **more)


def _end(job: Job, jobs: Jobs, status: TaskResultStatus, **more: Any) -> None:
    jobs.update(status=status, finished_at=timezone.now(), queue_name=_kept_under(job), **more)


def _kept_under(job: Job) -> str:
    keys: Mapping[str, Any] = job.args_kwargs["kwargs"]
    return next((kept_under(about, keys[about]) for about in _ABOUT if about in keys), _ENDED)


def _drop(jobs: Jobs) -> None:
    jobs.delete()
