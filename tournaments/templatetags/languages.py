"""The same page in the other languages: every address of a page begins with its language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from clubchess.languages import OWN_NAMES

register = template.Library()


@dataclass(frozen=True, slots=True)
class InLanguage:
    code: str
    name: str
    address: str
    is_current: bool


@register.simple_tag(takes_context=True)
def in_each_language(context: dict[str, Any]) -> list[InLanguage]:
    """The page that is asked for, in each language; none where it answers to what a form sent: links send nothing."""
    request: HttpRequest | None = context.get("request")
    if request is None or request.method not in {"GET", "HEAD"}:
        return []
    return [
        InLanguage(code, OWN_NAMES[code], in_language(request.path, code), code == get_language())
        for code, _name in settings.LANGUAGES
    ]


@register.simple_tag(takes_context=True)
def on_paper_in_each_language(context: dict[str, Any]) -> list[InLanguage]:
    """The sheet that is asked for, printed in each language (`views/common/paper_language.py`)."""
    request: HttpRequest = context["request"]
    if request.method not in {"GET", "HEAD"}:
        return []
    found = []
    for code, _name in settings.LANGUAGES:
        asked = request.GET.copy()
        asked["language"] = code
        found.append(InLanguage(code, OWN_NAMES[code], f"?{asked.urlencode()}", code == get_language()))
    return found


@register.filter
def in_language(path: str, code: str) -> str:
    """/en/club/ as /nb/club/; that language's first page for an address without one. No code leaves it as it is."""
    if not code:
        return path
    _root, language, *rest = path.split("/", 2) if path.count("/") > 1 else ("", "", "")
    return f"/{code}/{rest[0] if rest else ''}" if language in dict(settings.LANGUAGES) else f"/{code}/"
