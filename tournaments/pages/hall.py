"""What the screen in the hall shows in turn: the newest round by board and by name, and the standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Tournament
from tournaments.pages.names import Audience
from tournaments.pages.published import NotPublished, published
from tournaments.pages.round import Board, Entrant, RoundPage, entrants_page, newest_round, round_of
from tournaments.pages.standings import StandingsPage, TableColumn, standings_of


class Part(StrEnum):
    """One list alone."""

    BOARDS = "boards"
    NAMES = "names"
    STANDINGS = "standings"


@dataclass(frozen=True, kw_only=True, slots=True)
class HallPage:
    """Lists that are not shown are None. `standings_wait`: they join when the round has its first result.

    While round 1 is in play there are none in turn: everybody has nothing.
    """

    boards: RoundPage | None = None
    names: RoundPage | None = None
    standings: StandingsPage | None = None
    standings_wait: bool = False
    entrants: tuple[Entrant, ...] | None = None

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """Of the standings: as many as a phone has room for, since letters read from afar need the rest."""
        return tuple(column for column in self.standings.columns if column.width == "always") if self.standings else ()

    @property
    def has_long_numbers(self) -> bool:
        """Of the standings: more than four places, such as 1204.5."""
        rows = self.standings.rows if self.standings else ()
        return any(len(cell.text) > 4 for row in rows for cell in row.cells if cell.column.width == "always")


def hall_page(tournament: Tournament, *, part: str | None = None) -> HallPage:
    """All lists in turn, or one alone; before the first round whoever has entered. Raises NotPublished."""
    if part is not None and part not in list(Part):
        raise NotPublished
    number = newest_round(tournament)
    if number is None:
        return HallPage(entrants=entrants_page(tournament, Audience.PUBLIC).entrants)
    picture = published(tournament, Audience.PUBLIC)
    played = round_of(picture, number)
    return HallPage(
        boards=played if part in (None, Part.BOARDS) else None,
        names=played if part in (None, Part.NAMES) else None,
        standings=standings_of(picture) if part == Part.STANDINGS or (part is None and picture.after_round) else None,
        standings_wait=part is None and _waits_for_results(played.boards),
    )


def _waits_for_results(boards: Iterable[Board]) -> bool:
    """People still look for their boards: there is something to play, and nothing has been played."""
    to_play = [board for board in boards if not board.is_postponed]
    return bool(to_play) and all(board.is_open for board in to_play)
