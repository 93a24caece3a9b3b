"""Lists of players as CSV and XLSX, with their cells changed: how they are written is changed too."""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from collections.abc import Callable
from random import Random
from xml.sax.saxutils import escape

from tests.tools.fuzzing import wild

Rows = list[list[object]]

_GIVEN = ("Kari", "Bo", "Anna", "Åse", "Ørjan", "Ida", "Jürgen", "Siri", "Wilhelmina", "Đặng Thị")
_FAMILY = ("Berg", "Ek", "van der Meulen", "Åsen", "Lindqvist-Sørensen", "Voß", "Nygård", "Nguyễn", "O'Brien", "")
_TITLES = ("Name", "Given name", "Family name", "Rating", "FIDE ID", "National ID", "Birth date", "E-mail", "Phone")
_NUMBERS = (
    "0",
    "-1",
    "1 100",
    "1’100",
    "12345678901",
    "3500",
    "3501",
    "1e9",
    "1,5",
    "٣٤٥",
    "１２００",
    "1" * 400,
    "0x10",
)
_DATES = ("2012-05-31", "31.5.2012", "31/05/2012", "0000-00-00", "9999-12-31", "1899-12-31", "29.2.2011", "1.1.99")


def mutated_csv(chance: Random) -> bytes:
    rows = _changed(_valid_rows(chance), chance)
    delimiter = chance.choice(";;,,\t")
    text = io.StringIO()
    if chance.random() < 0.1:
        text.write(f"sep={chance.choice([delimiter, delimiter, '|', 'xx'])}\r\n")
    quoting = chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator=chance.choice(("\n", "\r\n", "\r")))
    writer.writerows(rows)
    encoding = chance.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-8", "utf-16", "cp1252", "latin-1"))
    data = text.getvalue().encode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")
    return wild.some_bytes(data, chance) if chance.random() < 0.07 else data


def mutated_xlsx(chance: Random) -> bytes:
    rows = _changed(_valid_rows(chance), chance)
    parts = {name: text.encode() for name, text in _PARTS.items()}
    strings: list[str] = []
    oddly = 0.1 if chance.random() < 0.25 else 0  # of the cells
    body = "".join(_row(number, row, strings, chance, oddly) for number, row in enumerate(rows, 1))
    if chance.random() < 0.1:
        body = chance.choice(_BODIES)(body)
    parts["xl/worksheets/s.xml"] = f"<worksheet xmlns={_MAIN}><sheetData>{body}</sheetData></worksheet>".encode()
    shared = "".join(f"<si><t>{text}</t></si>" for text in strings[: None if chance.random() < 0.95 else -1])
    parts["xl/sharedStrings.xml"] = f"<sst xmlns={_MAIN}>{shared}</sst>".encode()
    if chance.random() < 0.05:
        name = chance.choice(sorted(parts))
        parts[name] = wild.some_bytes(parts[name], chance)
    if chance.random() < 0.03:
        del parts[chance.choice(sorted(parts))]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    data = file.getvalue()
    return wild.some_bytes(data, chance) if chance.random() < 0.05 else data


def _valid_rows(chance: Random) -> Rows:
    titles = chance.choice((_TITLES[:1] + _TITLES[3:], _TITLES[1:], _TITLES[:1], ("navn", "Elo", "Verein")))
    return [[*titles], *([_cell(title, chance) for title in titles] for _row in range(chance.randint(1, 12)))]


def _cell(title: str, chance: Random) -> object:
    given, family = chance.choice(_GIVEN), chance.choice(_FAMILY)
    match title:
        case "Given name":
            return given
        case "Family name":
            return family
        case "Rating" | "Elo":
            return chance.choice((None, chance.randint(800, 2800), str(chance.randint(800, 2800))))
        case "FIDE ID":
            return chance.choice((None, chance.randint(1, 99_999_999)))
        case "National ID":
            return chance.choice((None, f"N{chance.randint(1, 9999)}"))
        case "Birth date":
            return chance.choice((None, datetime.date(1940 + chance.randint(0, 80), 2, 28), "31.5.2012"))
        case "E-mail":
            return chance.choice((None, f"{chance.randint(1, 999)}@example.org"))
        case "Phone":
            return chance.choice((None, "+47 99 99 99 99"))
    return f"{given} {family} {chance.randint(1, 99)}" if chance.random() < 0.7 else f"{family}, {given}"


def _changed(rows: Rows, chance: Random) -> Rows:
    for _again in range(chance.choice((0, 1, 1, 2, 3))):
        chance.choice(_CHANGES)(rows, chance)
    return rows


def _a_cell(rows: Rows, chance: Random) -> None:
    row = chance.choice(rows[1:] or rows)
    if row:
        row[chance.randrange(len(row))] = chance.choice(
            (wild.text(chance), chance.choice(_NUMBERS), chance.choice(_DATES), wild.number(chance), True, None)
        )


def _a_column(rows: Rows, chance: Random) -> None:
    at = chance.randrange(len(rows[0]) or 1)
    values = chance.choice((_NUMBERS, _DATES, wild.TEXTS))
    for row in rows[1:]:
        if at < len(row):
            row[at] = chance.choice(values)


def _a_title(rows: Rows, chance: Random) -> None:
    if rows[0]:
        rows[0][chance.randrange(len(rows[0]))] = chance.choice((*_TITLES, "Verein", "?", wild.text(chance)))


def _rows_permuted(rows: Rows, chance: Random) -> None:
    tail = rows[1:]
    chance.shuffle(tail)
    rows[1:] = tail


def _rows_doubled(rows: Rows, chance: Random) -> None:
    rows += [[*row] for row in rows[1 : chance.randint(2, len(rows) + 1)]]


def _rows_cut(rows: Rows, chance: Random) -> None:
    del rows[chance.randint(0, len(rows)) :]
    if not rows:
        rows.append([])


def _columns_swapped(rows: Rows, chance: Random) -> None:
    one, other = (chance.randrange(len(rows[0]) or 1) for _ in range(2))
    for row in rows[chance.randint(0, 1) :]:
        if max(one, other) < len(row):
            row[one], row[other] = row[other], row[one]


def _wider(rows: Rows, chance: Random) -> None:
    chance.choice(rows).extend([chance.choice(("", "x", 1))] * chance.choice((1, 5, 60, 700)))


def _shorter(rows: Rows, chance: Random) -> None:
    row = chance.choice(rows)
    del row[chance.randint(0, len(row)) :]


def _gap(rows: Rows, chance: Random) -> None:
    at = chance.randint(0, len(rows))
    rows[at:at] = [[] for _ in range(chance.choice((1, 5, 199, 201)))]


def _many(rows: Rows, chance: Random) -> None:
    if chance.random() < 0.1:
        rows += [[f"Player {number}"] * max(len(rows[0]), 1) for number in range(chance.choice((300, 2_001)))]


_CHANGES: tuple[Callable[[Rows, Random], None], ...] = (
    _a_cell, _a_cell, _a_cell, _a_cell, _a_column, _a_title, _rows_permuted, _rows_doubled, _rows_cut,
    _columns_swapped, _wider, _shorter, _gap, _many,
)  # fmt: skip

# XLSX, as Excel writes it

_MAIN = '"http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    + "".join(
        f'<Override PartName="/xl/{part}.xml" ContentType="{_SHEET}.{kind}+xml"/>'
        for part, kind in (
            ("workbook", "sheet.main"), ("worksheets/s", "worksheet"),
            ("sharedStrings", "sharedStrings"), ("styles", "styles"),
        )
    )
    + "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns={_MAIN} xmlns:r="{_OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="r1"/>'
    "</sheets></workbook>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/s.xml"/>'
    f'<Relationship Id="r2" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    f'<Relationship Id="r3" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'<styleSheet xmlns={_MAIN}><fonts count="1"><font/></fonts>'
    '<fills count="1"><fill><patternFill/></fill></fills>'
    '<borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    "</styleSheet>",
}  # fmt: skip
_BODIES: tuple[Callable[[str], str], ...] = (
    lambda body: body.replace('r="2"', 'r="99999999999"', 1),
    lambda body: body.replace('r="2"', 'r="-1"', 1),
    lambda body: body.replace('r="A2"', 'r="XFD2"', 1),
    lambda body: body.replace('r="A2"', 'r="A0"', 1),
    lambda body: body.replace('r="A2"', 'r="2A"', 1),
    lambda body: body.replace("<c ", '<c r="A1" x="1" ', 1),
    lambda body: body.replace("<row", "<row><row", 1).replace("</row>", "</row></row>", 1),
    lambda body: body.replace("</row>", "</row><!-- -->", 1),
    lambda body: "<row/>" * 300 + body,
    lambda body: body * 2,
)


def _row(number: int, row: list[object], strings: list[str], chance: Random, oddly: float) -> str:
    cells = "".join(
        (_odd_cell if chance.random() < oddly else _xlsx_cell)(f"{_letters(at)}{number}", value, strings, chance)
        for at, value in enumerate(row)
        if value is not None
    )
    return f'<row r="{number}">{cells}</row>'


def _odd_cell(place: str, value: object, strings: list[str], chance: Random) -> str:
    """Of another type than its value, of a style that is not there, or a formula."""
    if chance.random() < 0.2:
        return f'<c r="{place}"><f>{_escaped(value)}</f><v>1</v></c>'
    kind, style = chance.choice(("b", "e", "n", "d", "s", "str", "zz")), chance.choice((0, 0, 1, 99))
    return f'<c r="{place}" s="{style}" t="{kind}"><v>{_escaped(value)}</v></c>'


def _xlsx_cell(place: str, value: object, strings: list[str], chance: Random) -> str:
    if isinstance(value, datetime.date):
        return f'<c r="{place}" s="1"><v>{(value - datetime.date(1899, 12, 30)).days}</v></c>'
    if (isinstance(value, int | float) and not isinstance(value, bool)) or isinstance(value, wild.Literal):
        return f'<c r="{place}"><v>{value}</v></c>'
    if chance.random() < 0.5:
        return f'<c r="{place}" t="inlineStr"><is><t>{_escaped(value)}</t></is></c>'
    strings.append(_escaped(value))
    return f'<c r="{place}" t="s"><v>{len(strings) - 1}</v></c>'


def _escaped(value: object) -> str:
    """As Excel writes what XML does not know."""
    return escape("".join(char if _xml_has(char) else f"_x{ord(char):04X}_" for char in str(value)))


def _letters(at: int) -> str:
    return (_letters(at // 26 - 1) if at >= 26 else "") + chr(65 + at % 26)


def _xml_has(char: str) -> bool:
    return char in "\t\n\r" or "\x20" <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char >= "\U00010000"
