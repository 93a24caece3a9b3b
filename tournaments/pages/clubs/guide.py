"""A chapter as values, read from its text: a Markdown file with gaps for what stands on buttons.

A text uses little of Markdown, and anything else is taken as it is: `# Title`, `## Heading`, paragraphs, `1. step`,
`- point`, `![what it shows](picture)`, `[words](chapter)`. A gap is `[[English text]]` or `[[context|English text]]`,
as gettext knows it; it becomes what the button says in the language of the chapter. A line that begins with none of
these goes on with the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext, override, pgettext

from clubchess.house_words import in_house_words

CHAPTERS = ("evening", "card", "season", "teams")
TEXTS = Path(__file__).parent / "guide_texts"
_INLINE = re.compile(r"\[\[(?:(?P<context>[^|\]]+)\|)?(?P<button>[^\]]+)\]\]|\[(?P<words>[^\]]+)\]\((?P<chapter>\w+)\)")
_PICTURE = re.compile(r"!\[(?P<words>.+)\]\((?P<name>[\w-]+)\)")
_KINDS = {"#": "title", "##": "heading", "1.": "steps", "-": "points"}
_MARK = re.compile(r"(#{1,2}|-|\d+\.) +")


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """Words; or a button by its name, with its `context` and `msgid`; or words that lead to another `chapter`."""

    text: str
    chapter: str = ""
    context: str | None = None
    msgid: str = ""


Line = tuple[Piece, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """`kind`: title, heading, paragraph, steps (numbered), points, picture (whose `name` is that of its file)."""

    kind: str
    lines: tuple[Line, ...]
    name: str = ""

    @property
    def words(self) -> str:
        """All of its first line, without what is marked in it."""
        return "".join(piece.text for piece in self.lines[0])


@dataclass(frozen=True, kw_only=True, slots=True)
class Chapter:
    code: str
    title: str
    lead: Line
    blocks: tuple[Block, ...]
    """All that follows the first paragraph, which is the lead."""

    @property
    def buttons(self) -> tuple[Piece, ...]:
        lines = [self.lead, *(line for block in self.blocks for line in block.lines)]
        return tuple(piece for line in lines for piece in line if piece.msgid)

    @property
    def pictures(self) -> tuple[str, ...]:
        return tuple(block.name for block in self.blocks if block.kind == "picture")


def read_chapter(language: str, code: str) -> Chapter:
    """Raises FileNotFoundError for a chapter that nobody has written."""
    text = (TEXTS / language / f"{code}.md").read_text(encoding="utf-8")
    with override(language):
        title, lead, *blocks = _blocks(in_house_words(language, text))
    return Chapter(code=code, title=title.words, lead=lead.lines[0], blocks=tuple(blocks))


def _blocks(text: str) -> Iterator[Block]:
    kind, lines = "", list[str]()
    for line in [*text.splitlines(), ""]:
        mark = _MARK.match(line)
        picture = _PICTURE.fullmatch(line)
        found = "picture" if picture else _KINDS["1." if mark[1][0].isdigit() else mark[1]] if mark else ""
        if lines and (not line or (found and found != kind)):
            yield Block(kind=kind, lines=tuple(_line(each) for each in lines))
            kind, lines = "", []
        if picture:
            yield Block(kind=found, lines=(_line(picture["words"]),), name=picture["name"])
        elif found or (line and not lines):
            kind = found or "paragraph"
            lines.append(line[mark.end() if mark else 0 :])
        elif line:
            lines[-1] += f" {line.strip()}"


def _line(text: str) -> Line:
    pieces, end = list[Piece](), 0
    for match in _INLINE.finditer(text):
        pieces += [Piece(text=text[end : match.start()])] if match.start() > end else []
        context, button = match["context"], match["button"]
        if button:
            name = pgettext(context, button) if context else gettext(button)
            pieces.append(Piece(text=name, context=context, msgid=button))
        else:
            pieces.append(Piece(text=match["words"], chapter=match["chapter"]))
        end = match.end()
    return (*pieces, *([Piece(text=text[end:])] if end < len(text) else []))
