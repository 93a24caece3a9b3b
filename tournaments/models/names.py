"""How names are cleaned and compared."""

import unicodedata

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
