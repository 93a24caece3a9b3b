"""XML from strangers, looked at as it comes: how many elements, how deep, and nothing that unfolds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from xml.parsers import expat

_DEEPEST = 100
_LONGEST_TAG = 1_000_000
"""Bytes: older parsers begin anew with each piece until a tag is whole, which takes ever longer."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_ENCODINGS = {None, "utf-8", "us-ascii", "ascii"}


class UnsafeXml(Exception):
    """Not well-formed, or with what defusedxml refuses too: a document type, entities, another encoding."""


class TooMuchXml(Exception):
    """More elements than may be."""


class XmlCount:
    """Counts the elements of several documents together, before anybody builds something of them.

    `cheap` are the names of elements that count towards `elements` alone; all the others, towards `others` as well.
    """

    def __init__(self, *, elements: int, others: int, cheap: frozenset[str]) -> None:
        self._elements_left = elements
        self._others_left = others
        self._cheap = cheap
        self._depth = 0

    def looked_at(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces of one document, each after it was looked at. Raises UnsafeXml, TooMuchXml."""
        self._depth = 0
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.XmlDeclHandler = _check_encoding
        parser.StartDoctypeDeclHandler = _refuse
        parser.EntityDeclHandler = _refuse
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        given = 0
        try:
            for piece in pieces:
                if given == 0 and (piece[:2] in _UTF_16 or b"\0" in piece[:4]):
                    raise UnsafeXml
                parser.Parse(piece, False)
                given += len(piece)
                if given - max(parser.CurrentByteIndex, 0) > _LONGEST_TAG:
                    raise UnsafeXml
                yield piece
            parser.Parse(b"", True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            raise UnsafeXml from error

    def _begin(self, name: str, _attributes: object) -> None:
        self._depth += 1
        self._elements_left -= 1
        if name.rpartition(" ")[2] not in self._cheap:
            self._others_left -= 1
        if self._depth > _DEEPEST:
            raise UnsafeXml
        if self._elements_left < 0 or self._others_left < 0:
            raise TooMuchXml

    def _end(self, _name: str) -> None:
        self._depth -= 1


def _check_encoding(_version: object, encoding: str | None, _standalone: object) -> None:
    """In another one, elements could hide from whoever reads the same bytes otherwise."""
    if (encoding and encoding.lower()) not in _ENCODINGS:
        raise UnsafeXml


def _refuse(*_declared: Any) -> None:
    raise UnsafeXml
