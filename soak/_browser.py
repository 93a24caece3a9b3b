"""A club with data of its own, served to a browser: what drives pages has this in common."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from tournaments.models import User


def with_data_of_its_own(work: Callable[[], int]) -> int:
    """With Django set up and an empty database, which is gone afterwards."""
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings", "STATIC_MANIFEST": "false"}
    os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"}  # playwright runs its loop in this thread
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    os.environ["DATABASE_URL"] = ""
    try:
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("migrate", verbosity=0)
        return work()
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def served_to_a_browser(user: User, *, width: int, height: int) -> Iterator[BrowserContext]:
    """The server in this process, the browser logged in as the user."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.test.testcases import LiveServerThread
    from playwright.sync_api import sync_playwright

    from tests.tools.browser.logging_in import log_in

    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        address = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(base_url=address, viewport={"width": width, "height": height})
        log_in(context, user, address)
        yield context
        browser.close()
    server.terminate()
