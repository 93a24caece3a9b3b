"""What somebody's leaving would do, as it is shown before it is confirmed."""

from fractions import Fraction

from tests.pairing.systems.test_all_play_all import SIX, WORKED
from tests.tools.pairing.drawing import tournament
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.explanations.withdrawal_effects import WithdrawalRank, if_left
from tournaments.pairing.systems.all_play_all import AllPlayAll, Withdrawal
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad

TWO_ROUNDS = tournament(SIX, *WORKED[:2])


def test_early_leaving_takes_points_from_those_who_had_played_them() -> None:
    system = AllPlayAll()
    changes = {change.player: change for change in if_left(system, TWO_ROUNDS, 6, tie_breaks_of(system))}
    assert changes[6].after == WithdrawalRank(place=None, points=Fraction(0))
    assert changes[1].before.points - changes[1].after.points == Fraction(1, 2)
    assert changes[4].before.points - changes[4].after.points == 1
    assert {player for player, change in changes.items() if change.points_drop} == {1, 4, 6}


def test_late_leaving_gives_points_for_what_is_open() -> None:
    system = AllPlayAll()
    one_open = tournament(SIX, *WORKED[:3], "6:5 *, 1:4 1/2-1/2, 2:3 1-0")
    changes = if_left(system, one_open, 6, tie_breaks_of(system))
    assert [(change.player, change.before.points, change.after.points) for change in changes if change.player == 5] == [
        (5, 1, 2)
    ]
    assert not any(change.points_drop for change in changes)


def test_where_everything_counts_nothing_changes() -> None:
    keep = AllPlayAll(withdrawal=Withdrawal.KEEP)
    assert if_left(keep, tournament(SIX, *WORKED), 6, ()) == ()
    assert if_left(AttendanceMonrad(), TWO_ROUNDS, 6, ()) == ()
