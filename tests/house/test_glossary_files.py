"""The glossary for translators' programs: it holds what the table holds, and others can read it."""

from __future__ import annotations

import csv
import io
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring

from tools.glossary import ENGLISH, GLOSSARY, LANGUAGES, RIVALS, Rival
from tools.glossary_files import as_csv, as_tbx, terms

LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def rows_of(language: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(language))))


def entries_of(language: str) -> list[tuple[str, str, str, bool]]:
    """English, theirs, context and whether it is forbidden, as a program reads them."""
    root = fromstring(as_tbx(language).encode())
    assert (root.tag, root.get("type")) == ("martif", "TBX")
    return [
        (
            _term(entry, "en"),
            _term(entry, language),
            entry.findtext("descrip", ""),
            any(
                (note.get("type"), note.text) == ("administrativeStatus", "forbidden")
                for note in entry.iter("termNote")
            ),
        )
        for entry in root.iter("termEntry")
    ]


def _term(entry: Element, language: str) -> str:
    (found,) = (each for each in entry.findall("langSet") if each.get(LANG) == language)
    return found.findtext("tig/term", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_csv_has_each_key_word_with_its_context(language: str) -> None:
    held = {(row["source"], row["context"]): row["target"] for row in rows_of(language)}

    assert {(word.english, word.context or ""): word.words[language][0] for word in GLOSSARY}.items() <= held.items()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_csv_has_no_text_twice(language: str) -> None:
    keys = [(row["source"], row["context"]) for row in rows_of(language)]

    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_csv_names_each_rival_beside_the_better_word(language: str) -> None:
    remarks = {row["target"].casefold(): row["developer_comments"] for row in rows_of(language)}

    assert [
        word
        for rival in RIVALS[language]
        for word in rival.words
        if word not in remarks[rival.better.casefold()].partition("Not: ")[2]
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tbx_has_what_the_csv_has(language: str) -> None:
    allowed = [entry[:3] for entry in entries_of(language) if not entry[3]]

    assert allowed == [(row["source"], row["target"], row["context"]) for row in rows_of(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rival_is_forbidden_in_the_tbx_and_nothing_else(language: str) -> None:
    forbidden = {entry[1] for entry in entries_of(language) if entry[3]}

    assert forbidden == {word for rival in RIVALS[language] for word in rival.words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_of_the_tbx_have_keys_of_their_own(language: str) -> None:
    keys = [entry.get("id") for entry in fromstring(as_tbx(language).encode()).iter("termEntry")]

    assert None not in keys
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"frirunde\w*", ["frirunde"]),
        ("kamp(en|er)?", ["kampen", "kamper", "kamp"]),
        (
            "spillene|spill(et)? (mot|på bord)",
            ["spillene", "spillet mot", "spillet på bord", "spill mot", "spill på bord"],
        ),
        ("uw?", ["uw", "u"]),
    ],
)
def test_a_pattern_is_spelled_out(pattern: str, words: list[str]) -> None:
    assert Rival(word=pattern, better="").words == words


def test_words_that_are_spelled_out_are_found_by_their_rival() -> None:
    assert [
        word
        for language in LANGUAGES
        for rival in RIVALS[language]
        for word in rival.words
        if not rival.stands_in(f"og {word}")
    ] == []


def test_english_is_given_for_better_words_alone() -> None:
    """Take out what no rival needs any more."""
    better = {rival.better for language in LANGUAGES for rival in RIVALS[language]}

    assert ENGLISH.keys() <= better


def test_what_may_stand_too_is_said_and_where_a_rival_may_be_right() -> None:
    remarks = {(term.english, term.context): term.remark for term in terms("sv")}

    assert remarks["Away", "a player"] == "Also right: Frånvarande."
    assert remarks["Bye", ""] == "Not: walkover. In another sense these may be right."
    assert remarks["Player", ""] == ""
