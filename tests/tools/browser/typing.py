"""How a test taps and types, faster than a line that is made as slow as the test wants it."""

from playwright.sync_api import CDPSession, Page, Request

_TWO_FRAMES = """new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell))))"""
_ALL_ANSWERED = """new Promise((tell) => {
  const look = () => clubchess.queue.waiting() ? requestAnimationFrame(look) : tell();
  look();
})"""


def focused_board(page: Page) -> str | None:
    board: str | None = page.evaluate("document.activeElement.dataset.board || null")
    return board


def type_ahead(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def delay(page: Page, latency: float, line: CDPSession | None = None) -> CDPSession:
    """From now on every answer takes so many seconds; with the line that was slowed before, from then on."""
    line = line or page.context.new_cdp_session(page)
    line.send("Network.enable")
    conditions = {"offline": False, "latency": 1000 * latency, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", conditions)
    return line


def posts_of(page: Page) -> list[str]:
    """What the page posts from now on: the last part of each address."""
    posts: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            posts.append(request.url.rstrip("/").rpartition("/")[2])

    page.on("request", note)
    return posts


def has_nothing_to_send(page: Page) -> bool:
    """No tap waits, and what the last one sent is among the posts: with nothing ahead of it, it goes at once."""
    page.evaluate(_TWO_FRAMES)
    return bool(page.evaluate("clubchess.queue.waiting() === 0"))


def let_pass(page: Page, seconds: float) -> None:
    """By the clock that the page reads, once all taps are answered; its timers do not go faster."""
    page.evaluate(_ALL_ANSWERED)
    page.evaluate("seconds => { const now = Date.now; Date.now = () => now() + 1000 * seconds; }", seconds)


def publish_and_type(page: Page, keys: str, *, by_enter: bool = False, pause: float = 0) -> None:
    """Publishes the draft on the page and types at once, after a pause of so many seconds."""
    if by_enter:
        page.locator("#publish").focus()
        page.keyboard.press("Enter")
    else:
        page.click("#publish")
    if pause:
        page.wait_for_timeout(1000 * pause)
    type_ahead(page, keys)


def refused(page: Page) -> str:
    """What the page says was not entered."""
    return " ".join(page.locator("#notices .notice").all_inner_texts())
