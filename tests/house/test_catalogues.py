"""The catalogues of the languages: what is translated says the same things with the same gaps."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parents[2] / "locale"
CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))
# A gap in either notation, a tag, and the space that may not break.
KEPT = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+[^>]*>|&nbsp;")
RIVAL_QUOTES = {"nb": '"“”', "sv": '"“', "da": '"“”', "de": '"”', "nl": '"“”„'}


def language_of(path: Path) -> str:
    return path.parts[-3]


@cache
def catalogue_at(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path))


def translated(path: Path) -> Iterator[tuple[Message, list[str], list[str]]]:
    """Each message that has a translation, with its texts and theirs: one each, or one and many."""
    for message in catalogue_at(path):
        texts = [message.id] if isinstance(message.id, str) else list(message.id)
        theirs = [message.string] if isinstance(message.string, str) else list(message.string)
        if message.id and any(theirs):
            yield message, texts, theirs


def test_there_are_catalogues() -> None:
    assert {language_of(path) for path in CATALOGUES} == {"nb", "sv", "da", "de", "nl"}


@pytest.mark.parametrize("path", CATALOGUES, ids=language_of)
def test_what_is_translated_keeps_its_gaps_and_tags(path: Path) -> None:
    wrong = [
        (text, other)
        for _, texts, theirs in translated(path)
        for text, other in zip(texts, theirs, strict=True)
        if set(KEPT.findall(text)) != set(KEPT.findall(other))
    ]
    assert not wrong


@pytest.mark.parametrize("path", CATALOGUES, ids=language_of)
def test_nothing_is_fuzzy_or_half_a_plural(path: Path) -> None:
    assert [message.id for message in catalogue_at(path) if message.id and message.fuzzy] == []
    assert [texts for _, texts, theirs in translated(path) if not all(theirs)] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=language_of)
def test_quotation_marks_are_those_of_the_language(path: Path) -> None:
    rivals = set(RIVAL_QUOTES[language_of(path)])
    wrong = [
        other for _, _, theirs in translated(path) for other in theirs if rivals & set(re.sub("<[^>]*>", "", other))
    ]
    assert not wrong
