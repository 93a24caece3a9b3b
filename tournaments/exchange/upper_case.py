"""Names that somebody typed in capitals, as they are written: DOGWOOD, Dov is Dov Dogwood."""

from __future__ import annotations

import re

_PARTICLES = frozenset(
    {
        "van",
        "der",
        "den",
        "de",
        "het",
        "te",
        "ter",
        "ten",
        "op",
        "von",
        "vom",
        "zu",
        "zum",
        "zur",
        "af",
        "av",
        "la",
        "le",
        "les",
        "du",
        "di",
        "da",
        "das",
        "dos",
        "do",
        "del",
        "della",
        "des",
        "el",
        "y",
        "e",
    }
)
"""Written small before a family name; in a given name they stand nowhere but at its end."""
_ROMAN = re.compile(r"[IVX]{1,4}")
_PARTS = re.compile(r"[^\W\d_]+")
"""Of a word: hyphens, points and apostrophes part it."""


def is_in_capitals(*names: str) -> bool:
    """Whether one of them is, as a whole: three letters or more; or both together, however short (BO LI)."""
    return any(_is_loud(name, 3) for name in names) or _is_loud(" ".join(names), 4)


def without_capitals(given: str, family: str) -> tuple[str, str]:
    """Given and family name, each whole if it is not in capitals. Small words go to the family: JAN VAN DER BERG."""
    whole = _is_loud(f"{given} {family}", 4)
    words = (_written(given, is_family=False) if whole or _is_loud(given, 3) else given).split()
    family = _written(family, is_family=True) if whole or _is_loud(family, 3) else family
    moved: list[str] = []
    while family and len(words) > 1 and words[-1] in _PARTICLES:
        moved.insert(0, words.pop())
    return " ".join(words), " ".join([*moved, family])


def _is_loud(name: str, fewest: int) -> bool:
    words = [word for word in name.split() if not _ROMAN.fullmatch(word)]
    letters = [each for word in words for each in word if each.isalpha()]
    return len(letters) >= fewest and all(each == each.upper() != each.lower() for each in letters if each != "ß")


def _written(name: str, *, is_family: bool) -> str:
    """A family's first word may be small, its last one is not; a given name the other way round."""
    words = name.split()
    head = words[-1:] if is_family else words[:1]
    return " ".join(
        word.lower() if word.casefold() in _PARTICLES and word not in head else _word(word) for word in words
    )


def _word(word: str) -> str:
    return word if _ROMAN.fullmatch(word) else _PARTS.sub(lambda part: _part(part[0]), word)


def _part(letters: str) -> str:
    small = letters.lower()
    if small.startswith("ij"):
        return f"IJ{small[2:]}"  # Dutch: one letter
    if small.startswith("mc") and len(small) > 3:
        return f"Mc{small[2].upper()}{small[3:]}"
    return small[:1].upper() + small[1:]
