"""Eight processes press at once, and a process is killed in the middle (the long form: soak/processes.py)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.processes.races import PRESSES, database_of_its_own, kill, race, workers

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]  # locks

REPETITIONS = 5


@pytest.fixture(scope="module")
def environment(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, str]]:
    with django_db_blocker.unblock(), database_of_its_own(tmp_path_factory.mktemp("races")) as environment:
        yield environment


def test_eight_presses_at_once_are_carried_out_once(environment: dict[str, str]) -> None:
    with workers(PRESSES, environment) as racers:
        for verb in ("pair", "next", "publish"):
            for _ in range(REPETITIONS):
                race(verb, racers)


@pytest.mark.parametrize("verb", ["pair", "publish", "enter", "next"])
def test_a_process_killed_in_the_middle_leaves_all_or_nothing(verb: str, environment: dict[str, str]) -> None:
    chance = random.SystemRandom()
    for _ in range(REPETITIONS):
        kill(verb, environment, chance)
