"""Jobs are done once; what fails is tried again, what a dead worker left is taken up, what ended goes in time."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from time_machine import travel

from clubchess import jobs
from clubchess.jobs import KEPT, LEFT_BEHIND, MINUTES_BETWEEN_TRIES, WAITING, InVain, NotYet, Worker
from tests.tools.casts.some_jobs import done, happens, minutes, note, note_of, raising, try_it
from tests.tools.processes.waiting import until

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # rows skipped that are locked


@pytest.fixture(autouse=True)
def _nothing_yet() -> Iterator[None]:
    done.clear()
    happens.clear()
    yield
    done.clear()
    happens.clear()


def the_job() -> DBTaskResult:
    job: DBTaskResult = DBTaskResult.objects.get()
    return job


def test_each_is_done_once_and_says_what_came_of_it() -> None:
    note.enqueue("one")
    note.enqueue("two")
    worker = Worker()

    assert [worker.run_one() for _ in range(3)] == [True, True, False]
    assert sorted(done) == ["one", "two"]
    assert {(job.status, job.return_value) for job in DBTaskResult.objects.all()} == {
        (TaskResultStatus.SUCCESSFUL, "one"),
        (TaskResultStatus.SUCCESSFUL, "two"),
    }


def test_what_ended_is_kept_under_what_it_was_about() -> None:
    """So that it is found among all that is kept."""
    note.enqueue("nothing in particular")
    note_of.enqueue(round=5)
    happens[:] = [raising(InVain())]
    note_of.enqueue(tournament=7)
    assert {job.queue_name for job in DBTaskResult.objects.all()} == {WAITING}
    worker = Worker()
    while worker.run_one():
        pass

    assert {job.queue_name for job in DBTaskResult.objects.all()} == {"ended", "round 5", "tournament 7"}


def test_what_fails_is_tried_again_later_each_time() -> None:
    happens[:] = [raising(TimeoutError("kari@example.org")), raising(ValueError("kari@example.org"))]
    try_it.enqueue("it")
    worker, began = Worker(), timezone.now()

    assert worker.run_one()
    assert not worker.run_one()  # not yet
    waits = the_job()
    assert (waits.status, waits.exception_class_path) == (TaskResultStatus.READY, "builtins.TimeoutError")
    assert minutes(0.9) < waits.run_after - began < minutes(1.1)
    with travel(began + minutes(2)):
        assert worker.run_one()
        assert not worker.run_one()
    with travel(began + minutes(5)):
        assert worker.run_one()

    assert done == ["it"]
    assert the_job().status == TaskResultStatus.SUCCESSFUL
    assert len(the_job().worker_ids) == 3


def test_no_word_of_an_error_is_kept_since_it_may_quote_an_address() -> None:
    happens[:] = [raising(InVain("kari@example.org"))]
    try_it.enqueue("it")
    Worker().run_one()

    job = the_job()
    assert job.status == TaskResultStatus.FAILED
    assert job.exception_class_path == "clubchess.jobs.InVain"
    assert "kari" not in str([getattr(job, column.attname) for column in job._meta.concrete_fields])


def test_it_is_given_up_after_the_last_try() -> None:
    now = timezone.now()
    try_it.enqueue("it")
    worker, tries = Worker(), 0
    while the_job().status != TaskResultStatus.FAILED:
        happens[:] = [raising(TimeoutError())]
        with travel(now):
            assert worker.run_one()
        tries, now = tries + 1, now + datetime.timedelta(hours=5)

    assert tries == len(MINUTES_BETWEEN_TRIES) + 1
    assert done == []


def test_what_is_not_yet_to_be_done_waits_and_that_is_no_try() -> None:
    until = timezone.now() + datetime.timedelta(hours=9)
    happens[:] = [raising(NotYet(until))]
    try_it.enqueue("it")
    worker = Worker()
    worker.run_one()

    assert (the_job().status, the_job().run_after, the_job().worker_ids) == (TaskResultStatus.READY, until, [])
    with travel(until + minutes(1)):
        assert worker.run_one()
    assert done == ["it"]


def test_what_a_dead_worker_left_behind_is_taken_up_again() -> None:
    note.enqueue("it")
    the_job().claim("one that died")
    worker = Worker()
    worker.tidy()
    assert not worker.run_one()  # it may still be at it

    with travel(timezone.now() + LEFT_BEHIND + minutes(1)):
        worker.tidy()
        assert worker.run_one()
    assert done == ["it"]


@pytest.mark.django_db(transaction=True)
def test_a_long_job_is_done_once_since_its_worker_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them: the first says as much as the begin does."""
    monkeypatch.setattr(jobs, "LEFT_BEHIND", datetime.timedelta(seconds=2))
    another = Worker()

    def another_looks() -> None:
        began = the_job().started_at
        assert began is not None
        until(lambda: the_job().run_after < began + datetime.timedelta(days=1))  # the first sign
        last = the_job().run_after
        until(lambda: the_job().run_after > last)
        with travel(the_job().run_after - datetime.timedelta(milliseconds=1), tick=False):
            assert timezone.now() - began > jobs.LEFT_BEHIND
            another.tidy()
            assert not another.run_one()

    happens[:] = [another_looks]
    try_it.enqueue("it")
    assert Worker().run_one()

    assert done == ["it"]
    assert (the_job().status, len(the_job().worker_ids)) == (TaskResultStatus.SUCCESSFUL, 1)
    assert [each for each in threading.enumerate() if each.name == "sign-of-life"] == []


def test_one_whose_worker_died_after_some_signs_of_life_is_taken_up_after_the_last() -> None:
    note.enqueue("it")
    the_job().claim("one that died")
    last = timezone.now() + 3 * LEFT_BEHIND
    DBTaskResult.objects.update(run_after=last + LEFT_BEHIND)

    for late, is_taken in ((-minutes(1), False), (minutes(1), True)):
        with travel(last + LEFT_BEHIND + late):
            worker = Worker()
            worker.tidy()
            assert worker.run_one() is is_taken
    assert done == ["it"]


@pytest.mark.django_db(transaction=True)
def test_a_sign_of_life_that_the_database_does_not_take_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    away, put_off = [OperationalError(), InterfaceError()], jobs._put_off

    def refused(*arguments: Any) -> None:
        if away:
            raise away.pop()
        put_off(*arguments)

    monkeypatch.setattr(jobs, "LEFT_BEHIND", datetime.timedelta(seconds=1))
    monkeypatch.setattr(jobs, "_put_off", refused)
    happens[:] = [lambda: until(lambda: the_job().run_after < timezone.now() + minutes(1))]
    try_it.enqueue("it")
    Worker().run_one()

    assert (away, done) == ([], ["it"])


def test_whoever_finds_the_database_back_lets_those_at_work_speak_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """They could give no sign of life while it was away."""
    monkeypatch.setattr("clubchess.jobs.connections.close_all", lambda: None)
    note.enqueue("it")
    the_job().claim("one that lives")
    worker, stopped = Worker(), threading.Event()
    looked = [OperationalError()]

    def look() -> bool:
        if looked:
            raise looked.pop()
        stopped.set()
        return False

    monkeypatch.setattr(worker, "run_one", look)
    monkeypatch.setattr(worker, "_tidied_at", timezone.now())
    monkeypatch.setattr("clubchess.jobs.SECONDS", 0)
    with travel(timezone.now() + LEFT_BEHIND - minutes(1), tick=False) as clock:
        away_since = timezone.now()
        monkeypatch.setattr(worker, "_tidied_at", away_since)
        clock.shift(LEFT_BEHIND - minutes(1))
        worker.run_until(stopped)
        assert the_job().status == TaskResultStatus.RUNNING
        clock.shift(minutes(2))
        worker.tidy()
        assert the_job().status == TaskResultStatus.RUNNING
        clock.shift(LEFT_BEHIND)
        worker.tidy()
    assert the_job().status == TaskResultStatus.READY


def test_what_kills_each_worker_is_given_up() -> None:
    note.enqueue("it")
    for turn in range(len(MINUTES_BETWEEN_TRIES) + 1):
        the_job().claim(f"worker {turn}")
        with travel(timezone.now() + LEFT_BEHIND + minutes(1)):
            Worker().tidy()

    assert the_job().status == TaskResultStatus.FAILED


def test_whoever_was_thought_dead_says_nothing_of_the_job_any_more() -> None:
    def somebody_else_takes_it() -> None:
        with travel(timezone.now() + LEFT_BEHIND + minutes(1)):
            Worker().tidy()
            job = the_job()
            job.claim("another")

    happens[:] = [somebody_else_takes_it]
    try_it.enqueue("it")
    Worker().run_one()

    assert the_job().status == TaskResultStatus.RUNNING


def test_what_ended_goes_in_time_and_what_waits_stays() -> None:
    note.enqueue("ended")
    Worker().run_one()
    note.enqueue("waits")
    with travel(timezone.now() + KEPT + minutes(1)):
        Worker().tidy()

    assert [job.args_kwargs["args"] for job in DBTaskResult.objects.all()] == [["waits"]]


@pytest.mark.parametrize("error", [DatabaseError, InterfaceError])
def test_a_database_that_does_not_answer_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    class Turns(threading.Event):
        turns = 0

        def wait(self, timeout: float | None = None) -> bool:
            self.turns += 1
            if self.turns == 2:
                self.set()
            return self.is_set()

    monkeypatch.setattr("clubchess.jobs.connections.close_all", lambda: None)
    note.enqueue("it")
    worker, stopped = Worker(), Turns()
    tidy = worker.tidy

    def refuse() -> None:
        monkeypatch.setattr(worker, "tidy", tidy)
        raise error

    monkeypatch.setattr(worker, "tidy", refuse)
    worker.run_until(stopped)

    assert done == ["it"]
    assert stopped.turns == 2


@pytest.mark.parametrize("fails", [False, True])
def test_what_came_of_a_job_is_kept_although_the_database_was_away_when_it_ended(
    monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """Or what it has done, a mail, would be done again."""
    name, away = ("_put_back" if fails else "_end"), [OperationalError(), OperationalError()]
    note_it = getattr(jobs, name)

    def noted(*arguments: object, **more: object) -> None:
        if away:
            raise away.pop()
        note_it(*arguments, **more)

    monkeypatch.setattr(jobs, name, noted)
    monkeypatch.setattr("clubchess.jobs.connections.close_all", lambda: None)
    monkeypatch.setattr("clubchess.jobs.time.sleep", lambda _seconds: None)
    happens[:] = [raising(TimeoutError())] if fails else []
    try_it.enqueue("it")

    assert Worker().run_one()
    assert the_job().status == (TaskResultStatus.READY if fails else TaskResultStatus.SUCCESSFUL)
    assert away == []


def test_what_came_of_a_job_is_not_tried_again_where_the_database_is_there_and_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A minute of trying, meanwhile no other job is done, would end in the same way."""
    tries = []

    def refused(*_arguments: object, **_more: object) -> None:
        tries.append(1)
        raise DataError("value too long")

    monkeypatch.setattr(jobs, "_end", refused)
    monkeypatch.setattr("clubchess.jobs.connections.close_all", lambda: None)
    monkeypatch.setattr("clubchess.jobs.time.sleep", lambda _seconds: None)
    note.enqueue("it")

    with pytest.raises(DataError):
        Worker().run_one()
    assert len(tries) == 1


def test_the_librarys_own_worker_points_to_ours() -> None:
    with pytest.raises(CommandError, match="run_jobs"):
        call_command("db_worker")
