"""What a tap costs in rounds 2 and 37 of a real season: `python -m bench.taps`.

Through the whole application, as a browser asks: session, CSRF, middleware, gzip. Beside it a bare Django view that
reads the session and one row. CPU milliseconds of this process, medians; what a neighbour does is not in them.
"""

from __future__ import annotations

import statistics
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from bench._own_database import own_database
from bench._size import sized

if TYPE_CHECKING:
    from tests.tools.casts.real_season import RealSeason

TAPS = sized(24, 3)
ROUNDS = sized((2, 37), (2,))
HOST = "127.0.0.1:8000"


@dataclass(kw_only=True)
class Answer:
    status: str
    headers: dict[str, str]
    body: bytes

    @property
    def on_the_wire(self) -> int:
        """Body, and the lines above it."""
        lines = sum(len(name) + len(value) + 4 for name, value in self.headers.items())
        return len(self.body) + lines + len(f"HTTP/1.1 {self.status}\r\n\r\n")


@dataclass(kw_only=True)
class Browser:
    """A logged-in director's, on the application itself: no socket in between."""

    application: Callable[..., Any]
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, b"", {})

    def tap(self, path: str, form: dict[str, str]) -> Answer:
        form = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), "receipt": str(uuid.uuid4())} | form
        return self._ask("POST", path, urlencode(form).encode(), {"HTTP_HX_REQUEST": "true"})

    def _ask(self, method: str, path: str, body: bytes, more: dict[str, str]) -> Answer:
        said: list[tuple[str, list[tuple[str, str]]]] = []
        answer = self.application(
            {
                "REQUEST_METHOD": method,
                "PATH_INFO": path,
                "QUERY_STRING": "",
                "SCRIPT_NAME": "",
                "SERVER_NAME": "127.0.0.1",
                "SERVER_PORT": "8000",
                "SERVER_PROTOCOL": "HTTP/1.1",
                "REMOTE_ADDR": "127.0.0.1",
                "HTTP_HOST": HOST,
                "HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd",
                "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
                "CONTENT_TYPE": "application/x-www-form-urlencoded",
                "CONTENT_LENGTH": str(len(body)),
                "wsgi.input": BytesIO(body),
                "wsgi.errors": sys.stderr,
                "wsgi.url_scheme": "http",
                "wsgi.multithread": True,
                **more,
            },
            lambda status, headers: said.append((status, headers)),
        )
        try:
            content = b"".join(answer)
        finally:
            answer.close()
        status, headers = said[0]
        for name, value in headers:
            if name == "Set-Cookie":
                key, _, rest = value.partition("=")
                self.cookies[key.strip()] = rest.partition(";")[0]
        return Answer(status=status, headers=dict(headers), body=content)


@dataclass(kw_only=True)
class Measured:
    """Of the taps of one kind, the first of which came to a process that knew nothing of the tournament."""

    first: float
    times: list[float]
    bytes: int
    queries: Counter[str]

    @property
    def ms(self) -> float:
        return statistics.median(self.times)


def measured(taps: Iterator[Callable[[], Answer]]) -> Measured:
    times, size, queries = [], 0, Counter[str]()
    for number, tap in enumerate(taps):
        with statements() if number == TAPS else nullcontext(Counter[str]()) as found:
            start = time.process_time()
            answer = tap()
            times.append(1_000 * (time.process_time() - start))
        if not answer.status.startswith("200"):
            raise RuntimeError(answer.status)
        size = max(size, answer.on_the_wire)
        queries = found
    return Measured(first=times[0], times=times[1:-1], bytes=size, queries=queries)


@contextmanager
def statements() -> Iterator[Counter[str]]:
    """What is sent to the database, by kind: as Django counts, so BEGIN and COMMIT are among them."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    found: Counter[str] = Counter()
    with CaptureQueriesContext(connection) as captured:
        yield found
    # Of many rows at once Django says: "1 times: UPDATE …".
    found.update(each["sql"].split(" times: ")[-1].split()[0].upper() for each in captured.captured_queries)


# The taps


def check_in(browser: Browser, cast: RealSeason, route: str) -> Iterator[Callable[[], Answer]]:
    rows = cast.rows[-TAPS - 1 :]
    for row in rows:
        form = {"presence": "present", "seen": str(row.presence), "screen": "open", "known": "-1"}
        yield partial(browser.tap, cast.url(route, cast.round.number, row.entry_id), form)


def enter_results(browser: Browser, cast: RealSeason) -> Iterator[Callable[[], Answer]]:
    games = cast.games
    for number in range(TAPS + 1):
        seen, result = ("*", "1-0") if number < len(games) else ("1-0", "0-1")
        form = {"result": result, "seen": seen, "screen": "boards"}
        yield partial(browser.tap, cast.url("enter_result", games[number % len(games)].pk), form)


def of_a_season(number: int, application: Callable[..., Any]) -> tuple[dict[str, Measured], float]:
    """By what was tapped; and the bare view."""
    from tests.tools.casts.real_season import real_season

    found = {}
    for route in ("mark_attendance", "mark_at_door"):
        cast = real_season(number, slug=f"{route.replace('_', '-')}-{number}")
        cast.check_in(but=TAPS + 1)
        browser = logged_in(application, cast)
        found[{"mark_attendance": "check-in", "mark_at_door": "at the door"}[route]] = measured(
            check_in(browser, cast, route)
        )
    cast.check_in()
    cast.publish()
    found["result"] = measured(enter_results(browser, cast))
    page = browser.get(cast.url("evening"))
    print(f"  the evening page, boards: {len(page.body):,} bytes, {page.headers.get('Content-Encoding', 'plain')}")
    return found, bare(cast, browser)


def logged_in(application: Callable[..., Any], cast: RealSeason) -> Browser:
    from django.test import Client

    client = Client()
    client.force_login(cast.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    browser = Browser(application=application, cookies={"sessionid": client.cookies["sessionid"].value})
    page = browser.get(cast.url("evening"))
    print(f"  the evening page, check-in: {len(page.body):,} bytes, {page.headers.get('Content-Encoding', 'plain')}")
    return browser


# The bare view


def bare(cast: RealSeason, browser: Browser) -> float:
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    with override_settings(
        MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware"], ROOT_URLCONF="bench._bare_view"
    ):
        plain = Browser(application=WSGIHandler(), cookies=browser.cookies)
        times = []
        for _ in range(5 * TAPS):
            start = time.process_time()
            answer = plain.get(f"/{cast.tournament.pk}/")
            times.append(1_000 * (time.process_time() - start))
            if answer.body != cast.tournament.name.encode():
                raise RuntimeError(answer.status)
    return statistics.median(times)


def main() -> None:
    with own_database(with_static_files=True):
        from clubchess.wsgi import application

        print(f"Medians of {TAPS - 1} taps, CPU milliseconds; bars: 10 ms, 12 queries, 2,048 bytes.")
        for number in ROUNDS:
            print(f"Round {number}")
            found, at_least = of_a_season(number, application)
            for name, each in found.items():
                kinds = ", ".join(f"{count} {kind}" for kind, count in each.queries.most_common())
                print(
                    f"  {name:<12} {each.ms:6.1f} ms ({each.ms / at_least:.1f} × a bare view's {at_least:.2f}); first"
                    f" {each.first:.1f}; {each.bytes:,} bytes; {each.queries.total()} queries: {kinds}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
