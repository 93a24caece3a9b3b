"""The guide as messages: the same paragraphs in each language, and there and back nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po, write_po

from tools import guide_messages
from tools.guide_messages import LANGUAGES, TEXTS, CannotBeWritten, main, markdown, messages, po_of

Change = Callable[[Message], None]


def there(language: str) -> dict[tuple[str | None, str], tuple[str, bool]]:
    with po_of(language).open("rb") as file:
        return {
            (message.context, str(message.id)): (str(message.string), message.fuzzy)
            for message in read_po(file, locale=language)
            if message.id
        }


def all_texts() -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in sorted(guide_messages.TEXTS.rglob("*.md"))}


@pytest.fixture
def aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A guide that may be changed."""
    shutil.copytree(TEXTS, tmp_path / "texts")
    for language in LANGUAGES:
        (tmp_path / "locale" / language / "LC_MESSAGES").mkdir(parents=True)
    monkeypatch.setattr(guide_messages, "TEXTS", tmp_path / "texts")
    monkeypatch.setattr(guide_messages, "LOCALE", tmp_path / "locale")
    main([])
    return tmp_path


def change(language: str, english: str, by: Change) -> None:
    with po_of(language).open("rb") as file:
        catalog = read_po(file, locale=language)
    (message,) = (message for message in catalog if message.id == english)
    by(message)
    with po_of(language).open("wb") as opened:
        write_po(opened, catalog, width=78)  # as Poedit wraps it


def says(text: str) -> Change:
    return lambda message: setattr(message, "string", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_messages_are_those_of_the_guide_and_none_is_fuzzy(language: str) -> None:
    """If not: `make guide-po` where the Markdown was changed, `make guide-md` where the messages were."""
    now = {(each.context, str(each.id)): (str(each.string), False) for each in messages(language) if each.id}
    assert there(language) == now
    assert len(now) > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_and_back_is_the_same_to_the_byte(language: str) -> None:
    written = {file: text.encode() for file, text in markdown(language).items()}
    assert written == {file: file.read_bytes() for file in sorted((TEXTS / language).glob("*.md"))}


def test_both_commands_change_nothing_where_nothing_was_corrected(aside: Path) -> None:
    before, said = all_texts(), {language: po_of(language).read_bytes() for language in LANGUAGES}
    main(["--back"])
    main([])
    assert all_texts() == before
    assert {language: po_of(language).read_bytes() for language in LANGUAGES} == said


def test_a_corrected_message_is_in_the_guide_and_nothing_else_is_changed(aside: Path) -> None:
    before = all_texts()
    change(
        "nl",
        "A family can keep several cards on one phone.",
        says("Een gezin mag meer kaarten op één telefoon hebben."),
    )
    main(["--back"])
    card = aside / "texts" / "nl" / "card.md"
    assert "3. Een gezin mag meer kaarten op één telefoon hebben.\n" in card.read_text(encoding="utf-8")
    assert {file for file, text in all_texts().items() if text != before[file]} == {card}
    assert len(card.read_bytes().splitlines()) == len(before[card].splitlines())


def test_a_line_whose_english_has_changed_is_fuzzy_until_its_translation_is_another(aside: Path) -> None:
    english = aside / "texts" / "en" / "card.md"
    old, new = "A family can keep several cards on one phone.", "A family can keep its cards on one phone."
    english.write_text(english.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    for _time in range(2):
        main([])
        assert {key for key, (_text, is_fuzzy) in there("de").items() if is_fuzzy} == {("card", new)}
        assert ("card", old) not in there("de")
    change("de", new, lambda message: message.flags.discard("fuzzy"))
    main([])
    assert not any(is_fuzzy for _text, is_fuzzy in there("de").values())
    assert any(is_fuzzy for _text, is_fuzzy in there("sv").values())
    swedish = aside / "texts" / "sv" / "card.md"
    swedish.write_text(swedish.read_text(encoding="utf-8").replace("En familj", "Familjen"), encoding="utf-8")
    main([])
    assert not any(is_fuzzy for _text, is_fuzzy in there("sv").values())


STEP = "The phone remembers the card. From then on [[My card]] is at the top of the club’s pages."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not one line of words"),
        (" ", "not one line of words"),
        ("Zwei\nZeilen mit [[My card]]", "not one line of words"),
        ("- Ein Punkt mit [[My card]]", "not one line of words"),
        ("# [[My card]]", "not one line of words"),
        ("Ohne Knopf", "other buttons or links"),
        ("[[Meine Karte]]", "other buttons or links"),
        ("[[My card]] [[My card]]", "other buttons or links"),
        ("[[My card]] und [mehr](season)", "other buttons or links"),
    ],
)
def test_what_would_build_the_chapter_otherwise_is_refused_and_nothing_written(
    aside: Path, text: str, why: str
) -> None:
    before = all_texts()
    change("de", STEP, says(text))
    with pytest.raises(CannotBeWritten, match=why):
        main(["--back"])
    assert all_texts() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("## Finn bordet ditt", "Finn bordet ditt"),
        ("\n1. ", "\n- "),
        ("](card)\n", "](round)\n"),
        ("\n\n", "\n\n\n"),
        ("\n3. ", "\n3. 3. \n3. "),
    ],
)
def test_a_chapter_built_otherwise_than_in_english_is_named(aside: Path, old: str, new: str) -> None:
    file = aside / "texts" / "nb" / "card.md"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CannotBeWritten, match=r"nb/card\.md, line .*: built otherwise than in English"):
        main([])
