"""CSV and XLSX, bytes to rows of text: every limit is looked at before the work it limits."""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

MAX_BYTES = 2_000_000
MAX_ROWS = 2_000
MAX_COLUMNS = 60
MAX_CELL = 500
MAX_EMPTY_ROWS = 200
"""In a row; behind that many nothing more is looked for."""
_MAX_UNPACKED = 12_000_000
_MAX_MEMBERS = 200
_MAX_RATIO = 200
_MAX_ELEMENTS = 500_000
"""Of XML, in all parts: 2,000 × 60 cells of text take 480,000. Each costs time, however few bytes it has."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_DELIMITERS = ";\t,"


class UnreadableSheet(Exception):
    """The file cannot be taken. `message` is a whole sentence, with the place where there is one."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetRow:
    number: int
    """As the program shows it that made the file, from 1."""
    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    rows: tuple[SheetRow, ...]
    """Without empty ones; the first holds the names of the columns."""
    notes: tuple[str, ...] = ()


def read_sheet(data: bytes) -> Sheet:
    """What it is shows in its first bytes, not in its name. Raises UnreadableSheet, and nothing else."""
    if len(data) > MAX_BYTES:
        raise too_big()
    if data.startswith(b"PK\x03\x04"):
        sheet = Sheet(rows=tuple(_limited(_xlsx_rows(data))))
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise UnreadableSheet(_("This is an old Excel file (.xls) or a locked one: save it as .xlsx or CSV."))
    else:
        text, notes = _decoded(data)
        sheet = Sheet(rows=tuple(_limited(_csv_rows(text))), notes=notes)
    if not sheet.rows:
        raise UnreadableSheet(_("The file is empty."))
    return sheet


def too_big() -> UnreadableSheet:
    return UnreadableSheet(_("The file is larger than 2 MB: a list of 2,000 players takes far less."))


def _limited(rows: Iterable[tuple[int, list[str]]]) -> Iterator[SheetRow]:
    kept = empty = 0
    for number, cells in rows:
        while cells and not cells[-1].strip():
            cells.pop()
        if not cells:
            empty += 1
            if empty > MAX_EMPTY_ROWS:
                return
            continue
        empty = 0
        kept += 1
        if kept > MAX_ROWS + 1:  # and the names of the columns
            raise UnreadableSheet(_("The file has more than 2,000 rows: take it in parts."))
        if len(cells) > MAX_COLUMNS:
            raise UnreadableSheet(_("Row {row} has more than 60 columns.").format(row=number))
        if any(len(cell) > MAX_CELL for cell in cells):
            raise UnreadableSheet(_("Row {row} has a cell of more than 500 characters.").format(row=number))
        yield SheetRow(number=number, cells=tuple(cells))


# CSV ----------------------------------------------------------------------------------------------------------------


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    notes: tuple[str, ...] = ()
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        if encoding == "utf-16":
            raise UnreadableSheet(_("The file is cut off or broken: its text cannot be read.")) from None
        text = data.decode("cp1252", errors="replace")
        notes = (_("The file is not in UTF-8; it was read as Windows text. Look at letters like å, ö and ü."),)
    if "\0" in text:
        raise UnreadableSheet(_("This is neither a CSV file nor an Excel file (.xlsx)."))
    return text, notes


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    first_line = next((line for line in text.splitlines() if line.strip()), "")
    if first_line.casefold().startswith("sep=") and len(first_line) == 5:  # Excel's own way to name the delimiter
        delimiter = first_line[4]
        text = text.replace(first_line, "", 1)
    else:
        delimiter = _delimiter(first_line)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    number = 1
    try:
        for cells in reader:
            yield number, cells
            number = reader.line_num + 1
    except csv.Error:
        raise UnreadableSheet(_("Row {row} cannot be read: is a quotation mark missing?").format(row=number)) from None


def _delimiter(first_line: str) -> str:
    """The one that the names of the columns are parted by; inside quotation marks it parts nothing."""
    outside = "".join(part for index, part in enumerate(first_line.split('"')) if index % 2 == 0)
    return max(_DELIMITERS, key=outside.count)


# XLSX ---------------------------------------------------------------------------------------------------------------


def _xlsx_rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    _check_zip_directory(data)
    _check_elements(data)
    try:
        yield from _first_sheet(data)
    except UnreadableSheet:
        raise
    except Exception as error:  # openpyxl raises whatever its parsers do: zip, XML, values, keys, types
        raise UnreadableSheet(_("The Excel file is broken: open it, save it anew and try once more.")) from error


def _check_zip_directory(data: bytes) -> None:
    """Before anything is unpacked: a few kilobytes can hold gigabytes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise UnreadableSheet(_("The Excel file is cut off or broken.")) from None
    unpacked = sum(member.file_size for member in members)
    swollen = any(
        member.file_size > 1_000_000 and member.file_size > _MAX_RATIO * member.compress_size for member in members
    )
    if len(members) > _MAX_MEMBERS or unpacked > _MAX_UNPACKED or swollen:
        raise _far_too_big_inside()
    if "xl/workbook.xml" not in {member.filename for member in members}:
        raise UnreadableSheet(_("This is not an Excel file (.xlsx)."))


def _check_elements(data: bytes) -> None:
    """Counted before they are parsed. In UTF-16 they would hide, and no program writes a workbook so."""
    elements = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.infolist():
                part = archive.read(member)  # whatever its name: another part may call it XML
                elements += part.count(b"<") - part.count(b"</")
                if part[:2] in _UTF_16:
                    raise UnreadableSheet(_("The Excel file is broken: open it, save it anew and try once more."))
    except UnreadableSheet:
        raise
    except Exception as error:  # a broken archive shows in many ways: bad sums, unknown methods, passwords
        raise UnreadableSheet(_("The Excel file is cut off or broken.")) from error
    if elements > _MAX_ELEMENTS:
        raise _far_too_big_inside()


def _far_too_big_inside() -> UnreadableSheet:
    return UnreadableSheet(_("The Excel file is far larger inside than a list of players: save it as CSV."))


def _first_sheet(data: bytes) -> Iterator[tuple[int, list[str]]]:
    from openpyxl import load_workbook  # half a second that only an import should pay

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
    try:
        sheet: Any = book.worksheets[0]  # read-only ones have no type of their own in the stubs
        sheet.reset_dimensions()  # what the file says of its size may be a lie
        for number, row in enumerate(sheet.iter_rows(values_only=False), start=1):
            if len(row) > 10 * MAX_COLUMNS:
                raise UnreadableSheet(_("Row {row} has more than 60 columns.").format(row=number))
            yield number, [_text(cell, number) for cell in row]
    finally:
        book.close()


def _text(cell: Any, row: int) -> str:
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        raise UnreadableSheet(_("Row {row} has a formula: paste the values instead, then save again.").format(row=row))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
