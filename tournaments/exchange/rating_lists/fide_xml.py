"""FIDE's XML, 800 MB of it: an element of `player` each, forgotten as soon as it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from xml.parsers import expat

from tournaments.exchange.rating_lists.types import (
    BadLine,
    ListedPerson,
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

_LONGEST = 500
"""Characters of an element's text, and of a tag."""
_DEEPEST = 4
_MOST_INSIDE = 40
"""Elements inside one player: FIDE has twenty."""
_MOST_NAMES = 100
"""Different ones of elements and attributes: the parser keeps each of them to the end."""
_LONGEST_UNPARSED = 100_000
"""Bytes that are held until a tag or a comment is whole."""


def recognises(head: bytes) -> bool:
    return b"<playerslist" in head[:500]


def one_pace(head: bytes) -> bool:
    return b"<rapid_rating" not in head


class _Unsafe(Exception):
    pass


class _Unlike(Exception):
    """Not built as FIDE's: it could be built to take all memory."""


class _Reader:
    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.found: list[ListedPerson] = []
        self._values: dict[str, str] | None = None
        self._text: list[str] = []
        self._length = 0
        self._depth = 0
        self._inside = 0
        self._names: set[str] = set()
        self._given = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._refuse
        self.parser.StartDoctypeDeclHandler = self._refuse

    @staticmethod
    def _refuse(*_what: object) -> None:
        raise _Unsafe

    def parse(self, piece: bytes) -> None:
        self.parser.Parse(piece, False)
        self._given += len(piece)
        if self._given - max(self.parser.CurrentByteIndex, 0) > _LONGEST_UNPARSED:
            raise _Unlike

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        self._inside += 1
        if name == "player":
            self._values = {}
            self._inside = 0
        if self._depth > _DEEPEST or (self._inside > _MOST_INSIDE and self._values is not None):
            raise _Unlike
        if attributes or name not in self._names:
            self._check_names(name, attributes)
        self._text, self._length = [], 0

    def _check_names(self, name: str, attributes: Mapping[str, str]) -> None:
        self._names.update((name, *attributes))
        written = len(name) + sum(map(len, chain.from_iterable(attributes.items())))
        if len(self._names) > _MOST_NAMES or written > _LONGEST:
            raise _Unlike

    def _characters(self, text: str) -> None:
        self._length += len(text)
        if self._length <= _LONGEST:
            self._text.append(text)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if name != "player":
            if self._values is not None:
                self._values[name] = "".join(self._text).strip()
            self._text, self._length = [], 0
            return
        values, self._values = self._values or {}, None
        try:
            self.found.append(_person(values))
        except BadLine as bad:
            self.problems.add(self.parser.CurrentLineNumber, bad)


def _person(values: dict[str, str]) -> ListedPerson:
    family, given = comma_name(values.get("name", ""))
    return person(
        family=family,
        given=given,
        federation=values.get("country", ""),
        fide_id=fide_id_in(values.get("fideid", "")),
        title=title_in(values.get("title", ""), values.get("w_title", "")),
        sex=sex_in(values.get("sex", "")),
        birth_year=year_in(values.get("birthday", "")),
        rating=rating_in(values.get("rating", "")),
        rapid_rating=rating_in(values.get("rapid_rating", "")),
        blitz_rating=rating_in(values.get("blitz_rating", "")),
    )


def read(pieces: Iterable[bytes], problems: Problems) -> Iterator[ListedPerson]:
    """Raises UnreadableList where it is no XML to its end, or has in it what lists have no need of."""
    reader = _Reader(problems)
    try:
        for piece in pieces:
            reader.parse(piece)
            yield from reader.found
            reader.found.clear()
        reader.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise UnreadableList(
            _("The file is cut off or broken at line {line}. Download it once more."), line=error.lineno
        ) from error
    except (LookupError, ValueError) as error:  # of an encoding that is declared
        raise UnreadableList(_("The file is cut off or broken: its text cannot be read.")) from error
    except _Unlike as unlike:
        raise UnreadableList(
            _("Line {line} is not built like FIDE's lists, so nothing was taken from the file."),
            line=reader.parser.CurrentLineNumber,
        ) from unlike
    except _Unsafe as unsafe:
        raise UnreadableList(_("The file declares a document type, which no rating list does.")) from unsafe
    yield from reader.found
