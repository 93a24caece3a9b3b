"""FIDE's system for teams against its page, on random evenings, of players and of teams."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.against_page import any_evenings, check_round, own_evenings, some_pins
from tests.tools.pairing.oracles.fide_team import Oracle
from tests.tools.pairing.team_peer import drawn_rounds
from tests.tools.pairing.told_rounds import told_rounds
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.opponents.starting_list import InitialColour
from tournaments.pairing.systems.fide_team import FideTeam
from tournaments.pairing.systems.fide_team.team_cards import ColourRules
from tournaments.pairing.types.snapshot import TournamentSnapshot

MOST = 9
worth = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)])
systems = st.builds(FideTeam, colour_rules=st.sampled_from(ColourRules)) | st.builds(
    FideTeam,
    win=worth,
    draw=worth,
    loss=worth,
    bye_points=worth,
    colour_rules=st.sampled_from(ColourRules),
    initial_colour=st.sampled_from(InitialColour),
    open_game=st.sampled_from(OpenGameCounts),
)


def is_small(oracle: Oracle) -> bool:
    return len(oracle.present()) <= MOST


@given(any_evenings, systems, st.randoms(use_true_random=False))
def test_it_pairs_any_history_as_the_page_does(snapshot: TournamentSnapshot, system: FideTeam, rng: Random) -> None:
    oracle = Oracle(snapshot, system)
    if is_small(oracle):
        check_round(system, oracle, snapshot, some_pins(rng, oracle))


@given(own_evenings(systems))
def test_it_pairs_its_own_tournaments_as_the_page_does(played: tuple[FideTeam, TournamentSnapshot]) -> None:
    system, snapshot = played
    check_round(system, Oracle(snapshot, system), snapshot)


def rounds_of_small_fields(seeds: range) -> int:
    rounds = 0
    for seed in seeds:
        for each in told_rounds("fide_team", seed):
            oracle = Oracle(each.snapshot, each.system)
            if 4 <= len(oracle.present()) <= MOST:
                check_round(each.system, oracle, each.snapshot, each.pinned)
                rounds += 1
        for system, snapshot in drawn_rounds(Random(seed), [*ColourRules][seed % 3], most=MOST):
            check_round(system, Oracle(snapshot, system), snapshot)
            rounds += 1
    return rounds


def test_rounds_of_four_to_nine_are_paired_as_the_page_does() -> None:
    assert rounds_of_small_fields(range(20)) > 100


@pytest.mark.slow
def test_some_hundred_more_are() -> None:
    assert rounds_of_small_fields(range(1_000, 1_200)) > 1_000
