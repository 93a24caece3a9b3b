"""Takes corrections of texts, as people have sent them, into the catalogues: `python -m tools.corrections FILE.po`.

What is refused is named with its reason, and the rest is taken. Taken twice, a file changes nothing the second time.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from clubchess.texts.catalogue import ENGLISH, Message
from clubchess.texts.checks import cleaned, what_is_wrong
from clubchess.texts.po_file import msgstr_lines
from tools.collected_texts import ROOT, collected

MOST_BYTES = 10_000_000
_FIELD = re.compile(r"(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)[ \t]+(\".*\")[ \t]*")
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"[ \t]*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


class Unreadable(ValueError):
    """A sentence with the line."""


@dataclass(kw_only=True, slots=True)
class Entry:
    """A message of a .po, and the lines on which its translation stands, counted from 0."""

    fields: dict[str, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    begins: int = 0
    ends: int = 0

    @property
    def text(self) -> tuple[str, str, str]:
        """Context, English and the English for several; the latter and the first may be empty."""
        return self.fields.get("msgctxt", ""), self.fields.get("msgid", ""), self.fields.get("msgid_plural", "")

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(text for name, text in sorted(self.fields.items()) if name.startswith("msgstr"))

    @property
    def longest(self) -> int | None:
        found = [each.removeprefix("max-length:") for each in self.flags if each.startswith("max-length:")]
        return int(found[0]) if found and found[0].isdigit() else None

    @property
    def message(self) -> Message:
        context, english, plural = self.text
        return Message(context=context, english=english, plural=plural, forms=self.forms)

    @property
    def name(self) -> str:
        context, english, _plural = self.text
        return f"{context} | {english}" if context else english


@dataclass(kw_only=True, slots=True)
class Report:
    taken: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    there_already: int = 0


def take(file: Path, root: Path = ROOT) -> Report:
    """Raises Unreadable where the whole file is no list of corrections; then nothing is taken."""
    entries = list(entries_of(_read(file)))
    language = _language_of(entries)
    report = Report()
    if language == ENGLISH:
        report.refused.extend(_in_the_code(entries, root))
        return report
    catalogue = root / "locale" / language / "LC_MESSAGES" / "django.po"
    if not re.fullmatch("[a-z]{2}", language) or not catalogue.is_file():
        raise Unreadable(f"There is no catalogue of the language “{language}”.")
    lines = catalogue.read_text(encoding="utf-8").split("\n")
    there = {entry.text: entry for entry in entries_of("\n".join(lines)) if entry.text[1]}
    changed = _decide(entries, there, report)
    for entry, forms in sorted(changed, key=lambda each: -each[0].begins):
        lines[entry.begins : entry.ends] = msgstr_lines(forms, has_plural=bool(entry.text[2]))
    if changed:
        catalogue.write_text("\n".join(lines), encoding="utf-8", newline="\n")
    return report


def entries_of(text: str) -> Iterator[Entry]:
    """In their order, the header among them. Raises Unreadable."""
    entry, name = Entry(), ""
    for number, line in enumerate(text.split("\n")):
        line = line.rstrip("\r")
        starts_another = line.startswith(("#", "msgctxt", "msgid ")) or not line.strip()
        if starts_another and entry.forms:
            yield entry
            entry, name = Entry(), ""
        if line.startswith("#,"):
            entry.flags += [flag.strip() for flag in line[2:].split(",")]
        if line.startswith("#") or not line.strip():
            continue
        found = _FIELD.fullmatch(line)
        if found and found[1] in entry.fields:
            raise Unreadable(f"Line {number + 1}: {found[1]} stands there twice.")
        if found:
            name = found[1]
            entry.fields[name] = ""
            if name.startswith("msgstr") and not entry.begins:
                entry.begins = number
        elif not name or not _STRING.fullmatch(line):
            raise Unreadable(f"Line {number + 1} is not one of a .po file: {line[:60]}")
        entry.fields[name] += _unquoted(found[2] if found else line, number)
        entry.ends = number + 1
    if entry.forms:
        yield entry


def _decide(
    entries: Sequence[Entry], there: Mapping[tuple[str, str, str], Entry], report: Report
) -> list[tuple[Entry, tuple[str, ...]]]:
    """What is to be written, each of the catalogue's once."""
    changed = []
    seen: set[tuple[str, str, str]] = set()
    for entry in entries:
        if not entry.text[1]:
            continue
        now = there.get(entry.text)
        forms, wrong = entry.forms, None
        if now is not None and len(forms) == len(now.forms):
            forms = tuple(cleaned(form, today) for form, today in zip(forms, now.forms, strict=True))
        if now is None:
            wrong = "The program has no such English text (any more)."
        elif entry.text in seen:
            wrong = "The file has it twice; the first one counts."
        elif "fuzzy" in entry.flags:
            wrong = "It is marked as fuzzy: somebody has to decide first."
        else:
            wrong = what_is_wrong(now.message, forms, longest=now.longest)
        seen.add(entry.text)
        if now is None or wrong:
            report.refused.append(f"{entry.name}: {wrong}")
        elif forms == now.forms:
            report.there_already += 1
        else:
            report.taken.append(f"{entry.name}: {' | '.join(now.forms)} -> {' | '.join(forms)}")
            changed.append((now, forms))
    return changed


def _in_the_code(entries: Sequence[Entry], root: Path) -> Iterator[str]:
    code = collected(root)
    for entry in entries:
        context, english, plural = entry.text
        if english:
            place = code.get((context or None, english, plural or None), "no file any more")
            yield f"{entry.name}: English stands in the code, in {place}. Better: {' | '.join(entry.forms)}"


def _language_of(entries: Sequence[Entry]) -> str:
    headers = [entry.fields["msgstr"] for entry in entries if not entry.text[1] and "msgstr" in entry.fields]
    found = re.search(r"^Language:[ \t]*(\S+)", headers[0], re.MULTILINE) if headers else None
    if found is None:
        raise Unreadable("The file does not say its language: its header has no line “Language:”.")
    return found[1]


def _read(file: Path) -> str:
    if file.stat().st_size > MOST_BYTES:
        raise Unreadable(f"The file is larger than {MOST_BYTES // 1_000_000} MB.")
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("The file is not in UTF-8.") from error


def _unquoted(string: str, number: int) -> str:
    found = _STRING.fullmatch(string)
    if found is None:
        raise Unreadable(f"Line {number + 1}: a quotation mark is missing, or one too many.")

    def plain(escape: re.Match[str]) -> str:
        if escape[1] not in _ESCAPES:
            raise Unreadable(f"Line {number + 1}: \\{escape[1]} means nothing.")
        return _ESCAPES[escape[1]]

    return re.sub(r"\\(.)", plain, found[1])


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        _say("python -m tools.corrections FILE.po")
        return 2
    if not settings.configured:
        settings.configure(USE_I18N=False)  # the reasons are for a developer
    try:
        report = take(Path(arguments[0]))
    except (Unreadable, OSError) as error:
        _say(str(error))
        return 2
    for line in (*(f"taken: {each}" for each in report.taken), *(f"refused: {each}" for each in report.refused)):
        _say(line)
    _say(f"{len(report.taken)} taken, {report.there_already} there already, {len(report.refused)} refused.")
    return 1 if report.refused else 0


def _say(text: str) -> None:
    print(text)  # noqa: T201  # a command's output


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
