"""A browser that is somebody's, without the way through the log-in page."""

from __future__ import annotations

from urllib.parse import urljoin

from django.test import Client
from playwright.sync_api import BrowserContext

from tournaments.models import User


def log_in(context: BrowserContext, user: User, address: str) -> None:
    """For the whole site of this address."""
    client = Client()
    client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": urljoin(address, "/")}])
