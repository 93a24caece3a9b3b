"""A club set up in the browser: the first page anybody sees, and the link that is handed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.tools.browser.looking import PHONE, TABLET
from tests.tools.club_cast import Cast
from tournaments.services import accounts

pytestmark = pytest.mark.django_db(transaction=True)

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_the_page_for_a_password_does_not_slide_sideways(
    open_page: Callable[..., Page], live_server: Any, size: dict[str, int]
) -> None:
    nora = accounts.invite(Cast().club, name="Nora Åsen", actor=None)
    page = open_page(None, size)

    page.goto(live_server.url + reverse("accept_invitation", args=accounts.link_parts(nora)))

    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@pytest.mark.parametrize("has_clipboard", [True, False], ids=["https", "http"])
def test_the_link_of_an_invitation_is_copied(
    open_page: Callable[..., Page], live_server: Any, has_clipboard: bool
) -> None:
    cast = Cast()
    page = open_page(cast.kari, PHONE)
    if has_clipboard:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    else:
        page.add_init_script(NO_CLIPBOARD)
    page.goto(live_server.url + reverse("members", args=[cast.club.slug]))
    page.get_by_label("Name", exact=True).fill("Nora Åsen")
    page.get_by_role("button", name="Invite").click()

    page.get_by_role("button", name="Copy the link").click()

    page.get_by_text("Copied", exact=True).wait_for()
    if has_clipboard:
        assert "/invitation/" in page.evaluate("navigator.clipboard.readText()")
    else:
        assert "/invitation/" in page.evaluate("getSelection().toString()")
