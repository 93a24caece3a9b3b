"""`python -m tools.corrections`: what people sent goes into the catalogue, or is refused by name. In a copy."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tools import corrections
from tools.corrections import Report, Unreadable, take

HEADER = 'msgid ""\nmsgstr ""\n"Language: nb\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
CATALOGUE = f"""# Our own words about it.
{HEADER}
#: templates/a.html
msgid "Save"
msgstr "Lagre"

#: templates/a.html
#, max-length:5
msgctxt "a column"
msgid "Pts"
msgstr "P"

#, python-brace-format
msgid "{{name}} goes through."
msgstr ""
"{{name}} går "
"videre."

#, python-format
msgid "%(count)s game"
msgid_plural "%(count)s games"
msgstr[0] "%(count)s parti"
msgstr[1] "%(count)s partier"

msgid "<b>Draw</b>"
msgstr "<b>Remis</b>"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "locale/nb/LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(CATALOGUE, encoding="utf-8")
    return tmp_path


def catalogue(root: Path) -> str:
    return (root / "locale/nb/LC_MESSAGES/django.po").read_text(encoding="utf-8")


def sent(root: Path, body: str, header: str = HEADER) -> Path:
    file = root / "sent.po"
    file.write_text(f"{header}\n{body}\n", encoding="utf-8")
    return file


def taken(root: Path, body: str) -> Report:
    return take(sent(root, body), root)


def test_what_is_right_is_taken_and_the_rest_of_the_file_stays(root: Path) -> None:
    body = """
        msgid "Save"
        msgstr "Lagre nå"

        msgctxt "a column"
        msgid "Pts"
        msgstr "Poeng"

        msgid "{name} goes through."
        msgstr "Videre: {name}"

        msgid "%(count)s game"
        msgid_plural "%(count)s games"
        msgstr[0] "ett: %(count)s"
        msgstr[1] "flere: %(count)s"
    """.replace("        ", "")
    report = taken(root, body)

    assert report.refused == []
    assert report.taken[0] == "Save: Lagre -> Lagre nå"
    assert len(report.taken) == 4
    expected = (
        CATALOGUE.replace('"Lagre"', '"Lagre nå"')
        .replace('msgstr "P"', 'msgstr "Poeng"')
        .replace('msgstr ""\n"{name} går "\n"videre."', 'msgstr "Videre: {name}"')
        .replace('"%(count)s parti"', '"ett: %(count)s"')
        .replace('"%(count)s partier"', '"flere: %(count)s"')
    )
    assert catalogue(root) == expected

    again = taken(root, body)
    assert (again.taken, again.refused, again.there_already) == ([], [], 4)
    assert catalogue(root) == expected


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ('msgid "Svae"\nmsgstr "Lagre!"', "Svae: The program has no such English text (any more)."),
        ('msgctxt "x"\nmsgid "Save"\nmsgstr "Lagre!"', "x | Save: The program has no such English text (any more)."),
        (
            'msgid "%(count)s game"\nmsgid_plural "%(count)s chess games"\nmsgstr[0] "a"\nmsgstr[1] "b"',
            "%(count)s game: The program has no such English text (any more).",
        ),
        (
            'msgid "{name} goes through."\nmsgstr "Videre"',
            "{name} goes through.: “{name}” is missing. It must be in the text just as it is today.",
        ),
        (
            'msgid "Save"\nmsgstr "Lagre {name}"',
            "Save: “{name}” is not in the text of today. Take it out.",
        ),
        (
            'msgid "%(count)s game"\nmsgid_plural "%(count)s games"\nmsgstr[0] "%(count)s"',
            "%(count)s game: This text has 2 forms, and the correction has 1.",
        ),
        (
            'msgid "<b>Draw</b>"\nmsgstr "<b>Remi"',
            "<b>Draw</b>: “</b>” is missing. It must be in the text just as it is today.",
        ),
        (
            'msgctxt "a column"\nmsgid "Pts"\nmsgstr "Poengsum"',
            "a column | Pts: The text has 8 characters. There is room for 5.",
        ),
        (f'msgid "Save"\nmsgstr "{"x" * 10_001}"', "Save: The text has 10001 characters. There is room for 10000."),
        ('msgid "Save"\nmsgstr ""', "Save: The text is empty."),
        ('#, fuzzy\nmsgid "Save"\nmsgstr "Lagre?"', "Save: It is marked as fuzzy: somebody has to decide first."),
    ],
)
def test_what_is_wrong_is_named_and_the_rest_is_taken(root: Path, body: str, refused: str) -> None:
    report = taken(root, f'{body}\n\nmsgid "Remove"\nmsgstr "x"')
    assert report.refused == [refused, "Remove: The program has no such English text (any more)."]
    assert catalogue(root) == CATALOGUE

    good = 'msgctxt "a column"\nmsgid "Pts"\nmsgstr "Po."' if "Pts" not in body else 'msgid "Save"\nmsgstr "Spar"'
    report = taken(root, f"{body}\n\n{good}")
    assert (report.refused, len(report.taken)) == ([refused], 1)


def test_a_text_that_comes_twice_counts_once_and_says_so(root: Path) -> None:
    report = taken(root, 'msgid "Save"\nmsgstr "Spar"\n\nmsgid "Save"\nmsgstr "Behold"')
    assert report.taken == ["Save: Lagre -> Spar"]
    assert report.refused == ["Save: The file has it twice; the first one counts."]


def test_a_formula_and_quotation_marks_are_text(root: Path) -> None:
    report = taken(root, 'msgid "Save"\nmsgstr "=1+1 \\"x\\" \\\\n \\n@a"')
    assert len(report.taken) == 1
    with (root / "locale/nb/LC_MESSAGES/django.po").open("rb") as file:
        message = read_po(file, abort_invalid=True).get("Save")
    assert message is not None
    assert message.string == '=1+1 "x" \\n \n@a'


def test_english_stands_in_the_code(root: Path) -> None:
    (root / "templates").mkdir()
    (root / "templates/a.html").write_text('{% load i18n %}{% translate "Save" %}', encoding="utf-8")
    file = sent(root, 'msgid "Save"\nmsgstr "Keep"', HEADER.replace("nb", "en"))
    report = take(file, root)
    assert (report.taken, report.refused) == (
        [],
        ["Save: English stands in the code, in templates/a.html. Better: Keep"],
    )


@pytest.mark.parametrize(
    ("whole", "sentence"),
    [
        ("", "The file does not say its language: its header has no line “Language:”."),
        ('msgid "Save"\nmsgstr "x"', "The file does not say its language: its header has no line “Language:”."),
        (HEADER.replace("nb", "xx"), "There is no catalogue of the language “xx”."),
        (HEADER.replace("nb", "../nb"), "There is no catalogue of the language “../nb”."),
        (f"{HEADER}\nmsgid Save", "Line 6 is not one of a .po file: msgid Save"),
        (f'{HEADER}\nmsgid "Save"\nmsgstr "a"b"', "Line 7: a quotation mark is missing, or one too many."),
        (f'{HEADER}\nmsgid "Save"\nmsgstr "\\q"', "Line 7: \\q means nothing."),
        (f'{HEADER}\nmsgid "Save"\nmsgid "Save"', "Line 7: msgid stands there twice."),
    ],
)
def test_a_file_that_is_none_changes_nothing(root: Path, whole: str, sentence: str) -> None:
    file = root / "sent.po"
    file.write_text(whole, encoding="utf-8")
    with pytest.raises(Unreadable) as told:
        take(file, root)
    assert str(told.value) == sentence
    assert catalogue(root) == CATALOGUE


def test_neither_another_encoding_nor_a_huge_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = root / "sent.po"
    file.write_bytes(HEADER.encode() + b'\nmsgid "Save"\nmsgstr "\xe5"')
    with pytest.raises(Unreadable, match="The file is not in UTF-8"):
        take(file, root)
    monkeypatch.setattr(corrections, "MOST_BYTES", 10)
    with pytest.raises(Unreadable, match="The file is larger than 0 MB"):
        take(file, root)


def test_the_command_says_what_it_did(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = sent(root, 'msgid "Save"\nmsgstr "Spar"\n\nmsgid "Gone"\nmsgstr "Borte"')
    monkeypatch.setattr(corrections, "take", lambda given: take(given, root))

    assert corrections.main([str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "taken: Save: Lagre -> Spar",
        "refused: Gone: The program has no such English text (any more).",
        "1 taken, 0 there already, 1 refused.",
    ]
    assert corrections.main([str(root / "nowhere.po")]) == 2
    assert corrections.main([]) == 2
