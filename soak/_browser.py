"""A club with data of its own, served to a browser: what drives pages has this in common."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from tests.tools.processes.served import Site
    from tournaments.models import User


def with_data_of_its_own(work: Callable[[], int]) -> int:
    """With Django set up and an empty database, a file or on the server of DATABASE_URL, which is gone afterwards."""
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings", "STATIC_MANIFEST": "false"}
    os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"}  # playwright runs its loop in this thread
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    try:
        import django

        django.setup()
        from django.test.utils import setup_test_environment

        from tests.tools.processes.races import database_of_its_own

        setup_test_environment()
        with database_of_its_own(Path(data), called="soak") as environment:
            os.environ |= environment
            return work()
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def served_to_a_browser(user: User, *, width: int, height: int) -> Iterator[tuple[BrowserContext, Site]]:
    """The browser logged in as the user, and the server, a process of its own that may be killed and started again."""
    from playwright.sync_api import sync_playwright

    from tests.tools.browser.logging_in import log_in
    from tests.tools.processes.served import started

    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with started(os.environ, "--no-jobs") as site, sync_playwright() as playwright:
        site.is_up()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        # Without a worker, which keeps pages: what is tapped is none of its business.
        context = browser.new_context(
            base_url=site.address, viewport={"width": width, "height": height}, service_workers="block"
        )
        log_in(context, user, site.address)
        yield context, site
        browser.close()
