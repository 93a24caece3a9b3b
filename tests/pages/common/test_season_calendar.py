"""Who came when: of a player, and of a club."""

import datetime

import pytest

from tournaments.pages.common.charts.season_calendar import (
    CAME,
    CalendarRound,
    SeasonCalendar,
    club_calendar,
    season_calendar,
)
from tournaments.pairing.history.record import RoundOutcome

WIN, DRAW, LOSS = RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS


def on(
    day: int | None, outcome: RoundOutcome, *, month: int = 10, tournament: int = 1, number: int = 1
) -> CalendarRound:
    date = datetime.date(2026, month, day) if day else None
    return CalendarRound(tournament=tournament, number=number, date=date, outcome=outcome)


def calendar_of(*rounds: CalendarRound) -> SeasonCalendar:
    found = season_calendar(rounds)
    assert found is not None
    return found


def test_months_are_columns_and_each_evening_is_said() -> None:
    calendar = calendar_of(
        on(8, LOSS, month=10, number=2),
        on(24, WIN, month=9, number=1),
        on(15, RoundOutcome.EXCUSED, month=10, number=3),
    )
    assert [(month.name, [square.sign for square in month.squares], month.said) for month in calendar.months] == [
        ("Sep", ["win"], "24: Win"),
        ("Oct", ["loss", "away"], "8: Loss · 15: Away"),
    ]
    assert (calendar.came, calendar.evenings) == (2, 3)


@pytest.mark.parametrize(
    ("outcomes", "sign", "said"),
    [
        ((WIN, WIN), "win", "8: Win; Win"),
        ((LOSS, LOSS), "loss", "8: Loss; Loss"),
        ((WIN, LOSS), "draw", "8: Win; Loss"),
        ((WIN, RoundOutcome.EXCUSED), "win", "8: Win"),
        ((RoundOutcome.UNEXCUSED, RoundOutcome.CLUB), "away", "8: Away"),
        ((RoundOutcome.EXCUSED, RoundOutcome.BYE), "bye", "8: Bye (odd number)"),
    ],
)
def test_several_rounds_of_a_day_are_one_evening(outcomes: tuple[RoundOutcome, ...], sign: str, said: str) -> None:
    calendar = calendar_of(*(on(8, each, tournament=place) for place, each in enumerate(outcomes)))
    (month,) = calendar.months
    assert ([square.sign for square in month.squares], month.said) == ([sign], said)
    assert calendar.evenings == 1


@pytest.mark.parametrize("outcome", [RoundOutcome.BEFORE_JOINING, RoundOutcome.WITHDRAWN, RoundOutcome.ELIMINATED])
def test_whom_nobody_waited_for_had_no_evening(outcome: RoundOutcome) -> None:
    assert season_calendar([on(8, outcome)]) is None
    assert calendar_of(on(8, outcome), on(15, WIN, number=2)).evenings == 1


@pytest.mark.parametrize("outcome", list(RoundOutcome))
def test_every_kind_of_round_can_be_an_evening(outcome: RoundOutcome) -> None:
    calendar = season_calendar([on(8, outcome)])
    if calendar is not None:
        assert calendar.came == (outcome in CAME)
        assert calendar.months[0].squares[0].sign


def test_who_lost_by_forfeit_did_not_come_and_who_won_by_it_did() -> None:
    assert RoundOutcome.FORFEIT_WIN in CAME
    assert not {RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT, RoundOutcome.HALF_BYE} & CAME


def test_rounds_without_a_date_fall_in_order() -> None:
    calendar = calendar_of(
        on(None, WIN, number=1), on(24, LOSS, month=9, number=2), on(None, DRAW, number=3), on(1, WIN, number=4)
    )
    assert [(month.name, [square.sign for square in month.squares]) for month in calendar.months] == [
        ("Sep", ["win", "loss", "draw"]),
        ("Oct", ["win"]),
    ]
    assert calendar.months[0].said == "Win · 24: Loss · Draw"


def test_without_any_date_the_evenings_stand_in_columns_without_a_name() -> None:
    calendar = calendar_of(*(on(None, WIN, number=number) for number in range(1, 9)))
    assert [(month.name, len(month.squares)) for month in calendar.months] == [("", 6), ("", 2)]


def test_a_club_sees_how_many_came() -> None:
    calendar = club_calendar({datetime.date(2026, 9, 24): 10, datetime.date(2026, 10, 1): 40}, [1])
    assert calendar is not None
    assert [(month.name, month.said) for month in calendar.months] == [("Sep", "24: 10"), ("Oct", "1: 40"), ("", "1")]
    assert [square.level for month in calendar.months for square in month.squares] == [1, 4, 1]
    assert calendar.words == "3 evenings, 17 people on average, 40 on the fullest."


def test_a_club_to_which_nobody_came_has_no_calendar() -> None:
    assert club_calendar({}) is None
    assert club_calendar({datetime.date(2026, 9, 24): 0}) is None
