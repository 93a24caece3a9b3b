"""The language of wide letters finds English, and lets names, numbers and what was asked of a catalogue through."""

import pytest
from django.utils import translation

from tests.tools.languages.marked_language import english, speak_wide, wide
from tests.tools.pages.seen_texts import of_page


def test_what_is_asked_of_a_catalogue_is_wide_and_its_gaps_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = speak_wide(monkeypatch)
    said = translation.gettext("Round {number} of %(club)s, <b>%d</b>")

    assert said == "Ｒｏｕｎｄ {number} ｏｆ %(club)s, <b>%d</b>"  # wide letters
    assert (None, "Round {number} of %(club)s, <b>%d</b>") in asked.texts


@pytest.mark.parametrize("text", ["Save", "Kari Berg saved", f"{wide('Round')} 3 finished", "Bergen"])
def test_english_is_found(text: str) -> None:
    assert english({text: "here"}, ["Kari Berg", "Berg", ""]) == {text: "here"}


@pytest.mark.parametrize(
    "text", [wide("Saved"), f"Kari Berg {wide('saved')}", "3rd", "½ – 1", "/en/club/", "Clubchess"]
)
def test_what_nobody_translates_is_let_through(text: str) -> None:
    assert english({text: "here"}, ["Kari Berg"]) == {}


def test_a_page_is_read_with_its_labels_and_without_its_scripts() -> None:
    page = """<html lang="en"><title>A</title><meta name="description" content="B"><script>no</script>
    <img alt="C"><input type="submit" value="D"><input value="no"><a lang="sv">no</a>
    <p title="E" data-said="F g" data-key="no">H <b>I</b></p></html>"""

    assert list(of_page(page)) == ["A", "B", "C", "D", "E", "F g", "H", "I"]
