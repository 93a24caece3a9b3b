"""CSV and XLSX to rows: every kind of file that a person, or somebody who means harm, may upload."""

import datetime
import io
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments.exchange.apart import Reader, read_upload
from tournaments.exchange.json_node import FileError
from tournaments.exchange.spreadsheet_reader import MAX_BYTES, MAX_EMPTY_ROWS, MAX_ROWS, Sheet, UnreadableSheet

OPEN = "urn:oasis:names:tc:opendocument:xmlns"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
WORKBOOK = (
    f'<workbook xmlns="{MAIN}" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'
)
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def read(data: bytes) -> Sheet:
    """As an upload is: spreadsheets in a process of their own."""
    found: Sheet = read_upload(Reader.SHEET, data)
    return found


def rows_of(data: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read(data).rows]


def xlsx(*rows: list[Any]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def handmade_xlsx(sheet: str, **others: str) -> bytes:
    """A workbook with this XML as its sheet; other parts by their path, `_` for `/`."""
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{SHEET_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/s.xml" ContentType="{SHEET_TYPE}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r1" Type="{OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": WORKBOOK,
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r1" '
        f'Type="{OFFICE}/worksheet" Target="worksheets/s.xml"/></Relationships>',
        "xl/worksheets/s.xml": sheet,
        **{name.replace("_", "/"): text for name, text in others.items()},
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def handmade_ods(cells: str) -> bytes:
    spaces = "".join(f" xmlns:{name}='{OPEN}:{name}:1.0'" for name in ("office", "table", "text"))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            "<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'/>",
        )
        archive.writestr(
            "content.xml",
            f"<office:document-content{spaces}><office:body><office:spreadsheet><table:table table:name='1'>"
            f"<table:table-row>{cells}</table:table-row></table:table></office:spreadsheet></office:body>"
            "</office:document-content>",
        )
    return file.getvalue()


def worksheet(data: str, before: str = "") -> str:
    return (
        f'{before}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{data}</sheetData></worksheet>"
    )


def text_cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_it_finds_the_delimiter_of_the_first_line(delimiter: str) -> None:
    text = f"Name{delimiter}Rating\nAnna{delimiter}1500\n"

    assert rows_of(text.encode()) == [("Name", "Rating"), ("Anna", "1500")]


def test_a_delimiter_inside_quotation_marks_parts_nothing() -> None:
    assert rows_of(b'"Name, as shown,";Rating\n"Berg, Anna";1500') == [
        ("Name, as shown,", "Rating"),
        ("Berg, Anna", "1500"),
    ]


def test_a_quotation_mark_that_is_not_closed_takes_nothing_with_it() -> None:
    assert rows_of(b'Name;Rating\n"Anna;1500\nBo;1400') == [("Name", "Rating"), ("Anna", "1500"), ("Bo", "1400")]


def test_it_takes_the_delimiter_that_excel_names() -> None:
    sheet = read(b"sep=;\r\nName;Rating\r\nAnna;1500\r\n")

    assert [(row.number, row.cells) for row in sheet.rows] == [(2, ("Name", "Rating")), (3, ("Anna", "1500"))]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_it_reads_unicode(encoding: str) -> None:
    sheet = read("Name\nÅse Øi\n".encode(encoding))

    assert sheet.rows[1].cells == ("Åse Øi",)
    assert sheet.notes == ()


def test_it_reads_windows_text_and_says_so() -> None:
    sheet = read("Name\nÅse Øi\n".encode("cp1252"))

    assert sheet.rows[1].cells == ("Åse Øi",)
    assert "not in UTF-8" in sheet.notes[0]


def test_rows_are_numbered_as_the_maker_of_the_file_sees_them() -> None:
    sheet = read(b'Name;Rating\n\n"Anna\nBerg";1\n\nBo;2\n')

    assert [row.number for row in sheet.rows] == [1, 3, 6]


def test_it_reads_an_excel_file() -> None:

    data = xlsx(["Name", "Rating", "Born"], [], ["Åse", 1500.0, datetime.date(2012, 5, 31)], ["Bo", None, "x"])

    assert [(row.number, row.cells) for row in read(data).rows] == [
        (1, ("Name", "Rating", "Born")),
        (3, ("Åse", "1500", "2012-05-31")),
        (4, ("Bo", "", "x")),
    ]


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf\n;;\n", "is empty"),
        (b"a" * (MAX_BYTES + 1), "larger than 2 MB"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "spreadsheet is broken"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "neither text nor a spreadsheet"),
        ("Name\nAnna".encode("utf-16-le"), "neither text nor a spreadsheet"),
        ("Name\nAnna".encode("utf-16")[:-1], "cut off or broken"),
        (b'Name\n"Anna' + b"x" * 200_000, "Row 2 cannot be read"),
        (b"<table><tr><td>Anna</td></tr></table>", "source of a web page"),
        (b"Name\n" + b"Anna\n" * (MAX_ROWS + 1), "more than 2,000 rows"),
        (b"Name\nAnna" + b";x" * 60, "Row 2 has more than 60 columns"),
        (b"Name\n" + b"A" * 501, "Row 2 has a cell of more than 500"),
        (b"PK\x03\x04 and no more", "cut off or broken"),
        (lambda: xlsx(["Name"], ["Anna"])[:-200], "cut off or broken"),
        (lambda: xlsx(["Name"], ["Anna"] * 61), "Row 2 has more than 60 columns"),
        (lambda: handmade_xlsx("<broken"), "spreadsheet is broken"),
        (lambda: handmade_xlsx(worksheet("<row><c t='s'><v>7</v></c></row>")), "spreadsheet is broken"),
    ],
)
def test_it_says_in_a_sentence_why_not(data: bytes | Callable[[], bytes], part: str) -> None:
    """What has to be written first is written when it is asked for."""
    sheet = data if isinstance(data, bytes) else data()
    with pytest.raises(UnreadableSheet, match=part):
        read(sheet)


def test_two_thousand_rows_and_the_titles_are_taken() -> None:
    assert len(rows_of(b"Name\n" + b"Anna\n" * MAX_ROWS)) == MAX_ROWS + 1


def test_a_zip_of_something_else_is_no_excel_file() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("letter.txt", "Dear Anna")

    with pytest.raises(UnreadableSheet, match="kind of spreadsheet cannot be read"):
        read(file.getvalue())


@pytest.mark.parametrize(
    "data",
    [
        lambda: handmade_xlsx(worksheet(" " * 30_000_000)),
        lambda: handmade_xlsx(worksheet(""), **{f"xl_part{number}.xml": "" for number in range(200)}),
        lambda: handmade_xlsx(worksheet("<row/>" * 2_600_000)),
        lambda: handmade_xlsx(worksheet("<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>")),
        lambda: handmade_ods("<table:table-cell table:number-columns-repeated='99999999'/>"),
    ],
    ids=["zip bomb", "many members", "swollen", "a cell far away", "a cell repeated"],
)
def test_what_is_far_larger_inside_is_refused(data: Callable[[], bytes]) -> None:
    with pytest.raises(UnreadableSheet, match="far larger inside"):
        read(data())


def test_what_its_library_cannot_hold_ends_its_own_process_alone() -> None:
    far_below = worksheet(f"<row r='1'>{text_cell('Name')}</row><row r='99999999999'>{text_cell('Anna')}</row>")

    with pytest.raises(FileError, match="too much memory or time"):
        read(handmade_xlsx(far_below))


def test_a_format_of_brackets_costs_nothing() -> None:
    """990,000 of them, which took openpyxl an hour."""
    styles = f"<styleSheet xmlns='{MAIN}'><numFmts><numFmt numFmtId='164' formatCode='{'[' * 990_000}'/></numFmts>"
    styles += "<cellXfs><xf numFmtId='164'/></cellXfs></styleSheet>"
    sheet = worksheet(f"<row>{text_cell('Name')}<c s='0'><v>1</v></c></row>")

    assert rows_of(handmade_xlsx(sheet, xl_styles=styles)) == [("Name", "1")]


def test_it_opens_no_entities() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    sheet = worksheet(f"<row>{text_cell('&b;')}</row>", before=bomb)

    assert "aaa" not in str(said_or_read(handmade_xlsx(sheet)))


def test_a_formula_is_what_came_out_of_it() -> None:
    sheet = worksheet(f"<row>{text_cell('Name')}</row><row><c t='str'><f>A1</f><v>Anna</v></c></row>")

    assert rows_of(handmade_xlsx(sheet)) == [("Name",), ("Anna",)]


def test_it_reads_a_sheet_of_libreoffice() -> None:
    cells = "<table:table-cell office:value-type='string'><text:p>Anna</text:p></table:table-cell>"
    cells += "<table:table-cell office:value-type='float' office:value='1500'/>"

    assert rows_of(handmade_ods(cells)) == [("Anna", "1500")]


def test_it_looks_past_a_gap() -> None:
    gap = b"\n" * MAX_EMPTY_ROWS

    assert rows_of(b"Name\n" + gap + b"Anna\n") == [("Name",), ("Anna",)]


def test_it_does_not_believe_what_the_file_says_of_its_size() -> None:
    lying = worksheet(f"<row>{text_cell('Name')}</row>").replace(
        "<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>'
    )

    assert rows_of(handmade_xlsx(lying)) == [("Name",)]


def test_a_row_that_claims_sixteen_thousand_columns_is_refused() -> None:
    wide = worksheet(f"<row r='1'>{text_cell('Name')}<c r='XFD1' t='inlineStr'><is><t>x</t></is></c></row>")

    with pytest.raises(UnreadableSheet, match="Row 1 has more than 60 columns"):
        read(handmade_xlsx(wide))


def said_or_read(data: bytes) -> object:
    """The rows or the sentence; whatever else is raised is a fault."""
    try:
        return read(data).rows
    except FileError as unreadable:
        return unreadable.message


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert said_or_read(data)


@settings(max_examples=25)
@given(st.data())
def test_an_excel_file_with_any_byte_changed_is_read_or_refused(data: st.DataObject) -> None:
    broken = bytearray(_good())
    for place in data.draw(st.lists(st.integers(0, len(broken) - 1), min_size=1, max_size=4)):
        broken[place] = data.draw(st.integers(0, 255))
    assert said_or_read(bytes(broken))


@cache
def _good() -> bytes:
    return handmade_xlsx(worksheet(f"<row>{text_cell('Name')}</row><row>{text_cell('Anna')}</row>"))
