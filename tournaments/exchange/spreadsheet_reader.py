"""CSV and XLSX, bytes to rows of text: every limit is looked at before the work it limits."""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exchange.xml_limits import TooMuchXml, UnsafeXml, XmlCount
from tournaments.exchange.zip_files import Archive, BrokenArchive, Limits, SwollenArchive

MAX_BYTES = 2_000_000
MAX_ROWS = 2_000
MAX_COLUMNS = 60
MAX_CELL = 500
MAX_EMPTY_ROWS = 200
"""In a row; behind that many nothing more is looked for."""
_LIMITS = Limits(members=200, unpacked=12_000_000, ratio=200)
_XML = (".xml", ".rels")
_CELLS = frozenset({"row", "c", "v", "is", "t", "si"})
_MAX_ELEMENTS = 500_000
"""Of XML, in all parts: 2,000 × 60 cells of text take 480,000. Each costs time, however few bytes it has."""
_MAX_OTHERS = 50_000
"""Elements that are no cells: styles and the like, each of which becomes an object of a kilobyte."""
_DELIMITERS = ";\t,"


class UnreadableSheet(Exception):
    """The file cannot be taken. `message` is a whole sentence, with the place where there is one."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


_NO_FORMULA = re.compile(r"\A'(?=\s*[=+\-@])")
"""The apostrophe that our own downloads put before what a spreadsheet would run, as before a phone's +47."""


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
        cells = [_NO_FORMULA.sub("", cell) for cell in cells]
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
        text = _in_older_letters(data)
        notes = (_("The file is not in UTF-8. Look at letters like å, ö and ü."),)
    if "\0" in text:
        raise UnreadableSheet(_("This is neither a CSV file nor an Excel file (.xlsx)."))
    return text, notes


def _in_older_letters(data: bytes) -> str:
    """Of Windows, DOS and the Mac: the one in which it has the most letters as they are written in names here, and the
    fewest signs that stand in no name."""
    texts = [data.decode(encoding, errors="replace") for encoding in ("cp1252", "cp850", "mac_roman")]
    return max(texts, key=lambda text: sum(map(_like_a_name, re.findall(r"\S*[^\x00-\x7f]\S*", text))))


def _like_a_name(word: str) -> int:
    """Names begin with a capital and go on in small letters, or are written in capitals."""
    is_written_so = word[:1].isupper() and (word[1:].islower() or word.isupper())
    return is_written_so + sum(_IN_NAMES.get(each, -3) for each in word if each > "\x7f")


_IN_NAMES = dict.fromkeys("åäöæøüßéèëêïíîóôáàâçñúýÅÄÖÆØÜÉÈÁÓÍŠšŽž", 2) | dict.fromkeys("’‘–“”\xa0", 0)


_MARKUP = re.compile(r"<(?:table|tr|td|th|li|div|html|body)[\s>]", re.IGNORECASE)


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    if _MARKUP.search(text):
        raise UnreadableSheet(_("This is the source of a web page: copy the table as the page shows it."))
    first_lines = list(islice((line for line in text.splitlines() if line.strip()), 20))
    first_line = first_lines[0] if first_lines else ""
    if first_line.casefold().startswith("sep=") and len(first_line) == 5:  # Excel's own way to name the delimiter
        delimiter = first_line[4]
        text = text.replace(first_line, "", 1)
    else:
        delimiter = _delimiter(first_lines)
    is_unbalanced = text.count('"') % 2 == 1  # one that is not closed would take all that follows
    text = text.replace('"', "") if is_unbalanced else text
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    number = 1
    try:
        for cells in reader:
            yield number, cells
            number = reader.line_num + 1
    except csv.Error:
        raise UnreadableSheet(_("Row {row} cannot be read: is a quotation mark missing?").format(row=number)) from None


def _delimiter(first_lines: Sequence[str]) -> str:
    """The one that parts a line most often, be it below a title; inside quotation marks it parts nothing. One comma in
    a line, below a first one without any, stands between a family name and a given name."""
    outside = ["".join(line.split('"')[::2]) for line in first_lines] or [""]

    def parts(delimiter: str) -> int:
        most = max(line.count(delimiter) for line in outside)
        return 0 if delimiter == "," and most == 1 and "," not in outside[0] else most

    return max(_DELIMITERS, key=parts)


# XLSX ---------------------------------------------------------------------------------------------------------------


def _xlsx_rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    plain = _looked_through(data)
    try:
        yield from _first_sheet(plain)
    except UnreadableSheet:
        raise
    except Exception as error:  # openpyxl raises whatever its parsers do: zip, XML, values, keys, types
        raise _broken() from error


def _looked_through(data: bytes) -> io.BytesIO:
    """The parts that a list of players needs, each within its limits, in a new archive without any packing.

    openpyxl never sees the one that was uploaded. What is no XML (pictures, macros) is not even unpacked.
    """
    count = XmlCount(elements=_MAX_ELEMENTS, others=_MAX_OTHERS, cheap=_CELLS)
    plain = io.BytesIO()
    try:
        archive = Archive(io.BytesIO(data), _LIMITS)
        if "xl/workbook.xml" not in archive.names:
            raise UnreadableSheet(_("This is not an Excel file (.xlsx)."))
        with zipfile.ZipFile(plain, "w") as copy:
            for name in archive.names:
                if name.endswith(_XML):
                    with copy.open(zipfile.ZipInfo(name), "w") as part:
                        for piece in count.looked_at(archive.pieces(name)):
                            part.write(piece)
    except (SwollenArchive, TooMuchXml):
        raise _far_too_big_inside() from None
    except BrokenArchive:
        raise UnreadableSheet(_("The Excel file is cut off or broken.")) from None
    except UnsafeXml:
        raise _broken() from None
    return plain


def _broken() -> UnreadableSheet:
    return UnreadableSheet(_("The Excel file is broken: open it, save it anew and try once more."))


def _far_too_big_inside() -> UnreadableSheet:
    return UnreadableSheet(_("The Excel file is far larger inside than a list of players: save it as CSV."))


def _first_sheet(book_file: io.BytesIO) -> Iterator[tuple[int, list[str]]]:
    from openpyxl import load_workbook  # half a second that only an import should pay

    book = load_workbook(book_file, read_only=True, data_only=False, keep_links=False)
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
