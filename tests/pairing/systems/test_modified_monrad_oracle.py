"""Modified Monrad against its page, on random evenings."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.pairing.against_page import any_evenings, check_round, check_table, own_evenings, some_pins
from tests.tools.pairing.oracles.modified_monrad import Oracle
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.search.last_resort import LastResort
from tournaments.pairing.systems.modified_monrad import LastRoundColours, ModifiedMonrad
from tournaments.pairing.types.snapshot import TournamentSnapshot

worth = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)])
systems = st.just(ModifiedMonrad()) | st.builds(
    ModifiedMonrad,
    win=worth,
    draw=worth,
    loss=worth,
    bye_points=worth,
    absent_points=worth,
    last_round_colours=st.sampled_from(LastRoundColours),
    cuts_at_eight=st.integers(1, 2),
    bye_uses_cut=st.booleans(),
    max_meetings=st.sampled_from([1, 1, 2]),
    last_resort=st.sampled_from(LastResort),
    open_game=st.sampled_from(OpenGameCounts),
)
many = settings(max_examples=5 * settings().max_examples)


@many
@given(any_evenings, systems, st.randoms(use_true_random=False))
def test_it_pairs_any_history_as_the_page_does(
    snapshot: TournamentSnapshot, system: ModifiedMonrad, rng: Random
) -> None:
    oracle = Oracle(snapshot, system)
    check_round(system, oracle, snapshot, some_pins(rng, oracle))


@many
@given(own_evenings(systems))
def test_it_pairs_its_own_tournaments_as_the_page_does(played: tuple[ModifiedMonrad, TournamentSnapshot]) -> None:
    system, snapshot = played
    check_round(system, Oracle(snapshot, system), snapshot)
    check_table(system, Oracle(snapshot, system), snapshot, ["quality"])


@many
@given(any_evenings, systems)
def test_every_table_is_as_the_page_says(snapshot: TournamentSnapshot, system: ModifiedMonrad) -> None:
    check_table(system, Oracle(snapshot, system), snapshot, ["quality"])
