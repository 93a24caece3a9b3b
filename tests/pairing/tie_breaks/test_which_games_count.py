"""Which games count: of results that are equal, of those still open, and among those who are tied."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.history.opponents_points import ForfeitQuality
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.systems.norwegian_monrad import NorwegianMonrad
from tournaments.pairing.tie_breaks.head_to_head import HeadToHead
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import CellValue

SCORING = Scoring(win=Fraction(1), draw=Fraction(1, 2), loss=Fraction(0), bye=Fraction(1))


def monrad(system: NorwegianMonrad, snapshot: TournamentSnapshot, player: PlayerId) -> CellValue:
    table = system.standings(snapshot, tie_breaks_of(system))
    return next(row.cells["M"].value for row in table.rows if row.player == player)


@pytest.mark.parametrize(("forfeits", "value"), [(ForfeitQuality.ZERO, Fraction(1, 2)), (ForfeitQuality.OPPONENT, 1)])
def test_of_two_wins_the_one_of_more_value_counts(forfeits: ForfeitQuality, value: Fraction) -> None:
    """1 has beaten 2, who has ½, and won by forfeit against 3, who has 1: that is worth nothing, or 1."""
    snapshot = tournament(4, "1:2 1-0, 3:4 1-0", "1:3 +--, 2:4 1/2-1/2")
    assert monrad(NorwegianMonrad(counting_rounds=1, forfeit_quality=forfeits), snapshot, 1) == value


def test_an_open_game_does_not_take_the_place_of_a_loss() -> None:
    """2 has lost to 1 and to 4, who have 1 and 2 points; the open game against 3, who has 2, is worth nothing."""
    snapshot = tournament(4, "1:2 1-0, 3:4 1-0", "2:3 *, 1:4 0-1", "3:1 1-0, 4:2 1-0")
    assert monrad(NorwegianMonrad(counting_rounds=2), snapshot, 2) == 1 + 2


def test_an_open_game_is_a_meeting_among_the_tied() -> None:
    record = Record(snapshot=tournament(3, "1:2 1-0", "1:3 1/2-1/2", "2:3 *"), scoring=SCORING)
    cells = HeadToHead().cells(record, frozenset({1, 2, 3}))
    assert {player: cell.value for player, cell in cells.items()} == {1: Fraction(3, 2), 2: 0, 3: Fraction(1, 2)}


def test_who_has_forfeited_against_one_of_the_tied_has_not_met_all() -> None:
    record = Record(snapshot=tournament(3, "1:2 1-0", "1:3 1/2-1/2", "2:3 +--"), scoring=SCORING)
    cells = HeadToHead().cells(record, frozenset({1, 2, 3}))
    assert {cell.value for cell in cells.values()} == {None}
