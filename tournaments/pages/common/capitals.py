"""A word at the beginning of a sentence, as each language writes it."""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import get_language

IJ = "IJ"
"""One letter in Dutch, written with two."""


def capitalized(text: str) -> str:
    """Whatever stands first; in Dutch both halves of ij."""
    text = str(text)
    is_dutch = (get_language() or "").partition("-")[0] == "nl"
    return IJ + text[2:] if is_dutch and text[:2].casefold() == "ij" else capfirst(text)
