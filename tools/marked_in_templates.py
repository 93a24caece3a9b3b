"""Texts in a template that stand outside translate and blocktranslate."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.base import Lexer, Token, TokenType

SEEN_ATTRIBUTES = {"title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription", "label"}
BUTTONS = {"submit", "button", "reset"}
NAMES = {"Clubchess"}  # not translated: the program is called so everywhere
TRANSLATED_BLOCKS = {"blocktranslate", "blocktrans"}
OF_CLASSES = "block kind_of_page"  # fills an attribute of base.html
# A literal that one of these puts on the page counts as text of the page: {{ club|default:"No club" }}.
SHOWN_LITERAL = re.compile(r"\|(?:default|default_if_none|yesno|add|pluralize|join):\s*(\"[^\"]*\"|'[^']*')")
# A whole sentence or word handed on: {% include "x.html" with label="Save" %}. Codes and classes are in small letters.
HANDED_ON = re.compile(r"\b\w+=(\"[A-ZÆØÅÄÖ][^\"]*\"|'[A-ZÆØÅÄÖ][^']*')")


def unmarked_in_template(source: str) -> list[tuple[int, str]]:
    tokens = Lexer(source).tokenize()
    reader = _Reader()
    reader.feed(_without_marked(tokens))
    reader.close()
    return sorted([*reader.found, *_handed_on(tokens)])


def _handed_on(tokens: list[Token]) -> Iterator[tuple[int, str]]:
    for token in tokens:
        if _tag(token) in {"include", "with"}:
            for literal in HANDED_ON.findall(token.contents):
                yield token.lineno or 1, literal[1:-1]


def _without_marked(tokens: list[Token]) -> str:
    """The template's HTML, line for line: marked texts and code are gone, literals that code shows are left."""
    html: list[str] = []
    until = ""  # the tag that ends a stretch of marked text or comment
    for token in tokens:
        tag = _tag(token)
        if until:
            html.append("\n" * token.contents.count("\n"))
            until = "" if tag == until else until
        elif tag in TRANSLATED_BLOCKS or tag == "comment":
            until = f"end{tag}"
        elif token.contents == OF_CLASSES:
            until = "endblock"
        elif token.token_type is TokenType.TEXT:
            html.append(token.contents)
        elif token.token_type is TokenType.VAR:
            shown = " ".join(literal[1:-1] for literal in SHOWN_LITERAL.findall(token.contents))
            html.append(re.sub(r"[<>\"']", "", shown))  # which would end the attribute around
    return "".join(html)


def _tag(token: Token) -> str:
    return token.contents.split(maxsplit=1)[0] if token.token_type is TokenType.BLOCK else ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str]] = []

    def handle_data(self, data: str) -> None:
        first = self.getpos()[0]
        for offset, line in enumerate(data.split("\n")):
            self._judge(first + offset, line)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        seen = set(SEEN_ATTRIBUTES)
        if tag == "input" and values.get("type") in BUTTONS:
            seen.add("value")
        if tag == "meta" and values.get("name") == "description":
            seen.add("content")
        for name, value in attrs:
            if name in seen and value:
                self._judge(self.getpos()[0], value)

    def _judge(self, line: int, text: str) -> None:
        words = "".join(letter if letter.isalpha() else " " for letter in text).split()
        if any(word not in NAMES for word in words):
            self.found.append((line, text.strip()))
