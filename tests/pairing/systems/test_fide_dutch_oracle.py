"""FIDE's Dutch system against its page, every candidate of articles 3 and 4 enumerated: fields of up to nine."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.against_page import any_evenings, check_round, own_evenings, some_pins
from tests.tools.pairing.oracles.fide_dutch import Oracle
from tests.tools.pairing.told_rounds import told_rounds
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.opponents.starting_list import InitialColour
from tournaments.pairing.search.last_resort import LastResort
from tournaments.pairing.systems.fide_dutch import Accelerate, FideDutch, LateEntries
from tournaments.pairing.types.snapshot import TournamentSnapshot

MOST = 9
worth = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)])
systems = (
    st.just(FideDutch())
    | st.builds(FideDutch, acceleration=st.just(Accelerate.BAKU), last_resort=st.sampled_from(LastResort))
    | st.builds(
        FideDutch,
        win=worth,
        draw=worth,
        loss=worth,
        bye_points=worth,
        late_entries=st.sampled_from(LateEntries),
        initial_colour=st.sampled_from(InitialColour),
        open_game=st.sampled_from(OpenGameCounts),
        last_resort=st.sampled_from(LastResort),
    )
)


def rated(snapshot: TournamentSnapshot, rng: Random) -> TournamentSnapshot:
    entrants = tuple(replace(entrant, rating=rng.choice([None, 1500, 1600, 1700])) for entrant in snapshot.entrants)
    return replace(snapshot, entrants=entrants)


def is_small(oracle: Oracle) -> bool:
    return len(oracle.present()) <= MOST


@given(any_evenings, systems, st.randoms(use_true_random=False))
def test_it_pairs_any_history_as_the_page_does(snapshot: TournamentSnapshot, system: FideDutch, rng: Random) -> None:
    snapshot = rated(snapshot, rng)
    oracle = Oracle(snapshot, system)
    if is_small(oracle):
        check_round(system, oracle, snapshot, some_pins(rng, oracle))


def rounds_of_small_fields(seeds: range) -> tuple[int, int]:
    """How many were paired as the page says, and how many of them were accelerated."""
    rounds = accelerated = 0
    for seed in seeds:
        for each in told_rounds("fide_dutch", seed):
            oracle = Oracle(each.snapshot, each.system)
            if 4 <= len(oracle.present()) <= MOST:
                check_round(each.system, oracle, each.snapshot, each.pinned)
                rounds += 1
                accelerated += any((player, oracle.coming) in oracle.virtual for player in oracle.present())
    return rounds, accelerated


def test_rounds_of_four_to_nine_are_paired_as_the_page_does() -> None:
    rounds, accelerated = rounds_of_small_fields(range(20))
    assert rounds > 60
    assert accelerated > 5


@pytest.mark.slow
def test_some_hundred_more_are() -> None:
    rounds, accelerated = rounds_of_small_fields(range(1_000, 1_200))
    assert rounds > 600
    assert accelerated > 60


@given(own_evenings(systems, players=MOST), st.randoms(use_true_random=False))
def test_it_pairs_its_own_tournaments_as_the_page_does(
    played: tuple[FideDutch, TournamentSnapshot], rng: Random
) -> None:
    system, snapshot = played
    snapshot = rated(snapshot, rng)
    check_round(system, Oracle(snapshot, system), snapshot)
