"""The messages of a language, with the English and with what stands there today."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from django.conf import settings

Place: TypeAlias = tuple[str, str]
"""Where a message stands in a catalogue: its context, empty where it has none, and its English."""

ENGLISH = "en"
_CONTEXT_ENDS, _FORM_ENDS = "\x04", "\0"
_LITTLE_ENDIAN = b"\xde\x12\x04\x95"


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    context: str
    """Empty: it has none."""
    english: str
    plural: str
    """The English for several; empty where it has one form only."""
    forms: tuple[str, ...]
    """What stands there today: one, or as many as the language has plural forms."""

    @property
    def key(self) -> str:
        """What an address calls it. Another English is another message."""
        whole = f"{self.context}{_CONTEXT_ENDS}{self.english}{_FORM_ENDS}{self.plural}"
        return hashlib.sha256(whole.encode()).hexdigest()[:20]


def messages(language: str) -> Mapping[Place, Message]:
    """Of our own catalogue, as it is compiled; Django's own texts are not among them. None where it is not there."""
    file = _compiled(language)
    return _read(file, file.stat().st_mtime_ns, language) if file is not None else {}


def message_of(language: str, key: str) -> Message | None:
    return next((each for each in messages(language).values() if each.key == key), None)


def _compiled(language: str) -> Path | None:
    """English has no catalogue: any other one knows its messages."""
    languages = [language] if language != ENGLISH else [code for code, _name in settings.LANGUAGES if code != ENGLISH]
    files = (Path(settings.LOCALE_PATHS[0]) / code / "LC_MESSAGES/django.mo" for code in languages)
    return next((file for file in files if file.is_file()), None)


@lru_cache(maxsize=12)
def _read(file: Path, _written: int, language: str) -> Mapping[Place, Message]:
    found = {}
    for source, translated in _strings(file.read_bytes()):
        context, ends, text = source.rpartition(_CONTEXT_ENDS)
        english, _ends, plural = text.partition(_FORM_ENDS)
        if english:
            forms = text.split(_FORM_ENDS) if language == ENGLISH else translated.split(_FORM_ENDS)
            key = (context if ends else "", english)
            found[key] = Message(context=key[0], english=english, plural=plural, forms=tuple(forms))
    return found


def _strings(data: bytes) -> Iterator[tuple[str, str]]:
    """What was to be translated, and what it is, by the two tables of a .mo:
    https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html. Python's own reader drops the plural's English.
    """
    order = "<" if data.startswith(_LITTLE_ENDIAN) else ">"
    count, *tables = struct.unpack_from(f"{order}3I", data, 8)
    for number in range(count):
        places = [struct.unpack_from(f"{order}2I", data, table + 8 * number) for table in tables]
        source, translated = (data[start : start + length].decode() for length, start in places)
        yield source, translated
