"""Writes docs/languages.md, the key words on the pages beside the glossary's: `python -m tools.key_words`."""

from collections.abc import Iterator, Mapping

from babel.messages.catalog import Message

from clubchess.languages import OWN_NAMES
from tools.catalogues import messages_of
from tools.collected_texts import ROOT, Text
from tools.glossary import GLOSSARY, LANGUAGES, KeyWord

PAGE = ROOT / "docs/languages.md"
ABOUT = """# The key words of each language

Written by `python -m tools.key_words`, from the catalogues in `locale/` and the glossary in `tools/glossary.py`. A
word that is not the glossary's has the glossary's behind it. That each stands where the English one does, and that
none of the rivals in that file stands anywhere, is held by `tests/house/test_glossary.py`. How many texts there
are, and which of them a language lacks, says `python -m tools.catalogues`.
"""


def page() -> str:
    catalogues = {language: messages_of(language) for language in LANGUAGES}
    lines = [
        ABOUT,
        _row([OWN_NAMES[language] for language in ("en", *LANGUAGES)]),
        _row(["---"] * (1 + len(LANGUAGES))),
        *(_row(_cells(word, catalogues)) for word in GLOSSARY),
    ]
    return "\n".join(lines) + "\n"


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
