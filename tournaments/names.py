"""How names are cleaned, taken apart and compared."""

import re
import unicodedata

# Letters that Unicode does not take apart into a base letter and a mark.
_PLAIN_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "ß": "ss", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "œ": "oe"})
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # control, bidi and format, surrogates, unassigned
_BLANKS = frozenset({"Zl", "Zp"})  # lines and paragraphs; the others are blanks to Python, too


# Letters and marks that are shown as nothing: of Default_Ignorable_Code_Point what is in no category above; and blanks
# that are symbols by their category.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\u2800\U0001d159")
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
_FIRST_MARK = "\u0250"
"""Below it stand Latin letters, and neither marks nor what is shown as nothing but what is not printable."""
_MOST_MARKS = 4
"""On one letter: UTS #39, 5.4. Hebrew with points and accents and Arabic with vowels have three, Tibetan four."""


def clean_name(text: str) -> str:
    """NFC, without control, bidi and other invisible characters, blanks folded to one; no letter with a pile of marks.

    Empty where nobody would see anything.
    """
    if text.isprintable() and max(text, default="") < _FIRST_MARK and unicodedata.is_normalized("NFC", text):
        return " ".join(text.split())  # most names, at a tenth of the cost
    words = "".join(
        " " if character in "\t\n\r" or unicodedata.category(character) in _BLANKS else character
        for character in unicodedata.normalize("NFD", text)
        if character in "\t\n\r" or not _is_invisible(character)
    ).split()
    return " ".join(unicodedata.normalize("NFC", readable) for word in words if (readable := _with_few_marks(word)))


def _is_invisible(character: str) -> bool:
    hidden = unicodedata.category(character) in _INVISIBLE or character in _FILLERS
    return hidden or any(ord(character) in selectors for selectors in _SELECTORS)


def _with_few_marks(word: str) -> str:
    """Of a word taken apart: marks in front of it belong to no letter, and a mark twice in a row is one."""
    kept: list[str] = []
    marks = 0
    for character in word:
        if unicodedata.category(character) in {"Mn", "Me"}:
            marks += 1
            if not kept or marks > _MOST_MARKS or character == kept[-1]:
                continue
        else:
            marks = 0
        kept.append(character)
    return "".join(kept)


def split_name(name: str) -> tuple[str, str]:
    """“Family, Given” and “Given Family” alike; the last word is the family's, with the small words before it."""
    family, comma, given = name.partition(",")
    if comma:
        return (given.strip(), family.strip()) if given.strip() else (family.strip(), "")
    words = name.split()
    at = len(words) - 1
    while at > 1 and words[at - 1].islower():  # van den Berg, af Klint, von der Heide
        at -= 1
    return (" ".join(words[:at]), " ".join(words[at:])) if len(words) > 1 else (name, "")


def folded_name(*parts: str) -> str:
    """What two names must share to be taken for duplicates: case, accents and blanks do not count."""
    folded = clean_name(" ".join(parts)).casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def searchable(*parts: str) -> str:
    """As folded_name, and ø is an o, æ ae, ß ss: what somebody types whose keyboard has no such letters."""
    return folded_name(folded_name(*parts).translate(_PLAIN_LETTERS))


def slug_of(name: str) -> str:
    """The name as part of an address; empty where nothing of it can be written in one."""
    latin = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN_LETTERS).replace("_", " "))
    plain = latin.encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^\w\s-]", "", plain)
    return re.sub(r"[-\s]+", "-", words).strip("-_")[:60].strip("-")
