"""Better texts as a gettext file, which a developer takes in with `python -m tools.corrections`."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clubchess.texts.checks import flags_of

_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"})


@dataclass(frozen=True, kw_only=True, slots=True)
class PoEntry:
    context: str
    english: str
    plural: str
    forms: tuple[str, ...]
    notes: tuple[str, ...] = ()
    """For whoever takes it in."""


def po_file(language: str, entries: Iterable[PoEntry], *, version: str, made_at: datetime.datetime) -> str:
    """`entries` of different messages: a file that has one twice is none."""
    header = (
        f"Project-Id-Version: Clubchess {version}",
        f"PO-Revision-Date: {made_at:%Y-%m-%d %H:%M%z}",
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        "Plural-Forms: nplurals=2; plural=(n != 1);",  # of all our languages
    )
    begins = ['msgid ""', 'msgstr ""', *(quoted(f"{line}\n") for line in header)]
    return "\n\n".join("\n".join(lines) for lines in (begins, *(_lines(entry) for entry in entries))) + "\n"


def quoted(text: str) -> str:
    return f'"{text.translate(_ESCAPED)}"'


def msgstr_lines(forms: Sequence[str], *, has_plural: bool) -> list[str]:
    if not has_plural:
        return [f"msgstr {quoted(forms[0])}"]
    return [f"msgstr[{number}] {quoted(form)}" for number, form in enumerate(forms)]


def _lines(entry: PoEntry) -> Iterator[str]:
    for note in entry.notes:
        yield from (f"# {line}".rstrip() for line in note.splitlines())
    if flags := flags_of(entry.english, entry.plural):
        yield f"#, {', '.join(flags)}"
    if entry.context:
        yield f"msgctxt {quoted(entry.context)}"
    yield f"msgid {quoted(entry.english)}"
    if entry.plural:
        yield f"msgid_plural {quoted(entry.plural)}"
    yield from msgstr_lines(entry.forms, has_plural=bool(entry.plural))
