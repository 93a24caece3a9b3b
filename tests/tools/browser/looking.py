"""How a test looks at a page: what must not happen on it, and what must hold of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LAPTOP: ViewportSize = {"width": 1440, "height": 900}


_GIVEN_UP = ("htmx:sendAbort", "htmx:afterRequest")
"""What htmx says of a request that was under way when its page was left. One that failed says `htmx:sendError` too."""


_VIOLATION = "CSP violation: "
"""Told over the console: to expose a function to each page takes a twentieth of a second."""


LINE_GONE = (
    "Failed to load resource: net::ERR_",
    "An unknown error occurred when fetching the script.",
    "htmx:afterRequest",
    "htmx:sendError",
)
"""What a browser and htmx say where no network is: a browser looks for a newer worker when it likes, so also then."""


@dataclass
class Watch:
    """What went wrong in a page's life, however it went wrong."""

    problems: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    """Beginnings of messages that this test brings about on purpose."""

    def on(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.problems.append(f"script error: {error}"))
        page.on("console", lambda message: self._console(message.type, message.text))
        page.on("response", lambda response: self._response(response.status, response.url))
        page.add_init_script(
            "document.addEventListener('securitypolicyviolation',"
            f" e => console.error('{_VIOLATION}' + e.violatedDirective + ' ' + e.blockedURI))"
        )

    def _console(self, kind: str, text: str) -> None:
        if text.startswith(_VIOLATION):
            self.problems.append(text)
            return
        is_of_the_policy = "Content Security Policy" in text or "Content-Security-Policy" in text
        if (kind == "error" or is_of_the_policy) and not text.startswith((*_GIVEN_UP, *self.expected)):
            self.problems.append(f"console: {text}")

    def _response(self, status: int, url: str) -> None:
        if status >= 500:
            self.problems.append(f"answer {status}: {url}")


def cut_the_line(page: Page, watch: Watch) -> None:
    """No network for the page and its worker, until their context is set online again."""
    watch.expected = (*watch.expected, *LINE_GONE)
    page.context.set_offline(True)


AXE = Axe().axe_script
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    # Preloading copies sheets with @import into inline styles, which the policy forbids and the watch reports.
    "preload": False,
    "resultTypes": ["violations"],
}


SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
CONTRAST = RULES | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def axe_violations(page: Page, rules: Mapping[str, object] = RULES) -> list[str]:
    """WCAG A and AA as axe sees the page: one line a violation, with where it stands.

    Axe is half a megabyte, and tells of a thousand things that are right: it comes once a page, and only what is wrong
    is brought back.
    """
    page.wait_for_load_state()  # a click waits until the next page has begun, not until there is something of it
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("rules => axe.run(document, rules).then(result => result.violations)", rules)
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


def axe_violations_in_both_schemes(page: Page) -> list[str]:
    """All of it in the light, and the contrast in the dark: names, roles and sizes are the same in both."""
    return [*(f"light: {each}" for each in axe_violations(page)), *too_faint_in_the_dark(page)]


def too_faint_in_the_dark(page: Page, width: int | None = None) -> list[str]:
    """What has too little contrast there; afterwards the page is light again."""
    if width is not None:
        widen(page, width)
    page.emulate_media(color_scheme="dark")
    found = axe_violations(page, CONTRAST)
    page.emulate_media(color_scheme="light")
    return [f"dark: {each}" if width is None else f"dark, {width} px: {each}" for each in found]


def faults_on(page: Page, *glasses: ViewportSize, in_the_dark: bool = False) -> list[str]:
    """What axe finds and whether it slides sideways, on each glass; afterwards the page is as wide as it was."""
    before = page.viewport_size
    assert before is not None
    found = []
    for glass in glasses:
        page.set_viewport_size(glass)
        seen = axe_violations_in_both_schemes(page) if in_the_dark else axe_violations(page)
        seen += ["it slides sideways"] if slides_sideways(page) else []
        found += [f"{page.url} at {glass['width']} px: {each}" for each in seen]
    page.set_viewport_size(before)
    return found


def slides_sideways(page: Page) -> bool:
    return bool(page.locator("html").evaluate("page => page.scrollWidth > page.clientWidth"))


def widen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})


def open_all(page: Page) -> None:
    """What is folded away is part of the page as well."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")


def twice_the_text(page: Page) -> None:
    """As a reader sets it in the browser: only the text grows, the window stays as wide as it is."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")


CONTROLS = """selector => {
  const isSeen = each => each.checkVisibility({ contentVisibilityAuto: true });
  const bars = [...document.querySelectorAll(selector)];
  const seen = bars.flatMap(bar => [...bar.querySelectorAll("a, button, summary")]).filter(isSeen);
  const boxes = seen.map(each => each.getBoundingClientRect());
  const called = each => (each.getAttribute("aria-label") || each.textContent).trim();
  const found = [];
  seen.forEach((each, index) => {
    const box = boxes[index], isCut = each.scrollWidth > each.clientWidth + 1;
    // a line of the record ends in dots where it is long
    if (box.width < 2 || (isCut && !each.closest(".last-done"))) found.push(`${called(each)} is cut`);
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`${called(each)} is not on the glass`);
    boxes.slice(0, index).forEach((other, earlier) => {
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (wide > 1 && high > 1) found.push(`${called(each)} lies on ${called(seen[earlier])}`);
    });
  });
  return found;
}"""


def faults_of_controls(page: Page, within: str) -> list[str]:
    """Links and buttons that lie on each other, are cut, or stand outside the glass."""
    found: list[str] = page.evaluate(CONTROLS, within)
    return found
