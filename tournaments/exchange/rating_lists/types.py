"""What a list tells of a person, and what every layout needs to read it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tournaments.exchange.json_node import FileError
from tournaments.names import clean_name, searchable
from tournaments.pairing.types.translation import gettext_noop as _

MOST_ROWS = 3_000_000
BAD_SHARE = 100
"""With more than one line in so many left out it is another kind of file."""
MOST_TOLD = 20
"""Of the lines that could not be read so many are told one by one."""
TITLES = frozenset({"GM", "WGM", "IM", "WIM", "FM", "WFM", "CM", "WCM"})
"""As the model has them, which the reading process does not know."""
_RATINGS = range(1, 3501)
_NONE = frozenset({"", "0", "-", "0000"})
_LONGEST_NAME = 100
_LONGEST_READ = 250
"""Of a name with all that is not shown: of a longer one the marks on its letters alone could take minutes."""
_MOST_DIGITS = 20


class ListSource(StrEnum):
    FIDE = "fide"
    KNSB = "knsb"
    DSB = "dsb"
    DSU = "dsu"
    SSF = "ssf"
    SWISS_MANAGER = "swiss_manager"


class UnreadableList(FileError):
    """Nothing of it is taken. The sentence has the line in it where there is one."""


class ListedPerson(NamedTuple):
    """`search` is what is typed to find them, family name first, as bytes, which both databases sort alike. Ratings are
    None where there is none; the sex is "female", "male" or empty."""

    search: bytes
    name: str
    federation: str
    fide_id: int | None
    national_id: str
    title: str
    sex: str
    birth_year: int | None
    rating: int | None
    rapid_rating: int | None
    blitz_rating: int | None
    club: str


class BadLine(FileError):
    """This line is left out."""


@dataclass(kw_only=True, slots=True)
class Problems:
    """Of lines that were left out: how many, and what was wrong in the first."""

    count: int = 0
    told: list[FileError] = field(default_factory=list)

    def add(self, line: int, bad: BadLine) -> None:
        self.count += 1
        if len(self.told) < MOST_TOLD:
            self.told.append(FileError(_("Line {line}: {message}"), line=line, message=bad))
        if self.count > MOST_ROWS // BAD_SHARE:
            raise self.too_many()  # of any list: the rest need not be read

    def too_many(self) -> UnreadableList:
        return UnreadableList(
            _("{count} lines cannot be read, so the list was not loaded. {first}"),
            count=self.count,
            first=self.told[0],
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class ListLayout:
    """`recognises` gets the first line that is not empty; `read` all lines with their numbers from 1, that one among
    them. `month`: what the first line says the list is of."""

    source: ListSource
    recognises: Callable[[str], bool]
    read: Callable[[Iterable[tuple[int, str]], Problems, Mapping[str, str]], Iterator[ListedPerson]]
    """The third: names of clubs by their number, where the file came with some."""
    month: Callable[[str], datetime.date | None] = lambda _first: None
    one_pace: Callable[[str], bool] = lambda _first: False
    """Whether there are ratings of one pace only, and the file does not say of which."""


def person(
    *,
    family: str,
    given: str,
    federation: str = "",
    fide_id: int | None = None,
    national_id: str = "",
    title: str = "",
    sex: str = "",
    birth_year: int | None = None,
    rating: int | None = None,
    rapid_rating: int | None = None,
    blitz_rating: int | None = None,
    club: str = "",
) -> ListedPerson:
    family, given = family[:_LONGEST_READ], given[:_LONGEST_READ]
    if family.isascii() and given.isascii() and family.isprintable() and given.isprintable():
        family, given = " ".join(family.split()), " ".join(given.split())  # nearly all of two million
        search = f"{family} {given}".strip().lower()
    else:
        family, given = clean_name(family), clean_name(given)
        search = searchable(family, given)
    if not (family or given):
        raise BadLine(_("There is no name."))
    return ListedPerson(
        search.encode()[:_LONGEST_NAME],
        (f"{family}, {given}" if given else family)[:_LONGEST_NAME],
        federation if len(federation) == 3 and federation.isalpha() else "",
        fide_id,
        _shown(national_id, 20),
        title,
        sex,
        birth_year,
        rating,
        rapid_rating,
        blitz_rating,
        _shown(club, 100),
    )


def _shown(text: str, most: int) -> str:
    return text[:most] if text.isprintable() else clean_name(text[:_LONGEST_READ])[:most]


def number_in(text: str, what: range) -> int | None:
    if text in _NONE:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS) or int(text) not in what:
        raise BadLine(
            _("“{text}” is not a number from {least} to {most}."),
            text=text[:20],
            least=what.start,
            most=what.stop - 1,
        )
    return int(text)


def rating_in(text: str) -> int | None:
    if not text or text.isspace() or text.startswith("0 "):
        return None  # of most people in a long list
    return number_in(text.strip(), _RATINGS)


def fide_id_in(text: str) -> int | None:
    return number_in(text.strip(), range(1, 2_147_483_648))


def year_in(text: str) -> int | None:
    """Of a year, or of a date that begins or ends with one; what is no year is not known."""
    text = text.strip()
    for digits in (text[:4], text[-4:]):
        if digits.isascii() and digits.isdigit() and 1900 <= int(digits) <= 2100:
            return int(digits)
    return None


def title_in(*texts: str) -> str:
    """The first of them that is one of FIDE's over the board."""
    return next((title for text in texts if (title := text.strip().upper()) in TITLES), "")


def sex_in(text: str, *, otherwise: str = "") -> str:
    return {"F": "female", "W": "female", "V": "female", "K": "female", "M": "male"}.get(
        text.strip().upper()[:1], otherwise
    )


def comma_name(text: str) -> tuple[str, str]:
    """“Family, Given” in its two parts."""
    family, _comma, given = text.partition(",")
    return family, given
