"""How often a browser asks the server as it is run: hashed files once and never again, a latecomer in six requests."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.tools.processes.served import served as run

ROOT = Path(__file__).parents[3]
HASHED = re.compile(r"/static/.+\.[0-9a-f]{12}\.(css|js|svg|woff2)$")
SEED = """
import json, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
from tests.tools.casts.evening_cast import evening
cast = evening(9)
cast.open()
cast.check_in(8)
cast.pair()
cast.publish()
print(json.dumps({"evening": cast.url("evening"), "session": cast.client().cookies["sessionid"].value}))
"""


@dataclass(kw_only=True)
class Served:
    address: str
    evening: str
    session: str


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """`manage.py serve` on an installation of its own, whose files are collected as `make run` does it."""
    environment = os.environ | {"CLUBCHESS_DATA": str(tmp_path), "DATABASE_URL": "", "STATIC_MANIFEST": "true"}
    seeded = subprocess.run(
        [sys.executable, "-c", SEED], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    with run(environment) as address:
        yield Served(address=address, **json.loads(seeded.stdout.splitlines()[-1]))


@dataclass(kw_only=True)
class Network:
    """What a page asks of the server; what the browser takes out of its cache is not asked."""

    asked: list[str] = field(default_factory=list)
    _cached: set[str] = field(default_factory=set)

    def on(self, devtools: CDPSession) -> None:
        events: dict[str, Callable[[Any], None]] = {
            "Network.requestServedFromCache": lambda event: self._cached.add(event["requestId"]),
            "Network.requestWillBeSent": self._redirected,
            "Network.responseReceived": self._answered,
        }
        for name, listener in events.items():
            devtools.on(name, listener)
        devtools.send("Network.enable")

    def _redirected(self, event: Any) -> None:
        if "redirectResponse" in event:
            self.asked.append(event["redirectResponse"]["url"])

    def _answered(self, event: Any) -> None:
        answer = event["response"]
        if not answer.get("fromDiskCache") and event["requestId"] not in self._cached:
            self.asked.append(answer["url"])


@pytest.fixture
def network() -> Network:
    return Network()


@pytest.fixture
def page(page: Page, served: Served, network: Network) -> Page:
    page.context.add_cookies([{"name": "sessionid", "value": served.session, "url": served.address}])
    network.on(page.context.new_cdp_session(page))
    page.goto(served.address + served.evening)
    expect(page.locator(".pairing")).to_have_count(4)
    return page


def test_a_latecomer_costs_six_requests_at_most_and_no_file_is_fetched_twice(page: Page, network: Network) -> None:
    files = [url for url in network.asked if "/static/" in url]
    assert files
    assert [url for url in files if not HASHED.search(url)] == []
    before = len(network.asked)

    page.locator(".out a", has_text="Came late").click()
    page.locator(".late-option button").first.click()
    expect(page.locator("#notices")).to_be_attached()
    expect(page.locator(".out a", has_text="Came late")).to_have_count(0)
    page.wait_for_load_state("networkidle")

    flow = network.asked[before:]
    assert 2 <= len(flow) <= 6, flow
    again = Counter(url for url in network.asked if "/static/" in url)
    assert {url: times for url, times in again.items() if times > 1} == {}


def test_hashed_files_may_be_kept_for_ever(page: Page, network: Network) -> None:
    for url in network.asked:
        if "/static/" in url:
            with urllib.request.urlopen(url, timeout=10) as answer:
                control = {part.strip() for part in answer.headers["Cache-Control"].split(",")}
            assert {"immutable", "public"} <= control, url
            (lasts,) = (int(part.removeprefix("max-age=")) for part in control if part.startswith("max-age="))
            assert lasts >= 31_536_000
