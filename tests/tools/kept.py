"""What a process keeps of tournaments between two pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from tournaments import club_ratings, series
from tournaments.pages import home, past, places, tables

_KEEPERS = (home, tables, past, places, series, club_ratings)


def forget_all() -> None:
    for keeper in _KEEPERS:
        keeper.forget_all()


@contextmanager
def as_outside_a_transaction() -> Iterator[None]:
    """A test is one transaction, in which nothing is kept; a server keeps it. Pages read one after the other come in
    half the time. What is kept before and after is forgotten: a revision may have been rolled back."""
    forget_all()
    with ExitStack() as patched:
        for keeper in _KEEPERS:
            patched.enter_context(patch.object(keeper, "connection", SimpleNamespace(in_atomic_block=False)))
        try:
            yield
        finally:
            forget_all()
