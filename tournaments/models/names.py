"""How names are cleaned and compared."""

import unicodedata

from django.utils.text import slugify

# Letters that Unicode does not take apart into a base letter and a mark.
_PLAIN_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "ß": "ss", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "œ": "oe"})
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # control, bidi and format, surrogates, unassigned


def clean_name(text: str) -> str:
    """NFC, without control, bidi and other invisible characters, blanks folded to one."""
    normal = unicodedata.normalize("NFC", text)
    visible = "".join(
        " " if character in "\t\n\r" or unicodedata.category(character) in {"Zl", "Zp"} else character
        for character in normal
        if character in "\t\n\r" or unicodedata.category(character) not in _INVISIBLE - {"Zl", "Zp"}
    )
    return " ".join(visible.split())


def folded_name(*parts: str) -> str:
    """What two names must share to be taken for duplicates: case, accents and blanks do not count."""
    decomposed = unicodedata.normalize("NFKD", clean_name(" ".join(parts)).casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def slug_of(name: str) -> str:
    """The name as part of an address; empty where nothing of it can be written in one."""
    return slugify(name.casefold().translate(_PLAIN_LETTERS).replace("_", " "))[:60].strip("-")
