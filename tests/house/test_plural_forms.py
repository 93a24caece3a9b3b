"""Each text for one and for several, with 0, 1, 2 and 5 of them, in each language."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from tools.catalogues import messages_of
from tools.collected_texts import Text
from tools.glossary import LANGUAGES

GAP = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")


def gaps(text: str) -> set[str]:
    return {match[0] for match in GAP.finditer(text)}


def plurals(language: str) -> list[tuple[Text, tuple[str, ...]]]:
    return [(text, tuple(message.string)) for text, message in messages_of(language).items() if text[2] is not None]


def said(text: Text, number: int) -> str:
    """As a page asks for it, before its gaps are filled."""
    context, one, several = text
    assert several is not None
    if context:
        return translation.npgettext(context, one, several, number)
    return translation.ngettext(one, several, number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_has_a_form_of_its_own_and_nothing_two_and_five_share_the_other(language: str) -> None:
    texts = plurals(language)
    assert len(texts) > 150
    with translation.override(language):
        asked = {text: [said(text, number) for number in (0, 1, 2, 5)] for text, _forms in texts}

    assert [text for text, (one, other) in texts if asked[text] != [other, one, other, other]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_are_counted_wherever_the_english_counts_them(language: str) -> None:
    """A form for one may say the number as a word, and then so may its translation; that for several shows it."""
    wrong = [
        (forms, several)
        for (_context, _one, several), forms in plurals(language)
        if gaps(str(several)) != gaps(forms[1])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forms_differ_only_in_words_that_bend(language: str) -> None:
    """Both say the same: neither has lost half of its sentence, nor is one of another text."""
    wrong = []
    for (_context, one, several), forms in plurals(language):
        mine = len(forms[1]) - len(forms[0])
        english = len(str(several)) - len(one)
        if abs(mine - english) > 12 + len(one) // 4:
            wrong.append(forms)
    assert wrong == []
