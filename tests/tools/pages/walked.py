"""All pages of the staff, found by following their links: a page linked tomorrow is looked at at once."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from urllib.parse import urldefrag

from django.test import Client

_LINK = re.compile(r'\b(?:href|hx-get)="(/[^"]*)"')


def walked(client: Client, *starts: str, within: str) -> Mapping[str, str]:
    """What each page answers that can be reached from `starts` by links that begin with `within`."""
    texts: dict[str, str] = {}
    waiting = list(starts)
    while waiting:
        address = waiting.pop()
        if address in texts:
            continue
        answer = client.get(address)
        assert answer.status_code in {200, 302, 422}, f"{address}: {answer.status_code}"
        texts[address] = answer.content.decode() if "text/" in answer.get("Content-Type", "") else ""
        links = (urldefrag(html.unescape(link)).url for link in _LINK.findall(texts[address]))
        waiting += [link for link in links if link.startswith(within) and "log-out" not in link]
    return texts
