"""What the process that reads hands over at a time."""

from __future__ import annotations

import pickle

from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import FIDE_HEADER, Made
from tournaments.exchange.apart import LIMITS, Reader
from tournaments.exchange.rating_lists import ListedPerson, OpenList
from tournaments.exchange.rating_lists.batches import in_batches
from tournaments.exchange.rating_lists.types import Problems

GOTHIC = "\U00010330"


def test_the_head_then_people_then_what_was_left_out() -> None:
    data = made.fide(made.many(2_500)) + made.fide_line(Made(family="", given=""), FIDE_HEADER).encode()
    head, *batches, problems = in_batches(data, name="", pace=None, most=10**7)

    assert isinstance(head, OpenList)
    assert (head.source, head.pace, head.people) == ("fide", "", ())
    assert isinstance(problems, Problems)
    assert problems.count == 1
    far, people = zip(*batches, strict=True)  # type: ignore[call-overload]
    assert [len(each) for each in people] == [1_000, 1_000, 500]
    assert (sorted(far), far[-1]) == ([*far], head.total_bytes)


def test_a_thousand_of_the_longest_people_are_one_answer() -> None:
    """Letters of four bytes; pickle writes a text once where two people share it, so none do."""
    longest = ListedPerson(
        b"x" * 100, GOTHIC * 100, "NOR", 2**31 - 1, GOTHIC * 20, "WGM", "female", 2000, 2800, 2800, 2800, GOTHIC * 100
    )
    people = [
        tuple(f"{value[:-1]}{nth % 10}" if isinstance(value, str) else value for value in longest)
        for nth in range(1_000)
    ]

    assert len(pickle.dumps((10**8, people))) < LIMITS[Reader.RATING_LIST].megabytes_of_answer * 1_000_000
