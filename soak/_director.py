"""Somebody at a glass, who taps what is on the page: taps, pages and seconds are counted for each job."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Locator, Page

AT_REST = """() => document.readyState === "complete" && !document.querySelector(".htmx-request")
  && !window.isLeft && !window.clubchess?.queue?.waiting()"""
LEAVES = """each => {
  const tapped = each.closest("a[href], button");
  if (!tapped || tapped.closest("a[hx-get]") || tapped.getAttribute("href")?.startsWith("#")) return false;
  const leaves = tapped.matches("a") || (tapped.type === "submit" && tapped.form && !tapped.form.matches("[hx-post]"));
  if (leaves) window.isLeft = true;
  return Boolean(leaves);
}"""
"""Whether another page comes after a tap: the old one is at rest until then."""
RED = ".notice.bad, .errors"
ANCHOR = """each => {
  const named = each.closest("[id]");
  return !each.closest("details.choices") && named && [named.id, named.getBoundingClientRect().top];
}"""
TOP_OF = "id => document.getElementById(id)?.getBoundingClientRect().top"
JUMP = 8
"""Pixels that a thing may move under the finger which has tapped it."""


@dataclass
class Job:
    """`before`: what the first walk counted for it, as taps/pages."""

    name: str
    before: str
    taps: int = 0
    pages: int = 0
    seconds: float = 0.0
    doubts: list[str] = field(default_factory=list)


@dataclass
class Director:
    """One person at one page: from the first address on by what stands there. Their doubts stand with the jobs, and
    what must never happen in `problems`."""

    page: Page
    pictures: Path | None = None
    jobs: list[Job] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.at = Job("", "")
        self.page.on("load", lambda _page: self._count_page())
        self.page.on("response", lambda answer: self._look_at(answer.status, answer.request.method, answer.url))
        self.page.on("pageerror", lambda error: self.problems.append(f"script error: {error}"))
        self.page.on("dialog", self._confirm)

    @contextmanager
    def job(self, name: str, before: str = "") -> Iterator[None]:
        """A job may be gone on with: its counts are added up."""
        self.at = next((each for each in self.jobs if each.name == name), Job(name, before))
        if self.at not in self.jobs:
            self.jobs.append(self.at)
        began = time.monotonic()
        yield
        self.at.seconds += time.monotonic() - began
        self.picture(name)

    def tap(self, on: str | Locator, *, stays: bool = True) -> None:
        """The one thing seen that is called so; afterwards the page has come to rest and says nothing in red, and what
        was tapped stays where it was. A menu is brought into sight whole."""
        found = self.find(on)
        found.click(trial=True)  # brings it into sight, as a thumb does
        anchor, leaves = found.evaluate(ANCHOR), found.evaluate(LEAVES)
        found.click()
        self.at.taps += 1
        self.rest()
        if stays and anchor and not leaves:
            self._has_stayed(*anchor)
        self._says_nothing_red()

    def enter(self, board: Locator, result: int) -> None:
        """One of the three buttons; afterwards the board is not open any more."""
        left = self.page.locator(".pairing.open").count()
        self.tap(board.locator("button.score").nth(result), stays=left > 1)  # with the last one a plan's round ends
        self.page.wait_for_function(
            "left => document.querySelectorAll('.pairing.open').length < left", arg=left, timeout=15_000
        )

    def write(self, in_field: str, text: str) -> None:
        """One tap into the field; keys are not counted."""
        self.find(in_field).fill(text)
        self.at.taps += 1

    def choose(self, in_field: str, option: str) -> None:
        """A list is opened, and one of it tapped."""
        self.find(in_field).select_option(option)
        self.at.taps += 2
        self.rest()

    def give_file(self, in_field: str, file: Path) -> None:
        """The field, and the file."""
        self.find(in_field).set_input_files(file)
        self.at.taps += 2
        self.rest()

    def take_file(self, on: str) -> str:
        """What a tap brings down."""
        with self.page.expect_download() as download:
            self.find(on).click()
        self.at.taps += 1
        return Path(download.value.path()).read_text()

    def find(self, on: str | Locator) -> Locator:
        found = self.page.locator(on) if isinstance(on, str) else on
        found = found.locator("visible=true")
        found.first.wait_for(timeout=15_000)
        assert found.count() == 1, f"{found.count()} of {on} on {self.page.url}"
        return found

    def sees(self, what: str) -> bool:
        return self.page.locator(what).locator("visible=true").count() > 0

    def reads(self, where: str) -> str:
        return " ".join(" ".join(self.page.locator(where).all_inner_texts()).split())

    def rest(self) -> None:
        self.page.wait_for_timeout(40)
        self.page.wait_for_load_state("load")
        self.page.wait_for_function(AT_REST, timeout=30_000)

    def doubt(self, sentence: str) -> None:
        if sentence not in self.at.doubts:
            self.at.doubts.append(sentence)
            self.picture(f"doubt {sentence}")

    def picture(self, name: str, *, whole: bool = False) -> None:
        if self.pictures is not None:
            self.pictures.mkdir(parents=True, exist_ok=True)
            width = (self.page.viewport_size or {"width": 0})["width"]
            stem = re.sub(r"\W+", "-", f"{self.jobs.index(self.at) + 1:02} {name}")[:70]
            self.page.screenshot(path=self.pictures / f"{stem}-{width}.png", full_page=whole)

    def _count_page(self) -> None:
        self.at.pages += 1

    def _look_at(self, status: int, method: str, url: str) -> None:
        if status >= 400:
            self.problems.append(f"answer {status}: {method} {url}")

    def _confirm(self, dialog: Dialog) -> None:
        self.at.taps += 1
        dialog.accept()

    def _has_stayed(self, anchor: str, top: float) -> None:
        now = self.page.evaluate(TOP_OF, anchor)
        if now is not None and abs(now - top) > JUMP:
            kind = re.sub(r"\d+", "N", anchor)
            self.doubt(f"#{kind} jumps by {now - top:+.0f} px at a tap")

    def _says_nothing_red(self) -> None:
        for each in self.page.locator(RED).locator("visible=true").all():
            self.problems.append(f"red on {self.page.url}: {each.inner_text()}")
