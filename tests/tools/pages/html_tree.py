"""A page's elements with their attributes, and what each stands in."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    above: Element | None
    text: str = ""

    def ancestors(self) -> list[Element]:
        return [] if self.above is None else [self.above, *self.above.ancestors()]

    def is_within(self, tag: str, **attributes: str) -> bool:
        return any(
            each.tag == tag and attributes.items() <= {k: v or "" for k, v in each.attributes.items()}.items()
            for each in self.ancestors()
        )

    def is_within_this(self, other: Element) -> bool:
        return any(each is other for each in self.ancestors())


@dataclass
class Page(HTMLParser):
    elements: list[Element] = field(default_factory=list)
    _open: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    @classmethod
    def of(cls, html: str) -> Page:
        page = cls()
        page.feed(html)
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), self._open[-1] if self._open else None)
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def by_id(self, key: str) -> Element:
        (found,) = (each for each in self.elements if each.attributes.get("id") == key)
        return found

    def having(self, attribute: str) -> list[Element]:
        return [each for each in self.elements if attribute in each.attributes]

    def of_class(self, name: str) -> list[Element]:
        return [each for each in self.elements if name in (each.attributes.get("class") or "").split()]
