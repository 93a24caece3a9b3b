"""What a process keeps of tournaments between two pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from tournaments.pages.clubs import front_page
from tournaments.pages.standings import rank_history, round_context, table_cache
from tournaments.selectors import club_ratings, series

_KEEPERS = (front_page, table_cache, round_context, rank_history, series, club_ratings)


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
