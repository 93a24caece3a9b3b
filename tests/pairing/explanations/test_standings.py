"""Ranking: groups still tied, shared places, numbers that open up."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.explanations.standings import points_table, rank
from tournaments.pairing.history.performance import UNRATED
from tournaments.pairing.history.record import Record, Scoring
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.tie_breaks.blacks import Blacks
from tournaments.pairing.tie_breaks.wins import Wins
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import Entrant, PlayerId
from tournaments.pairing.types.table import Cell

SCORING = Scoring(win=Fraction(1), draw=Fraction(1, 2), loss=Fraction(0), bye=Fraction(1))


def record(*rounds: str, players: int = 4) -> Record:
    return Record(snapshot=tournament(players, *rounds), scoring=SCORING)


@dataclass(frozen=True)
class Given:
    """A tie-break with given values, which remembers whom it was asked for."""

    values: Mapping[int, int]
    asked: list[frozenset[int]]
    lower: bool = False

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(name="Given", short="given", summary="", legend="", higher_is_better=not self.lower)

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        self.asked.append(tied)
        return {player: Cell(value=self.values[player]) for player in tied}


def test_places_are_shared_1_2_2_4_and_rows_go_by_number() -> None:
    ranking = rank(record("1:2 1-0"), {4: Fraction(3), 3: Fraction(1), 1: Fraction(1), 2: Fraction(0)}, [])
    assert ranking.order == (4, 1, 3, 2)
    assert ranking.ranks == {4: 1, 1: 2, 3: 2, 2: 4}


def test_a_tie_break_ranks_only_inside_the_groups_still_tied() -> None:
    asked: list[frozenset[int]] = []
    scores = {1: Fraction(2), 2: Fraction(1), 3: Fraction(1), 4: Fraction(0)}
    ranking = rank(record("1:2 1-0"), scores, [Given({1: 0, 2: 5, 3: 6, 4: 9}, asked)])
    assert ranking.order == (1, 3, 2, 4)
    assert asked == [frozenset({1}), frozenset({2, 3}), frozenset({4})]
    assert {player: cells["given"].value for player, cells in ranking.cells.items()} == {1: 0, 2: 5, 3: 6, 4: 9}


def test_a_tie_break_may_go_downwards() -> None:
    scores = dict.fromkeys((1, 2, 3), Fraction(0))
    assert rank(record("1:2 ---"), scores, [Given({1: 2, 2: 1, 3: 2}, [], lower=True)]).ranks == {2: 1, 1: 2, 3: 2}


def test_before_any_round_everybody_stands_by_number() -> None:
    ranking = rank(record(), dict.fromkeys((3, 1, 2), Fraction(0)), [Given({1: 0, 2: 1, 3: 2}, [])])
    assert ranking.order == (1, 2, 3)
    assert list(ranking.ranks.values()) == [1, 2, 3]


def test_late_entrants_are_listed_from_the_round_before_they_join_and_the_withdrawn_are_marked() -> None:
    entrants = [
        Entrant(number=1),
        Entrant(number=2, joined_round=2),
        Entrant(number=3, joined_round=3),
        Entrant(number=4, away=((2, 2),)),
    ]
    table = points_table(Record(snapshot=tournament(entrants, "1:4 1-0"), scoring=SCORING), [])
    assert [(row.player, row.withdrawn) for row in table.rows] == [(1, False), (2, False), (4, True)]


def test_every_number_is_the_sum_of_its_terms() -> None:
    found = record("1:2 1-0, 3:4 1/2-1/2", "2:3 *, 1 pairing, 4 half", "4:2 +--, 3:1 0-1")
    for row in points_table(found, [Wins(), Blacks()]).rows:
        for code, cell in row.cells.items():
            assert sum(term.amount for term in cell.terms) == cell.value, (row.player, code)


def test_wins_and_blacks_count_games_over_the_board() -> None:
    table = points_table(record("1:2 1-0, 3:4 +--", "2:1 0-1, 4:3 *"), [Wins(), Blacks()])
    shown = {row.player: (row.cells["wins"].value, row.cells["blacks"].value) for row in table.rows}
    assert shown == {1: (2, 1), 2: (0, 1), 3: (0, 0), 4: (0, 0)}


@dataclass(frozen=True)
class Silent:
    """A tie-break without a value for some, which says why."""

    values: Mapping[int, int | None]
    places: Mapping[int, int] | None = None
    lower: bool = False

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(name="Silent", short="silent", summary="", legend="", higher_is_better=not self.lower)

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        places = self.places or {}
        return {player: Cell(value=self.values[player], ranked_by=places.get(player)) for player in tied}

    def notes(self, record: Record) -> tuple[Reason, ...]:
        return (UNRATED.reason(),)


@pytest.mark.parametrize("lower", [False, True])
def test_whoever_has_no_value_stands_behind_those_level_with_them(lower: bool) -> None:
    scores = dict.fromkeys((1, 2, 3), Fraction(0))
    ranking = rank(record("1:2 ---"), scores, [Silent({1: None, 2: 1, 3: None}, lower=lower)])
    assert ranking.ranks == {2: 1, 1: 2, 3: 2}


def test_what_is_shown_need_not_be_what_ranks() -> None:
    scores = dict.fromkeys((1, 2, 3), Fraction(0))
    ranking = rank(record("1:2 ---"), scores, [Silent({1: 1, 2: 1, 3: 1}, places={1: -1, 2: 0, 3: -1})])
    assert ranking.ranks == {2: 1, 1: 2, 3: 2}


def test_why_tie_breaks_say_nothing_is_noted_once() -> None:
    table = points_table(record("1:2 1-0"), [Silent({1: None, 2: None, 3: None, 4: None})] * 2)
    assert [column.code for column in table.columns] == ["points"]
    assert table.notes == (UNRATED.reason(),)
