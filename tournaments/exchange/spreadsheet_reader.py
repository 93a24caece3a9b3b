"""CSV and spreadsheets (.xlsx, .xls, .ods), bytes to rows: each limit is looked at before the work it limits."""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from tournaments.exchange.json_node import FileError
from tournaments.exchange.spreadsheet_writer import RUNS
from tournaments.exchange.zip_files import Archive, BrokenArchive, Limits, SwollenArchive
from tournaments.pairing.types.translation import gettext_noop as _

MAX_BYTES = 2_000_000
MAX_ROWS = 2_000
MAX_COLUMNS = 60
MAX_CELL = 500
MAX_EMPTY_ROWS = 200
"""In a row; behind that many nothing more is looked for."""
_LIMITS = Limits(members=200, unpacked=12_000_000, ratio=200)
_XML = (".xml", ".rels")
_MOST_CELLS = 2_000_000
"""Of the rectangle round all that a sheet holds: as many are laid out, however few are filled."""
_FILLED = re.compile(rb"<(?:\w+:)?c\s(?:[^<>]*\s)?r=[\"']([A-Z]{1,3})([0-9]{1,7})[\"'][^<>]*(?<!/)>")
"""A cell of Excel's XML with something in it, and where it stands."""
_REPEATED = re.compile(rb"number-(?:rows|columns)-repeated=[\"']([0-9]+)[\"']")
_MOST_REPEATED = 1_100_000
"""LibreOffice fills a sheet to its last row and column; nobody has more."""
_DELIMITERS = ";\t,"


class UnreadableSheet(FileError):
    """The file cannot be taken, and why."""


_NO_FORMULA = re.compile(rf"(\A|[,;\t|])'(?=\s*[{RUNS}])")
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


def read_sheet(data: bytes, *, with_times: bool = False) -> Sheet:
    """What it is shows in its first bytes, not in its name. `with_times`: a day keeps the time that its cell has.
    Raises UnreadableSheet, and nothing else."""
    if len(data) > MAX_BYTES:
        raise too_big()
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        sheet = Sheet(rows=tuple(_limited(_book_rows(data, with_times))))
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
        cells = [_NO_FORMULA.sub(r"\1", cell) for cell in cells]
        if not cells:
            empty += 1
            if empty > MAX_EMPTY_ROWS:
                return
            continue
        empty = 0
        kept += 1
        if kept > MAX_ROWS + 1:  # and the names of the columns
            raise UnreadableSheet(_("The file has more than 2,000 rows: split it into smaller files."))
        if len(cells) > MAX_COLUMNS:
            raise UnreadableSheet(_("Row {row} has more than 60 columns."), row=number)
        if any(len(cell) > MAX_CELL for cell in cells):
            raise UnreadableSheet(_("Row {row} has a cell of more than 500 characters."), row=number)
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
        raise UnreadableSheet(_("This is neither text nor a spreadsheet."))
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
        raise UnreadableSheet(_("Row {row} cannot be read: is a quotation mark missing?"), row=number) from None


def _delimiter(first_lines: Sequence[str]) -> str:
    """The one that parts a line most often, be it below a title; inside quotation marks it parts nothing. One comma in
    a line, below a first one without any, stands between a family name and a given name."""
    outside = ["".join(line.split('"')[::2]) for line in first_lines] or [""]

    def parts(delimiter: str) -> int:
        most = max(line.count(delimiter) for line in outside)
        return 0 if delimiter == "," and most == 1 and "," not in outside[0] else most

    return max(_DELIMITERS, key=parts)


# Spreadsheets -------------------------------------------------------------------------------------------------------


def _book_rows(data: bytes, with_times: bool) -> Iterator[tuple[int, list[str]]]:
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data if data[:2] != b"PK" else _looked_through(data)))
        rows = book.get_sheet_by_index(0).iter_rows()
    except PasswordError:
        raise UnreadableSheet(
            _("The spreadsheet is locked with a password: take that away, or save it as CSV.")
        ) from None
    except (CalamineError, ValueError, IndexError, OverflowError) as error:
        raise _broken() from error
    for number, row in enumerate(rows, start=1):
        if len(row) > 10 * MAX_COLUMNS:
            raise UnreadableSheet(_("Row {row} has more than 60 columns."), row=number)
        yield number, [_text(cell, with_times) for cell in row]


def _looked_through(data: bytes) -> bytes:
    """The parts that a list of players needs, each within its limits, in a new archive without any packing.

    The reader never sees the one that was uploaded. What is no XML (pictures, macros) is not even unpacked.
    """
    plain = io.BytesIO()
    try:
        archive = Archive(io.BytesIO(data), _LIMITS)
        if not archive.names or not {"xl/workbook.xml", "content.xml"} & {*archive.names}:
            raise UnreadableSheet(_("This kind of spreadsheet cannot be read: save it as .xlsx or CSV."))
        with zipfile.ZipFile(plain, "w") as copy:
            for name in archive.names:
                if name.endswith(_XML) or name == "mimetype":
                    part = b"".join(archive.pieces(name))
                    _refuse_wide(part)
                    copy.writestr(zipfile.ZipInfo(name), part)
    except SwollenArchive:
        raise _far_too_big_inside() from None
    except BrokenArchive:
        raise UnreadableSheet(_("The spreadsheet is cut off or broken.")) from None
    return plain.getvalue()


def _refuse_wide(part: bytes) -> None:
    """A cell far away would have the whole rectangle up to it laid out."""
    rows = columns = 0
    for found in _FILLED.finditer(part):
        column = 0
        for letter in found[1]:
            column = 26 * column + letter - 64
        rows, columns = max(rows, int(found[2])), max(columns, column)
    if rows * columns > _MOST_CELLS or any(int(found[1]) > _MOST_REPEATED for found in _REPEATED.finditer(part)):
        raise _far_too_big_inside()


def _broken() -> UnreadableSheet:
    return UnreadableSheet(_("The spreadsheet is broken: open it, save it again, then try once more."))


def _far_too_big_inside() -> UnreadableSheet:
    return UnreadableSheet(_("The spreadsheet is far larger inside than a list of players: save it as CSV."))


def _text(value: object, with_times: bool) -> str:
    if isinstance(value, datetime.datetime):
        has_time = with_times and value.time() != datetime.time.min
        return value.isoformat(" ", "minutes") if has_time else value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
