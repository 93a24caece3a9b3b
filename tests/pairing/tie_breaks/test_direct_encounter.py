"""Direct encounter as C.07, 6 has it: where all have met, where not, and more than once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.audit.verification import verify
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.explanations.standings import points_table
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.systems.norwegian_monrad import NorwegianMonrad
from tournaments.pairing.tie_breaks.direct_encounter import DirectEncounter
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell
from tournaments.pairing.wording import sentence

SCORING = Scoring(win=Fraction(1), draw=Fraction(1, 2), loss=Fraction(0), bye=Fraction(1))
A, B, C, D = 1, 2, 3, 4


def record(*rounds: str, players: int = 4, is_fixed: bool = False) -> Record:
    return Record(snapshot=tournament(players, *rounds), scoring=SCORING, forfeits_are_meetings=is_fixed)


def parted(found: Record, tie_break: DirectEncounter = DirectEncounter(), players: int = 4) -> list[list[PlayerId]]:  # noqa: B008
    """Best first, those level together."""
    cells = tie_break.cells(found, frozenset(range(1, players + 1)))
    keys = sorted({cell.key for cell in cells.values()}, key=lambda key: -int(key or 0))
    return [[player for player, cell in cells.items() if cell.key == key] for key in keys]


def told(cell: Cell) -> list[tuple[str, Fraction]]:
    return [(sentence(term.reason, "no. {}".format), term.amount) for term in cell.terms]


def test_of_two_who_would_stay_ahead_whatever_the_missing_game_gives() -> None:
    """A beat B, C, D; B beat C, D; C-D not played: A first, B second, C and D level."""
    found = record("1:2 1-0", "1:3 1-0, 2:4 1-0", "1:4 1-0, 2:3 1-0")
    cells = DirectEncounter().cells(found, frozenset({A, B, C, D}))

    assert parted(found) == [[A], [B], [C, D]]
    assert {player: cell.value for player, cell in cells.items()} == {A: 3, B: 2, C: 0, D: 0}
    assert told(cells[B]) == [
        ("Loss against no. 1 in round 1", 0),
        ("Win against no. 4 in round 2", 1),
        ("Win against no. 3 in round 3", 1),
        ("Not all of them have met, but even wins in all missing games would bring nobody behind level", 0),
    ]
    assert told(cells[C]) == [("Loss against no. 1 in round 2", 0), ("Loss against no. 2 in round 3", 0)]


def test_where_somebody_could_come_level_nothing_is_decided() -> None:
    found = record("1:2 1-0", players=3)

    assert [cell.value for cell in DirectEncounter().cells(found, frozenset({A, B, C})).values()] == [None] * 3


def test_those_left_behind_the_first_are_asked_again_among_themselves() -> None:
    """A beat B, C and D, and C beat B: with D out of all sums but A's, nothing more; C before B without D."""
    three = record("1:2 1-0", "1:3 1-0", "3:2 1-0", players=3)
    assert parted(three, players=3) == [[A], [C], [B]]

    found = record("1:2 1-0, 3:4 1/2-1/2", "1:3 1-0", "1:4 1-0")
    assert parted(found) == [[A], [B, C, D]]


def test_those_level_in_the_sum_are_parted_by_their_own_games_alone() -> None:
    """A and B have 2 each of three, A beat B; C and D 1 each, D beat C."""
    found = record("1:2 1-0, 4:3 1-0", "3:1 1-0, 2:4 1-0", "1:4 1-0, 2:3 1-0")
    cells = DirectEncounter().cells(found, frozenset({A, B, C, D}))

    assert {player: cell.value for player, cell in cells.items()} == {A: 2, B: 2, C: 1, D: 1}
    assert parted(found) == [[A], [B], [D], [C]]
    assert told(cells[A])[-1] == ("Level in this with no. 2: then only the games among these count", 0)


def test_two_games_of_the_same_two_count_as_their_mean() -> None:
    found = record("1:2 1-0", "2:1 1/2-1/2", players=2)
    cells = DirectEncounter().cells(found, frozenset({A, B}))

    assert {player: cell.value for player, cell in cells.items()} == {A: Fraction(3, 4), B: Fraction(1, 4)}
    assert told(cells[A]) == [
        ("Win against no. 2 in round 1", Fraction(1, 2)),
        ("Draw with no. 2 in round 2", Fraction(1, 4)),
    ]


@pytest.mark.parametrize(
    ("forfeits_played", "is_fixed", "groups"),
    [
        (None, False, 1),
        (False, False, 1),
        (True, False, 2),
        (None, True, 2),
        (True, True, 2),
        (False, True, 1),
    ],
)
def test_forfeits_count_where_the_schedule_demands_it_unless_it_is_said(
    forfeits_played: bool | None, is_fixed: bool, groups: int
) -> None:
    found = record("1:2 +--", players=2, is_fixed=is_fixed)

    assert len(parted(found, DirectEncounter(forfeits_played=forfeits_played), players=2)) == groups


def test_nobody_is_asked_who_is_tied_with_nobody() -> None:
    assert DirectEncounter().cells(record("1:2 1-0"), frozenset({A}))[A].value is None


TWICE: Sequence[dict[str, object]] = [{"code": "direct_encounter"}, {"code": "blacks"}, {"code": "direct_encounter"}]


def test_it_may_stand_in_a_list_more_than_once() -> None:
    """Among all four nothing is decided; once blacks have set C and D apart, A and B have met."""
    chosen = tie_breaks_of(NorwegianMonrad(), TWICE)
    table = points_table(record("1:2 1-0, 3:4 0-1", "3:1 1-0, 2:4 1-0", players=4), chosen)

    assert [tie_break.info.short for tie_break in chosen] == ["DE", "blacks", "DE 2"]
    assert [column.code for column in table.columns] == ["points", "blacks", "DE 2"]
    assert [(row.player, row.rank) for row in table.rows] == [(4, 1), (1, 2), (2, 3), (3, 4)]


def test_the_verifier_knows_that_equal_sums_may_be_parted() -> None:
    system = NorwegianMonrad()
    snapshot: TournamentSnapshot = tournament(
        4, "1:2 1-0, 4:3 1-0", "3:1 1-0, 2:4 1-0", "1:4 1-0, 2:3 1-0", planned_rounds=3
    )
    assert [row.player for row in system.standings(snapshot, [DirectEncounter()]).rows] == [A, B, D, C]
    assert verify(system, [DirectEncounter()], snapshot).tables == ()
