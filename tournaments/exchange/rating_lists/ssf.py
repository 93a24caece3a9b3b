"""The Swedish service's JSON, as its page answers with it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.exchange.json_node import FileError, TooLarge
from tournaments.exchange.json_node import read as read_json
from tournaments.exchange.rating_lists.types import (
    BadLine,
    ListedPerson,
    Problems,
    UnreadableList,
    fide_id_in,
    person,
    rating_in,
    title_in,
    year_in,
)
from tournaments.pairing.types.translation import gettext_noop as _

_SEXES = {"1": "male", "2": "female"}


_LONGEST = 500
"""Characters of a text."""
LARGEST = 25_000_000
"""Bytes."""


def recognises(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"["


def parsed(data: bytes) -> list[Any]:
    """Raises UnreadableList."""
    try:
        rows = read_json(data, largest=LARGEST).value
    except TooLarge as large:
        raise UnreadableList(large.message, **large.facts) from large
    except FileError as error:
        line = error.facts.get("line", "1")
        raise UnreadableList(
            _("The file is cut off or broken at line {line}. Download it once more."), line=line
        ) from error
    if not (isinstance(rows, list) and any(isinstance(row, dict) and "lastName" in row for row in rows)):
        raise UnreadableList(_("This JSON is not the ratings of SSF: a list of players with firstName and lastName."))
    return rows


def month(rows: list[Any]) -> datetime.date | None:
    """The newest day that an Elo has."""
    days = [text[:10] for row in rows if (text := _text(_part(row, "elo"), "date"))]
    try:
        return max(datetime.date.fromisoformat(day) for day in days) if days else None
    except ValueError:
        return None


def read(rows: list[Any], problems: Problems) -> Iterator[ListedPerson]:
    for number, row in enumerate(rows, start=1):
        try:
            if not isinstance(row, dict):
                raise BadLine(_("This is not a player."))
            yield _person(row)
        except BadLine as bad:
            problems.add(number, bad)


def _person(row: Mapping[str, Any]) -> ListedPerson:
    elo = _part(row, "elo")
    return person(
        family=_text(row, "lastName"),
        given=_text(row, "firstName"),
        federation=_text(row, "country") or "SWE",
        fide_id=fide_id_in(_text(row, "fideid")),
        national_id=_text(row, "id"),
        title=title_in(_text(elo, "title")),
        sex=_SEXES.get(_text(row, "sex"), ""),
        birth_year=year_in(_text(row, "birthdate")[:10]),
        rating=rating_in(_text(elo, "rating")) or rating_in(_text(_part(row, "lask"), "rating")),
        rapid_rating=rating_in(_text(elo, "rapidRating")),
        blitz_rating=rating_in(_text(elo, "blitzRating")),
        club=_text(row, "club"),
    )


def _part(row: Any, name: str) -> Mapping[str, Any]:
    part = row.get(name) if isinstance(row, dict) else None
    return part if isinstance(part, dict) else {}


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return str(value)[:_LONGEST].strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
