"""Writes docs/languages.md, how far each language is and its key words beside the glossary's: `make glossary`.

`make check` writes it too, so that it is never far from the catalogues; no test asks that it is not.
"""

from collections.abc import Iterator, Mapping

from babel.messages.catalog import Message

from clubchess.languages import OWN_NAMES
from tools.catalogues import messages_of
from tools.collected_texts import ROOT, Text
from tools.glossary import GLOSSARY, LANGUAGES, REVIEWED, KeyWord
from tools.texts_by_page import seen

PAGE = ROOT / "docs/languages.md"
ABOUT = """# The languages

Written by `make glossary` and `make check`, from the catalogues in `locale/` and the glossary in `tools/glossary.py`.
How to correct a text stands in [CONTRIBUTING.md](../CONTRIBUTING.md#translations).

## How far each is
"""
KEY_WORDS = """
Numbers are rounded down to hundreds. “none” in the last line: nobody who directs tournaments in that language has read
its texts and said so. Whoever has, writes into `tools/glossary.py` which.

## Where a text is seen

{pictured} of them stand on a picture in [docs/screens](screens), {others} on another page. A translator reads at each
which ones, and at each text of one or two words what it is and beside what it stands. The others were on no page that
was read: refusals, mails, files, commands, reasons and cases that the demo club does not have.

## The key words

A word that is not the glossary's has the glossary's behind it. That each stands where the English one does, and that
none of the rivals in that file stands anywhere, is held by `tests/house/test_glossary.py`.
"""


def page() -> str:
    catalogues = {language: messages_of(language) for language in LANGUAGES}
    rows = [*seen().values()]
    pictured = sum(bool(row.pictures) for row in rows)
    names = [OWN_NAMES[language] for language in LANGUAGES]
    lines = [
        ABOUT,
        _row(["", *names]),
        _row(["---"] * (1 + len(LANGUAGES))),
        _row(["texts", *(_about(len(messages)) for messages in catalogues.values())]),
        _row(["not translated", *(_lacking(messages) for messages in catalogues.values())]),
        _row(["read by somebody who directs in it", *(REVIEWED[language] for language in LANGUAGES)]),
        KEY_WORDS.format(pictured=_about(pictured), others=_about(len(rows) - pictured)),
        _row([OWN_NAMES["en"], *names]),
        _row(["---"] * (1 + len(LANGUAGES))),
        *(_row(_cells(word, catalogues)) for word in GLOSSARY),
    ]
    return "\n".join(lines) + "\n"


def _about(count: int) -> str:
    """Rounded, or each new text would change the page."""
    return f"{count // 100 * 100:,}" if count >= 100 else str(count)


def _lacking(messages: Mapping[Text, Message]) -> str:
    count = sum(
        message.fuzzy or not all([message.string] if isinstance(message.string, str) else message.string or ())
        for message in messages.values()
    )
    return str(count) if count else "none"


def _cells(word: KeyWord, catalogues: Mapping[str, Mapping[Text, Message]]) -> Iterator[str]:
    yield f"{word.english} ({word.context})" if word.context else word.english
    for language, messages in catalogues.items():
        said = str(messages[word.context, word.english, None].string).replace("\u00ad", "")
        meant = word.words[language]
        yield said if said in meant else f"{said} ≠ {meant[0]}"


def _row(cells: list[str] | Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
