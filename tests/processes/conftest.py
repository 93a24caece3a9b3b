"""One PostgreSQL server of their own for all tests that stop it, or count what connects to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.processes.postgresql import Server, make_template, server_of_its_own


@pytest.fixture(scope="session")
def _postgresql(django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    with django_db_blocker.unblock(), server_of_its_own() as server:
        make_template(server)
        yield server


@pytest.fixture
def postgresql(_postgresql: Server, django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    with django_db_blocker.unblock():
        yield _postgresql
