"""No test sees what another one left in the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, Watch
from tests.tools.browser.reading_live import address
from tests.tools.factories import Evening

pytestmark = pytest.mark.django_db(transaction=True)

LEAVES = """async () => {
  document.cookie = 'left=1; path=/';
  localStorage.left = '1';
  sessionStorage.left = '1';
  await (await caches.open('left')).put('/left', new Response('left'));
  await new Promise((done, failed) => {
    const asked = indexedDB.open('left');
    asked.onsuccess = () => { asked.result.close(); done(); };
    asked.onerror = failed;
  });
  await navigator.serviceWorker.ready;
}"""
FINDS = """async () => ({
  cookies: document.cookie.split('; ').filter(each => each.startsWith('left')),
  kept: Object.keys(localStorage).filter(name => name === 'left'),
  session: Object.keys(sessionStorage),
  caches: (await caches.keys()).filter(name => name === 'left'),
  databases: (await indexedDB.databases()).map(each => each.name),
  worker: performance.getEntriesByType('navigation')[0].workerStart > 0,
  history: history.length,
  online: navigator.onLine,
  width: innerWidth,
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  told: 'told' in window,
  stored: performance.getEntriesByType('resource').filter(each => each.transferSize === 0).map(each => each.name),
})"""
NOTHING = {"cookies": [], "kept": [], "session": [], "caches": [], "databases": [], "worker": False, "online": True}
NOTHING |= {"width": PHONE["width"], "dark": False, "told": False, "stored": [], "history": 2}
SEEN: list[object] = []


@pytest.mark.parametrize("time", ["first", "second", "third"])
def test_whoever_comes_later_finds_nothing(open_page: Callable[..., Page], watch: Watch, time: str) -> None:
    watch.expected = ("Failed to load resource: net::ERR_",)
    evening = Evening.of(4)
    page = open_page(evening.director, PHONE)
    SEEN.append(page.context)
    assert page.context is SEEN[0], "otherwise this test looks at nothing"
    page.goto(address(evening))
    found = page.evaluate(FINDS)
    assert found == NOTHING

    page.evaluate(LEAVES)
    page.goto(address(evening, "standings/"))
    page.set_viewport_size({"width": 800, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.add_init_script("window.told = true")
    page.reload()
    left = page.evaluate(FINDS)
    same = [name for name, nothing in NOTHING.items() if left[name] == nothing]
    assert same == ["online"], "else this test looks at less than it says"
    page.context.set_offline(True)
    expect(page.locator("body")).to_be_visible()
