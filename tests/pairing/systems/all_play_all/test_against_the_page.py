"""All-play-all against its page, on random histories and on its own tournaments."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.pairing.against_page import any_evenings, check_round, own_evenings, some_pins
from tests.tools.pairing.oracles.all_play_all import Oracle, Standing
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.systems.all_play_all import AllPlayAll, Order, Withdrawal
from tournaments.pairing.types.snapshot import TournamentSnapshot

worth = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)])
systems = st.just(AllPlayAll()) | st.builds(
    AllPlayAll,
    spare_numbers=st.sampled_from([0, 0, 1, 2]),
    cycles=st.sampled_from([1, 1, 2, 3]),
    swap_last_two=st.sampled_from([None, True, False]),
    swap_every_cycle=st.booleans(),
    withdrawal=st.sampled_from(Withdrawal),
    order=st.sampled_from(Order),
    postpone=st.booleans(),
    win=worth,
    draw=worth,
    loss=worth,
    bye_points=worth,
    open_game=st.sampled_from(OpenGameCounts),
)
many = settings(max_examples=5 * settings().max_examples)


def check_table(system: AllPlayAll, snapshot: TournamentSnapshot) -> None:
    table = system.standings(snapshot, ())
    shown = []
    for row in table.rows:
        points, played, still = (row.cells[code].value for code in ("points", "played", "open"))
        assert isinstance(points, Fraction)
        assert isinstance(played, int)
        assert isinstance(still, int)
        assert sum((term.amount for term in row.cells["points"].terms), Fraction(0)) == points
        shown.append(Standing(row.place, row.player, points, played, still))
    assert shown == Oracle(snapshot, system).table_rows()


@many
@given(any_evenings, systems, st.randoms(use_true_random=False))
def test_it_pairs_any_history_as_the_page_does(snapshot: TournamentSnapshot, system: AllPlayAll, rng: Random) -> None:
    oracle = Oracle(snapshot, system)
    check_round(system, oracle, snapshot, some_pins(rng, oracle))


@many
@given(own_evenings(systems))
def test_it_pairs_and_ranks_its_own_tournaments_as_the_page_does(
    played: tuple[AllPlayAll, TournamentSnapshot],
) -> None:
    system, snapshot = played
    check_round(system, Oracle(snapshot, system), snapshot)
    for rounds in range(len(snapshot.rounds) + 1):
        check_table(system, snapshot.after(rounds))


@many
@given(any_evenings, systems)
def test_every_table_is_as_the_page_says(snapshot: TournamentSnapshot, system: AllPlayAll) -> None:
    check_table(system, snapshot)
