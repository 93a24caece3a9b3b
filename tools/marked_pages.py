"""Where each message stands on a page: English is asked for with a mark on either side, which the page then shows.

A mark is one letter of a private area of Unicode, so that it goes through filters, gaps and attributes as a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

from tools.collected_texts import Text

_FIRST, _END = 0xF0000, "\U0010fffd"
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_PAGE = 3
"""So many elements are around everything: html, body, main."""
_SHORT, _LONG = 40, 60
"""Letters of what is named first as standing beside something, and of a heading that is named."""
_INPUT = "kind of the input inside"
_HEADINGS = {"h1", "h2", "h3", "h4"}
_HEADS_OF = {"legend": "fieldset", "caption": "table"}
"""What is a heading of one element alone."""
_BY_TAG = {
    "option": "choice in a list",
    "label": "label",
    "caption": "caption of a table",
    "legend": "heading of a group of fields",
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    "dt": "label",
    "dd": "value",
    "td": "cell of a table",
    "text": "text in a chart",
    "svg": "text in a chart",
    "figcaption": "text under a picture",
    "title": "title of the page",
    "li": "item of a list",
    "p": "text",
}
_BY_ATTRIBUTE = {
    "title": "tip",
    "placeholder": "hint in an empty field",
    "alt": "picture in words",
    "content": "preview of a shared link",
    "label": "heading in a list of choices",
    "hx-confirm": "question before it is done",
}
_BUTTONS = {"submit", "button", "reset"}


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    tag: str
    attributes: dict[str, str]
    number: int
    """Of the elements of its page."""
    cell: int = -1
    """Of a cell, its place in its row."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Place:
    text: Text
    path: tuple[Element, ...]
    attribute: str = ""
    inside: Text | None = None
    """The message in whose gap it stands."""

    @property
    def kind(self) -> str:
        """What it is to a reader, in plain words."""
        if self.attribute:
            return _kind_of_attribute(self.attribute, self.path)
        for element in reversed(self.path):
            if found := _kind_of(element, self.path):
                return found
        return "text"


class Marks:
    """The messages of a catalogue, each with a mark of its own."""

    def __init__(self, texts: Collection[Text]) -> None:
        self._texts = sorted(texts, key=str)
        self._marks = {text[:2]: chr(_FIRST + number) for number, text in enumerate(self._texts)}

    def marked(self, context: str | None, english: str, said: str) -> str:
        mark = self._marks.get((context, english.replace("\r\n", "\n")))
        return f"{mark}{said}{_END}" if mark else said

    def text_of(self, letter: str) -> Text | None:
        number = ord(letter) - _FIRST
        return self._texts[number] if 0 <= number < len(self._texts) else None

    @contextmanager
    def spoken(self) -> Iterator[None]:
        """As long as it lasts, English is said with marks. What is kept of pages before has none, what is kept in it
        has them: for a process of its own."""
        from django.urls import get_resolver
        from django.utils.translation import trans_real

        _ = get_resolver().url_patterns  # what is asked for while modules are loaded stands on no page

        def marking(real: Callable[..., str], has_context: bool) -> Callable[..., str]:
            def gettext(*texts: Any) -> str:
                context, english = (str(texts[0]), str(texts[1])) if has_context else (None, str(texts[0]))
                return self.marked(context, english, real(*texts))

            return gettext

        with ExitStack() as patched:
            for name in ("gettext", "ngettext", "pgettext", "npgettext"):
                said = marking(getattr(trans_real, name), "pg" in name)
                patched.enter_context(patch(f"django.utils.translation._trans.{name}", said))
            yield


def places(html: str, marks: Marks) -> list[Place]:
    """Each message on the page, in the order in which they stand there."""
    page = _Page(marks)
    page.feed(html)
    page.close()
    return page.found


def beside(place: Place, all_places: Sequence[Place]) -> Text | None:
    """What a reader sees with it: the field of a choice, the head of a cell's column, else what is nearest; of what is
    equally near, what is short."""
    seen = [each for each in all_places if not each.attribute and each.inside is None]
    if not place.attribute:
        innermost = next((each for each in reversed(place.path) if each.tag in {"option", "td"}), None)
        if innermost is not None and innermost.tag == "option":
            return _field_of(place, all_places)
        if innermost is not None and (head := _column_of(place, innermost, seen)):
            return head
    numbers = [each.number for each in place.path]
    own = next((order for order, each in enumerate(seen) if each is place), 0)
    near: list[tuple[int, bool, int, Text]] = []
    for order, each in enumerate(seen):
        shared = sum(one == other.number for one, other in zip(numbers, each.path, strict=False))
        if each.text[:2] != place.text[:2] and shared > _PAGE:
            near.append((-shared, len(each.text[1]) > _SHORT, abs(order - own), each.text))
    return min(near, key=lambda found: found[:3])[3] if near else None


def heading_above(place: Place, all_places: Sequence[Place]) -> Text | None:
    """The last one that is short; a group of fields and a table head what is in them alone."""
    above = None
    for each in all_places:
        if each is place:
            break
        if (
            not each.attribute
            and len(each.text[1]) <= _LONG
            and any(_heads(element, each, place) for element in each.path)
        ):
            above = each.text
    return above if above != place.text else None


def _heads(element: Element, heading: Place, place: Place) -> bool:
    if element.tag in _HEADS_OF:
        around = [each for each in heading.path if each.tag == _HEADS_OF[element.tag]]
        return bool(around) and around[-1] in place.path
    return element.tag in _HEADINGS


def _field_of(place: Place, all_places: Sequence[Place]) -> Text | None:
    select = next((each for each in reversed(place.path) if each.tag == "select"), None)
    if select is None:
        return None
    for each in all_places:
        if each.path[-1:] == (select,) and each.attribute == "aria-label":
            return each.text
        label = next((element for element in reversed(each.path) if element.tag == "label"), None)
        is_its = label is not None and (
            label in place.path or label.attributes.get("for", "") == select.attributes.get("id")
        )
        if is_its and select not in each.path:
            return each.text
    return None


def _column_of(place: Place, cell: Element, seen: Sequence[Place]) -> Text | None:
    table = next((each for each in reversed(place.path) if each.tag == "table"), None)
    for each in seen:
        head = next((element for element in reversed(each.path) if element.tag == "th"), None)
        is_above = head is not None and table in each.path and any(element.tag == "thead" for element in each.path)
        if is_above and head is not None and head.cell == cell.cell:
            return each.text
    return None


def _kind_of_attribute(name: str, path: tuple[Element, ...]) -> str:
    if name.startswith("data-"):
        return "said by a script"
    if name.startswith("aria-"):
        kind = next((found for each in reversed(path) if (found := _kind_of(each, path))), "")
        return f"read aloud only: {kind}" if kind else "read aloud only"
    if name == "value":
        return "button" if path[-1].attributes.get("type") in _BUTTONS else "proposed in a field"
    return _BY_ATTRIBUTE.get(name, "text")


def _kind_of(element: Element, path: tuple[Element, ...]) -> str:
    tag, given = element.tag, element.attributes
    tags = {each.tag for each in path}
    if tag == "button" or (tag == "a" and given.get("role") == "button"):
        return "button"
    if tag == "a":
        return "menu" if "nav" in tags else "link"
    if tag == "summary":
        return "line that opens a part of the page"
    if tag == "nav":
        return "menu"
    if tag == "th":
        return "column head" if "thead" in tags or given.get("scope") == "col" else "head of a row"
    if tag == "label" and given.get(_INPUT):
        return "tick box" if given[_INPUT] == "checkbox" else "one of several to choose from"
    if given.get("role") in {"status", "alert"} or "notice" in given.get("class", "").split():
        return "notice"
    return _BY_TAG.get(tag, "")


class _Page(HTMLParser):
    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self.found: list[Place] = []
        self._marks = marks
        self._path: list[Element] = []
        self._count = 0
        self._cells: list[int] = []
        self._said: list[Text] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._count += 1
        cell = -1
        if tag == "tr":
            self._cells.append(0)
        if tag in {"td", "th"} and self._cells:
            cell, self._cells[-1] = self._cells[-1], self._cells[-1] + int(given.get("colspan") or 1)
        element = Element(tag, given, self._count, cell)
        if (
            tag == "input"
            and given.get("type") in {"checkbox", "radio"}
            and self._path
            and self._path[-1].tag == "label"
        ):
            self._path[-1].attributes[_INPUT] = given["type"]
        if tag != "script":
            for name, value in given.items():
                self._read(value, (*self._path, element), name, [])
        if tag not in _VOID:
            self._path.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in {each.tag for each in self._path}:
            while self._path.pop().tag != tag:
                pass
        if tag == "tr" and self._cells:
            self._cells.pop()

    def handle_data(self, data: str) -> None:
        if not self._path or self._path[-1].tag not in {"script", "style"}:
            self._read(data, tuple(self._path), "", self._said)

    def _read(self, value: str, path: tuple[Element, ...], attribute: str, said: list[Text]) -> None:
        for letter in value:
            if letter == _END:
                if said:
                    said.pop()
            elif letter >= chr(_FIRST) and (text := self._marks.text_of(letter)):
                inside = said[-1] if said else None
                self.found.append(Place(text=text, path=path, attribute=attribute, inside=inside))
                said.append(text)
