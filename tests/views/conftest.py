"""Clients that are logged in."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tournaments.models import User


@pytest.fixture
def as_user() -> Callable[[User], Client]:
    def as_user(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
        return client

    return as_user


@pytest.fixture
def kari(cast: Cast, as_user: Callable[[User], Client]) -> Client:
    """The club's admin."""
    return as_user(cast.kari)


@pytest.fixture
def dag(cast: Cast, as_user: Callable[[User], Client]) -> Client:
    """A director of the club."""
    return as_user(cast.dag)
