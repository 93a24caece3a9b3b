"""No language falls back into turns of phrase that native readers struck out."""

import re

import pytest

from tools.catalogues import messages_of
from tools.stiff_words import STIFF


def texts_of(language: str) -> list[str]:
    if language == "en":
        return [text for (_context, one, several) in messages_of("nb") for text in (one, several) if text]
    found = [message.string for message in messages_of(language).values()]
    said = [text for each in found for text in ([each] if isinstance(each, str) else each)]
    return [text.replace("\u00ad", "") for text in said]


@pytest.mark.parametrize("language", STIFF)
def test_no_turn_of_phrase_comes_back(language: str) -> None:
    texts = texts_of(language)

    assert [(pattern, text) for pattern in STIFF[language] for text in texts if re.search(pattern, text)] == []
