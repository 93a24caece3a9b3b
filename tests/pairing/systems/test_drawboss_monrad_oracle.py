"""DrawBoss Swiss-Monrad against its page, on random evenings."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.against_page import any_evenings, check_round, check_table, own_evenings, some_pins
from tests.pairing.systems.drawboss_monrad_oracle import Oracle
from tournaments.pairing.record import OpenGame
from tournaments.pairing.snapshot import TournamentSnapshot
from tournaments.pairing.systems.drawboss_monrad import DrawbossMonrad
from tournaments.pairing.tie_breaks.correction import Cut

worth = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)])
systems = st.just(DrawbossMonrad()) | st.builds(
    DrawbossMonrad,
    win=worth,
    draw=worth,
    loss=worth,
    bye_points=worth,
    absent_points=worth,
    elimination=st.sampled_from([None, None, 1, 2, 3]),
    forfeit_is_loss=st.booleans(),
    play_on=st.sampled_from([False, False, True]),
    correction=st.sampled_from(Cut),
    open_game=st.sampled_from(OpenGame),
)
COLUMNS = ["correction", "head-to-head"]
many = settings(max_examples=5 * settings().max_examples)


@many
@given(any_evenings, systems, st.randoms(use_true_random=False))
def test_it_pairs_any_history_as_the_page_does(
    snapshot: TournamentSnapshot, system: DrawbossMonrad, rng: Random
) -> None:
    oracle = Oracle(snapshot, system)
    check_round(system, oracle, snapshot, some_pins(rng, oracle))


@many
@given(own_evenings(systems))
def test_it_pairs_its_own_tournaments_as_the_page_does(played: tuple[DrawbossMonrad, TournamentSnapshot]) -> None:
    system, snapshot = played
    check_round(system, Oracle(snapshot, system), snapshot)
    check_table(system, Oracle(snapshot, system), snapshot, COLUMNS)


@many
@given(any_evenings, systems)
def test_every_table_is_as_the_page_says(snapshot: TournamentSnapshot, system: DrawbossMonrad) -> None:
    check_table(system, Oracle(snapshot, system), snapshot, COLUMNS)
