"""The guide as messages for whoever translates it in Weblate or Poedit: `make guide-po`, and back by `make guide-md`.

A message is a line of the English text without what makes it a heading, a step or a point, or the words of a picture;
the other languages have the same lines in the same order. The app reads the Markdown; the .po files are made of it, and
it is made of them again.
"""

from __future__ import annotations

import datetime
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
TEXTS = ROOT / "tournaments" / "pages" / "clubs" / "guide_texts"
LOCALE = ROOT / "locale"
LANGUAGES = ("nb", "sv", "da", "de", "nl")
_PICTURE = re.compile(r"(!\[)(.+)(\]\([\w-]+\))")
_MARK = re.compile(r"^(?:#{1,2} |- |\d+\. )")
_KEPT = re.compile(r"\[\[[^\]]+\]\]|\]\(\w+\)")
"""A button by its name in the app, which every language has from there; the chapter a link leads to."""
_KINDS = {"# ": "title", "## ": "heading", "- ": "point", "![": "what a picture shows", "": "paragraph"}
HEAD = """\
# {language}: the guide of Clubchess. Made by `make guide-po`, and written back by `make guide-md`.
# [[...]] is a button: the app puts its name there. Leave it as it is."""
_MADE = datetime.datetime(2026, 11, 28, tzinfo=datetime.UTC)


class CannotBeWritten(SystemExit):
    """A sentence: which message or line, and what is wrong with it."""


def po_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "guide.po"


def messages(language: str) -> Catalog:
    """As the Markdown is now. A translation that is as it was, of a line that is not, is fuzzy until somebody looks."""
    catalog = _empty(language)
    before = _read(language) if po_of(language).exists() else catalog
    known = {(message.context, message.string): message for message in before if message.id}
    catalog.revision_date, catalog.last_translator = before.revision_date, before.last_translator
    for chapter, number, english, translated in _lines(language):
        (mark, text, _end), (_mark, theirs, _after) = _parts(english), _parts(translated)
        kind = _KINDS.get(mark, "step")
        message = catalog.add(
            text, theirs, context=chapter, auto_comments=[kind], locations=[(f"{chapter}.md", number)]
        )
        was = known.get((chapter, theirs))
        if was is not None and (was.fuzzy or was.id != text):
            message.flags.add("fuzzy")
    return catalog


def _empty(language: str) -> Catalog:
    catalog = Catalog(
        locale=language,
        header_comment=HEAD.format(language=language),
        project="Clubchess",
        version="1",
        creation_date=_MADE,
        revision_date=_MADE,
        last_translator="Clubchess",
        language_team=language,
        fuzzy=False,
    )
    catalog.msgid_bugs_address = ""  # given at once it would be an example
    return catalog


def markdown(language: str) -> dict[Path, str]:
    """Each chapter as its messages say it. Raises CannotBeWritten."""
    catalog = _read(language)
    return {
        TEXTS / language / english.name: "".join(
            f"{_translated(catalog, english.stem, line)}\n" for line in english.read_text(encoding="utf-8").splitlines()
        )
        for english in sorted((TEXTS / "en").glob("*.md"))
    }


def _translated(catalog: Catalog, chapter: str, line: str) -> str:
    mark, text, end = _parts(line)
    if not text:
        return line
    message = catalog.get(text, context=chapter)
    theirs = str(message.string) if message is not None else ""
    if not theirs.strip() or len(theirs.splitlines()) > 1 or _parts(theirs) != ("", theirs, ""):
        raise CannotBeWritten(f"{chapter}, “{text}”: not one line of words in {catalog.locale}: “{theirs}”")
    if Counter(_KEPT.findall(theirs)) != Counter(_KEPT.findall(text)):
        raise CannotBeWritten(f"{chapter}, “{text}”: other buttons or links in {catalog.locale}: “{theirs}”")
    return f"{mark}{theirs}{end}"


def _lines(language: str) -> Iterator[tuple[str, int, str, str]]:
    """Chapter, number, the English line and the other. Raises CannotBeWritten where they are not built alike."""
    for english in sorted((TEXTS / "en").glob("*.md")):
        ours, theirs = (
            file.read_text(encoding="utf-8").splitlines() for file in (english, TEXTS / language / english.name)
        )
        for number, (line, other) in enumerate(zip(ours, [*theirs, *[""] * len(ours)], strict=False), start=1):
            (mark, text, end), (their_mark, their_text, their_end) = _parts(line), _parts(other)
            if (mark, bool(text), end) != (their_mark, bool(their_text), their_end) or len(ours) != len(theirs):
                raise CannotBeWritten(
                    f"{language}/{english.name}, line {number}: built otherwise than in English: “{other}”"
                )
            if text:
                yield english.stem, number, line, other


def _parts(line: str) -> tuple[str, str, str]:
    """What makes it what it is, its words, and what ends a picture."""
    if picture := _PICTURE.fullmatch(line):
        return picture[1], picture[2], picture[3]
    text = _MARK.sub("", line)
    return line.removesuffix(text), text, ""


def _read(language: str) -> Catalog:
    with po_of(language).open("rb") as file:
        return read_po(file, locale=language)


def main(arguments: list[str]) -> None:
    """All or, where one cannot be written, nothing."""
    if "--back" in arguments:
        for file, text in [pair for language in LANGUAGES for pair in markdown(language).items()]:
            file.write_text(text, encoding="utf-8")
    else:
        for language, catalog in [(language, messages(language)) for language in LANGUAGES]:
            with po_of(language).open("wb") as opened:
                write_po(opened, catalog, width=0)


if __name__ == "__main__":
    main(sys.argv[1:])
