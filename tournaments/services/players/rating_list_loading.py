"""The job that loads an uploaded rating list: taken from the database by whichever worker is free."""

from __future__ import annotations

from django_tasks import task

from tournaments.services.players.rating_lists import load_uploaded


@task()
def load_rating_list(*, list: int) -> str:
    """What became of it. Whole or not at all: a worker that dies leaves it to the next."""
    return load_uploaded(list)
