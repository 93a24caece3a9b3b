"""What an evening costs its director, in a real browser: `.venv/bin/python -m bench.browser_evening` from the root.

Taps, keys, requests and bytes of the jobs that the screens have bars for, with the wait until the page says it is done.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench._size import sized

PLAYERS = sized(40, 10)
BOARDS = PLAYERS // 2
TABLET = {"width": 820, "height": 1180}
KEYS = "10510"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@dataclass(kw_only=True)
class Meter:
    """Counts what goes over the line; `page` comes from playwright."""

    page: Any
    taps: int = 0
    keys: int = 0
    requests: int = 0
    bytes: int = 0

    def __post_init__(self) -> None:
        line = self.page.context.new_cdp_session(self.page)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._sent)
        line.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        self.requests += event["request"]["url"].startswith("http")

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def tap(self, target: Any) -> None:
        target.click()
        self.taps += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    @contextmanager
    def job(self, name: str) -> Iterator[None]:
        self.taps = self.keys = self.requests = self.bytes = 0
        start = time.perf_counter()
        yield
        seconds = time.perf_counter() - start
        counts = f"{self.taps:>5} {self.keys:>5} {self.requests:>9} {self.bytes / 1000:>8.1f} {seconds:>8.2f}"
        print(f"{name:<44} {counts}", flush=True)


@contextmanager
def club_on_a_server(folder: Path) -> Iterator[tuple[str, str, Any]]:
    """The address of the evening, the director's session, and the cast."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "clubchess.settings",
        "CLUBCHESS_DATA": str(folder),
        "DATABASE_URL": "",
        "STATIC_MANIFEST": "false",
    }
    import django

    django.setup()
    from django.core.management import call_command
    from waitress.server import create_server

    from clubchess.wsgi import application
    from tests.tools.casts import evening_cast

    call_command("migrate", verbosity=0)
    cast = evening_cast.evening(PLAYERS + 1)  # one comes late
    server: Any = create_server(application, host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    address = f"http://127.0.0.1:{server.effective_port}/en/{cast.club.slug}/staff/{cast.tournament.slug}/"
    yield address, cast.client().cookies["sessionid"].value, cast
    server.close()


def walk(page: Any, address: str, expect: Callable[..., Any]) -> None:
    """One evening, from the first who comes to the correction a week later."""
    meter = Meter(page=page)
    with meter.job("open the evening (styles and scripts too)"):
        page.goto(address)
    page.click("#next-round")
    people = page.locator(".entry button.tap")
    expect(people).to_have_count(PLAYERS + 1)
    with meter.job(f"check in {PLAYERS} people"):
        for place in range(PLAYERS):
            meter.tap(people.nth(place))
        expect(page.locator(".entry.present")).to_have_count(PLAYERS, timeout=60_000)
    with meter.job("pair and publish"):
        meter.tap(page.locator("#pair"))
        meter.tap(page.locator("#publish"))
        expect(page.locator(".pairing.open")).to_have_count(BOARDS)
    with meter.job("somebody comes after publishing"):
        meter.tap(page.locator(".out a.about:has(.verb)").first)
        meter.tap(page.locator(".late-option button").first)
        expect(page.locator(".late-option")).to_have_count(0)
    with meter.job("all papers of the round"):
        meter.tap(page.locator("#all-papers"))
        expect(page.locator("h1").first).to_be_visible()
    page.goto(address)
    boards = page.locator(".pairing.open").count()
    with meter.job(f"enter {boards} results by keyboard"):
        for place in range(boards):
            meter.press(KEYS[place % len(KEYS)])
        expect(page.locator(".pairing.done")).to_have_count(boards, timeout=60_000)
    page.click("#next-round")
    expect(page.locator("h1")).to_contain_text("Round 2")
    page.goto(f"{address}rounds/1/")
    with meter.job("correct a result of the last round"):
        first = page.locator(".pairing").first
        meter.tap(first.locator("summary"))
        meter.tap(first.locator(".menu a.score").last)
        meter.tap(page.locator("#save-correction"))
        expect(page.locator(".pairing summary").first).to_have_text("0–1")


def main() -> None:
    try:
        from playwright.sync_api import expect, sync_playwright
    except ModuleNotFoundError:
        print("Needs the browser tests' environment: .venv/bin/python -m bench.browser_evening")
        return
    if CHROMIUM is None:
        print("Needs chromium: apt-get install chromium, or set CHROMIUM.")
        return
    # Playwright runs its loop in this thread, where Django suspects asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    folder = Path(tempfile.mkdtemp(prefix="clubchess-bench-"))
    try:
        with club_on_a_server(folder) as (address, session, _cast), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport=TABLET)
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            print(f"{'job':<44} {'taps':>5} {'keys':>5} {'requests':>9} {'kB':>8} {'seconds':>8}")
            walk(page, address, expect)
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
