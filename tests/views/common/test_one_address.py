"""A public page has one address: no second spelling of it is answered, or another one would be kept for each."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from tests.tools.casts.factories import Evening
from tests.tools.guards.layers import first_fast
from tests.tools.pages.public_pages import addresses_of, the_last
from tournaments.views.common import page_cache

ENOUGH = 600


def routes(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        else:
            yield pattern


def test_no_route_takes_a_number_in_several_spellings() -> None:
    """Django's own `int` takes leading zeros and any number of digits; ours is `number`."""
    by_int = [
        route.name
        for route in routes(get_resolver().url_patterns)
        if any(type(each) is IntConverter for each in route.pattern.converters.values())
    ]

    assert by_int == []


def spellings(address: str) -> Iterator[str]:
    """Other ways of writing it, of which a careless server takes some for the same."""
    yield address.upper()
    yield address.title()
    yield address.replace("/", "//")
    yield address.rstrip("/") + "/./"
    yield address + "?v=1&page=2"
    yield address + "?utm_source=anything"
    yield address + ";v=1"
    yield address + "%20"
    yield address + "%0a"
    for digits in re.finditer(r"(?<=/)\d+(?=/)", address):
        before, number, after = address[: digits.start()], digits[0], address[digits.end() :]
        for other in (f"+{number}", f"-{number}", f"{number}.0", f"%20{number}", f"{number}_", f"0x{number}"):
            yield f"{before}{other}{after}"
        yield before + "".join(chr(0x0660 + int(digit)) for digit in number) + after
        yield before + "".join(chr(0xFF10 + int(digit)) for digit in number) + after
        for zeros in range(1, 40):
            yield f"{before}{'0' * zeros}{number}{after}"


@pytest.mark.django_db
@pytest.mark.parametrize("which", first_fast(1, ["one page", "all pages"]))
def test_a_page_is_kept_once_however_it_is_asked_for(client: Client, which: str) -> None:
    evening = Evening.of(4)
    evening.play()
    evening.finish()
    addresses = addresses_of(evening.tournament.club, choose=the_last)
    if which == "one page":
        addresses = [address for address in addresses if address.endswith("/standings/1/")]
    asked = [spelling for address in addresses for spelling in spellings(address)]
    assert len(asked) > ENOUGH or which == "one page"
    answers = {address: client.get(address).content for address in addresses}
    kept = len(page_cache._pages)
    assert kept

    for address in addresses:
        for spelling in spellings(address):
            answer = client.get(spelling)
            is_this_page = answer.status_code == 200 and answer.content == answers[address]
            leads_on = answer.status_code in {301, 302}
            assert answer.status_code == 404 or is_this_page or leads_on, f"{spelling}: {answer.status_code}"

    assert len(page_cache._pages) == kept
