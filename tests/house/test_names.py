"""What names may look like: nothing invisible, nothing piled up, and every real name as it is written."""

import unicodedata

import pytest
from django.utils.text import slugify
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.names import clean_name, folded_name, slug_of

INVISIBLE = [
    "",
    " \t\n",
    "\u3164",  # Hangul filler: a letter by its category
    "\u115f\u1160",
    "\uffa0",
    "\u2800",  # Braille without a dot: a symbol by its category
    "\U0001d159",
    "\u034f",
    "\u17b4\u17b5",
    "\u180b\u180e\u180f",
    "\u200b\u200d\ufeff\u2060\u2065",
    "\ufe0f\ufe00",
    "\U000e0100\U000e01ef\U000e0041",
    "\u00ad",
    "\u1680\u2003\u3000\u00a0",
    "\u0301\u0308",
    "\u20dd",
    " \u3164 \u2800\u0301 ",
]


@pytest.mark.parametrize("name", INVISIBLE, ids=lambda name: name.encode("unicode_escape").decode() or "nothing")
def test_what_nobody_can_see_is_no_name(name: str) -> None:
    assert clean_name(name) == ""
    assert clean_name(f"{name}Anna{name} {name}Berg") in {"Anna Berg", *(f"{a} Berg" for a in _with_marks(name))}


def _with_marks(name: str) -> list[str]:
    """The marks behind Anna are hers; those behind a blank are nobody's."""
    marks = "".join(char for char in name if char in "\u0301\u0308\u20dd")
    return [unicodedata.normalize("NFC", "Anna" + marks)]


REAL = [
    "Nguyễn Thị Ngọc Ánh",
    "Đặng Hoàng Yến",
    "Zoë Çelik-Łukasz",
    "Åse Øygård",
    "Siân O’Brien",
    "Þóra Ýr",
    "Ǟbc Ṩṥ Ǘ ộ",
    "דָּוִד בֶּן־גּוּרְיוֹן",
    "שָׁ֑לֹום",
    "مُحَمَّدٌ ٱلسَّيِّد",
    "آنّا بُرگ",
    "ศิริพร น้ำผึ้ง",
    "ที่รัก",
    "क्षितिज श्रीवास्तव",
    "ਸੁਰਿੰਦਰ ਸਿੰਘ",
    "தமிழ்ச்செல்வி",
    "മലയാളം",
    "မြွှေ့ ဦး",
    "ភិរុណ ស្រី",
    "རྒྱལ་མཚན",
    "བསྒྲུབས",
    "김민준",
    "安娜 山田太郎 ガブリエル",
    "Ἀριστοτέλης ᾧ",
    "Анна Берг Ёлкина",
    "X Æ A-12",
    "?",
    "Player 7",
]


@pytest.mark.parametrize("name", REAL)
def test_a_real_name_stays_as_it_is_written(name: str) -> None:
    normal = unicodedata.normalize("NFC", name)
    assert clean_name(normal) == normal
    assert clean_name(unicodedata.normalize("NFD", name)) == normal


def test_a_letter_bears_a_few_marks_and_none_twice() -> None:
    assert clean_name("e" + "\u0301" * 90) == "é"
    piled = clean_name("e" + "".join(map(chr, range(0x300, 0x33A))) + "va")
    marks = [char for char in unicodedata.normalize("NFD", piled) if unicodedata.combining(char)]
    assert len(marks) == 4
    assert piled.endswith("va")


def test_marks_that_are_piled_up_make_nobody_another() -> None:
    assert folded_name("Eva" + "\u0301" * 90 + "\u3164") == folded_name("eva")


@given(st.text(max_size=30))
def test_a_clean_name_is_clean(name: str) -> None:
    once = clean_name(name)
    assert clean_name(once) == once
    assert once == "" or not unicodedata.category(once[0]).startswith("M")


@given(st.text(max_size=90))
@example("Åse_Ørsted — Š.K.  (1923)－＿ß \u2028ﬁ")
@example("-_-")
@example("a" * 59 + " bc")
def test_an_address_has_the_letters_that_django_takes(name: str) -> None:
    """It made them before, and addresses stay."""
    plain = name.casefold().translate(
        str.maketrans({"ø": "o", "æ": "ae", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "œ": "oe"})
    )

    assert slug_of(name) == slugify(plain.replace("_", " "))[:60].strip("-")
