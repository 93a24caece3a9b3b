"""Parts of a page that say the same again: after a result most rows of a table are as they were."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.pages.common.cache import Cache

register = template.Library()

PARTS: Final = 8_000
LETTERS: Final = 6_000_000
_kept: Cache[Hashable, SafeString] = Cache(limit=PARTS, most=LETTERS, weigh=len, holds_texts=True)


class Same:
    """A value that is only itself. A whole table is compared by that: to compare its letters would take as long as to
    show it. It must be frozen, and kept for as long as nothing of it changes."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


@register.filter
def same(value: object) -> Same:
    """Of `memoize`: the very same value, not one that is equal."""
    return Same(value)


class MemoizedNode(template.Node):
    def __init__(self, name: str, values: list[FilterExpression], nodelist: NodeList) -> None:
        self.name = name
        self.values = values
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        values = tuple(value.resolve(context) for value in self.values)
        key = (get_language(), self.name, context.use_l10n, values)
        # Of its own nodes only, which escape what they show.
        return _kept.get(key, lambda: mark_safe(self.nodelist.render(context)))  # noqa: S308


@register.tag
def memoize(parser: Parser, token: Token) -> MemoizedNode:
    """{% memoize "its name" value … %}: what stands inside depends on these values and on the language alone.

    The values are compared as values, those behind `|same` by being the very same: what is kept is never out of date.
    """
    _tag, name, *values = token.split_contents()
    nodelist = parser.parse(("endmemoize",))
    parser.delete_first_token()
    return MemoizedNode(name.strip('"'), [parser.compile_filter(value) for value in values], nodelist)
