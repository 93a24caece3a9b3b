"""Single fields of a TRF's lines, and where a fault stands."""

from __future__ import annotations

import datetime
import re
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Final, NoReturn

from tournaments.exchange.federation_person import BirthDate
from tournaments.exchange.json_node import FileError
from tournaments.exchange.trf import columns
from tournaments.exchange.trf.columns import Columns
from tournaments.pairing.types.translation import gettext_noop as _

DIGITS: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_POINTS: Final = re.compile(r"(-?[0-9]{0,4})(?:[.,]([0-9]{0,2}))?", re.ASCII)


def fail(line: int, message: str, *, column: int | None = None, **facts: object) -> NoReturn:
    place = f"line {line}" if column is None else f"line {line}, column {column}"
    raise FileError(message, place, **facts, **({} if column is None else {"column": column}))


def in_columns(line: str) -> str:
    """Columns are characters. Some programs count bytes: then a line with å is right only when it is cut as bytes."""
    if line.isascii() or _stands(line):
        return line
    as_bytes = line.encode().decode("latin-1")
    if not _stands(as_bytes):
        return line
    name = as_bytes[columns.NAME.first - 1 : columns.NAME.last].encode("latin-1").decode(errors="replace")
    return (
        as_bytes[: columns.NAME.first - 1]
        + name[: columns.NAME.width].ljust(columns.NAME.width)
        + as_bytes[columns.NAME.last :]
    )


def _stands(line: str) -> bool:
    points = columns.POINTS.of(line)
    return not any(line[column - 1 : column].strip() for column in columns.BLANKS) and bool(_POINTS.fullmatch(points))


def whole_number(line: int, at: Columns, text: str, *, most: int, least: int = 1) -> int:
    if not DIGITS.fullmatch(text) or not least <= int(text) <= most:
        fail(
            line,
            _("A whole number from {least} to {most} is expected in columns {columns}, not “{given}”."),
            least=least,
            most=most,
            columns=at,
            given=text,
            column=at.first,
        )
    return int(text)


def points_of(line: int, at: Columns, text: str) -> Fraction | None:
    if not text:
        return None
    points = _points(text.replace("½", ".5"))
    if points is None:
        fail(
            line,
            _("Points are expected in columns {columns}, not “{given}”."),
            columns=at,
            given=text.replace("½", ".5"),
            column=at.first,
        )
    return points


@lru_cache(1_000)
def _points(text: str) -> Fraction | None:
    """A file has the same few half a million times."""
    found = _POINTS.fullmatch(text)
    if not found or not re.search(r"[0-9]", text):
        return None
    return Fraction(
        text.replace(",", ".") if found[1] not in ("", "-") else text.replace(",", ".").replace(".", "0.", 1)
    )


_GAP: Final = r"(?:\s*[-/.]\s*|\s+)"
_DAY_FORMS: Final = (
    (rf"(\d{{4}}){_GAP}(\d{{1,2}}){_GAP}(\d{{1,2}})", "ymd"),
    (rf"(\d{{1,2}}){_GAP}(\d{{1,2}}){_GAP}(\d{{4}})", "dmy"),
    (r"(\d{2})[-/.](\d{1,2})[-/.](\d{1,2})", "ymd"),
)
_TIME: Final = re.compile(
    r"(?:T|[\s,]+)[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2}(?:\.[0-9]{1,6})?)?"
    r"\s?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}|[AaPp]\.?[Mm]\.?|Uhr|h)?\Z",
    re.ASCII,
)
_WORDS_OF_MONTHS: Final = (
    "january jan januar januari jänner",
    "february feb februar februari feber",
    "march mar mars marts maart mrt märz mär mrz maerz",
    "april apr",
    "may mai maj mei",
    "june jun juni",
    "july jul juli",
    "august aug augusti augustus",
    "september sep sept",
    "october oct oktober okt",
    "november nov",
    "december dec desember des dezember dez",
)
"""In English, German, Dutch, Norwegian, Swedish and Danish."""
_MONTHS: Final = {word: month for month, words in enumerate(_WORDS_OF_MONTHS, 1) for word in words.split()}
_BESIDE_A_DAY: Final = frozenset({"st", "nd", "rd", "th", "of", "den"})


_LONGEST_DAY: Final = 100
"""Characters. In ten thousand blanks these patterns would look for seconds, and a file may have three hundred lines."""


def day_of(text: str) -> datetime.date | None:
    """With a time behind it, and with the month in words, too."""
    text = text.strip()
    if len(text) > _LONGEST_DAY:
        return None
    text = _TIME.sub("", text)
    for pattern, order in _DAY_FORMS:
        if found := re.fullmatch(pattern, text, re.ASCII):
            parts = dict(zip(order, map(int, found.groups()), strict=True))
            with suppress(ValueError):
                return datetime.date(parts["y"] if parts["y"] > 99 else 2000 + parts["y"], parts["m"], parts["d"])
    return _day_in_words(text)


def _day_in_words(text: str) -> datetime.date | None:
    parts = re.findall(r"[0-9]+|[^\W\d_]+", text.casefold())
    months = [_MONTHS[part] for part in parts if part in _MONTHS]
    numbers = [part for part in parts if part.isdigit()]
    if len(numbers) != 2 or len(months) != 1:
        return None
    if any(part not in _MONTHS and part not in _BESIDE_A_DAY and part not in numbers for part in parts):
        return None
    day, year = sorted(numbers, key=len)
    if len(day) > 2 or len(year) != 4:
        return None
    with suppress(ValueError):
        return datetime.date(int(year), months[0], int(day))
    return None


def born_of(text: str) -> BirthDate | None:
    """A year alone is enough, and what cannot be one is nobody's loss: a report says it, a pairing does not."""
    if re.fullmatch(r"\d{4}", text, re.ASCII):
        parts = {"y": int(text), "m": 0, "d": 0}
    else:
        for pattern, order in _DAY_FORMS[:2]:
            if found := re.fullmatch(pattern, text, re.ASCII):
                parts = dict(zip(order, map(int, found.groups()), strict=True))
                break
        else:
            return None
    if not 1850 <= parts["y"] <= 2200 or parts["m"] > 12 or parts["d"] > 31:
        return None
    return BirthDate(year=parts["y"], month=parts["m"], day=parts["d"] if parts["m"] else 0)
