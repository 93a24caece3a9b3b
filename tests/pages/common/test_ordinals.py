"""Places as each language writes them."""

import pytest
from django.utils import translation

from tournaments.pages.common.ordinals import ordinal


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (62, "62nd"),
        (101, "101st"),
        (111, "111th"),
    ],
)
def test_in_english(number: int, text: str) -> None:
    assert ordinal(number) == text


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("nb", ["2.", "11."]),
        ("da", ["2.", "11."]),
        ("de", ["2.", "11."]),
        ("nl", ["2e", "11e"]),
        ("sv", ["2:a", "11:e"]),
    ],
)
def test_in_other_languages(language: str, texts: list[str]) -> None:
    with translation.override(language):
        assert [ordinal(2), ordinal(11)] == texts
