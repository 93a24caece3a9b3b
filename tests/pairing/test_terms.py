"""What systems say of themselves: the points and limits that screens, pins and the verifier read."""

from fractions import Fraction

import pytest

from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS
from tournaments.pairing.history.record import outcome_of_absence
from tournaments.pairing.protocols import Capabilities, NumberedBy
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import configured, fields_of
from tournaments.pairing.types.snapshot import AbsenceKind, Entrant

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def terms(code: str, **options: object) -> Capabilities:
    return configured(SYSTEMS[code], options).capabilities()


@pytest.mark.parametrize(
    ("code", "options", "excused", "unexcused", "club"),
    [
        ("attendance_monrad", {"absent_points": "1/3", "excused_points": "1/2"}, HALF, THIRD, HALF),
        ("modified_monrad", {"absent_points": "1/3"}, THIRD, THIRD, THIRD),
        ("drawboss_monrad", {"absent_points": "1/3"}, THIRD, THIRD, THIRD),
        ("norwegian_monrad", {}, 0, 0, 0),
    ],
)
def test_a_kind_of_absence_without_an_option_takes_the_next_in_line(
    code: str, options: dict[str, object], excused: Fraction, unexcused: Fraction, club: Fraction
) -> None:
    worth = terms(code, **options).scoring.worth()
    gives = {kind: worth[outcome_of_absence(kind)] for kind in AbsenceKind}
    assert gives == {AbsenceKind.EXCUSED: excused, AbsenceKind.UNEXCUSED: unexcused, AbsenceKind.CLUB: club}


def test_keizer_pays_for_absences_in_its_own_coin() -> None:
    gives = terms("keizer", excused_share="1/3", unexcused_share="1/3", club_points=4).absences.gives
    assert gives is not None
    assert gives[AbsenceKind.EXCUSED] == gives[AbsenceKind.UNEXCUSED] != gives[AbsenceKind.CLUB]
    assert terms("keizer", paid_absences=3).scoring.paid_absences == 0
    assert terms("keizer", paid_absences=3).absences.paid == 3


def test_nobody_is_out_where_all_play_on() -> None:
    assert terms("drawboss_monrad", elimination=2).scoring.elimination == 2
    assert terms("drawboss_monrad", elimination=2, play_on=True).scoring.elimination is None


def test_only_systems_that_stop_never_relax_how_often_two_meet() -> None:
    assert terms("attendance_monrad", last_resort="stop").limits.never_relaxed
    assert not terms("attendance_monrad", last_resort="rematch").limits.never_relaxed
    assert terms("drawboss_monrad").limits.never_relaxed
    assert not terms("keizer", max_meetings=1).limits.never_relaxed


def test_a_limit_of_half_point_byes_is_said_where_there_is_one() -> None:
    assert terms("attendance_monrad").half_byes is None
    half_byes = terms("norwegian_monrad", half_byes=2, half_bye_last_rounds=1).half_byes
    assert half_byes is not None
    assert (half_byes.allowed, half_byes.not_in_last) == (2, 1)


def test_systems_for_whoever_turns_up_expect_only_who_says_so() -> None:
    konrad = terms("norwegian_monrad", max_meetings=2)
    waiting = {code for code in SYSTEMS if terms(code).expects_everybody}

    assert waiting.isdisjoint({"attendance_monrad", "drawboss_monrad", "modified_monrad"})
    assert waiting >= {"keizer", "norwegian_monrad"}
    assert not konrad.expects_everybody


@pytest.mark.parametrize("code", SYSTEMS)
def test_what_a_system_says_to_tie_breaks_some_tie_break_takes(code: str) -> None:
    taken = {option.code: option for kind in TIE_BREAKS.values() for option in fields_of(kind)}
    for name, value in terms(code).tie_break_options.items():
        assert taken[name].read(taken[name].save(value)) == value


@pytest.mark.parametrize(
    ("code", "options", "by"),
    [
        ("attendance_monrad", {}, NumberedBy.LOT),
        ("norwegian_monrad", {}, NumberedBy.LOT),
        ("norwegian_monrad", {"numbering": "seeded"}, NumberedBy.RATING),
        ("keizer", {}, NumberedBy.RATING),
        ("keizer", {"starting_list": "number"}, NumberedBy.ENTERING),
    ],
)
def test_a_system_says_where_its_start_numbers_come_from(code: str, options: dict[str, object], by: NumberedBy) -> None:
    assert terms(code, **options).numbered_by is by


@pytest.mark.parametrize("code", SYSTEMS)
def test_what_it_says_of_start_numbers_is_so(code: str) -> None:
    """By lot: other lots, other numbers. By rating, or in the order of entering: whatever the lots are, the same."""
    entrants = [Entrant(number=number, rating=1000 + 7 * number % 50 * 10) for number in range(1, 21)]
    drawn = {SYSTEMS[code]().start_numbers(entrants, Lots(f"{seed:064}", 0)) for seed in range(1, 4)}
    assert (len(drawn) > 1) == (terms(code).numbered_by is NumberedBy.LOT)
