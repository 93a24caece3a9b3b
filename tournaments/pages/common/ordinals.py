"""The first, the second: a place as each language writes it."""

from __future__ import annotations

from django.utils.translation import get_language


def ordinal(number: int) -> str:
    """1st, 2nd, 11th in English; 1:a in Swedish, 1. in Norwegian, Danish and German, 1e in Dutch."""
    language = (get_language() or "en").split("-")[0]
    match language:
        case "nb" | "nn" | "no" | "da" | "de":
            return f"{number}."
        case "sv":
            return f"{number}:{'a' if number % 10 in {1, 2} and number % 100 not in {11, 12} else 'e'}"
        case "nl":
            return f"{number}e"
        case _:
            teens = number % 100 in {11, 12, 13}
            return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
