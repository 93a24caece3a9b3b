"""Lists that are tables: the columns are found by their names."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from tournaments.exchange.rating_lists.types import BadLine, ListedPerson, Problems, UnreadableList
from tournaments.pairing.types.translation import gettext_noop as _

Cells: TypeAlias = Mapping[str, str]


def header_of(line: str, delimiter: str) -> list[str]:
    """Empty where the line cannot be taken apart."""
    try:
        return [title.strip().casefold() for title in _cells(line, delimiter)]
    except BadLine:
        return []


def delimiter_of(line: str) -> str:
    return max(";\t,", key=line.count)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error as error:
        raise BadLine(_("It contains the end of another line.")) from error


def read_table(
    lines: Iterable[tuple[int, str]],
    problems: Problems,
    person_of: Callable[[Cells], ListedPerson],
    *,
    required: tuple[str, ...] = (),
    names: Callable[[list[str]], list[str]] = lambda header: header,
) -> Iterator[ListedPerson]:
    """A line for each person; no cell holds the end of a line. `names` may call columns of one name otherwise.

    Raises UnreadableList where the first line lacks one of the `required` columns, or the last line ends before its
    columns do: the file is cut off.
    """
    numbered = ((number, line) for number, line in lines if line.strip(' "'))
    _first, head = next(numbered)
    delimiter = delimiter_of(head)
    header = header_of(head, delimiter)
    for word in required:
        if word not in header:
            raise UnreadableList(_("The first line has no “{word}”."), word=word)
    columns = names(header)
    short: BadLine | None = None
    for number, line in numbered:
        if short:
            problems.add(number - 1, short)
            short = None
        try:
            cells = _cells(line, delimiter)
        except BadLine as bad:
            problems.add(number, bad)
            continue
        if len(cells) < len(columns):
            short = BadLine(
                _("There are {count} columns instead of {expected}."), count=len(cells), expected=len(columns)
            )
            continue
        try:
            yield person_of(dict(zip(columns, cells, strict=False)))
        except BadLine as bad:
            problems.add(number, bad)
    if short:
        raise UnreadableList(_("The file is cut off: its last line is incomplete. Download it once more."))
