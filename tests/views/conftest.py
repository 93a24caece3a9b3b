"""Clients that are logged in."""

from collections.abc import Callable

import pytest
from django.test import Client

from tournaments.models import User


@pytest.fixture
def as_user() -> Callable[[User], Client]:
    def as_user(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
        return client

    return as_user
