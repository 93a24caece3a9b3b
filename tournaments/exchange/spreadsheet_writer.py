"""Tables to CSV and XLSX. No cell begins with what a spreadsheet would run: rulebook, security, input."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TypeAlias

CellValue: TypeAlias = str | int | None

RUNS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
"""What spreadsheets begin a formula with, in full width too; as a class of a regular expression."""
_FORMULA = re.compile(rf"\A(?=\s*[{RUNS}\t\r])|(?<=[,;\t|])(?=\s*[{RUNS}])")
"""At the beginning, or behind what another spreadsheet takes for the end of a cell."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
_POINTS = re.compile(r"([0-9]{1,6})?(½)?", re.ASCII)
_AS_TEXT = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
_LONGEST_TITLE = 31
"""Letters of a sheet's name in Excel; some are not allowed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetTable:
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]


def csv_of(table: SheetTable, *, is_for_address: bool = False) -> bytes:
    """With a byte order mark and semicolons: so Excel opens it in all the countries where a comma is in numbers. For a
    program that reads an address (RFC 4180) with commas, and with 6.5 for 6½."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="," if is_for_address else ";", lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    rows = [[_csv_cell(cell) for cell in row] for row in (table.header, *table.rows)]
    writer.writerows([[_in_decimals(cell) for cell in row] for row in rows] if is_for_address else rows)
    return out.getvalue().encode("utf-8" if is_for_address else "utf-8-sig")


def _in_decimals(cell: str) -> str:
    found = _POINTS.fullmatch(cell)
    return f"{found[1] or 0}.5" if found and found[2] else cell


def xlsx_of(*tables: SheetTable) -> bytes:
    """A sheet each. Halves are numbers here, so that they can be added up. What looks like a formula or an address
    stays text."""
    from xlsxwriter import Workbook  # a twentieth of what a start takes

    out = io.BytesIO()
    with Workbook(out, _AS_TEXT) as book:
        for place, table in enumerate(tables, 1):
            title = re.sub(r"[\[\]:*?/\\']", " ", safe(table.title))[:_LONGEST_TITLE].strip()
            sheet = book.add_worksheet(title or str(place))
            for number, row in enumerate((table.header, *table.rows)):
                sheet.write_row(number, 0, [_xlsx_cell(cell) for cell in row])
    return out.getvalue()


def safe(text: str) -> str:
    """An apostrophe before what would be taken for a formula, also behind blanks or a separator."""
    return _FORMULA.sub("'", _CONTROL.sub("", text))


def _csv_cell(cell: CellValue) -> str:
    return "" if cell is None else str(cell) if isinstance(cell, int) else safe(cell)


def _xlsx_cell(cell: CellValue) -> str | int | float | None:
    if isinstance(cell, str) and cell and (found := _POINTS.fullmatch(cell)):
        whole = int(found[1] or 0)
        return whole + 0.5 if found[2] else whole
    return safe(cell) if isinstance(cell, str) else cell
