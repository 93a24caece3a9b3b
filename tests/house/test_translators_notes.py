"""What translators read beside a message: who sees it, as what and beside what, and how much room there is."""

from __future__ import annotations

from functools import cache

import pytest

from tools import translators_notes
from tools.texts_by_page import Seen
from tools.translators_notes import (
    Entry,
    Note,
    catalogues,
    comments,
    entries,
    is_short,
    noted,
    notes,
    room_for,
    written,
)

LANGUAGES = ("da", "de", "nb", "nl", "sv")


def seen_as(**changed: str | int) -> Seen:
    usual = dict.fromkeys(Seen.__dataclass_fields__, "")
    said = {**usual, "english": "Save", "kind": "button", "who": "staff", "page": "staff-set-up", "pages": 1, **changed}
    return Seen(**said)  # type: ignore[arg-type]


# Comments ------------------------------------------------------------------------------------------------------------


def test_a_short_text_says_who_sees_it_as_what_and_beside_what() -> None:
    row = seen_as(beside="Undo", under="Boards", pictures="staff-set-up", pages=1)

    assert comments((None, "Save"), row, None, "templates/a.html") == [
        "Button; staff; page “set up”; beside “Undo”; under “Boards”.",
        "Pictures: docs/screens/staff-set-up.webp.",
    ]


def test_a_text_that_only_the_guide_has_is_not_called_an_item_of_a_list() -> None:
    row = seen_as(context="a button", kind="item of a list", who="everybody", page="help-chapter")

    assert comments(("a button", "Save"), row, None, "")[0] == "Button, named in the guide; everybody."


def test_a_long_text_says_only_on_which_picture_it_is() -> None:
    key = None, "Nobody is in the list yet."

    assert comments(key, seen_as(english=key[1]), None, "templates/a.html") == ["No picture; page “set up”."]
    assert comments(key, None, None, "templates/a.html") == []


def test_what_somebody_has_written_stands_in_the_place_of_what_is_made() -> None:
    assert comments((None, "Save"), seen_as(), Note(comment="A button."), "templates/a.html")[0] == "A button."


def test_a_text_of_no_page_is_known_by_its_file() -> None:
    assert comments((None, "No game"), None, None, "tournaments/mail/letters.py") == ["In a mail: letters."]


PO = """# Danish.
msgid ""
msgstr ""
"Language: da\\n"

# Mine.
#. Translators: a verb.
#. Old.
#: a.html
#, python-format, max-length:9
msgctxt "a button"
msgid "Save"
msgstr "Gem"

msgid "Undo"
msgstr "Fortryd"
"""


def test_nothing_of_a_catalogue_changes_but_comments_and_room() -> None:
    once = noted(PO, {("a button", "Save"): (["New."], 7), (None, "Undo"): (["Two.", "Lines."], 12)})

    assert once == PO.replace("Old.", "New.").replace("max-length:9", "max-length:7").replace(
        'msgid "Undo"', '#. Two.\n#. Lines.\n#, max-length:12\nmsgid "Undo"'
    )
    assert noted(once, {("a button", "Save"): (["New."], 7), (None, "Undo"): (["Two.", "Lines."], 12)}) == once
    assert noted(once, {}) == PO.replace("#. Old.\n", "").replace(", max-length:9", "")


def test_a_message_that_stands_there_twice_is_left_once() -> None:
    again = 'msgctxt "a button"\nmsgid "Save"\nmsgstr "Gem det"\n'

    assert noted(f"{PO}\n{again}", {}) == noted(PO, {})


@pytest.mark.parametrize(
    ("context", "kind", "lengths", "room"),
    [
        (None, "button", [4, 10], 12),
        (None, "column head", [3, 4], 4),
        (None, "column head", [8, 10], 12),
        ("mark in a crosstable: away", "cell of a table", [3, 4], 4),
        ("date at the head of a narrow column", "cell of a table", [3, 4], None),
        (None, "text", [4, 10], None),
        (None, "button", [28, 31], None),
    ],
)
def test_room_is_what_the_longest_needs_and_tight_in_a_column(
    context: str | None, kind: str, lengths: list[int], room: int | None
) -> None:
    assert room_for((context, "Save"), seen_as(kind=kind), Note(), lengths) == room


def test_a_text_with_a_gap_has_no_room_of_its_own() -> None:
    assert room_for((None, "Board {number}"), seen_as(), Note(), [14, 14]) is None


def test_a_button_that_no_page_had_is_known_by_its_context_or_its_comment() -> None:
    assert room_for(("button: away", "Save"), None, Note(), [4, 5]) == 6
    assert room_for((None, "Save"), None, Note(comment="Button; staff, inbox."), [4, 5]) == 6


# Ours ----------------------------------------------------------------------------------------------------------------


@cache
def ours() -> dict[str, dict[translators_notes.Key, Entry]]:
    """By language."""
    return {
        file.parts[-3]: {entry.key: entry for entry in entries(text) if isinstance(entry, Entry)}
        for file, text in catalogues().items()
    }


def comments_of(entry: Entry) -> list[str]:
    return [line[3:] for line in entry.lines if line.startswith("#. ")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_of_one_or_two_words_has_a_comment(language: str) -> None:
    """Say it in locale/notes.csv, and run `python -m tools.translators_notes`."""
    short = [entry for key, entry in ours()[language].items() if is_short(key[1])]

    assert len(short) > 600
    assert [entry.key for entry in short if not any(len(comment) > 10 for comment in comments_of(entry))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_longer_than_its_room(language: str) -> None:
    """Find a shorter word; or, where there is more room on the page, write the number into locale/notes.csv."""
    limited = [entry for entry in ours()[language].values() if entry.room]

    assert len(limited) > 150
    assert [
        (entry.key[1], entry.room, said) for entry in limited for said in entry.said if len(said) > entry.room
    ] == []


def test_the_catalogues_have_what_the_command_writes() -> None:
    """`python -m tools.translators_notes` writes it."""
    made, kept = written()

    assert [str(file) for file, text in catalogues().items() if made[file] != text] == []
    assert kept == notes()


def test_a_message_stands_in_a_catalogue_once() -> None:
    """gettext's programs refuse it twice."""
    for text in catalogues().values():
        keys = [entry.key for entry in entries(text) if isinstance(entry, Entry)]
        assert len(keys) == len(set(keys))
