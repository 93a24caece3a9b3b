"""The guide: whole in every language, and what it names is there."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from clubchess.languages import OWN_NAMES
from tools import guide
from tools.files import files_in
from tournaments.pages.clubs import guide as chapters
from tournaments.pages.clubs.guide import CHAPTERS, TEXTS, Block, Chapter, Piece, read_chapter
from tournaments.pages.clubs.screenshots import SCALE, file_of, picture_of

LANGUAGES = [code for code, _name in settings.LANGUAGES]
RIVAL_QUOTES = {"en": '"„', "nb": '"“”', "sv": '"“', "da": '"“”', "de": '"”', "nl": '"“”„'}
MOST = 4_000_000
"""Bytes of all pictures."""


def shape(chapter: Chapter) -> list[object]:
    """What a chapter has in common with itself in other languages."""
    return [
        _names([chapter.lead]),
        *((each.kind, len(each.lines), each.name, _names(each.lines)) for each in chapter.blocks),
    ]


def _names(lines: object) -> list[tuple[str, str, str]]:
    pieces = [piece for line in lines for piece in line if piece.msgid or piece.chapter]  # type: ignore[attr-defined]
    return sorted((piece.context or "", piece.msgid, piece.chapter) for piece in pieces)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_there_and_built_alike(language: str) -> None:
    assert {path.stem for path in (TEXTS / language).glob("*.md")} == set(CHAPTERS)
    for code in CHAPTERS:
        chapter, english = read_chapter(language, code), read_chapter("en", code)
        assert shape(chapter) == shape(english), code
        assert chapter.title
        assert 3 <= sum(block.kind == "heading" for block in chapter.blocks) <= 7
        assert len(chapter.buttons) > 10
        words = (TEXTS / language / f"{code}.md").read_text().split()
        assert 250 < len(words) < 750, f"{code}: a page or two"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_button_is_one_of_the_apps(language: str) -> None:
    """One that was renamed in English is not in the catalogue any more; one renamed there needs nothing."""
    with Path(f"{settings.LOCALE_PATHS[0]}/{language}/LC_MESSAGES/django.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    gone = set()
    for code in CHAPTERS:
        for button in read_chapter(language, code).buttons:
            message = catalogue.get(button.msgid, context=button.context)
            if message is None or message.string != button.text or "{" in button.text:
                gone.add((code, button.context, button.msgid))
    assert gone == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_and_none_besides(language: str) -> None:
    wanted = {name for code in CHAPTERS for name in read_chapter(language, code).pictures}

    assert wanted == set(guide.SHOWN_AS)
    assert {path.stem for path in file_of(language, "").parent.iterdir()} == wanted
    assert {picture_of(language, name).width for name in wanted} == {guide.WIDTH}
    assert SCALE > 1


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in file_of("en", "").parents[1].rglob("*.webp")]

    assert len(sizes) == len(LANGUAGES) * len(guide.SHOWN_AS)
    assert sum(sizes) < MOST


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    rivals = set(RIVAL_QUOTES[language])

    assert [path.stem for path in files_in(TEXTS / language, "*.md") if rivals & set(path.read_text())] == []


def test_what_a_host_of_code_shows_is_up_to_date() -> None:
    """If not: `python -m tools.guide --texts`, or `make guide` with the pictures."""
    there = {path: path.read_text() for path in guide.FOLDER.rglob("*.md")}

    assert there == guide.texts()


def test_what_a_host_of_code_shows_leads_somewhere() -> None:
    links = [
        (path, target)
        for path, text in guide.texts().items()
        for target in re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', text)
    ]

    assert len(links) > 100
    assert [str(path) for path, target in links if not (path.parent / "".join(target)).resolve().is_file()] == []
    assert all(name in guide.texts()[guide.FOLDER / "README.md"] for name in OWN_NAMES.values())


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """read(text) as a chapter in Norwegian."""
    monkeypatch.setattr(chapters, "TEXTS", tmp_path)
    (tmp_path / "nb").mkdir()

    def read(text: str) -> Chapter:
        (tmp_path / "nb" / "evening.md").write_text(text)
        return read_chapter("nb", "evening")

    return read


def test_gaps_become_what_the_buttons_say(read: object) -> None:
    chapter = read("# T\n\nTap [[a button|Pair]] or [[Undo]], see [the card](card).\n")  # type: ignore[operator]

    assert chapter.lead == (
        Piece(text="Tap "),
        Piece(text="Sett opp", context="a button", msgid="Pair"),
        Piece(text=" or "),
        Piece(text="Angre", msgid="Undo"),
        Piece(text=", see "),
        Piece(text="the card", chapter="card"),
        Piece(text="."),
    )


def test_a_text_is_read_block_by_block(read: object) -> None:
    text = "# T\n\nLead,\ngoes on.\n\n## H\n1. one\n   more\n2. two\n\n- point\n\n![a board](draft)\nAfter.\n"
    chapter = read(text)  # type: ignore[operator]

    def line(words: str) -> tuple[Piece, ...]:
        return (Piece(text=words),)

    assert (chapter.title, chapter.lead) == ("T", line("Lead, goes on."))
    assert chapter.blocks == (
        Block(kind="heading", lines=(line("H"),)),
        Block(kind="steps", lines=(line("one more"), line("two"))),
        Block(kind="points", lines=(line("point"),)),
        Block(kind="picture", lines=(line("a board"),), name="draft"),
        Block(kind="paragraph", lines=(line("After."),)),
    )


def test_no_chapter_is_made_of_nothing() -> None:
    with pytest.raises(FileNotFoundError):
        read_chapter("nb", "endgame")
