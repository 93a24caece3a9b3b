"""What leaves as a TRF26 between two rounds, and comes back, is paired the same, or told why not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tools.guards.layers import first_fast
from tests.tools.pairing.round_trip import GOING_ON, Came, trip
from tournaments.exchange.trf import TrfMark, dump, parse
from tournaments.exchange.trf.exporter import trf_of
from tournaments.exchange.trf.importer import taken
from tournaments.exchange.trf.types import AskedByes
from tournaments.management.simulated_files import simulated_file
from tournaments.pairing.audit.simulation import Rates


@pytest.mark.parametrize("seeds", first_fast(1, [range(24), range(24, 240)]))
@pytest.mark.parametrize("code", GOING_ON)
def test_it_goes_on_as_it_would_have(code: str, seeds: range) -> None:
    """More of them: `python -m soak.reports`."""
    came = {seed: trip(code, seed) for seed in seeds}
    silent = [seed for seed, each in came.items() if each.came is Came.SILENT]
    assert silent == []
    assert sum(each.came is Came.SAME for each in came.values()) > 0.8 * len(came)


def test_who_has_withdrawn_or_comes_later_is_away_from_the_round_to_be_paired() -> None:
    rates = Rates(attendance=1, late=0.3, withdrawals=0, postponed=0, half_byes=0)
    file = simulated_file("fide_dutch", seed=5, players=9, rounds=6, rates=rates).file
    held = file.snapshot.after(2)
    one, *others = held.entrants
    held = replace(held, entrants=(replace(one, away=((3, None),)), *others), planned_rounds=6)
    file = replace(file, snapshot=held)
    later = [each.number for each in held.entrants if each.joined_round > 3]
    assert later
    assert trf_of(file).byes == (AskedByes(mark=TrfMark.ZERO_BYE, round=3, players=(1, *later)),)
    assert trf_of(replace(file, snapshot=replace(held, planned_rounds=2))).byes == (), "no round is to be paired"


def test_late_entrants_whose_rating_belongs_further_up_are_told() -> None:
    rates = Rates(attendance=1, late=0.3, withdrawals=0, postponed=0, half_byes=0)
    file = simulated_file("fide_dutch", seed=5, players=9, rounds=6, rates=rates).file
    trf = parse(dump(trf_of(file)))
    (note,) = taken(trf).notes
    late = {each.number for each in file.snapshot.entrants if each.joined_round > 1}
    numbers = {int(number) for number in str(note.facts["numbers"]).split(", ")}
    assert numbers
    assert numbers <= late
    assert "by their number, not by their rating" in note.message
    assert taken(trf, system="norwegian_monrad").notes[-1].message != note.message


def test_numbers_kept_free_and_cycles_are_those_of_the_rounds() -> None:
    rates = Rates(attendance=1, late=0, withdrawals=0, postponed=0)
    options = {"cycles": 2, "spare_numbers": 3, "numbering": "given"}
    file = simulated_file("all_play_all", seed=1, players=5, rounds=3, rates=rates, options=options).file
    written = trf_of(file)
    assert (written.rounds, written.system) == (14, "FIDE_DOUBLEROUNDROBIN"), "eight numbers, twice"
    assert taken(parse(dump(written))).file.options == {
        "numbering": "given",
        "cycles": 2,
        "spare_numbers": 3,
        "swap_last_two": True,
    }


def test_an_order_of_cycles_that_nothing_tells_yet_is_told() -> None:
    rates = Rates(attendance=1, late=0, withdrawals=0, postponed=0)
    options = {"cycles": 2, "swap_every_cycle": True, "numbering": "given"}
    file = simulated_file("all_play_all", seed=1, players=6, rounds=10, rates=rates, options=options).file
    notes = [taken(parse(dump(trf_of(replace(file, snapshot=file.snapshot.after(held)))))).notes for held in (3, 9)]
    assert [[note.message[:46] for note in each] for each in notes] == [
        ["The file does not say whether the last two rou"],
        [],
    ]
