"""Check-in where kinds of absence make a difference."""

from typing import Any

import pytest

from tests.tools.casts.factories import Evening
from tournaments.models import Presence, Tournament
from tournaments.pages.common.absence_kinds import PaidAbsences, absence_offer
from tournaments.pages.evening import CheckIn, evening_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Result

EXCUSED, UNEXCUSED, CLUB = Presence.EXCUSED, Presence.UNEXCUSED, Presence.CLUB


def buttons(system: str, *, preset: str | None = None, **options: object) -> list[Presence]:
    return [
        each.mark.presence
        for each in absence_offer(configured(SYSTEMS[system], options, preset=preset).capabilities()).kinds
    ]


@pytest.mark.parametrize(
    ("options", "offered"),
    [
        ({}, []),  # all kinds give nothing
        ({"excused_points": 2}, [EXCUSED, CLUB]),  # club duty is an excused absence here
        ({"excused_points": 2, "absent_points": 2}, []),
    ],
)
def test_only_kinds_that_give_something_else_are_one_tap_away(
    options: dict[str, object], offered: list[Presence]
) -> None:
    assert buttons("attendance_monrad", **options) == offered


@pytest.mark.parametrize(
    ("preset", "options", "offered"),
    [
        ("classic", {}, [UNEXCUSED, CLUB]),  # anyone not marked is excused
        ("club_nl", {}, [EXCUSED, CLUB]),  # unexcused
        ("fixed_points", {}, [UNEXCUSED, CLUB]),
        ("classic", {"club_share": "1/3"}, [UNEXCUSED]),
        ("classic", {"excused_points": "20", "unexcused_points": "20"}, [CLUB]),
    ],
)
def test_shares_and_fixed_points_count_alike(preset: str, options: dict[str, object], offered: list[Presence]) -> None:
    assert buttons("keizer", preset=preset, **options) == offered


def checked_in(tournament: Tournament) -> CheckIn:
    page = evening_page(tournament)
    assert page.round is not None
    return page.round.check_in


@pytest.mark.django_db
def test_it_says_what_whoever_is_not_marked_counts_as() -> None:
    for preset, absence in (("club_nl", "unexcused"), ("classic", "excused")):
        evening = Evening.of(4, system="keizer", preset=preset)
        evening.open()

        assert checked_in(evening.tournament).unmarked_counts == f"Anyone not marked counts as {absence}."


@pytest.mark.django_db
def test_in_a_cup_whoever_is_not_here_plays_another_day() -> None:
    evening = Evening.of(3, system="cup")
    evening.open()
    evening.check_in(1)

    assert checked_in(evening.tournament).unmarked_counts.endswith("Anyone not marked plays another day.")
    evening.pair()
    assert [game.is_postponed for game in evening.round.games.all()] == [True]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("periods", "used"), [(None, {1: 2, 2: 0, 3: 2}), ([1], {1: 1, 2: 0, 3: 1})])
def test_it_counts_the_absences_that_use_up_the_paid_ones(periods: list[int] | None, used: dict[int, int]) -> None:
    """Excused and unmarked alike, club duty not; anew in each part of the season."""
    options: dict[str, Any] = {"paid_absences": 5, "max_meetings": 9, "gap": 0}
    evening = Evening.of(5, system="keizer", options=options | ({"period_rounds": periods} if periods else {}))
    for _ in range(2):
        evening.open()
        evening.mark(1, Presence.EXCUSED)
        evening.mark(2, Presence.CLUB)
        evening.check_in(4, 5)
        evening.pair()
        evening.publish()
        evening.enter(1, Result.DRAW)
    evening.open()

    rows = {row.number: row.absences for row in checked_in(evening.tournament).places}

    assert {number: had.used for number, had in rows.items() if had and number in used} == used
    assert {had.paid for had in rows.values() if had} == {5}


@pytest.mark.slow
@pytest.mark.django_db
def test_more_absences_than_pay_use_up_no_more_than_those() -> None:
    evening = Evening.of(3, system="keizer", options={"paid_absences": 1, "gap": 0})
    for _ in range(2):
        evening.play(1, 2)
    evening.open()

    rows = {row.number: row.absences for row in checked_in(evening.tournament).places}

    assert rows[3] == PaidAbsences(used=1, paid=1)


@pytest.mark.django_db
def test_it_counts_no_absences_where_all_of_them_pay_alike() -> None:
    evening = Evening.of(4, system="keizer")
    evening.open()

    assert {row.absences for row in checked_in(evening.tournament).places} == {None}


@pytest.mark.slow
@pytest.mark.django_db
def test_where_absences_of_any_kind_pay_all_of_them_are_counted() -> None:
    evening = Evening.of(5, system="norwegian_monrad", preset="konrad")
    for kind in (EXCUSED, CLUB):
        evening.open()
        evening.mark(1, kind)
        evening.check_in(2, 3, 4, 5)
        evening.pair()
        evening.publish()
        for board in (1, 2):
            evening.enter(board, Result.DRAW)
    evening.open()

    rows = {row.number: row.absences for row in checked_in(evening.tournament).places}

    assert rows[1] == PaidAbsences(used=2, paid=3)
    assert checked_in(evening.tournament).offer.kinds == ()


@pytest.mark.django_db
def test_where_no_absence_pays_none_are_counted() -> None:
    evening = Evening.of(4, system="norwegian_monrad")
    evening.open()

    assert {row.absences for row in checked_in(evening.tournament).places} == {None}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("allowed", "planned", "is_offered"), [(0, None, False), (1, None, True), (1, 3, True), (1, 2, False)]
)
def test_a_half_point_bye_is_one_tap_away_where_this_round_may_have_some(
    allowed: int, planned: int | None, is_offered: bool
) -> None:
    evening = Evening.of(
        4, system="norwegian_monrad", options={"half_byes": allowed, "half_bye_last_rounds": 2}, planned_rounds=planned
    )
    evening.open()

    seen = checked_in(evening.tournament)

    assert seen.offer.has_half_byes is is_offered
    assert [kind.mark.presence for kind in seen.offer.kinds] == [Presence.HALF_BYE] * is_offered


@pytest.mark.parametrize(
    ("system", "options", "named"),
    [
        ("norwegian_monrad", {}, ("Half-point bye", "Full-point bye")),
        ("attendance_monrad", {}, ("Bye as a draw: 2 points", "Bye as a win: 3 points")),
        ("keizer", {}, ("Half-point bye", "Full-point bye")),
    ],
)
def test_a_bye_says_what_it_gives_where_its_name_does_not(
    system: str, options: dict[str, object], named: tuple[str, str]
) -> None:
    offered = absence_offer(configured(SYSTEMS[system], options).capabilities())

    labels = {each.mark.presence: each.label for each in offered.menu}
    assert (labels[Presence.HALF_BYE], labels[Presence.FULL_BYE]) == named


@pytest.mark.django_db
def test_where_the_system_says_nothing_about_them_half_point_byes_wait_in_the_menu() -> None:
    evening = Evening.of(4)
    evening.open()

    assert checked_in(evening.tournament).offer.has_half_byes
    assert checked_in(evening.tournament).offer.kinds == ()
