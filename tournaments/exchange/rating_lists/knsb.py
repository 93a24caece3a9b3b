"""The Dutch list, KLASSIEK, RAPID or SNEL: one pace in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tournaments.exchange.rating_lists.tabular import Cells, read_table
from tournaments.exchange.rating_lists.types import (
    ListedPerson,
    ListLayout,
    ListSource,
    Problems,
    comma_name,
    person,
    rating_in,
    sex_in,
    title_in,
    year_in,
)


def _person(cells: Cells) -> ListedPerson:
    family, given = comma_name(cells["naam"])
    return person(
        family=family,
        given=given,
        federation=cells.get("fed", "").strip() or "NED",
        national_id=cells["relatienummer"].strip(),
        title=title_in(cells.get("titel", "")),
        sex=sex_in(cells.get("s", "")),
        birth_year=year_in(cells.get("geboren", "")),
        rating=rating_in(cells.get("rating", "")),
    )


def _read(lines: Iterable[tuple[int, str]], problems: Problems, _clubs: Mapping[str, str]) -> Iterator[ListedPerson]:
    return read_table(lines, problems, _person, required=("relatienummer", "naam"))


LAYOUT = ListLayout(
    source=ListSource.KNSB,
    recognises=lambda first: first.casefold().startswith("relatienummer;naam;"),
    read=_read,
    one_pace=lambda _first: True,
)
