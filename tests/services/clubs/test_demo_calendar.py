"""The demo's evenings, for every day on which it may be made."""

from __future__ import annotations

import datetime
from itertools import pairwise

import pytest

from tournaments.demo.calendar import evenings_after, evenings_before, evenings_of, two_seasons

FIRST = datetime.date(2026, 1, 1)
DAYS = [FIRST + datetime.timedelta(days=number) for number in range(3 * 366)]
EVENINGS = 9


def test_whatever_the_day_two_seasons_lie_one_after_the_other_around_tonight() -> None:
    for tonight in DAYS:
        first = evenings_before(tonight, EVENINGS)[0]
        last, this = two_seasons(tonight, first)
        held = evenings_of(last, 37, weekday=tonight.weekday())
        assert last.starts_on <= held[0] < held[-1] <= last.ends_on < this.starts_on <= first < tonight <= this.ends_on
        assert (held[0].month, held[-1].month) == (8, 5)
        assert {day.weekday() for day in held} == {tonight.weekday()}
        assert last.ends_on + datetime.timedelta(days=1) == this.starts_on
        assert int(last.name[:4]) + 1 == int(this.name[:4])


def test_no_evening_but_tonight_is_at_christmas() -> None:
    for tonight in DAYS:
        days = [*evenings_before(tonight, 20), *evenings_after(tonight, 20, until=datetime.date(2099, 1, 1))]
        assert len(days) == 40
        assert not any(day.month == 12 and day.day in range(21, 32) for day in days)
        assert not any(day.month == 1 and day.day in range(1, 4) for day in days)


@pytest.mark.parametrize("every", [1, 2, 4])
def test_a_rhythm_takes_each_so_manieth_of_the_clubs_evenings(every: int) -> None:
    tonight = datetime.date(2026, 11, 22)
    before = evenings_before(tonight, 3, every=every)
    after = evenings_after(tonight, 9, every=every, until=datetime.date(2027, 7, 31))

    days = [*before, tonight]
    assert {(later - earlier).days for earlier, later in pairwise(days)} == {7 * every}
    assert set(after) <= set(evenings_after(tonight, 36, until=datetime.date(2027, 7, 31)))
    assert after[0] > tonight
    assert after[-1] <= datetime.date(2027, 7, 31)
