"""A bounded number of values, each worked out once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournaments.pages.common.cache import Cache


class Working:
    """Counts how often it is asked to work something out."""

    def __init__(self, answer: object = None) -> None:
        self.times = 0
        self.answer = answer

    def __call__(self) -> object:
        self.times += 1
        return self.answer


def test_it_works_a_value_out_once_even_where_that_is_nothing() -> None:
    kept: Cache[str, object] = Cache(limit=2)
    work = Working(None)

    assert [kept.get("a", work), kept.get("a", work)] == [None, None]
    assert work.times == 1


def test_another_stamp_drops_what_was_kept() -> None:
    kept: Cache[str, object] = Cache(limit=2)
    kept.get("a", lambda: "old", stamp=1)

    assert kept.get("a", lambda: "new", stamp=2) == "new"
    assert kept.get("a", lambda: "newer", stamp=2) == "new"
    assert len(kept) == 1


def test_it_keeps_those_asked_for_last() -> None:
    kept: Cache[str, object] = Cache(limit=2)
    for key in ("a", "b", "a", "c"):
        kept.get(key, Working())
    again = {key: Working() for key in ("a", "c")}
    for key, work in again.items():
        kept.get(key, work)
    forgotten = Working()
    kept.get("b", forgotten)

    assert [work.times for work in again.values()] == [0, 0]
    assert forgotten.times == 1
    assert len(kept) == 2


def test_what_fails_is_tried_again() -> None:
    kept: Cache[str, object] = Cache(limit=2)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)

    assert kept.get("a", lambda: "value") == "value"


def test_many_at_once_wait_for_the_one_that_works_it_out() -> None:
    kept: Cache[str, object] = Cache(limit=2)
    begun, may_go_on = threading.Event(), threading.Event()
    times: list[int] = []

    def slow() -> str:
        times.append(1)
        begun.set()
        assert may_go_on.wait(10)
        return "value"

    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(kept.get, "a", slow)
        assert begun.wait(10)
        others = [pool.submit(kept.get, "a", slow) for _ in range(7)]
        assert kept.get("b", lambda: "another") == "another"  # nobody waits for a value of another key
        may_go_on.set()
        answers = {future.result(10) for future in (first, *others)}

    assert answers == {"value"}
    assert len(times) == 1


def test_those_who_waited_for_one_that_failed_work_it_out_themselves() -> None:
    kept: Cache[str, object] = Cache(limit=2)
    begun, may_go_on = threading.Event(), threading.Event()

    def failing() -> str:
        begun.set()
        assert may_go_on.wait(10)
        raise ZeroDivisionError

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(kept.get, "a", failing)
        assert begun.wait(10)
        second = pool.submit(kept.get, "a", lambda: "value")
        may_go_on.set()
        with pytest.raises(ZeroDivisionError):
            first.result(10)
        assert second.result(10) == "value"


def test_what_is_weighed_is_bounded_by_its_weight() -> None:
    kept: Cache[str, bytes] = Cache(limit=100, most=10, weigh=len)
    for key in "abc":
        kept.get(key, lambda: b"1234")

    assert (len(kept), kept.weight) == (2, 8)
    assert kept.peek("a") is None


def test_what_is_heavier_than_all_may_be_is_given_out_and_not_kept() -> None:
    kept: Cache[str, bytes] = Cache(limit=100, most=10, weigh=len)

    assert kept.get("a", lambda: b"x" * 11) == b"x" * 11
    assert (len(kept), kept.weight) == (0, 0)


def test_a_new_version_weighs_instead_of_the_old_one() -> None:
    kept: Cache[str, bytes] = Cache(limit=100, most=10, weigh=len)
    kept.get("a", lambda: b"1234567", stamp=1)
    kept.get("a", lambda: b"12", stamp=2)

    assert (kept.weight, kept.peek("a")) == (2, (2, b"12"))
    kept.clear()
    assert kept.weight == 0
