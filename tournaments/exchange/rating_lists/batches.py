"""Rating lists of strangers: read in a process of their own, which hands their people over a batch at a time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

from tournaments.exchange.apart import Reader, answers_apart, is_short
from tournaments.exchange.rating_lists.reader import OpenList, open_list
from tournaments.exchange.rating_lists.types import ListedPerson, Problems

_BATCH = 1_000
"""People: with the longest names and clubs less than the answer may have."""


@contextmanager
def opened_upload(data: bytes, *, name: str, pace: str | None, most: int) -> Iterator[OpenList]:
    """As open_list. Raises FileError, as going through the people does: since the file takes too much, too."""
    if is_short(Reader.RATING_LIST, data):
        yield open_list(io.BytesIO(data), name=name, pace=pace, most=most)
        return
    with answers_apart(Reader.RATING_LIST, data, name=name, pace=pace, most=most) as answers:
        found: OpenList = next(answers)
        found.people = _people(found, answers)
        yield found


def _people(found: OpenList, answers: Iterator[Any]) -> Iterator[ListedPerson]:
    for answer in answers:
        if isinstance(answer, Problems):
            found.problems = answer
        else:
            found.read_bytes, people = answer
            yield from map(ListedPerson._make, people)


# In that process


def head_of(data: bytes, *, name: str, pace: str | None, most: int) -> OpenList:
    """Without its people."""
    return _head(open_list(io.BytesIO(data), name=name, pace=pace, most=most))


def in_batches(data: bytes, *, name: str, pace: str | None, most: int) -> Iterator[object]:
    """The head, then how far it is with the next people, at the end what was left out."""
    found = open_list(io.BytesIO(data), name=name, pace=pace, most=most)
    yield _head(found)
    people = iter(found.people)
    while batch := [tuple(each) for each in islice(people, _BATCH)]:
        yield found.read_bytes, batch
    yield found.problems


def _head(found: OpenList) -> OpenList:
    return replace(found, people=())
