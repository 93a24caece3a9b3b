"""What the worker has kept in the browser, and how a test waits for it."""

import pytest
from playwright.sync_api import Page

KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys())
    for (const each of await (await caches.open(name)).keys()) paths.push(new URL(each.url).pathname);
  return paths;
}"""


def until(page: Page, promise: str) -> None:
    """Until what is promised is true: `wait_for_function` takes a promise itself for true, and does not wait."""
    for _ in range(100):
        if page.evaluate(promise):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never true: {promise}")
