"""For the prize-giving: a list with lines to be filled in by hand, and certificates."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.common.dates_in_words import in_full
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.files.paper_layout import Size
from tournaments.pages.files.table_signs import name_size
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.types.table import Row

FIRST_THREE = "3"
EVERYBODY = "all"
BEST_ON_BOARDS = "boards"
"""Where teams play, people instead."""
_PLACES = 10
_OTHER_PRIZES = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeLine:
    place: int
    is_shared: bool
    name: str
    points: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizePaper:
    """The first places of the table, and empty lines for other prizes."""

    after_round: int
    is_final: bool
    """No round is left, as far as it is planned."""
    lines: tuple[PrizeLine, ...]
    others: range


@dataclass(frozen=True, kw_only=True, slots=True)
class Certificate:
    """`result`: how many points in how many rounds. Of a tournament that goes on, `after` says after which round."""

    name: str
    place: str
    medal: int | None
    """1 to 3."""
    result: str
    after: str
    date: str

    @property
    def size(self) -> Size:
        return name_size(self.name, large=24, medium=44)


@dataclass(frozen=True, kw_only=True, slots=True)
class Receiver:
    """A choice of whose certificates are printed, as an address says it and in words."""

    code: str
    name: str
    is_chosen: bool


def prize_paper(settled: PublishedTournament, *, is_final: bool) -> PrizePaper:
    rows = _placed(settled)
    places = [row.place for row in rows]
    return PrizePaper(
        after_round=settled.after_round,
        is_final=is_final,
        lines=tuple(
            PrizeLine(
                place=row.place or 0,
                is_shared=places.count(row.place) > 1,
                name=settled.names[row.player],
                points=_points(settled, row),
            )
            for row in rows
            if row.place is not None and row.place <= _PLACES
        ),
        others=range(_OTHER_PRIZES),
    )


def certificates(
    settled: PublishedTournament, receivers: str, date: datetime.date, *, is_final: bool
) -> tuple[Certificate, ...]:
    """By place. `receivers`: up to which place, everybody, or p and a start number. Raises NotPublished for others."""
    rows = _placed(settled)
    chosen = [row for row in rows if _receives(row, receivers)]
    if not chosen and receivers not in {FIRST_THREE, EVERYBODY}:
        raise NotPublished
    return tuple(
        Certificate(
            name=settled.names[row.player],
            place=_("{place} place").format(place=ordinal(row.place or 0)),
            medal=row.place if row.place is not None and row.place <= 3 else None,
            result=_result(settled, row),
            after="" if is_final else _("After round {number}").format(number=settled.after_round),
            date=in_full(date),
        )
        for row in chosen
    )


def receivers_of(settled: PublishedTournament, chosen: str, *, have_boards: bool = False) -> tuple[Receiver, ...]:
    """The first three, everybody, of teams also the best on each board, and each player or team by place."""
    choices = [(FIRST_THREE, _("Places 1 to 3")), (EVERYBODY, _("Everybody in the table"))]
    choices += [(BEST_ON_BOARDS, _("The best on each board"))] if have_boards else []
    choices += [
        (f"p{row.player}", _("{place}. {name}").format(place=row.place, name=settled.names[row.player]))
        for row in _placed(settled)
    ]
    return tuple(Receiver(code=code, name=name, is_chosen=code == chosen) for code, name in choices)


def _placed(settled: PublishedTournament) -> Sequence[Row]:
    """Guests take no place, and whoever has left the tournament gets no prize."""
    return [row for row in settled.table.rows if row.place is not None and not row.withdrawn]


def _receives(row: Row, receivers: str) -> bool:
    if receivers == EVERYBODY:
        return True
    if receivers == FIRST_THREE:
        return row.place is not None and row.place <= 3
    return receivers == f"p{row.player}"


def _points(settled: PublishedTournament, row: Row) -> str:
    column = next((column for column in settled.table.columns if column.code == POINTS.code), POINTS)
    return settled.cell(column, row.cells.get(POINTS.code))


def _result(settled: PublishedTournament, row: Row) -> str:
    points = _points(settled, row)
    text = ngettext("{points} points in {rounds} round", "{points} points in {rounds} rounds", settled.after_round)
    return text.format(points=points, rounds=settled.after_round) if points else ""
