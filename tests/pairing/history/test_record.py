"""The record: what follows from the rounds played (rulebook, README)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.history import record as record_facts
from tournaments.pairing.history.record import (
    OpenGameCounts,
    Record,
    RoundEntry,
    RoundOutcome,
    Scoring,
    rounds_by_player,
)
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    Colour,
    Entrant,
    NextRound,
    PlayedRound,
    TournamentSnapshot,
)

W, B = Colour.WHITE, Colour.BLACK


def record(snapshot: TournamentSnapshot, **scoring: object) -> Record:
    values: dict[str, object] = {"win": 3, "draw": 2, "loss": 1, "bye": 5} | scoring
    exact = {name: Fraction(value) if isinstance(value, int) else value for name, value in values.items()}
    return Record(snapshot=snapshot, scoring=Scoring(**exact))  # type: ignore[arg-type] # points and others in one


def whats(found: Record, player: int) -> list[RoundOutcome]:
    return [item.outcome for item in found.entries[player]]


def test_each_result_gives_its_points() -> None:
    found = record(tournament(10, "1:2 1-0, 3:4 1/2-1/2, 5:6 +--, 7:8 ---, 9:10 *"))
    assert [int(found.points[player]) for player in range(1, 11)] == [3, 1, 2, 2, 3, 0, 0, 0, 0, 0]


def test_a_game_that_counts_for_nobody_is_an_opponent_and_no_more() -> None:
    chart = tournament(2, "1:2 1-0")
    (played,) = chart.rounds
    found = record(replace(chart, rounds=(replace(played, games=(replace(played.games[0], counts=False),)),)))
    assert whats(found, 1) == whats(found, 2) == [RoundOutcome.ANNULLED]
    assert list(found.points.values()) == [0, 0]
    assert found.colours == {1: [], 2: []}
    assert found.entries[1][0].opponent == 2


def test_each_bye_and_absence_gives_its_points() -> None:
    chart = tournament(7, "1 pairing, 2 full, 3 half, 4 zero, 5 excused, 6 unexcused, 7 club")
    found = record(chart, excused=Fraction(1, 2), unexcused=Fraction(-1), club=Fraction(2, 3))
    assert list(found.points.values()) == [5, 5, 2, 0, Fraction(1, 2), -1, Fraction(2, 3)]


def test_who_is_not_marked_counts_as_the_default_absence() -> None:
    chart = tournament(2, "1 pairing")
    assert whats(record(chart), 2) == [RoundOutcome.UNEXCUSED]
    assert whats(record(chart, default_absence=AbsenceKind.EXCUSED), 2) == [RoundOutcome.EXCUSED]


def test_an_open_game_is_a_draw_where_the_option_says_so() -> None:
    chart = tournament(2, "1:2 *")
    assert record(chart).points == {1: 0, 2: 0}
    assert record(chart, open_game=OpenGameCounts.DRAW).points == {1: 2, 2: 2}


def test_rounds_before_joining_and_while_withdrawn() -> None:
    late = Entrant(number=3, joined_round=3)
    gone = Entrant(number=4, away=((1, 2),))
    chart = tournament([late, gone], "4 excused", "", "3:4 1-0")
    found = record(chart, late=Fraction(1), excused=Fraction(2))
    assert whats(found, 3) == [RoundOutcome.BEFORE_JOINING, RoundOutcome.BEFORE_JOINING, RoundOutcome.WIN]
    assert whats(found, 4) == [RoundOutcome.WITHDRAWN, RoundOutcome.WITHDRAWN, RoundOutcome.LOSS]
    assert found.points == {3: 5, 4: 1}


def test_a_game_really_played_counts_also_for_somebody_withdrawn() -> None:
    found = record(tournament([Entrant(number=1, away=((1, None),)), Entrant(number=2)], "1:2 1-0"))
    assert found.points == {1: 3, 2: 1}


def test_a_bye_asked_for_gives_nothing_in_a_withdrawn_round() -> None:
    assert record(tournament([Entrant(number=1, away=((1, 1),))], "1 full")).points == {1: 0}


def test_forfeits_are_neither_meetings_nor_colours() -> None:
    found = record(tournament(4, "1:2 +--, 3:4 ---", "2:1 *, 4:3 1-0", "2:1 0-1"))
    assert list(found.met(1, 2)) == [2, 3]
    assert list(found.met(3, 4)) == [2]
    assert found.colours == {1: [B, B], 2: [W, W], 3: [B], 4: [W]}
    assert (found.whites(2), found.balance(1)) == (2, -2)


def test_only_the_bye_for_the_odd_number_is_a_bye_had() -> None:
    found = record(tournament(4, "1 pairing, 2 full, 3 half, 4 zero", "1 pairing"))
    assert [found.byes_had.get(player, 0) for player in (1, 2, 3, 4)] == [2, 0, 0, 0]


def test_barred_are_those_met_often_enough_and_forbidden_pairs() -> None:
    chart = tournament(4, "1:2 1-0", "2:1 1-0, 3:4 1-0", forbidden_pairs=frozenset({frozenset({1, 4})}))
    assert record(chart).barred() == {1: {2, 4}, 2: {1}, 3: {4}, 4: {1, 3}}
    assert record(chart).barred(2) == {1: {2, 4}, 2: {1}, 3: set(), 4: {1}}


def test_totals_stand_after_each_round() -> None:
    found = record(tournament(2, "1:2 1-0", "2:1 1/2-1/2"), draw=Fraction(1, 2))
    assert [{p: Fraction(units, found.unit) for p, units in after.items()} for after in found.units_after] == [
        {1: 0, 2: 0},
        {1: 3, 2: 1},
        {1: Fraction(7, 2), 2: Fraction(3, 2)},
    ]


def knockout(after: int, *, forfeit_is_loss: bool = True) -> Scoring:
    """Out after so many losses."""
    return Scoring(
        win=Fraction(1),
        draw=Fraction(1, 2),
        loss=Fraction(0),
        bye=Fraction(1),
        unexcused=Fraction(1, 3),
        excused=Fraction(1, 3),
        elimination=after,
        forfeit_is_loss=forfeit_is_loss,
    )


def test_the_eliminated_get_nothing_for_rounds_without_them() -> None:
    chart = tournament(4, "1:2 1-0, 3:4 +--", "1:2 1-0, 3:4 *", "1:3 1-0, 2 half, 4 excused", "4 full", "1:2 1-0")
    found = Record(snapshot=chart, scoring=knockout(2))
    assert found.out_after == {2: 2}
    assert whats(found, 2) == [
        RoundOutcome.LOSS,
        RoundOutcome.LOSS,
        RoundOutcome.ELIMINATED,
        RoundOutcome.ELIMINATED,
        RoundOutcome.LOSS,
    ]
    assert found.points[2] == 0
    assert whats(found, 4) == [
        RoundOutcome.FORFEIT_LOSS,
        RoundOutcome.OPEN,
        RoundOutcome.EXCUSED,
        RoundOutcome.FULL_BYE,
        RoundOutcome.UNEXCUSED,
    ]


def test_a_forfeit_is_a_loss_or_not_for_elimination() -> None:
    chart = tournament(4, "1:2 ---, 3:4 --+")
    assert Record(snapshot=chart, scoring=knockout(1)).out_after == {1: 1, 2: 1, 3: 1}
    assert Record(snapshot=chart, scoring=knockout(1, forfeit_is_loss=False)).out_after == {}


def test_who_is_away_in_the_round_to_come_does_not_work_out_the_season_anew() -> None:
    chart = tournament(4, "1:2 1-0, 3:4 1/2-1/2")
    coming = replace(chart, next_round=NextRound(absences=(Absence(player=1, kind=AbsenceKind.EXCUSED),)))

    first, second = (Record(snapshot=each, scoring=knockout(1)) for each in (chart, coming))

    assert second.entries is first.entries
    assert second.meetings is first.meetings
    assert second.snapshot.next_round != first.snapshot.next_round


def test_other_results_entrants_or_scoring_are_worked_out_anew() -> None:
    chart = tournament(4, "1:2 1-0, 3:4 1/2-1/2")
    other = tournament(4, "1:2 0-1, 3:4 1/2-1/2")
    found = Record(snapshot=chart, scoring=knockout(1))

    assert found.out_after == {2: 1}
    assert Record(snapshot=other, scoring=knockout(1)).out_after == {1: 1}
    assert Record(snapshot=chart, scoring=knockout(2)).out_after == {}
    one_more = replace(chart, entrants=(*chart.entrants, Entrant(number=5)))
    assert Record(snapshot=one_more, scoring=knockout(1)).entries.keys() == {1, 2, 3, 4, 5}


def test_so_many_seasons_at_a_time_are_kept() -> None:
    for players in range(2, 40):
        assert Record(snapshot=tournament(players, "1:2 1-0"), scoring=knockout(1)).points[1] == 1

    assert len(record_facts._kept) == record_facts._MOST_KEPT


def test_a_season_asked_for_round_by_round_works_out_each_round_once(monkeypatch: pytest.MonkeyPatch) -> None:
    field = [Entrant(number=1), Entrant(number=2), Entrant(number=3, joined_round=3), Entrant(number=4, away=((1, 2),))]
    chart = tournament(field, "1:2 1-0", "1 pairing, 2 half", "3:4 1-0, 1 club", "1:3 *, 2:4 +--")
    moments = [replace(chart, rounds=chart.rounds[:count]) for count in range(1, 5)]
    expected = [rounds_by_player(each, record(each).scoring) for each in moments]
    asked: list[int] = []
    entries_of = record_facts.entries_of

    def counted(played: PlayedRound, *others: Any) -> dict[int, RoundEntry]:
        asked.append(played.number)
        return entries_of(played, *others)

    monkeypatch.setattr(record_facts, "entries_of", counted)
    assert [record(each).entries for each in moments] == expected
    assert asked == [1, 2, 3, 4]


@pytest.mark.parametrize("changed", [{"paid_absences": 1}, {"elimination": 1}])
def test_where_a_round_changes_earlier_ones_all_are_worked_out_again(changed: dict[str, Any]) -> None:
    chart = tournament(4, "1:2 1-0, 3 excused, 4 pairing", "1:3 0-1, 2 excused, 4 club", "4:1 0-1, 2 pairing, 3 club")
    scoring = replace(record(chart).scoring, **changed)
    for count in (1, 2, 3):
        here = replace(chart, rounds=chart.rounds[:count])
        assert Record(snapshot=here, scoring=scoring).entries == rounds_by_player(here, scoring)
