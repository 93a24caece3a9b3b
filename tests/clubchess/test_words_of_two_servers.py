"""A word that one process has chosen is soon said by all others of the same database, on kept pages too."""

from __future__ import annotations

import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytest_django.plugin import DjangoDbBlocker

from clubchess.house_words import SECONDS, put_in_force
from tests.tools.processes.races import database_of_its_own
from tests.tools.processes.served import served
from tournaments.services.clubs.clubs import create_club
from tournaments.services.installation.house_words import choose_words

WITHIN = 4 * SECONDS
"""On a busy machine."""


def says(address: str, word: str) -> bool:
    with urllib.request.urlopen(f"{address}/da/help/card/", timeout=10) as answer:
        return f"dit {word}" in answer.read().decode()


@pytest.mark.slow
def test_two_servers_say_the_word_that_another_process_chose(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_of_its_own(tmp_path, called="words") as environment, ExitStack() as both:
        club, kari = create_club(name="SK Rockaden", username="kari")
        choose_words(club, {"da": {"board": "bord"}}, actor=kari)
        servers = [both.enter_context(served(environment)) for _each in range(2)]
        try:
            assert [says(server, "bord") for server in servers] == [True, True], "from their start on"
            choose_words(club, {}, actor=kari)
            until = time.monotonic() + WITHIN
            while not all(says(server, "bræt") for server in servers):
                assert time.monotonic() < until
                time.sleep(0.2)
        finally:
            put_in_force({})
