"""FIDE's text: columns of fixed width, found by the words of the header; combined, legacy and single lists."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.exchange.rating_lists.types import (
    BadLine,
    ListedPerson,
    ListLayout,
    ListSource,
    Problems,
    UnreadableList,
    comma_name,
    fide_id_in,
    person,
    rating_in,
    sex_in,
    title_in,
    year_in,
)
from tournaments.pairing.types.translation import gettext_noop as _

_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_MONTH = re.compile(rf"\b({'|'.join(_MONTHS)})(\d\d)\b")
_RATINGS = {"rating": "SRtng", "rapid_rating": "RRtng", "blitz_rating": "BRtng"}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Columns:
    """Where the values stand, from 0: each reaches to the next word of the header."""

    name: slice
    federation: slice
    sex: slice
    titles: tuple[slice, ...]
    other: int
    """Where the other titles begin: what stands behind them moves on where they are too long."""
    ratings: tuple[slice | None, slice | None, slice | None]
    year: slice
    length: int
    """Of a line in which all stands where it should."""

    def moved(self, by: int) -> _Columns:
        def move(place: slice) -> slice:
            return slice(place.start + by, place.stop + by)

        return _Columns(
            name=self.name,
            federation=self.federation,
            sex=self.sex,
            titles=self.titles,
            other=self.other,
            ratings=tuple(place and move(place) for place in self.ratings),  # type: ignore[arg-type]  # three
            year=move(self.year),
            length=self.length + by,
        )


def _recognises(first: str) -> bool:
    return first.startswith("ID Number") and " Name " in first and "B-day" in first


def _month(first: str) -> datetime.date | None:
    found = _MONTH.search(first.upper())
    return datetime.date(2000 + int(found[2]), _MONTHS.index(found[1]) + 1, 1) if found else None


def _one_pace(first: str) -> bool:
    return "SRtng" not in first


def _columns(header: str) -> _Columns:
    words = [(match.group(), match.start()) for match in re.finditer(r"ID Number|\S+", header)]
    starts = dict(words)
    ends = {word: start for (word, _start), (_next, start) in pairwise(words)}

    def place(word: str) -> slice:
        if word not in starts:
            raise UnreadableList(_("The first line has no “{word}”."), word=word)
        return slice(starts[word], ends.get(word, len(header)))

    month = _MONTH.search(header.upper())
    single = header[month.start() : month.end()] if month else "Rtng"
    rated = [place(word) if word in starts else None for word in _RATINGS.values()]
    if not any(rated):
        rated = [place(single), None, None]
    return _Columns(
        name=place("Name"),
        federation=place("Fed"),
        sex=place("Sex"),
        titles=(place("Tit"), place("WTit")),
        other=place("OTit").stop,
        ratings=(rated[0], rated[1], rated[2]),
        year=place("B-day"),
        length=len(header.rstrip()),
    )


def _read(lines: Iterable[tuple[int, str]], problems: Problems, _clubs: Mapping[str, str]) -> Iterator[ListedPerson]:
    numbered = iter(lines)
    _number, header = next(numbered)
    columns = _columns(header)
    moved = [columns.moved(by) for by in range(1, 40)]
    line = ""
    for number, line in numbered:
        if not line or line.isspace():
            continue
        try:
            yield _person(line, columns, moved)
        except BadLine as bad:
            problems.add(number, bad)
    if line and len(line.rstrip()) < columns.year.start:
        raise UnreadableList(_("The file is cut off: its last line is incomplete. Download it once more."))


def _person(line: str, columns: _Columns, moved: Sequence[_Columns]) -> ListedPerson:
    """In some lines the other titles are too long: what follows has moved. A year shows whether it has."""
    at = columns
    if len(line) > columns.length and not _stands(line, columns):
        at = next((each for each in moved if _stands(line, each)), columns)
    year = line[at.year].strip()
    if year and not (year.isascii() and year.isdigit()):
        raise BadLine(_("It is too long or too short, so that its columns are not where the first line says."))
    family, given = comma_name(line[at.name])
    standard, rapid, blitz = at.ratings
    return person(
        family=family,
        given=given,
        federation=line[at.federation].strip(),
        fide_id=fide_id_in(line[: at.name.start]),
        title=title_in(*(line[place] for place in at.titles)),
        sex=sex_in(line[at.sex]),
        birth_year=year_in(year),
        rating=rating_in(line[standard]) if standard else None,
        rapid_rating=rating_in(line[rapid]) if rapid else None,
        blitz_rating=rating_in(line[blitz]) if blitz else None,
    )


def _stands(line: str, at: _Columns) -> bool:
    """Whether whole numbers stand in these columns, and none of them is cut by an edge."""
    places = [place for place in (*at.ratings, at.year) if place is not None]
    for place in places:
        text = line[place].strip()
        if text and not (text.isdigit() and len(text) in (1, 4)):
            return False
        if any(
            line[edge - 1 : edge].isdigit() and line[edge : edge + 1].isdigit() for edge in (place.start, place.stop)
        ):
            return False
    return True


LAYOUT = ListLayout(source=ListSource.FIDE, recognises=_recognises, read=_read, month=_month, one_pace=_one_pace)
