"""What somebody's leaving would do, as it is shown before it is confirmed."""

from fractions import Fraction

from tests.pairing.systems.test_all_play_all import SIX, WORKED
from tests.tools.pairing.drawing import tournament
from tournaments.pairing.explanations.withdrawal_effects import without
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.systems.all_play_all import AllPlayAll, Withdrawal
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot

TWO_ROUNDS = tournament(SIX, *WORKED[:2])


def table(system: PairingSystem, snapshot: TournamentSnapshot) -> dict[PlayerId, tuple[object, object]]:
    """Place and points."""
    return {row.player: (row.place, row.cells["points"].value) for row in system.standings(snapshot, ()).rows}


def changes_of_points(system: PairingSystem, snapshot: TournamentSnapshot) -> dict[PlayerId, Fraction]:
    """If number 6 left."""
    before, after = system.history(snapshot)[-1], system.history(without(snapshot, 6))[-1]
    return {player: after[player] - before[player] for player in before if after[player] != before[player]}


def test_early_leaving_takes_points_from_those_who_had_played_them() -> None:
    system = AllPlayAll()
    assert table(system, without(TWO_ROUNDS, 6))[6] == (None, 0)
    changes = changes_of_points(system, TWO_ROUNDS)
    assert {player for player, change in changes.items() if change < 0} == changes.keys() == {1, 4, 6}
    assert (changes[1], changes[4]) == (Fraction(-1, 2), -1)


def test_late_leaving_gives_points_for_what_is_open() -> None:
    one_open = tournament(SIX, *WORKED[:3], "6:5 *, 1:4 1/2-1/2, 2:3 1-0")
    assert changes_of_points(AllPlayAll(), one_open) == {5: 1}


def test_where_everything_counts_nothing_changes() -> None:
    keep, done = AllPlayAll(withdrawal=Withdrawal.KEEP), tournament(SIX, *WORKED)
    assert table(keep, without(done, 6)) == table(keep, done)
    assert table(AttendanceMonrad(), without(TWO_ROUNDS, 6)) == table(AttendanceMonrad(), TWO_ROUNDS)
