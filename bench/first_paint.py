"""When the demo's public pages are seen on a phone: `.venv/bin/python -m bench.first_paint` from the root.

The phone has a quarter of this machine's processor and a slow line, as Lighthouse's mobile settings have; unlike there,
both are felt. Three readers open each page: one who was never here, one who comes again, and one who has chosen their
board. Told are the medians of the first paint and of the largest one, and how far things moved after it at most.
"""

from __future__ import annotations

import json
import statistics
from typing import Any

from bench._size import sized
from bench._slow_line import slow_line

PAGES = (
    "/en/",
    "/en/{club}/",
    "/en/{club}/players/{key}/",
    "/en/{club}/{tournament}/",
    "/en/{club}/{tournament}/standings/",
    "/en/{club}/{tournament}/crosstable/",
    "/en/{club}/{tournament}/players/{number}/",
    "/en/{club}/{tournament}/rounds/{round}/story/",
)
READERS = ("first visit", "again", "own board")
RUNS = sized(5, 1)
SLOWER = 4
SETTLED = sized(2_500, 100)
"""Milliseconds after a page is loaded in which what moves still counts."""
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True, "has_touch": True}
_SEEN = """() => new Promise(function (tell) {
  const seen = { paint: 0, largest: 0, moved: 0 };
  const watch = function (type, note) {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  };
  watch("paint", (each) => { if (each.name === "first-contentful-paint") seen.paint = each.startTime; });
  watch("largest-contentful-paint", (each) => { seen.largest = each.startTime; });
  watch("layout-shift", (each) => { seen.moved += each.hadRecentInput ? 0 : each.value; });
  setTimeout(() => tell(seen), 0);
})"""


def main() -> None:
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        print("Needs the browser tests' environment: .venv/bin/python -m bench.first_paint")
        return
    from tools.demo_club import chromium, demo_club

    with demo_club() as address, slow_line(int(address.rpartition(":")[2])) as port, sync_playwright() as playwright:
        gaps, chosen = _demo()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        print(f"{'first paint / largest (ms), moved':<58}" + "".join(f"{each:>24}" for each in READERS))
        for page in PAGES[: sized(len(PAGES), 1)]:
            path = page.format(**gaps)
            cells = [_told(_looks(browser, f"http://127.0.0.1:{port}", path, reader, chosen)) for reader in READERS]
            print(f"{path:<58}" + "".join(f"{each:>24}" for each in cells), flush=True)
        browser.close()


def _demo() -> tuple[dict[str, Any], dict[str, str]]:
    """What the gaps of the addresses hold, and what a browser remembers of somebody of the round in play."""
    from tournaments.models import Round

    playing = Round.objects.filter(state="published").order_by("-number").select_related("tournament__club")[0]
    tournament = playing.tournament
    entry = tournament.entries.exclude(player__public_key="").select_related("player").order_by("number")[0]
    gaps = {
        "club": tournament.club.slug,
        "tournament": tournament.slug,
        "key": entry.player.public_key,
        "number": entry.number,
        "round": playing.number,
    }
    return gaps, {f"me:{tournament.club.slug}": entry.player.public_key}


def _looks(browser: Any, site: str, path: str, reader: str, chosen: dict[str, str]) -> list[dict[str, float]]:
    found = []
    for _ in range(RUNS):
        context = browser.new_context(**PHONE)
        page = context.new_page()
        if reader == "own board":
            page.add_init_script(f"Object.assign(localStorage, {json.dumps(chosen)})")
        if reader != READERS[0]:
            page.goto(site + path)
            page.wait_for_timeout(SETTLED)
        line = context.new_cdp_session(page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(site + path)
        page.wait_for_timeout(SETTLED)
        found.append(page.evaluate(_SEEN))
        context.close()
    return found


def _told(looks: list[dict[str, float]]) -> str:
    paint, largest = (statistics.median(each[name] for each in looks) for name in ("paint", "largest"))
    return f"{paint:.0f} / {largest:.0f}, {max(each['moved'] for each in looks):.3f}"


if __name__ == "__main__":
    main()
