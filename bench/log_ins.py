"""A flood of log-ins with made-up names, and what pages and taps take meanwhile: `python -m bench.log_ins`.

First without it, then 32 clients from one address: 96 tries in all, and as many as they can for ten seconds. Beside
them a public page, `/healthz` and a director's tap at the check-in, each every 100 ms. Load and server share the cores
of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench._phones_load import Answer, Browser, Counts, Way
from bench._size import sized
from bench.phones import club_of, environment_of, percentile, served

CLIENTS = sized(32, 2)
TRIES = sized(96, 4)
EVERY = 0.1
LOG_IN = "/en/log-in/"
BAR_MS = 300


@dataclass(kw_only=True)
class Flood:
    way: Way
    session: str
    evening: str
    page: str
    taps: list[str]
    counts: Counts = field(default_factory=Counts)
    statuses: Counter[str] = field(default_factory=Counter)
    is_over: bool = False

    def browser(self, **cookies: str) -> Browser:
        return Browser(self.way, self.counts, cookies)

    async def run(self, names: Iterator[int] | None, until: float) -> None:
        watch = asyncio.create_task(self._watch_lag())
        asks = {"page": self._get(self.page), "healthz": self._get("/healthz"), "tap": await self._tap()}
        for ask in [*asks.values()] * 4:  # what is said for the first time is not what a flood slows down
            await ask()
        beside = asyncio.gather(*(self._again_and_again(kind, ask) for kind, ask in asks.items()))
        if names is None:
            await asyncio.sleep(until - time.perf_counter())
        else:
            await asyncio.gather(*(self._try_names(names, until) for _ in range(CLIENTS)))
        self.is_over = True
        await beside
        watch.cancel()

    async def _try_names(self, names: Iterator[int], until: float) -> None:
        browser = self.browser()
        token = _token(await browser.ask(LOG_IN))
        browser.cookies["csrftoken"] = token
        for number in names:
            form = {"csrfmiddlewaretoken": token, "username": f"made-up-{number}", "password": "wrong enough"}
            start = time.perf_counter()
            answer = await browser.post(LOG_IN, form)
            self.counts.took("log-in", time.perf_counter() - start)
            self.statuses[str(answer.status)] += 1
            if time.perf_counter() > until:
                break
        browser.close()

    async def _again_and_again(self, kind: str, ask: Callable[[], Awaitable[Answer]]) -> None:
        while not self.is_over:
            start = time.perf_counter()
            answer = await ask()
            took = time.perf_counter() - start
            self.counts.took(kind, took)
            if answer.status != 200:
                self.counts.errors[f"{answer.status} for {kind}"] += 1
            await asyncio.sleep(max(0, EVERY - took))

    def _get(self, path: str) -> Callable[[], Awaitable[Answer]]:
        browser = self.browser()
        return lambda: browser.ask(path)

    async def _tap(self) -> Callable[[], Awaitable[Answer]]:
        """Each row in turn is marked as present, then again as not marked."""
        director = self.browser(sessionid=self.session)
        director.cookies["csrftoken"] = _token(await director.ask(self.evening))
        marks = itertools.cycle([("unmarked", "present"), ("present", "unmarked")])
        rows = itertools.cycle(path for path in self.taps for _ in range(2))

        def tap() -> Awaitable[Answer]:
            seen, presence = next(marks)
            form = {"presence": presence, "seen": seen, "screen": "open", "known": "-1"}
            return director.post(next(rows), form | {"csrfmiddlewaretoken": director.cookies["csrftoken"]})

        return tap

    async def _watch_lag(self) -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(0.05)
            self.counts.lag = max(self.counts.lag, time.perf_counter() - start - 0.05)


def _token(page: Answer) -> str:
    found = page.head.decode("latin-1").partition("csrftoken=")[2].partition(";")[0]
    if not found:
        raise ValueError(f"no token; status {page.status}")
    return found


def flood(
    what: str, environment: dict[str, str], seeded: dict[str, Any], names: Iterator[int] | None, *, seconds: float
) -> None:
    """A server of its own, so that its memory is that of this flood."""
    with served(environment, Path(environment["CLUBCHESS_DATA"]) / "serve.log") as server:
        load = Flood(way=server.way, **seeded)
        before, used, start = server.peak_mb(), server.cpu_seconds(), time.perf_counter()
        asyncio.run(load.run(names, start + seconds))
        took = time.perf_counter() - start
        answers = ", ".join(f"{count} × {status}" for status, count in sorted(load.statuses.items())) or "none"
        cpu = f"{(server.cpu_seconds() - used) / took:.0%} of one core"
        print(f"\n{what}: {answers} in {took:.1f} s; server {before:.0f} → {server.peak_mb():.0f} MB, {cpu}")
    print(f"  {'milliseconds':<12} {'how many':>8} {'p50':>7} {'p95':>7} {'max':>7}")
    for kind, bar in (("page", BAR_MS), ("healthz", BAR_MS), ("tap", BAR_MS), ("log-in", None)):
        times = load.counts.times.get(kind)
        if not times:
            continue
        cells = " ".join(f"{1000 * percentile(times, share):>7.0f}" for share in (50, 95, 100))
        held = bar is None or 1000 * percentile(times, 95) < bar
        print(f"  {kind:<12} {len(times):>8,} {cells}" + ("" if held else f"   p95 under {bar}: MISSED"))
    for error, met in load.counts.errors.most_common(5):
        print(f"    {met} × {error}")
    print(f"  the load script kept them waiting {1000 * load.counts.lag:.0f} ms at worst", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.log_ins", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long the second flood lasts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubchess-bench-") as folder:
        environment = environment_of(Path(folder), "")
        seeded = club_of(environment, "bench._log_ins_club")
        seconds = f"{options.seconds:.0f} seconds"
        flood(f"Nobody, {seconds}", environment, seeded, None, seconds=options.seconds)
        flood(f"{TRIES} names", environment, seeded, iter(range(TRIES)), seconds=600)
        flood(f"As many as they can, {seconds}", environment, seeded, itertools.count(), seconds=options.seconds)


if __name__ == "__main__":
    main()
