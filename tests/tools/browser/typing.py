"""How a test types results, faster than a line that is made as slow as the test wants it."""

from playwright.sync_api import CDPSession, Page


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
