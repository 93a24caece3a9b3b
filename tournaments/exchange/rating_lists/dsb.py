"""The German list: a row for each membership, an active one before a passive one; today's columns and the older."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping

from tournaments.exchange.rating_lists.tabular import Cells, read_table
from tournaments.exchange.rating_lists.types import (
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

_MOST_PEOPLE = 250_000
"""Twice as many as there are."""


def _read(lines: Iterable[tuple[int, str]], problems: Problems, clubs: Mapping[str, str]) -> Iterator[ListedPerson]:
    """Of several memberships of a person the active one counts, else the first; they stand anywhere in the file."""
    found: dict[str, tuple[bool, ListedPerson]] = {}  # all of them at once, as no other list is held

    def person_of(cells: Cells) -> ListedPerson:
        listed = _person(cells, clubs)
        is_active = cells.get("status", "").strip().upper() != "P"
        key = listed.national_id
        if key not in found or (is_active and not found[key][0]):
            found[key] = (is_active, listed)
            if len(found) > _MOST_PEOPLE:
                raise UnreadableList(_("A list of the DSB has at most {most} people here."), most=_MOST_PEOPLE)
        return listed

    for _each in read_table(lines, problems, person_of):
        pass
    for _is_active, listed in found.values():
        yield listed


def _person(cells: Cells, clubs: Mapping[str, str]) -> ListedPerson:
    family, given = comma_name(cells.get("name,vorname") or cells.get("spielername", ""))
    zps, member = cells.get("zps", ""), cells.get("mitgliedsnummer") or cells.get("mgl-nr", "")
    return person(
        family=cells.get("nachname") or family,
        given=cells.get("vorname") or given,
        federation=cells.get("fide-land", "").strip() or "GER",
        fide_id=fide_id_in(cells.get("fide-id", "")),
        national_id=cells.get("id", "").strip() or f"{zps}-{member.strip().zfill(4)}",
        title=title_in(cells.get("fide-titel", ""), cells.get("fide-frauentitel", "")),
        sex=sex_in(cells.get("geschlecht", "")),
        birth_year=year_in(cells.get("geburtsjahr", "")),
        rating=rating_in(cells.get("dwz", "")),
        club=clubs.get(zps, ""),
    )


def clubs_of(lines: Iterable[tuple[int, str]]) -> dict[str, str]:
    """Of vereine.csv: names by ZPS. Raises UnreadableList."""
    try:
        return _clubs_in(csv.reader(line for _number, line in lines))
    except csv.Error as error:
        raise UnreadableList(_("The file with the names of the clubs cannot be read.")) from error


def _clubs_in(rows: Iterator[list[str]]) -> dict[str, str]:
    header = next(rows, [])
    zps = next((at for at, title in enumerate(header) if title.startswith("ZPS")), None)
    name = next((at for at, title in enumerate(header) if title in {"Vereinsname", "Vereinname"}), None)
    if zps is None or name is None:
        return {}
    return {row[zps]: row[name] for row in rows if len(row) > max(zps, name)}


LAYOUT = ListLayout(
    source=ListSource.DSB,
    recognises=lambda first: "zps" in first.casefold() and "dwz" in first.casefold(),
    read=_read,
)
