"""A director's taps on a line that is cut, on tabs that are closed and by servers that die: what became of each."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from django.db.models import QuerySet
from playwright.sync_api import BrowserContext, Error, Page, Response, Route

from tests.tools.casts.factories import Evening
from tests.tools.processes.served import Site
from tournaments.models import Action, Presence
from tournaments.recording.refusals import Stale

_WAYS = ("cut", "cut", "killed before", "killed after", "away")
"""No network; a server that dies before or after it has done what it was sent; a proxy without one."""
_PATIENCE = 60_000
_NOTHING_WAITS = """patience => new Promise(tell => {
  const end = Date.now() + patience;
  const look = () => clubchess.outbox.waiting().then(count => {
    if (!count && !clubchess.queue.waiting()) tell(true);
    else if (Date.now() > end) tell(false);
    else setTimeout(look, 100);
  });
  look();
})"""
_TAP = """place => {
  const buttons = document.querySelectorAll("button.tap");
  const before = clubchess.queue.waiting();
  const get = FormData.prototype.get;
  let receipt = "";
  FormData.prototype.get = function (name) {
    const value = get.call(this, name);
    if (name === "receipt") receipt = value;
    return value;
  };
  const button = buttons[place % buttons.length];
  const presence = button.value;
  button.click();
  FormData.prototype.get = get;
  return [clubchess.queue.waiting() > before ? receipt : "", Number(button.id.slice("tap-".length)), presence];
}"""
"""The receipt of a tap, none where it is the same once more and not entered; on whom it was, and what they become."""


_IS_THERE = "window.clubchess && clubchess.queue && document.readyState === 'complete'"
"""Before that a tap may be posted as without scripts, by the browser itself."""


class BadLine:
    """Each tap has a receipt: by it is counted what was done, and how often."""

    def __init__(
        self, context: BrowserContext, evening: Evening, *, seed: int, killed: float = 0.3, site: Site | None = None
    ) -> None:
        self.context, self.evening, self.chance = context, evening, random.Random(seed)
        self.site = site
        """A process that is really killed. Without one the browser is told so, by whoever stands before the server."""
        self.killed = killed
        """How many of the closed tabs go without a last word: the next one waits until they are taken for dead."""
        self.tapped: list[str] = []
        """Receipts, in the order of the taps."""
        self.meant: dict[str, tuple[int, str]] = {}
        """Of each receipt of this cut, what whose mark was to become."""
        self.accepted: set[str] = set()
        """The receipts that a server has said yes to."""
        self.last = 1
        self.became: Counter[str] = Counter()
        self.way = ""
        self.address = f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"
        self.failures = 0
        context.route("**/attendance/**", self._answer)
        context.on("requestfailed", lambda request: self._fail() if "/attendance/" in request.url else None)
        context.on("response", self._hear)
        self.page = self._opened()

    def play(self, cuts: int) -> None:
        for _cut in range(cuts):
            self.way = self.chance.choice(_WAYS)
            self.context.set_offline(self.way == "cut")
            self.failures = 0
            if self.way == "killed before":
                self._kill()
            for tap in range(self.chance.randint(1, 3)):
                self._tap()
                self.page.wait_for_timeout(self.chance.choice((0, 5, 30, 200)))
                if self.way == "killed after" and tap == 0:
                    self._kill()
            self._wait_for_a_failure()
            if self.chance.random() < 0.5:
                self._close()
                self.became["tabs closed"] += 1
            is_marked_elsewhere = self.chance.random() < 0.2
            if is_marked_elsewhere:
                self._somebody_else_marks()
            self.way = ""
            self._start()
            self.context.set_offline(False)
            if self.page.is_closed():
                self.page = self._opened()
            elif is_marked_elsewhere or self.chance.random() < 0.3:
                self.page.reload()  # or the next tap may be refused at once, beside its row, where nobody counts it
            self._asked("() => dispatchEvent(new Event('online'))")
            self._wait_until_nothing_waits()
            self.became["so already"] += self._so_already()
            self.became["cuts"] += 1
        self._count()

    def _kill(self) -> None:
        if self.site:
            self.site.kill()
            self.became["servers killed"] += 1

    def _start(self) -> None:
        if self.site and self.site.process.poll() is not None:
            self.site.start()
            self.site.is_up()

    def _somebody_else_marks(self) -> None:
        """Whom the last tap was on: it is refused, if it has not been done."""
        is_away = self.evening.slot(self.last).presence == Presence.EXCUSED
        with suppress(Stale):  # the tap itself was quicker
            self.evening.mark(self.last, Presence.UNEXCUSED if is_away else Presence.EXCUSED)

    def _hear(self, response: Response) -> None:
        if response.status == 503:
            self._fail()
        elif response.ok and "/attendance/" in response.url:
            self.accepted.update(parse_qs(response.request.post_data or "").get("receipt", []))

    def _fail(self) -> None:
        self.failures += 1

    def _wait_for_a_failure(self) -> None:
        """What is refused at once, on a good line, is told beside the row, and not counted here."""
        for _look in range(_PATIENCE // 100):
            if self.failures or not self._asked("() => clubchess.queue.waiting()"):
                return
            self.page.wait_for_timeout(100)

    def _wait_until_nothing_waits(self) -> None:
        assert self._asked(_NOTHING_WAITS, _PATIENCE), "something waits for ever"

    def _asked(self, function: str, given: object = None) -> Any:
        """A page that is on its way, or on which nothing waits any more and that loads itself anew just then, is asked
        when it is there. Playwright's own waiting would be refused by the policy of the page."""
        for look in range(_PATIENCE // 100):
            if self.page.url.startswith("chrome-error:") or look % 100 == 99:
                self._come_back()
            try:
                found = self.page.evaluate(f"given => {_IS_THERE} ? ({function})(given) : null", given)
            except Error as error:
                if "Execution context was destroyed" not in error.message:
                    raise
            else:
                if found is not None:
                    return found
            self.page.wait_for_timeout(100)
        raise TimeoutError(self.page.url)

    def _come_back(self) -> None:
        """The page had loaded itself anew, with nothing waiting, just when the server was killed: it did not come, or
        its scripts did not. Opened again, as by a hand."""
        self._start()
        self.context.set_offline(False)
        self.page.goto(self.address)
        self.became["pages that failed to load"] += 1

    def _so_already(self) -> int:
        """A page that came while a tap of the page before was on its way may show the mark of before it. Whoever taps
        there what is so by now has what they meant, and nothing is done."""
        meant, self.meant = self.meant, {}
        done = self._done()
        return sum(
            receipt in self.accepted and receipt not in done and self.evening.slot(number).presence == presence
            for receipt, (number, presence) in meant.items()
        )

    def _marks(self) -> QuerySet[Action]:
        return Action.objects.filter(tournament=self.evening.tournament, verb="attendance.mark", receipt__isnull=False)

    def _done(self) -> set[str]:
        return {str(receipt) for receipt in self._marks().values_list("receipt", flat=True)}

    @property
    def lost(self) -> int:
        return self.became["lost"]

    @property
    def doubled(self) -> int:
        return self.became["doubled"]

    def report(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in self.became.items())

    def _opened(self) -> Page:
        page = self.context.new_page()
        page.goto(self.address)
        return page

    def _close(self) -> None:
        """By a hand, which comes later than what the browser writes of the last tap."""
        self._asked("() => clubchess.outbox.waiting()")
        if self.chance.random() >= self.killed:
            self.page.evaluate("() => { window.location.href = 'about:blank'; }")
            self.page.wait_for_url("about:blank")
        self.page.close()

    def _tap(self) -> None:
        receipt, entry, presence = self._asked(_TAP, self.chance.randrange(100))
        self.last = self.evening.tournament.entries.get(pk=entry).number
        if receipt:
            self.tapped.append(receipt)
            self.meant[receipt] = (self.last, presence)

    def _answer(self, route: Route) -> None:
        if self.way == "away":
            route.fulfill(status=503)
        elif self.site:
            route.continue_()
        elif self.way == "killed before":
            route.abort()
        elif self.way == "killed after":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    def _count(self) -> None:
        """By receipts, which the database has once: what was done twice is an action more than there were taps."""
        self.became["tapped"] = len(self.tapped)
        self.became["done"] = len(self._done().intersection(self.tapped))
        other = self._opened()  # this one may be loading itself anew
        other.wait_for_timeout(500)
        self.became["told"] = other.locator("#refused:not([hidden]) li").count()
        other.close()
        self.became["doubled"] = self._marks().count() - self.became["done"]
        accounted = self.became["done"] + self.became["told"] + self.became["so already"]
        self.became["lost"] = max(self.became["tapped"] - accounted, 0)
