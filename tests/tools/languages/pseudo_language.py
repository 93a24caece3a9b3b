"""A language for tests alone: English with accents on its letters, each word a third longer, gaps and tags kept.

It stands in the place of English, in memory, so that pages show what longer words do to them, and what on them was
never asked of a catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from clubchess import errors, offline
from tournaments.pages.common.cache import Cache
from tournaments.templatetags import memoized

KEPT = re.compile(r"(%(?:\(\w+\))?[sd]|%%|\{\w+\}|<[^>]*>|&#?\w+;)")
_WORD = re.compile(r"[^\W\d_]+")
_PLAIN = "aceinosuyzACEINOSUYZ"
_ACCENTED = "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ"
_TO_ACCENTED = str.maketrans(_PLAIN, _ACCENTED)
LONG = 14
"""From here on a translator puts a soft hyphen into a word, as the style of each language asks."""
SOFT_HYPHEN = "\u00ad"


def longer(text: str) -> str:
    """The text as a language with longer words would have it."""
    parts = KEPT.split(text)
    return "".join(
        part if place % 2 else _WORD.sub(lambda word: _longer(word[0]), part) for place, part in enumerate(parts)
    )


def _longer(word: str) -> str:
    """The same letters, the last of them so often that they are a third more."""
    more = round(len(word) / 3) if len(word) > 1 else 0
    said = (word + word[-1].lower() * more if not word.isupper() else word + word[-1] * more).translate(_TO_ACCENTED)
    if len(said) <= LONG:
        return said
    half = len(said) // 2
    return f"{said[:half]}{SOFT_HYPHEN}{said[half:]}"


def speak_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, under the addresses of English."""

    def lengthening(real: Callable[..., str]) -> Callable[..., str]:
        def gettext(*texts: Any) -> str:
            said = real(*texts)
            return longer(said) if translation.get_language() == "en" else said

        return gettext

    parts_of_its_own(monkeypatch)
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        monkeypatch.setattr(translation._trans, name, lengthening(getattr(trans_real, name)))


def parts_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept by language as long as the process lives: nobody else may find it, nor this test what is English."""
    monkeypatch.setattr(memoized, "_kept", Cache(limit=memoized.PARTS))
    monkeypatch.setattr(offline, "_page", offline._page.__wrapped__)
    monkeypatch.setattr(errors, "_too_many_log_ins", errors._too_many_log_ins.__wrapped__)
