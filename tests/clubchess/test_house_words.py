"""Words of the house: every text that a choice changes is as whole as before, and nothing else is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import OperationalError
from django.utils.translation import gettext, ngettext, override, pgettext

from clubchess import house_words
from clubchess.house_word_forms import WORDS, WordForms
from clubchess.house_words import LABEL, SOFT_HYPHEN, follow, put_in_force, spellings
from tools.catalogues import messages_of
from tools.stiff_words import STIFF
from tournaments.pages.clubs.guide import CHAPTERS, TEXTS, read_chapter

KEPT = re.compile(r"%\(\w+\)[sd]|\{[^{}]*\}|</?\w+[^>]*>|&nbsp;|\[\[[^\]]*\]\]|\]\(\w+\)")
OF_ANOTHER_STEM = {"de": r"[Vv]ereinba", "nb": r"Fremmøtemonrad"}
"""To agree on a date; the name of a pairing system."""
CASES = [
    (language, word, alternative)
    for language, words in WORDS.items()
    for word in words
    for alternative in word.alternatives[1:]
]


@pytest.fixture(autouse=True)
def _as_it_comes() -> Iterator[None]:
    yield
    put_in_force({})


def texts_of(language: str) -> list[str]:
    found = [message.string for message in messages_of(language).values()]
    texts = [text for each in found for text in ([each] if isinstance(each, str) else each)]
    return texts + [(TEXTS / language / f"{code}.md").read_text(encoding="utf-8") for code in CHAPTERS]


def changed(language: str, word: WordForms, alternative: str) -> list[tuple[str, str]]:
    put_in_force({language: {word.code: alternative}})
    pairs = [(text, house_words.in_house_words(language, text)) for text in texts_of(language)]
    return [(text, new) for text, new in pairs if text != new]


def plain(text: str) -> str:
    return text.replace(SOFT_HYPHEN, "")


def test_some_twenty_words_in_each_language_a_few() -> None:
    words = [word for each in WORDS.values() for word in each]
    assert 20 <= len(words) <= 28
    assert WORDS.keys() == {"nb", "sv", "da", "de", "nl"}
    for word in words:
        assert 2 <= len(word.alternatives) <= 3
        assert {len(line) for line in word.forms} == {len(word.alternatives)}
        assert len({line[0].lower() for line in word.forms}) == len(word.forms)
    for each in WORDS.values():
        assert len({word.code for word in each}) == len(each)


@pytest.mark.parametrize(("language", "word", "alternative"), CASES, ids=lambda case: str(getattr(case, "code", case)))
def test_a_choice_keeps_gaps_and_leaves_the_word_nowhere(language: str, word: WordForms, alternative: str) -> None:
    found = changed(language, word, alternative)

    assert len(found) > 3
    for text, new in found:
        assert KEPT.findall(text) == KEPT.findall(new)
        assert new[0].isupper() == text[0].isupper()
        assert SOFT_HYPHEN not in new or SOFT_HYPHEN in text or len(text) <= LABEL
    usual = re.compile(re.escape(word.alternatives[0]), re.IGNORECASE)
    texts = [house_words.in_house_words(language, text) for text in texts_of(language)]
    without = [re.sub(OF_ANOTHER_STEM.get(language, "$^"), "", KEPT.sub("", plain(text))) for text in texts]
    assert [text for text in without if usual.search(text)] == []
    stiff = [re.compile(each) for each in STIFF[language]]
    assert [new for each in stiff for text, new in found if each.search(plain(new)) and not each.search(text)] == []


def test_one_that_is_chosen_changes_whole_texts_plural_forms_and_contexts() -> None:
    put_in_force({"da": {"board": "bord"}, "de": {"club": "Klub"}})
    with override("da"):
        assert gettext("Board") == "Bord"
        assert pgettext("a round", "Draft") == "Udkast"
        assert [ngettext("%(count)s new board", "All %(count)s new boards", count) for count in (1, 2)] == [
            "%(count)s nyt bord",
            "Alle %(count)s nye borde",
        ]
    with override("de"):
        assert gettext("Leave the club") == "Klub verlassen"
    with override("nb"):
        assert gettext("Board") == "Bord"
    put_in_force({})
    with override("da"):
        assert gettext("Board") == "Bræt"


def test_nothing_chosen_changes_nothing() -> None:
    put_in_force({})
    for language in WORDS:
        assert [text for text in texts_of(language) if house_words.in_house_words(language, text) != text] == []
    assert house_words.stamp() == ""


@pytest.mark.parametrize(
    "choices",
    [
        {"xx": {"board": "bord"}},
        {"da": {"nothing": "bord"}},
        {"da": {"board": "planke"}},
        {"da": {"board": "bræt"}},
        {"da": {}},
    ],
)
def test_what_is_not_known_is_as_if_it_were_not_chosen(choices: house_words.Choices) -> None:
    before = house_words.generation()
    put_in_force(choices)
    assert house_words.stamp() == ""
    assert house_words.generation() == before


def test_capitals_gaps_and_hyphens() -> None:
    put_in_force({"da": {"board": "bord"}, "sv": {"director": "turneringsledare"}})
    say = house_words.in_house_words
    assert say("da", "Bræt {bræt} %(bræt)s <a href='bræt'>BRÆT</a> [[bræt]] bræt-kort") == (
        "Bord {bræt} %(bræt)s <a href='bræt'>BORD</a> [[bræt]] bord-kort"
    )
    assert say("da", f"Bræt{SOFT_HYPHEN}tet, bræt{SOFT_HYPHEN}spil, brætspil, bræt_x") == (
        f"Bordet, bræt{SOFT_HYPHEN}spil, brætspil, bræt_x"
    )
    assert say("sv", "Tävlingsledare") == f"Turnerings{SOFT_HYPHEN}ledare"
    assert say("sv", "Tävlingsledaren har fått det och svarar så fort det går. Tack!").startswith("Turneringsledaren ")


def test_the_guide_follows() -> None:
    put_in_force({"da": {"board": "bord"}})
    chapter = read_chapter("da", "card")
    words = [piece.text for block in chapter.blocks for line in block.lines for piece in line]
    assert not re.search(r"\bbræt", " ".join(words))
    assert "Bord" in " ".join(words) or "bord" in " ".join(words)


def test_a_heading_is_known_in_the_words_of_any_house() -> None:
    assert set(spellings("nb", "klasser")) == {"klasser", "kategorier"}
    assert set(spellings("nb", "kategorier")) == {"klasser", "kategorier"}
    assert list(spellings("en", "categories")) == ["categories"]


def test_a_database_that_is_away_leaves_the_words_as_they_were() -> None:
    put_in_force({"da": {"board": "bord"}})

    def away() -> house_words.Choices:
        raise OperationalError

    follow(away)
    assert house_words.in_force() == {"da": {"board": "bord"}}
    follow(dict)
    assert house_words.in_force() == {}
