"""Names in the order of the reader's language, the same on every machine: neither database nor ICU is asked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from django.utils.translation import get_language

T = TypeVar("T")
SortKey = tuple[str, str, str]

# What a letter counts as. Those after z count as { | } which follow z in Unicode and stand in no name that is compared.
_EVERYWHERE = {"ß": "ss", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i"}
_PLAIN = {"æ": "ae", "œ": "oe", "ø": "o"}
_DANISH = {"æ": "{", "ä": "{", "ø": "|", "ö": "|", "ő": "|", "œ": "|", "å": "}", "ü": "y", "ű": "y"}
_SWEDISH = {"å": "{", "ä": "|", "æ": "|", "ö": "}", "ø": "}", "ő": "}", "œ": "}", "ü": "y", "ű": "y"}
_LETTERS = {"nb": _DANISH, "nn": _DANISH, "da": _DANISH, "sv": _SWEDISH}
_AA_IS_A_LETTER = frozenset({"nb", "nn", "da"})  # Aasen stands where Åsen does


def name_key(name: str, language: str | None = None) -> SortKey:
    """Letters first; then accents, then capitals, so that the order never depends on where the rows came from."""
    return _key(name, (language or get_language() or "en").partition("-")[0])


@lru_cache(maxsize=4096)
def _key(name: str, code: str) -> SortKey:
    """Kept, since the same names are sorted again and again."""
    letters = _EVERYWHERE | _LETTERS.get(code, _PLAIN)
    folded = unicodedata.normalize("NFC", name).casefold()
    if code in _AA_IS_A_LETTER:
        folded = folded.replace("aa", "å")
    return "".join(_counts_as(character, letters) for character in folded if _counts(character)), folded, name


def sorted_by_name(items: Iterable[T], name: Callable[[T], str], language: str | None = None) -> list[T]:
    return sorted(items, key=lambda item: name_key(name(item), language))


def _counts(character: str) -> bool:
    return character.isalnum() or character == " "


def _counts_as(character: str, letters: dict[str, str]) -> str:
    return letters.get(character) or letters.get(base := _without_marks(character), base)


def _without_marks(character: str) -> str:
    decomposed = unicodedata.normalize("NFKD", character)
    return "".join(part for part in decomposed if not unicodedata.combining(part)) or character
