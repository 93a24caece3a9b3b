"""What a person reads of an answer: a page's texts and labels, a sheet's cells, a calendar's entries."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import openpyxl
from django.http import HttpResponse

_READ = {"title", "alt", "aria-label", "aria-description", "placeholder", "label", "summary", "abbr"}
_OF_BUTTONS = {"submit", "button", "reset"}
_NOT_READ = {"script", "style"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_MEANT = {"description", "og:title", "og:description", "og:site_name", "og:image:alt", "apple-mobile-web-app-title"}
_SAID = {"name", "short_name", "description", "label", "detail", "text"}
"""Keys of JSON."""
_TAG = re.compile(r"<[^>]*>")
_FOLDED = re.compile(r"\r?\n[ \t]")
_OF_CALENDARS = re.compile(r"^(?:SUMMARY|DESCRIPTION|LOCATION|X-WR-CALNAME|X-WR-CALDESC|NAME)[^:]*:(.*)$", re.MULTILINE)


def seen_texts(answer: HttpResponse) -> list[str]:
    """Nothing of pictures, whose letters nobody reads here."""
    kind = answer.get("Content-Type", "").partition(";")[0]
    body = answer.content
    if kind == "text/html":
        return list(of_page(body.decode()))
    if kind == "text/calendar":
        return _OF_CALENDARS.findall(_FOLDED.sub("", body.decode()))
    if "xml" in kind and "sheet" not in kind:
        return [] if "svg" in kind else _TAG.split(body.decode())
    if "json" in kind:
        return list(_said(json.loads(body)))
    if "sheet" in kind:
        book = openpyxl.load_workbook(io.BytesIO(body), read_only=True)
        cells = [str(cell) for sheet in book for row in sheet.values for cell in row if cell is not None]
        return [*book.sheetnames, *cells]
    return body.decode().splitlines() if kind.startswith("text/") else []


def of_page(html: str) -> Iterator[str]:
    page = _Page()
    page.feed(html)
    yield from page.texts


class _Page(HTMLParser):
    """Texts that say their own language are left out: in the ways to the others each is called as its readers do."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        is_left_out = self._is_left_out or tag in _NOT_READ or ("lang" in found and tag != "html")
        if not is_left_out:
            self.texts += [value for name, value in found.items() if name in _READ or _is_told(name, value)]
            if tag == "input" and found.get("type") in _OF_BUTTONS:
                self.texts.append(found.get("value", ""))
            if tag == "meta" and (found.get("name") or found.get("property")) in _MEANT:
                self.texts.append(found.get("content", ""))
        if tag not in _VOID:
            self._open.append((tag, is_left_out))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_left_out and data.strip():
            self.texts.append(" ".join(data.split()))

    @property
    def _is_left_out(self) -> bool:
        return bool(self._open) and self._open[-1][1]


def _is_told(name: str, value: str) -> bool:
    """A script says what stands there."""
    return (name.startswith("data-") or name == "hx-confirm") and " " in value.strip() and "{" not in value[:1]


def _said(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _said(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _said(each, key)
    elif isinstance(value, str) and key in _SAID:
        yield value
