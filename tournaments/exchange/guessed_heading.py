"""The heading of a list that has none: a column of names, and what stands beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tournaments.exchange.spreadsheet_reader import SheetRow, UnreadableSheet
from tournaments.names import clean_name
from tournaments.pairing.types.translation import gettext_noop as _

_RATINGS = range(500, 2901)
_YEARS = range(1990, 2100)
"""Of birth, of those who go to school: a list whose numbers all lie here has no ratings."""
_CLASS = re.compile(r"(?:[^\W\d_]{1,3}\s?)?[0-9]{1,2}\s?[.\-/]?\s?[^\W\d_]{0,2}|[^\W\d_]")
"""6B, 10 a, U12, 7-1, A: of a school, or of an age group."""
_BEHIND = re.compile(r"[\s,;]([0-9]{3,4})|[\s,;]([0-9]{1,2}\s?[^\W\d_])|\(([^()]{1,20})\)")
"""Behind a name: a rating or year, a class, or either in brackets."""
_LONGEST_BEHIND = 22
"""Characters of it: further in front nothing is looked for, which could take hours."""
_LETTER = re.compile(r"[^\W\d_]")


def guessed_heading(rows: Sequence[SheetRow]) -> tuple[SheetRow, list[SheetRow]] | None:
    """Of names, or of the numbers that people have in rating lists, with ratings, years of birth or classes beside
    them, and the rows in these columns. None where no column has either. Raises UnreadableSheet where two could."""
    rows = [_in_columns(row) for row in rows]
    cells = {index: _filled(rows, index) for index in range(max(len(row.cells) for row in rows))}
    meant = {index: _meaning(column) for index, column in cells.items() if column}
    names = [index for index, meaning in meant.items() if meaning == "Name"]
    if not names and len(numbers := [index for index, column in cells.items() if _are_numbers(column)]) == 1:
        names, meant = numbers, meant | {numbers[0]: "Name"}
    if len(names) == 2 and all(
        cell.startswith(" ") for row in rows for cell in row.cells[names[1] : names[1] + 1] if cell
    ):
        rows = [_with_its_comma(row, *names) for row in rows]  # Berg, Anna
        meant[names[1]] = ""
    elif len(names) > 1:
        raise UnreadableSheet(
            _("Two columns look like names: write “Given name” and “Family name” in a row above them.")
        )
    known = [meaning for meaning in meant.values() if meaning]
    if not names or len(set(known)) != len(known):
        return None
    return SheetRow(number=0, cells=tuple(meant.get(index, "") for index in cells)), rows


def _filled(rows: Sequence[SheetRow], index: int) -> list[str]:
    return [text for row in rows if index < len(row.cells) and (text := clean_name(row.cells[index]))]


def _with_its_comma(row: SheetRow, one: int, other: int) -> SheetRow:
    """A name that a comma had taken apart."""
    cells = [*row.cells]
    if other < len(cells) and cells[other].strip():
        cells[one], cells[other] = f"{cells[one]},{cells[other]}", ""
    return replace(row, cells=tuple(cells))


def _in_columns(row: SheetRow) -> SheetRow:
    """1. Anna Berg (6B): as lists are typed. What stands behind a name alone in its row gets columns of its own."""
    cells = tuple(re.sub(r"^\s*[0-9]{1,4}[.)]\s+", "", cell) for cell in row.cells)
    filled = [cell for cell in cells if cell.strip()]
    name, behind = _taken_apart(filled[0].strip()) if len(filled) == 1 else ("", None)
    if behind is None:
        return replace(row, cells=cells)
    number, of_a_class, in_brackets = behind.groups()
    bracketed = in_brackets or ""
    is_number = bool(re.fullmatch(r"[0-9]{3,4}", bracketed))
    number, of_a_class = (number or bracketed, of_a_class) if is_number else (number, of_a_class or bracketed)
    return replace(row, cells=(name, number or "", of_a_class or ""))


def _taken_apart(text: str) -> tuple[str, re.Match[str] | None]:
    """A name, and what stands at the end behind it."""
    begin = max(0, len(text) - _LONGEST_BEHIND)
    found = (_BEHIND.fullmatch(text, at) for at in range(begin, len(text)))
    behind = next((each for each in found if each), None)
    end = behind.start() if behind else 0
    while end and (text[end - 1].isspace() or text[end - 1] in ",;"):
        end -= 1
    name = text[:end]
    return name, behind if _LETTER.search(name) and "\n" not in name else None


def _meaning(cells: Sequence[str]) -> str:
    """Nothing for numbers of rows and the like."""
    if all(re.fullmatch(r"[0-9]{4}", cell) and int(cell) in _YEARS for cell in cells):
        return "Birth year"
    if are_like_ratings(cells):
        return "Rating"
    if not any(each.isalpha() for each in "".join(cells)):
        return ""
    return "Category" if all(_CLASS.fullmatch(cell) for cell in cells) else "Name"


def _are_numbers(cells: Sequence[str]) -> bool:
    """Of people in rating lists; for most of them."""
    return 2 * sum(bool(re.fullmatch(r"[0-9]{5,}|[0-9]{5}-[0-9]{1,4}", cell)) for cell in cells) > len(cells)


def are_like_ratings(cells: Sequence[str]) -> bool:
    """Most of them."""
    found = [re.fullmatch(r"([0-9]{3,4})(?:[.,]0|[*pP?])?", cell) for cell in cells]
    return 2 * sum(each is not None and int(each[1]) in _RATINGS for each in found) > len(cells)
