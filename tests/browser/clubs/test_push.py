"""What a phone shows while nobody has the card open: turned on with a tap, shown by the worker, opened with another."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, CDPSession, Page, Playwright, expect
from pytest_django import Settings

from tests.browser.conftest import QUIET, REQUIRED
from tests.tools.browser.looking import PHONE, Watch, axe_violations, slides_sideways
from tests.tools.browser.reading_kept import until
from tests.tools.casts.factories import Evening
from tests.tools.guards.push_service import PushService, push_service
from tests.tools.played.jobs import work
from tournaments.models import Player, PushSubscription
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)

SUBSCRIBES = """given => {
  const made = () => {
    const kept = window.localStorage.getItem("stand-in");
    if (!kept) return null;
    const bytes = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), each => each.charCodeAt(0));
    return {
      endpoint: given.endpoint, options: { applicationServerKey: bytes(kept) },
      toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
      unsubscribe: () => { window.localStorage.removeItem("stand-in"); return Promise.resolve(true); },
    };
  };
  const plain = bytes => btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  const text = bytes => plain(bytes).replace(/\\+/g, "-").replace(/\\//g, "_");
  PushManager.prototype.getSubscription = () => Promise.resolve(made());
  PushManager.prototype.subscribe = chosen => {
    window.localStorage.setItem("stand-in", text(chosen.applicationServerKey));
    return Promise.resolve(made());
  };
}"""
"""A browser of the tests has no push service that it would subscribe to: the stand-in takes its place."""
CLICK = """async () => {
  const opened = [];
  Object.defineProperty(self.clients, "openWindow", { configurable: true, value: async url => { opened.push(url); } });
  const [shown] = await self.registration.getNotifications();
  const waits = [];
  const event = new NotificationEvent("notificationclick", { notification: shown });
  event.waitUntil = until => waits.push(until);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return opened;
}"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The form without a window shows no notifications: the whole program does."""
    whole = shutil.which("chromium")
    if whole is None:
        if REQUIRED:
            pytest.fail("apt-get install chromium: chromium-headless-shell shows no notifications")
        pytest.skip("no chromium, and chromium-headless-shell shows no notifications")
    with playwright.chromium.launch(executable_path=whole, args=[*QUIET, "--headless=new"]) as launched:
        yield launched


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    with push_service() as told:
        settings.MORE_PUSH_SERVICES, settings.INNER_ADDRESSES = [told.address], True
        yield told


@pytest.fixture
def phone(open_page: Callable[..., Page], service: PushService, live_server: Any) -> Page:
    page = open_page(None, PHONE)
    page.context.grant_permissions(["notifications"], origin=live_server.url)
    told = service.phone("phone")
    given = json.dumps({"endpoint": told.endpoint, "p256dh": told.p256dh, "auth": told.auth})
    page.add_init_script(f"({SUBSCRIBES})({given})")
    return page


def settings_of(page: Page, player: Player) -> None:
    page.goto(reverse("open_card", args=[card_keys.make_key(player, actor=None)]))
    page.get_by_role("link", name="Notifications, calendar").click()
    expect(page.get_by_role("heading", name="Tell me on this phone")).to_be_visible()


def test_a_board_comes_to_the_phone_and_a_tap_opens_the_card(
    phone: Page, service: PushService, live_server: Any
) -> None:
    evening = Evening.of(4, name="Autumn")
    player = evening.entry(1).person
    settings_of(phone, player)
    first = phone.locator("#tell-me li").first
    expect(first.locator(".state")).to_have_text("off", use_inner_text=True)
    expect(first.get_by_role("button")).to_have_count(1)
    first.get_by_role("button", name="Turn on").click()
    expect(first.locator(".state")).to_have_text("on", use_inner_text=True)
    expect(first.get_by_role("button")).to_have_count(1)
    assert axe_violations(phone) == []
    assert not slides_sideways(phone)
    assert PushSubscription.objects.get().board

    evening.draft()
    evening.publish()
    work()
    (sent,) = service.shown
    assert (sent.title.partition(":")[0], service.faults) == ("Board 1", [])

    devtools, registration = worker_of(phone)
    for title in ("an earlier board", sent.title):  # the second takes the place of the first
        told = {"title": title, "body": sent.body, "url": sent.url, "tag": sent.tag}
        deliver(devtools, registration, phone, json.dumps(told))
    for broken in ("", "no JSON", json.dumps(["title"])):
        deliver(devtools, registration, phone, broken)
    until(phone, f"{SHOWN}.then(shown => shown.length === 1 && shown[0].title === {json.dumps(sent.title)})")
    assert phone.evaluate(f"{SHOWN}.then(shown => shown[0].body)") == sent.body

    phone.goto("about:blank")
    (worker,) = phone.context.service_workers
    assert worker.evaluate(CLICK) == [f"{live_server.url}{sent.url}"]
    phone.goto(sent.url)
    expect(phone.locator("body")).to_contain_text("Board 1")


SHOWN = "navigator.serviceWorker.ready.then(ready => ready.getNotifications())"


def worker_of(page: Page) -> tuple[CDPSession, str]:
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []

    def registered(told: Any) -> None:
        found.extend(each["registrationId"] for each in told["registrations"] if not each["isDeleted"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", registered)
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_timeout(100)
    return devtools, found[0]


def deliver(devtools: CDPSession, registration: str, page: Page, data: str) -> None:
    origin = page.evaluate("location.origin")
    told = {"origin": origin, "registrationId": registration, "data": data}
    devtools.send("ServiceWorker.deliverPushMessage", told)


def test_turned_off_with_a_tap_and_forgotten_with_the_card(phone: Page) -> None:
    player = Evening.of(2).entry(1).person
    settings_of(phone, player)
    rows = phone.locator("#tell-me li")
    for row in (rows.nth(0), rows.nth(2)):
        row.get_by_role("button", name="Turn on").click()
        expect(row.locator(".state")).to_have_text("on", use_inner_text=True)
    rows.nth(2).get_by_role("button", name="Turn off").click()
    expect(rows.nth(2).locator(".state")).to_have_text("off", use_inner_text=True)
    assert PushSubscription.objects.get().board

    phone.get_by_role("link", name="Back to the card").click()
    phone.get_by_role("button", name="Forget this card on this phone").click()
    phone.wait_for_url(lambda url: "/me/" not in url)
    assert not PushSubscription.objects.exists()
    assert phone.evaluate("localStorage.getItem('stand-in')") is None


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("delete window.PushManager", "This browser cannot show notifications."),
        (
            "Object.defineProperty(window, 'isSecureContext', { value: false })",
            "This works only where the address begins with https.",
        ),
        (
            "Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })",
            "tap Share, then Add to Home Screen",
        ),
        (
            "Object.defineProperty(Notification, 'permission', { value: 'denied' })",
            "Your browser blocks notifications of this page",
        ),
    ],
)
def test_where_it_cannot_it_says_why(phone: Page, script: str, says: str) -> None:
    phone.add_init_script(script)
    settings_of(phone, Evening.of(2).entry(1).person)
    expect(phone.locator("#tell-me [data-lacks]:visible")).to_contain_text(says)
    expect(phone.locator("#tell-me ul")).to_be_hidden()


def test_what_is_refused_is_told_beside_the_buttons(phone: Page, settings: Settings, watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    settings_of(phone, Evening.of(2).entry(1).person)
    settings.MORE_PUSH_SERVICES = []
    first = phone.locator("#tell-me li").first
    first.get_by_role("button", name="Turn on").click()
    expect(phone.locator("#tell-me [data-lacks]:visible")).to_contain_text("cannot be reached from here")
    expect(first.get_by_role("button", name="Turn on")).to_be_visible()
    assert not PushSubscription.objects.exists()
