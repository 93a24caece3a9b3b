"""Not all threads may write at once, and who finds no place is told so."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from clubchess import write_limit
from clubchess.middleware import place_to_write


def answered(request: HttpRequest) -> HttpResponse:
    return place_to_write(lambda _request: HttpResponse("done"))(request)


@pytest.mark.parametrize(("threads", "at_once"), [(16, 12), (4, 3), (2, 2), (1, 1)])
def test_so_many_write_and_the_next_is_refused(threads: int, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_limit, "PATIENCE", 0.01)
    some = write_limit.WritePlaces(threads)
    with ExitStack() as stack:
        for _ in range(at_once):
            stack.enter_context(some.one())
        with pytest.raises(write_limit.AllTaken), some.one():
            pass
    with some.one():
        pass


def test_as_long_as_others_get_done_any_number_waits_and_nobody_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy evening is no reason to refuse anybody: sixty at once for twelve places."""
    monkeypatch.setattr(write_limit, "PATIENCE", 60.0)
    some = write_limit.WritePlaces(16)
    at_once, most, done = [], [], []

    def write() -> None:
        with some.one():
            at_once.append(True)
            most.append(len(at_once))
            time.sleep(0.005)
            at_once.pop()
            done.append(True)

    threads = [threading.Thread(target=write) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(done) == 60
    assert max(most) <= 12


def test_where_nobody_gets_done_all_who_wait_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_limit, "PATIENCE", 0.2)
    some = write_limit.WritePlaces(4)
    refused = []

    def write() -> None:
        with pytest.raises(write_limit.AllTaken), some.one():
            pass
        refused.append(True)

    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(some.one())
        threads = [threading.Thread(target=write) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert len(refused) == 5


def test_one_waits_for_so_long_after_somebody_got_done_and_whoever_comes_then_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock that goes on only while somebody waits."""
    now, waited = [1_000.0], []
    monkeypatch.setattr(write_limit, "time", SimpleNamespace(monotonic=lambda: now[0]))
    some = write_limit.WritePlaces(4)

    def wait(seconds: float) -> None:
        waited.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(some._changed, "wait", wait)

    def refused() -> list[float]:
        waited.clear()
        with pytest.raises(write_limit.AllTaken), some.one():
            pass
        return [*waited]

    with some.one(), some.one(), some.one():
        assert refused() == [write_limit.PATIENCE]
        assert refused() == []
    with some.one(), some.one():
        with some.one():
            now[0] += 10
        with some.one():
            now[0] += write_limit.PATIENCE / 2
            assert refused() == [write_limit.PATIENCE / 2]


class TestWhenAllAreTaken:
    @pytest.fixture(autouse=True)
    def _taken(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setattr(write_limit, "PATIENCE", 0.0)
        one = write_limit.WritePlaces(1)
        monkeypatch.setattr(write_limit, "_places", one)
        with one.one():
            yield

    @pytest.mark.parametrize("path", ["/en/rockaden/", "/healthz"])
    def test_whoever_only_looks_is_answered(self, path: str) -> None:
        assert answered(RequestFactory().get(path)).content == b"done"

    def test_whoever_saves_is_told_to_come_again_and_that_nothing_was_saved(self) -> None:
        answer = answered(RequestFactory().post("/nb/rockaden/staff/autumn/rounds/1/pair/"))

        assert (answer.status_code, answer["Retry-After"]) == (503, "10")
        assert 'lang="nb"' in answer.content.decode()
        assert "Ingenting ble lagret" in answer.content.decode()

    def test_so_is_whoever_looks_logged_in_since_that_is_written_down(self) -> None:
        request = RequestFactory().get("/en/rockaden/staff/")
        request.COOKIES["sessionid"] = "x"

        assert answered(request).status_code == 503
