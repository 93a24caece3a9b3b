"""Tables to CSV and XLSX. No cell begins with what a spreadsheet would run: rulebook, security, input."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TypeAlias

CellValue: TypeAlias = str | int | None

_RUNS = ("=", "+", "-", "@", "\t", "\r")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
_POINTS = re.compile(r"([0-9]{1,6})?(½)?", re.ASCII)
_LONGEST_TITLE = 31
"""Letters of a sheet's name in Excel; some are not allowed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetTable:
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]


def csv_of(table: SheetTable) -> bytes:
    """With a byte order mark and semicolons: so Excel opens it in all the countries where a comma is in numbers."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerows([[_csv_cell(cell) for cell in row] for row in (table.header, *table.rows)])
    return out.getvalue().encode("utf-8-sig")


def xlsx_of(table: SheetTable) -> bytes:
    """Halves are numbers here, so that they can be added up."""
    from openpyxl import Workbook  # half a second that only a download should pay

    book = Workbook(write_only=True)
    sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\']", " ", safe(table.title))[:_LONGEST_TITLE].strip() or "1")
    for row in (table.header, *table.rows):
        sheet.append([_xlsx_cell(cell) for cell in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def safe(text: str) -> str:
    """An apostrophe before what would be taken for a formula, also behind blanks."""
    text = _CONTROL.sub("", text)
    return f"'{text}" if text.startswith(_RUNS) or text.lstrip().startswith(_RUNS) else text


def _csv_cell(cell: CellValue) -> str:
    return "" if cell is None else str(cell) if isinstance(cell, int) else safe(cell)


def _xlsx_cell(cell: CellValue) -> str | int | float | None:
    if isinstance(cell, str) and cell and (found := _POINTS.fullmatch(cell)):
        whole = int(found[1] or 0)
        return whole + 0.5 if found[2] else whole
    return safe(cell) if isinstance(cell, str) else cell
