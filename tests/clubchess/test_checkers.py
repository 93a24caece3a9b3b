"""What soak/checkers.py compares: a difference between what is said here and what the checkers work out is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from soak.checkers import KINDS, Counts, Kind, alike, check_pairings, check_table, tournaments_of
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import dump
from tournaments.exchange.trf.exporter import trf_of
from tournaments.pairing.types.snapshot import Result

SWISS, NORWEGIAN = KINDS[0], KINDS[3]


def played(kind: Kind) -> TournamentFile:
    [(_seed, file)] = tournaments_of(kind, range(4, 5))
    rated = tuple(replace(each, rating=1400) for each in file.snapshot.entrants)
    return replace(file, snapshot=replace(file.snapshot, entrants=rated))


@pytest.mark.slow
def test_rounds_by_another_system_are_seen_to_be_paired_otherwise(tmp_path: Path) -> None:
    file, trf, counts = played(NORWEGIAN), tmp_path / "report.trf", Counts()
    trf.write_bytes(dump(trf_of(file)))
    check_pairings(file, trf, SWISS, counts, "planted")
    assert counts.unknown == counts.otherwise["rounds"] > 0
    assert counts.compared["rounds"] == len(file.snapshot.rounds)


@pytest.mark.slow
def test_a_result_that_is_another_is_seen_in_values_and_ranks(tmp_path: Path) -> None:
    file, trf = played(SWISS), tmp_path / "report.trf"
    trf.write_bytes(dump(trf_of(file)))
    first, *others = file.snapshot.rounds
    game = next(each for each in first.games if each.result is Result.WHITE_WINS)
    turned = tuple(replace(each, result=Result.BLACK_WINS) if each is game else each for each in first.games)
    changed = replace(file, snapshot=replace(file.snapshot, rounds=(replace(first, games=turned), *others)))

    as_reported, planted = Counts(), Counts()
    check_table(file, trf, SWISS, as_reported, "as it is")
    check_table(changed, trf, SWISS, planted, "planted")

    assert as_reported.unknown == 0
    assert as_reported.compared == planted.compared
    assert planted.otherwise["rank"] > 0
    assert planted.otherwise["tie-break BH"] > 0


@pytest.mark.parametrize(
    ("value", "other", "is_equal"),
    [
        (17.5, "17.50", True),
        (17.5, "17.0", False),
        ("55/3", "18.333", True),
        ("55/3", "18.332", False),
        (None, None, True),
        (0, None, False),
    ],
)
def test_values_are_compared_as_exactly_as_the_checker_says_them(value: object, other: object, is_equal: bool) -> None:
    assert alike(value, other) is is_equal
