"""Not all threads may write at once, and who finds no place is told so."""

from __future__ import annotations

import threading
from contextlib import ExitStack

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from clubchess import places
from clubchess.middleware import place_to_write


def answered(request: HttpRequest) -> HttpResponse:
    return place_to_write(lambda _request: HttpResponse("done"))(request)


@pytest.mark.parametrize(("threads", "at_once"), [(16, 12), (4, 3), (2, 2), (1, 1)])
def test_so_many_write_and_the_next_is_refused(threads: int, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PATIENCE", 0.01)
    some = places.Places(threads)
    with ExitStack() as stack:
        for _ in range(at_once):
            stack.enter_context(some.one())
        with pytest.raises(places.AllTaken), some.one():
            pass
    with some.one():
        pass


def test_whoever_waits_gets_the_place_that_becomes_free_and_a_third_does_not_wait() -> None:
    some = places.Places(16)
    done = []

    def write() -> None:
        with some.one():
            done.append(True)

    with ExitStack() as stack:
        for _ in range(11):
            stack.enter_context(some.one())
        with some.one():
            waiting = [threading.Thread(target=write) for _ in range(2)]
            for thread in waiting:
                thread.start()
            while some._waiting._value:  # type: ignore[attr-defined]
                pass
            with pytest.raises(places.AllTaken), some.one():
                pass
        for thread in waiting:
            thread.join()

    assert done == [True, True]


class TestWhenAllAreTaken:
    @pytest.fixture(autouse=True)
    def _taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(places, "PATIENCE", 0.01)
        one = places.Places(1)
        monkeypatch.setattr(places, "_places", one)
        one._places.acquire()

    @pytest.mark.parametrize("path", ["/en/rockaden/", "/healthz"])
    def test_whoever_only_looks_is_answered(self, path: str) -> None:
        assert answered(RequestFactory().get(path)).content == b"done"

    def test_whoever_saves_is_told_to_come_again_and_that_nothing_was_saved(self) -> None:
        answer = answered(RequestFactory().post("/nb/rockaden/staff/autumn/rounds/1/pair/"))

        assert (answer.status_code, answer["Retry-After"]) == (503, "10")
        assert 'lang="nb"' in answer.content.decode()
        assert "Nothing was saved" in answer.content.decode()

    def test_so_is_whoever_looks_logged_in_since_that_is_written_down(self) -> None:
        request = RequestFactory().get("/en/rockaden/staff/")
        request.COOKIES["sessionid"] = "x"

        assert answered(request).status_code == 503
