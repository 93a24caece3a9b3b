"""The way of somebody into a club: invited, with an account of their own, a second factor, and log-ins that end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pyotp
import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, faults_on
from tests.tools.casts.club_cast import Cast
from tournaments.models import SecondFactor, Session, User

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a rook on the seventh"


def looked_at(page: Page) -> None:
    assert faults_on(page, PHONE, TABLET) == []


def log_in(page: Page) -> None:
    page.goto(reverse("log_in"))
    page.get_by_label("User name or e-mail address").fill("nora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def code_of(secret: str) -> str:
    """The next one that was not used yet: tests are faster than the clock."""
    SecondFactor.objects.update(last_step=0)
    return pyotp.TOTP(secret).at(timezone.now())


def test_from_the_invitation_to_the_end_of_a_log_in(
    open_page: Callable[..., Page], live_server: Any, watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 4",)
    cast = Cast()
    cast.add_tournament("Autumn")

    # Kari invites Nora, and sees her waiting.
    kari = open_page(cast.kari, PHONE)
    kari.goto(reverse("members", args=[cast.club.slug]))
    kari.get_by_label("Name", exact=True).fill("Nora Åsen")
    kari.get_by_role("button", name="Invite").click()
    link = kari.locator("#link").input_value()
    expect(kari.get_by_text("has not accepted yet")).to_be_visible()
    looked_at(kari)

    # Nora opens the link and makes an account; a name that is taken is said, and what was typed stays.
    nora = open_page(None, PHONE)
    nora.goto(link)
    looked_at(nora)
    nora.get_by_label("User name").fill("dag")
    for label in ("Password", "The password once more"):
        nora.get_by_label(label, exact=True).fill(PASSWORD)
    nora.get_by_role("button", name="Make my account and accept").click()
    expect(nora.get_by_text("The user name “dag” is taken.")).to_be_visible()
    expect(nora.get_by_label("Name", exact=True)).to_have_value("Nora Åsen")
    nora.get_by_label("User name").fill("nora")
    for label in ("Password", "The password once more"):
        nora.get_by_label(label, exact=True).fill(PASSWORD)
    nora.get_by_role("button", name="Make my account and accept").click()
    expect(nora.get_by_role("heading", name="SK Rockaden")).to_be_visible()

    # A second factor, by the secret that she types into her app.
    nora.goto(reverse("second_factor"))
    nora.get_by_label("Your password").fill(PASSWORD)
    nora.get_by_role("button", name="Set it up").click()
    expect(nora.get_by_role("img", name="QR code for the app on your phone")).to_be_visible()
    looked_at(nora)
    secret = nora.locator("#secret").inner_text().replace(" ", "")
    nora.get_by_role("textbox", name="Code", exact=True).fill(pyotp.TOTP(secret).at(timezone.now()))
    nora.get_by_role("button", name="Turn it on").click()
    expect(nora.get_by_label("Recovery codes")).to_have_value(re.compile(r"(?:[a-z2-7]{4}-){5}"))
    looked_at(nora)

    # On a club's laptop she is asked for the code.
    laptop = open_page(None, PHONE)
    log_in(laptop)
    expect(laptop.get_by_role("heading", name="The code from your phone")).to_be_visible()
    looked_at(laptop)
    laptop.get_by_role("textbox", name="Code", exact=True).fill(code_of(secret))
    laptop.get_by_role("button", name="Log in").click()
    expect(laptop.get_by_role("heading", name="SK Rockaden")).to_be_visible()
    assert Session.objects.filter(user=User.objects.get(username="nora")).count() == 2

    # Back on her own she ends the laptop's log-in.
    nora.get_by_role("button", name="I have saved them").click()
    expect(nora.get_by_text("this one")).to_have_count(1)
    looked_at(nora)
    form = nora.locator("form", has=nora.get_by_role("button", name="End all others"))
    form.get_by_label("Your password").fill(PASSWORD)
    form.locator("button[name=end]").click()
    expect(nora.get_by_text("This log-in was ended.")).to_be_visible()
    laptop.reload()
    expect(laptop.get_by_role("heading", name="Log in")).to_be_visible()
