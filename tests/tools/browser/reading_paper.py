"""How a test reads a PDF: its pages with every word and where it stands, by poppler's pdftotext."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')


@dataclass(frozen=True, kw_only=True, slots=True)
class Word:
    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """One page; measures in points."""

    width: float
    height: float
    words: tuple[Word, ...]

    @property
    def is_landscape(self) -> bool:
        return self.width > self.height

    def shows(self, text: str) -> bool:
        """All of it, in order, be it on several lines of one cell."""
        wanted = "".join(text.split())
        return any(
            wanted.startswith(word.text) and self._goes_on(wanted[len(word.text) :], place)
            for place, word in enumerate(self.words)
        )

    def count(self, piece: str) -> int:
        return sum(word.text.count(piece) for word in self.words)

    def parts(self, columns: int, rows: int) -> Iterator[tuple[float, float, list[Word]]]:
        """What is cut apart: top and bottom of each part with the words in it; parts without words are left out."""
        width, height = self.width / columns, self.height / rows
        for row in range(rows):
            for column in range(columns):
                inside = [
                    word
                    for word in self.words
                    if int((word.left + word.right) / 2 / width) == column
                    and int((word.top + word.bottom) / 2 / height) == row
                ]
                if inside:
                    yield row * height, (row + 1) * height, inside

    def _goes_on(self, wanted: str, place: int) -> bool:
        first = self.words[place]
        for word in self.words[place + 1 :]:
            if wanted and wanted.startswith(word.text) and word.left >= first.left - 1 and word.top < first.top + 90:
                wanted = wanted[len(word.text) :]
        return not wanted


def sheets_of(pdf: Path) -> list[Sheet]:
    written = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    return [
        Sheet(
            width=float(width),
            height=float(height),
            words=tuple(
                Word(text=html.unescape(text), left=float(left), top=float(top), right=float(right), bottom=float(down))
                for left, top, right, down, text in _WORD.findall(words)
            ),
        )
        for width, height, words in _PAGE.findall(written)
    ]


def is_cut_clean(sheet: Sheet, columns: int, rows: int) -> bool:
    """Nothing stands on a cut or so near to it that scissors could reach it: 4 mm."""
    width, near = sheet.width / columns, 4 * 72 / 25.4
    return all(
        top + near <= min(word.top for word in words)
        and max(word.bottom for word in words) <= bottom - near
        and all(int((word.left - near) / width) == int((word.right + near) / width) for word in words)
        for top, bottom, words in sheet.parts(columns, rows)
    )
