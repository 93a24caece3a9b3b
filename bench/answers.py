"""A club that answers while its director checks in: `python -m bench.answers` from the root.

300 members open their card, read it and say whether they come, within ten minutes or, so that it is over sooner, as
many times faster as `--faster` says. The server is that of `make run`; load and server share the cores of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench._phones_load import PATIENCE, Answer, Browser, Counts, Way, cookie_of, expect, form_of
from bench.phones import club_of, on_both, percentile, served

MINUTES = 10
TAPS_EVERY = 2.0
ROWS = (
    ("open", "a member opens the link", None),
    ("card", "the card", None),
    ("answer", "a member answers", None),
    ("tap", "director checks somebody in", (95, 0.3)),
)


@dataclass(kw_only=True)
class Club:
    way: Way
    evening: str
    session: str
    cards: list[str]
    seconds: float
    faster: float
    counts: Counts = field(default_factory=Counts)
    end: float = 0.0

    async def run(self) -> None:
        rng = Random(300)
        self.end = time.perf_counter() + self.seconds
        members = [self._member(card, rng.uniform(0, self.seconds), rng.random()) for card in self.cards]
        await asyncio.gather(self._check_in(), *members)

    async def _member(self, card: str, after: float, mood: float) -> None:
        await asyncio.sleep(after)
        browser = Browser(self.way, self.counts)
        try:
            opened = await self._timed("open", browser.ask(card))
            expect(opened, 302, "the link")
            browser.cookies["cards"] = cookie_of(opened, "cards")
            where = re.search(rb"\r\nlocation: *([^\r]+)", opened.head, re.IGNORECASE)
            page = await self._timed("card", browser.ask(where[1].decode() if where else ""))
            expect(page, 200, "the card")
            browser.cookies["csrftoken"] = cookie_of(page, "csrftoken")
            forms = re.findall(r'<form[^>]* action="[^"]*/answer/".*?</form>', page.text(), re.DOTALL)
            form = form_of(forms[-1], "/answer/")  # of an evening to come: tonight's is at the door already
            entries = re.findall(r'name="entry" value="(\d+)"', forms[-1])
            answers = re.findall(r'name="answer" value="([^"]+)"', forms[-1])
            form |= {"entry": entries[0], "answer": answers[int(mood * len(answers))]}
            said = await self._timed("answer", browser.post(form.pop("action"), form))
            expect(said, 302, "the answer")
        except Exception as error:  # whatever a member meets is counted, and the others go on
            self.counts.errors[f"{type(error).__name__}: {error}"] += 1
        finally:
            browser.close()

    async def _check_in(self) -> None:
        director = Browser(self.way, self.counts, {"sessionid": self.session})
        try:
            page = await director.ask(self.evening)
            director.cookies["csrftoken"] = cookie_of(page, "csrftoken")
            text = page.text()
            rows = re.findall(r'<form id="place-\d+"[^>]* action="([^"]+)"', text)
            for action in dict.fromkeys(rows):
                if time.perf_counter() > self.end:
                    return
                await asyncio.sleep(TAPS_EVERY / self.faster)
                form = form_of(text, action) | {"presence": "present"}
                expect(await self._timed("tap", director.post(form.pop("action"), form)), 200, action)
        except Exception as error:
            self.counts.errors[f"director: {type(error).__name__}: {error}"] += 1
        finally:
            director.close()

    async def _timed(self, kind: str, asking: Any) -> Answer:
        start = time.perf_counter()
        answer: Answer = await asyncio.wait_for(asking, PATIENCE)
        self.counts.took(kind, time.perf_counter() - start)
        return answer


def answered(name: str, environment: dict[str, str], folder: Path, options: argparse.Namespace) -> None:
    seeded = club_of(environment, "bench._answers_club")
    with served(environment, folder / "serve.log") as server:
        load = Club(
            way=server.way,
            seconds=60 * MINUTES / options.faster,
            faster=options.faster,
            **seeded,
        )
        before = server.cpu_seconds()
        asyncio.run(load.run())
        cpu = server.cpu_seconds() - before
    times = f"{MINUTES} minutes" if options.faster == 1 else f"{MINUTES} minutes, {options.faster:g} times as fast"
    print(f"\n{name}: {len(load.cards)} members answer in {times}")
    print(f"  {'milliseconds':<32} {'how many':>8} {'p50':>7} {'p95':>7} {'max':>7}")
    for kind, words, bar in ROWS:
        if not (taken := load.counts.times.get(kind)):
            print(f"  {words:<32} {'none':>8}")
            continue
        cells = " ".join(f"{1000 * percentile(taken, share):>7.0f}" for share in (50, 95, 100))
        verdict = ""
        if bar is not None:
            share, most = bar
            verdict = f"   p{share} under {1000 * most:.0f}: {'held' if percentile(taken, share) < most else 'MISSED'}"
        print(f"  {words:<32} {len(taken):>8} {cells}{verdict}")
    print(f"  errors {sum(load.counts.errors.values())}; server: {cpu / load.seconds:.0%} of one core", flush=True)
    for error, met in load.counts.errors.most_common(5):
        print(f"    {met} × {error}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.answers", description=__doc__.splitlines()[0])
    parser.add_argument("--faster", type=float, default=4.0)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    options = parser.parse_args()
    on_both(answered, options)


if __name__ == "__main__":
    main()
