"""Brackets settled by counting, or with few of those below, are as they are when every pair of all below is weighed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.tools.pairing import played_out
from tournaments.management.simulated_files import Rates, simulated_file
from tournaments.pairing.history.as_known import before_pairing
from tournaments.pairing.search.cheapest import cheapest_pairs
from tournaments.pairing.search.matching import Edge
from tournaments.pairing.systems.fide_dutch import FideDutch, graph, pairing_brackets
from tournaments.pairing.systems.fide_dutch.completion import Below
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound, PairingImpossible, Reason
from tournaments.pairing.types.snapshot import TournamentSnapshot

OPTIONS: Sequence[dict[str, object]] = ({}, {"acceleration": "baku"}, {"last_resort": "rematch"}, {"win": 3, "draw": 1})
RATES = (Rates(), Rates(attendance=1.0), Rates(attendance=0.95, forfeits=0.1, half_byes=0.05))


def rounds_of(seed: int, players: int, rounds: int) -> tuple[FideDutch, list[TournamentSnapshot]]:
    rng = Random(seed)
    options = rng.choice(OPTIONS)
    file = simulated_file(
        "fide_dutch",
        options=options,
        seed=seed,
        players=players,
        rounds=rounds,
        rates=rng.choice(RATES),
    ).file
    snapshots = [before_pairing(file.snapshot, paired=played.number) for played in file.snapshot.rounds]
    return configured(FideDutch, options), snapshots


def weighed(system: FideDutch, snapshot: TournamentSnapshot) -> PairedRound | None:
    """Every bracket with all below, in one matching that weighs the order too."""

    def not_counted(_bracket: pairing_brackets.PairingBracket) -> tuple[list[Edge], tuple[int, ...]] | None:
        return None

    def takes_none(_below: Below, _down: int) -> bool:
        return False

    def all_at_once(laid: graph.Laid) -> Sequence[Edge] | None:
        return cheapest_pairs(laid.size, laid.edges(laid.graph.costs))

    def none_known(_below: Below, _least: int) -> None:
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph, "best_matching", all_at_once)
        patch.setattr(Below, "none_can_stay", lambda _below: False)
        patch.setattr(Below, "competing", none_known)
        patch.setattr(pairing_brackets, "paired_by_counting", not_counted)
        patch.setattr(Below, "takes_any", takes_none)
        patch.setattr(Below, "rest", range(0))
        return paired(system, snapshot)


def paired(system: FideDutch, snapshot: TournamentSnapshot) -> PairedRound | None:
    """Without what is compared after the pairing, by the short cuts too."""
    try:
        found = system.pair(snapshot)
    except PairingImpossible:
        return None
    return replace(found, boards=tuple(replace(board, reasons=tuple(_paired_by(board))) for board in found.boards))


def _paired_by(board: PairedBoard) -> list[Reason]:
    return [reason for reason in board.reasons if not reason.rule.startswith("fide_dutch/3.3/")]


def agree(seeds: range, most: int) -> int:
    rounds = 0
    for seed in seeds:
        rng = Random(f"short cuts {seed}")
        system, snapshots = rounds_of(seed, rng.randint(8, most), rng.randint(4, 9))
        for snapshot in snapshots:
            assert paired(system, snapshot) == weighed(system, snapshot), (seed, snapshot.next_number)
            rounds += 1
    return rounds


def test_some_rounds_are_the_same() -> None:
    assert agree(range(6), 30) > 20


def last_rounds_agree(seeds: range, most: int) -> int:
    """How many of them had topscorers, for whom C10 and C11 are there."""
    told = 0
    for seed in seeds:
        system, snapshots = rounds_of(seed, Random(f"last rounds {seed}").randint(8, most), 5)
        snapshot = replace(snapshots[-1], planned_rounds=snapshots[-1].next_number)
        found = paired(system, snapshot)
        assert found == weighed(system, snapshot), (seed, snapshot.next_number)
        told += found is not None and any(note.rule == "fide_dutch/topscorers" for note in found.notes)
    return told


def test_some_last_rounds_are_the_same() -> None:
    assert last_rounds_agree(range(200, 212), 40) > 8


def hurting_rounds_agree(sizes: Sequence[int]) -> int:
    """Where many go down at once, since those below have met. How many of the rounds could be paired."""
    system, told = FideDutch(), 0
    for size in sizes:
        played = played_out.after(system, size, 5)
        order = played_out.order_of(system, played)
        for clique in (order[-size // 2 :], order[-size // 3 :], order[-size // 4 :], order[: size // 2], order[::2]):
            snapshot = played_out.all_met(played, clique)
            found = paired(system, snapshot)
            assert found == weighed(system, snapshot), (size, clique)
            told += found is not None
    return told


def test_a_field_in_which_many_have_met_is_the_same() -> None:
    assert hurting_rounds_agree([24, 43]) > 6


@pytest.mark.slow
def test_larger_fields_in_which_many_have_met_are_the_same() -> None:
    assert hurting_rounds_agree([60, 81, 100, 121]) > 12


@pytest.mark.slow
def test_more_and_larger_last_rounds_are_the_same() -> None:
    assert last_rounds_agree(range(300, 360), 70) > 50


@pytest.mark.slow
def test_more_and_larger_rounds_are_the_same() -> None:
    assert agree(range(100, 160), 60) > 200
