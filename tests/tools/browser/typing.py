"""How a test types results, faster than a line that is made as slow as the test wants it."""

from playwright.sync_api import Page


def focused_board(page: Page) -> str | None:
    board: str | None = page.evaluate("document.activeElement.dataset.board || null")
    return board


def type_ahead(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def delay(page: Page, latency: float) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    conditions = {"offline": False, "latency": 1000 * latency, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", conditions)
