"""Writes the glossary for programs of translators into build/glossary/, a CSV and a TBX for each language: `make
glossary`. Weblate reads both as a glossary; a rival is a forbidden term in the TBX, in the CSV a remark."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from xml.etree import ElementTree

from tools.collected_texts import ROOT
from tools.glossary import ENGLISH, GLOSSARY, LANGUAGES, RIVALS, Rival

FOLDER = ROOT / "build/glossary"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DOCTYPE = '<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">'


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """A word of the glossary in one language."""

    context: str
    english: str
    words: tuple[str, ...]
    """The one that is meant, and others that are no mistake."""
    rivals: tuple[Rival, ...]

    @property
    def remark(self) -> str:
        """What a translator reads beside it."""
        also, rivals = ", ".join(self.words[1:]), ", ".join(word for rival in self.rivals for word in rival.words)
        said = [f"Also right: {also}." if also else "", f"Not: {rivals}." if rivals else ""]
        if any(rival.has_exceptions for rival in self.rivals):
            said.append("In another sense these may be right.")
        return " ".join(filter(None, said))


def terms(language: str) -> list[Term]:
    """The key words, then what else has rivals."""
    rivals: dict[str, list[Rival]] = {}
    for rival in RIVALS[language]:
        rivals.setdefault(rival.better.casefold(), []).append(rival)
    found = [
        Term(
            context=word.context or "",
            english=word.english,
            words=word.words[language],
            rivals=tuple(rivals.pop(word.words[language][0].casefold(), ())),
        )
        for word in GLOSSARY
    ]
    rest = [
        Term(context="", english=ENGLISH[those[0].better], words=(those[0].better,), rivals=tuple(those))
        for those in rivals.values()
    ]
    return [*found, *rest]


def as_csv(language: str) -> str:
    """With the heads that Weblate and Translate Toolkit know."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["source", "target", "context", "developer_comments"])
    rows.writerows([term.english, term.words[0], term.context, term.remark] for term in terms(language))
    return written.getvalue()


def as_tbx(language: str) -> str:
    """TBX of 2008 (martif). A rival is an entry of its own: programs take one word of each entry."""
    martif = ElementTree.Element("martif", {"type": "TBX", _LANG: "en"})
    header = ElementTree.SubElement(martif, "martifHeader")
    source = ElementTree.SubElement(ElementTree.SubElement(header, "fileDesc"), "sourceDesc")
    ElementTree.SubElement(source, "p").text = "The glossary of Clubchess, tools/glossary.py"
    body = ElementTree.SubElement(ElementTree.SubElement(martif, "text"), "body")
    for number, term in enumerate(terms(language)):
        _entry(body, f"{language}-{number}", language, term, term.words[0])
        words = [word for rival in term.rivals for word in rival.words]
        for order, word in enumerate(words):
            _entry(body, f"{language}-{number}-not-{order}", language, term, word, is_forbidden=True)
    ElementTree.indent(martif)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_DOCTYPE}\n{ElementTree.tostring(martif, encoding="unicode")}\n'


def _entry(
    body: ElementTree.Element, key: str, language: str, term: Term, word: str, *, is_forbidden: bool = False
) -> None:
    entry = ElementTree.SubElement(body, "termEntry", {"id": key})
    if term.context:
        ElementTree.SubElement(entry, "descrip", {"type": "context"}).text = term.context
    english = ElementTree.SubElement(ElementTree.SubElement(entry, "langSet", {_LANG: "en"}), "tig")
    ElementTree.SubElement(english, "term").text = term.english
    theirs = ElementTree.SubElement(ElementTree.SubElement(entry, "langSet", {_LANG: language}), "tig")
    ElementTree.SubElement(theirs, "term").text = word
    if is_forbidden:
        ElementTree.SubElement(theirs, "termNote", {"type": "administrativeStatus"}).text = "forbidden"
    if note := f"Say: {term.words[0]}." if is_forbidden else term.remark:
        ElementTree.SubElement(theirs, "note", {"from": "translator"}).text = note


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in LANGUAGES:
        (FOLDER / f"{each}.csv").write_text(as_csv(each), encoding="utf-8")
        (FOLDER / f"{each}.tbx").write_text(as_tbx(each), encoding="utf-8")
    print(f"{', '.join(LANGUAGES)}: a CSV and a TBX each in {FOLDER.relative_to(ROOT)}/.")  # noqa: T201  # a command's output
