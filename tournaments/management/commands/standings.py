"""Rank the players of tournament files."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.core.management.base import CommandParser

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.management.tournament_files import TournamentFilesCommand, table_text
from tournaments.pages.common.wording import points_text
from tournaments.pairing.explanations.period_table import period_table, periods_of
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Row, Table
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.pairing.wording import sentence


class Command(TournamentFilesCommand):
    help = "Rank the players of each tournament file. The database is not touched."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--after", type=_round, metavar="ROUND", help="the table after this round, not the last")
        parser.add_argument("--period", type=_round, metavar="N", help="of this part of the season alone (Keizer)")

    def answer_json(self, file: TournamentFile, **options: Any) -> dict[str, object]:
        if (period := options["period"]) is not None:
            table = _period_table(file, options["after"], period)
            rows = [
                {"rank": row.place, "player": row.player, "points": _json(row.cells[POINTS.code])} for row in table.rows
            ]
            return {"after_round": table.after_round, "period": period, "standings": rows}
        table, tie_breaks = _table(file, options["after"])
        places = table.places_in_categories
        sums = _sums_of_teams(file, options["after"])
        others = [column.code for column in table.columns if column.code not in (POINTS.code, *tie_breaks)]

        def row_json(row: Row) -> dict[str, object]:
            return {
                "rank": row.place,
                "player": row.player,
                "points": _json(row.cells[POINTS.code]),
                "tie_breaks": {code: _tie_break_json(row.cells.get(code)) for code in tie_breaks}
                | {code: str(points[row.player]) for code, points in sums.items()},
                "category": table.categories.get(row.player),
                "category_rank": places.get(row.player),
            } | {code: _json(row.cells[code]) for code in others}

        return {"after_round": table.after_round, "standings": [row_json(row) for row in table.rows]}

    def answer_text(self, file: TournamentFile, **options: Any) -> str:
        period = options["period"]
        table = _table(file, options["after"])[0] if period is None else _period_table(file, options["after"], period)
        of = "" if period is None else f", period {period}"
        header = ("Place", "Player", *(column.short for column in table.columns))
        rows = [
            (
                str(row.place or ""),
                f"{file.names[row.player]} ({row.player})" + (", withdrawn" if row.withdrawn else ""),
                *(_text(row.cells[column.code]) for column in table.columns),
            )
            for row in table.rows
        ]
        notes = [sentence(note, file.names.__getitem__, amount=points_text) for note in table.notes]
        return "\n".join(
            [f"{file.name}, after round {table.after_round}{of}", *notes, table_text(header, rows, left=(1,))]
        )


def _round(given: str) -> int:
    if not given.isdecimal():
        raise argparse.ArgumentTypeError("a round is a whole number from 0")
    return int(given)


def _table(file: TournamentFile, after: int | None) -> tuple[Table, list[str]]:
    """The table and the codes of its tie-breaks."""
    system, tie_breaks = file.configured()
    snapshot = _snapshot(file, after)
    table = system.standings(snapshot, tie_breaks).without_places(file.without_place).in_categories(file.category_of)
    return table, [tie_break.info.short for tie_break in tie_breaks]


def _sums_of_teams(file: TournamentFile, after: int | None) -> Mapping[str, Mapping[PlayerId, Fraction]]:
    """Both, whichever ranks, where teams play."""
    snapshot = _snapshot(file, after)
    if snapshot.boards is None:
        return {}
    record = file.configured()[0].capabilities().record(snapshot)
    return {code: record.counted_by(kind).points for code, kind in (("MP", PointsOf.MATCHES), ("GP", PointsOf.BOARDS))}


def _period_table(file: TournamentFile, after: int | None, period: int) -> Table:
    system, _tie_breaks = file.configured()
    if not 1 <= period <= len(periods_of(system)):
        raise FileError(_("There is no period {given} here."), "options.period_rounds", given=period)
    snapshot = _snapshot(file, after)
    table = period_table(system, snapshot, period)
    if table is None:
        raise FileError(_("Only {count} rounds have been played."), "rounds", count=len(snapshot.rounds))
    return table.without_places(file.without_place)


def _snapshot(file: TournamentFile, after: int | None) -> TournamentSnapshot:
    played = len(file.snapshot.rounds)
    if after is not None and after > played:
        raise FileError(_("Only {count} rounds have been played."), "rounds", count=played)
    return file.snapshot if after is None else file.snapshot.after(after)


def _json(cell: Cell) -> object:
    """Rationals as strings in lowest terms; places and counts as whole numbers."""
    return str(cell.value) if isinstance(cell.value, Fraction) else cell.value


def _tie_break_json(cell: Cell | None) -> str | None:
    """A string, also for counts; null where the tie-break says nothing, of this player or of the whole table."""
    return None if cell is None or cell.value is None else str(cell.value)


def _text(cell: Cell) -> str:
    if cell.value is None:
        return ""
    return points_text(cell.value) if isinstance(cell.value, Fraction) else str(cell.value)
