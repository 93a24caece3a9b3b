"""DrawBoss Swiss-Monrad against its page, on random evenings."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.pairing.against_page import any_evenings, check_round, check_table, own_evenings, some_pins
from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.oracles.drawboss_monrad import Oracle
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.systems.drawboss_monrad import DrawbossMonrad
from tournaments.pairing.tie_breaks.correction import Cut
from tournaments.pairing.types.snapshot import TournamentSnapshot

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
    open_game=st.sampled_from(OpenGameCounts),
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


def test_4_as_few_as_can_be_of_those_from_above_float_again() -> None:
    """1 and 2 come down; were they not spared, 1 would float again and 2 take 6."""
    apart = [(1, 2), (1, 3), (1, 4), (1, 5), (2, 8), (3, 4), (4, 6), (7, 8)]
    snapshot = tournament(
        8,
        "1 full, 2 full, 3 full, 4 full, 5 full, 6 full, 7 excused, 8 excused",
        "1 full, 2 full, 3 excused, 4 excused, 5 excused, 6 excused, 7 excused, 8 excused",
        forbidden_pairs=frozenset(frozenset(pair) for pair in apart),
        seed="aa5bb5b61d40bf338d3c6a86524955548c63ff9b61be473fdbad48f9c1e4b8c8",
    )
    check_round(DrawbossMonrad(), Oracle(snapshot, DrawbossMonrad()), snapshot)
    paired = DrawbossMonrad().pair(snapshot)
    assert [{board.white, board.black} for board in paired.boards] == [{2, 4}, {1, 6}, {5, 7}, {3, 8}]
