"""A word at the beginning of a sentence."""

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.pages.common.capitals import capitalized


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("nl", "ijskoud", "IJskoud"),
        ("nl", "Ijskoud", "IJskoud"),
        ("nl", "IJskoud", "IJskoud"),
        ("nl", "iemand", "Iemand"),
        ("nl", "een speler", "Een speler"),
        ("nl", "", ""),
        ("en", "ijtihad", "Ijtihad"),
        ("sv", "någon", "Någon"),
        ("da", "øvelse", "Øvelse"),
        ("de", "über den Stichkampf", "Über den Stichkampf"),
    ],
)
def test_it_begins_as_the_language_has_it(language: str, text: str, said: str) -> None:
    with translation.override(language):
        assert capitalized(text) == said


def test_a_template_says_it_so_and_escapes_as_ever() -> None:
    page = Template("{% load chess %}{{ text|capitalized }}")
    with translation.override("nl"):
        assert page.render(Context({"text": "ijs & <b>"})) == "IJs &amp; &lt;b&gt;"
