"""A real browser for the tests: Debian's chromium, watched for everything a page must not do.

Its package without a window, chromium-headless-shell, does the same in two thirds of the time.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management.commands import flush
from playwright.sync_api import Browser, BrowserContext, Page

from tests.tools.browser.logging_in import log_in
from tests.tools.browser.looking import LAPTOP, Watch
from tournaments.models import User

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
REQUIRED = os.environ.get("CI") == "true" or os.environ.get("REQUIRE_BROWSER") == "1"

# Without these a headless browser on a closed network spends the test looking for its maker.
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
QUIET += ["--no-first-run", "--disable-component-update", "--disable-sync"]
PLAIN = "club.test"
"""A host that is no machine of the browser's own: over http it has no worker, no locks, and no store of pages."""
QUIET += [f"--host-resolver-rules=MAP {PLAIN} localhost"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ours = [item for item in items if "browser" in item.path.parts]
    for item in ours:
        item.add_marker(pytest.mark.browser)
        if not CHROMIUM and not REQUIRED:
            item.add_marker(pytest.mark.skip(reason="no chromium: apt-get install chromium, or set CHROMIUM"))


@pytest.fixture(scope="session", autouse=True)
def _django_in_the_thread_of_playwright() -> Iterator[None]:
    """Playwright runs its loop in the tests' own thread, where Django suspects asynchronous code."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="package", autouse=True)
def _nothing_is_made_anew_for_the_next_test() -> Iterator[None]:
    """After each emptying Django makes permissions and kinds of content anew, in 0.05 s: Clubchess uses neither."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(flush, "emit_post_migrate_signal", lambda *_given: None)
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    if not CHROMIUM:
        pytest.fail("browser tests are required here, and there is no chromium: apt-get install chromium")
    return {"executable_path": CHROMIUM, "args": QUIET}


@pytest.fixture
def watch() -> Iterator[Watch]:
    """No script error, no CSP violation, no 5xx, whatever else the test looks at."""
    watch = Watch()
    yield watch
    assert watch.problems == []


@pytest.fixture
def open_page(browser: Browser, live_server: Any, watch: Watch) -> Iterator[Callable[..., Page]]:
    """open_page(user, width) gives a page of a fresh browser, logged in as the user; None stays a stranger.

    The staff's pages come without a worker unless it is asked for, as over plain http: it would fetch a handful of
    pages behind each evening, and a database in memory has one connection that is not busy.
    """
    contexts: list[BrowserContext] = []

    def make(user: User | None = None, viewport: dict[str, int] = LAPTOP, **options: Any) -> Page:
        # Without motion, so that a look at a page never falls into the middle of a change of colours; and at home.
        usual = {"base_url": live_server.url, "reduced_motion": "reduce", "timezone_id": "Europe/Oslo"}
        options = {**usual, "service_workers": "allow" if user is None else "block", **options}
        context = browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]  # a mapping that playwright types by key
        contexts.append(context)
        if user is not None:
            log_in(context, user, options["base_url"])
        page = context.new_page()
        watch.on(page)
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def no_worker(settings: Any) -> None:
    """So it is over plain http from another machine as well."""
    settings.OFFLINE_PAGES = False
