"""Each language uses the words of its glossary, and none of their rivals; nobody is addressed like a stranger."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tools import key_words
from tools.catalogues import messages_of
from tools.glossary import GLOSSARY, LANGUAGES, RIVALS, KeyWord, Rival
from tools.key_words import page

GAP = re.compile(r"%\(\w+\)[sd]|\{\w+\}|<[^>]*>")


def texts_of(language: str) -> Iterator[tuple[str, str]]:
    """The English of each text, and what the language says, without gaps, tags and soft hyphens."""
    for (_context, english, several), message in messages_of(language).items():
        said = [message.string] if isinstance(message.string, str) else message.string
        for text in said:
            yield several or english, GAP.sub("…", text).replace("\u00ad", "")


def rivals_in(language: str, texts: list[tuple[str, str]]) -> list[str]:
    return [
        f"{rival.word} (better: {rival.better}) in “{text}”, which is “{english}”"
        for rival in RIVALS[language]
        for english, text in texts
        if rival.stands_in(text) and not rival.is_right_for(english)
    ]


def test_there_are_sixty_words_in_each_language() -> None:
    assert len(GLOSSARY) >= 60
    assert all(set(word.words) == set(LANGUAGES) for word in GLOSSARY)
    assert all(len(RIVALS[language]) >= 10 for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_stands_where_the_english_one_does(language: str) -> None:
    messages = messages_of(language)
    said = {
        (word.context, word.english): str(messages[word.context, word.english, None].string).replace("\u00ad", "")
        for word in GLOSSARY
    }
    assert {key: text for key, text in said.items() if not text} == {}
    assert [
        f"{word.english}: “{text}”, not {word.words[language]}"
        for word in GLOSSARY
        if (text := said[word.context, word.english]) not in word.words[language]
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rival_stands_anywhere(language: str) -> None:
    assert rivals_in(language, list(texts_of(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exception_is_there_for_a_text(language: str) -> None:
    """Whoever rewrites the last text that a rival was right for takes its exception out."""
    texts = list(texts_of(language))
    unused = [
        rival.word
        for rival in RIVALS[language]
        if rival.unless != Rival(word="", better="").unless
        and not any(rival.stands_in(text) and rival.is_right_for(english) for english, text in texts)
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("language", "english", "text"),
    [
        ("nb", "A bye in round 2", "Frirunde i runde 2"),
        ("nb", "You may close this page", "Nå kan De gå hjem"),
        ("sv", "Round 2", "Runda 2"),
        ("sv", "Have you come?", "Har Ni kommit?"),
        ("da", "3 points", "3 points"),
        ("da", "Was corrected", "En korrektion af resultatet"),
        ("de", "A draw", "Ein Unentschieden"),
        ("de", "Log in", "Hier anmelden"),
        ("de", "Tap your name", "Tippe auf Ihren Namen, wenn Sie da sind"),
        ("nl", "Enter the result", "Voer het resultaat in"),
        ("nl", "Your card", "Uw kaart"),
    ],
)
def test_a_rival_is_found(language: str, english: str, text: str) -> None:
    assert rivals_in(language, [(english, text)]) != []


@pytest.mark.parametrize(
    ("language", "english", "text"),
    [
        ("nb", "The play-off", "Omkampen"),
        ("nb", "They are away.", "De er borte."),
        ("nb", "the pairings", "rundeoppsettet"),
        ("de", "They change places.", "Zwei Spieler: Sie tauschen die Plätze."),
        ("de", "the two-game tie", "Zwei-Partien-Duell und Spielabend"),
        ("nl", "Five results count", "Vijf resultaten tellen"),
    ],
)
def test_another_word_is_none(language: str, english: str, text: str) -> None:
    assert rivals_in(language, [(english, text)]) == []


def test_the_page_of_the_languages_has_each_key_word_and_says_how_far_each_is() -> None:
    """Made, not compared: `make check` writes it, and a commit that changes a word need not."""
    lines = page().splitlines()

    assert len([line for line in lines if line.startswith("| ")]) >= len(GLOSSARY) + 6
    assert "| not translated | none | none | none | none | none |" in lines
    assert "| read by somebody who directs in it | none | none | none | none | none |" in lines
    assert re.search(r"^\| texts \| \d,\d00 \|", page(), re.MULTILINE)


def test_the_page_of_the_languages_says_what_somebody_has_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_words, "REVIEWED", {**dict.fromkeys(LANGUAGES, "none"), "sv": "the evening (2027)"})

    assert "| read by somebody who directs in it | none | the evening (2027) | none | none | none |" in page()


def test_a_word_that_is_not_the_glossarys_stands_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    other = dict.fromkeys(LANGUAGES, ("Gambit",))
    monkeypatch.setattr(key_words, "GLOSSARY", [KeyWord(context=None, english="Player", words=other)])

    assert "| Player | Spiller ≠ Gambit | Spelare ≠ Gambit |" in page()
