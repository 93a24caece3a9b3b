"""The Danish members' report: its first line is empty, two columns are called Nr."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tournaments.exchange.rating_lists.tabular import Cells, read_table
from tournaments.exchange.rating_lists.types import (
    ListedPerson,
    ListLayout,
    ListSource,
    Problems,
    fide_id_in,
    person,
    rating_in,
    title_in,
    year_in,
)
from tournaments.names import split_name


def _names(header: list[str]) -> list[str]:
    """The second Nr is FIDE's."""
    first = header.index("nr")
    return ["fide nr" if title == "nr" and at > first else title for at, title in enumerate(header)]


def _person(cells: Cells) -> ListedPerson:
    given, family = split_name(" ".join(cells["navn"].split()))
    return person(
        family=family or given,
        given=given if family else "",
        federation="DEN",
        fide_id=fide_id_in(cells.get("fide nr", "")),
        national_id=cells["nr"].strip(),
        title=title_in(cells.get("titel", "")),
        birth_year=year_in(cells.get("født", "")),
        rating=rating_in(cells.get("rat.", "")),
        rapid_rating=rating_in(cells.get("hur.", "")),
        blitz_rating=rating_in(cells.get("lyn", "")),
        club=cells.get("klub", "").strip(),
    )


def _read(lines: Iterable[tuple[int, str]], problems: Problems, _clubs: Mapping[str, str]) -> Iterator[ListedPerson]:
    return read_table(lines, problems, _person, required=("nr", "navn"), names=_names)


def _recognises(first: str) -> bool:
    plain = first.replace('"', "").casefold()
    return plain.startswith("nr;") and ";navn;" in plain and ";rat.;" in plain


LAYOUT = ListLayout(source=ListSource.DSU, recognises=_recognises, read=_read)
