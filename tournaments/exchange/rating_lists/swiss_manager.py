"""The columns that Swiss-Manager imports, which several federations publish for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tournaments.exchange.rating_lists.tabular import Cells, delimiter_of, header_of, read_table
from tournaments.exchange.rating_lists.types import (
    ListedPerson,
    ListLayout,
    ListSource,
    Problems,
    comma_name,
    fide_id_in,
    person,
    rating_in,
    sex_in,
    title_in,
    year_in,
)


def _person(cells: Cells) -> ListedPerson:
    family, given = comma_name(cells["name"])
    return person(
        family=family,
        given=given,
        federation=cells.get("fed", "").strip(),
        fide_id=fide_id_in(cells.get("fide_no", "")),
        national_id="" if cells.get("id_no", "").strip() == "0" else cells.get("id_no", "").strip(),
        title=title_in(cells.get("title", "")),
        sex=sex_in(cells.get("sex", ""), otherwise="male"),
        birth_year=year_in(cells.get("birthday", "")),
        rating=rating_in(cells.get("rtg_nat", "")) or rating_in(cells.get("rtg_int", "")),
        club=cells.get("clubname", "").strip(),
    )


def _read(lines: Iterable[tuple[int, str]], problems: Problems, _clubs: Mapping[str, str]) -> Iterator[ListedPerson]:
    return read_table(lines, problems, _person, required=("name",))


def _recognises(first: str) -> bool:
    return {"id_no", "name"} <= set(header_of(first, delimiter_of(first)))


LAYOUT = ListLayout(source=ListSource.SWISS_MANAGER, recognises=_recognises, read=_read)
