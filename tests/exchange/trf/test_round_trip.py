"""What leaves as a TRF26 between two rounds, and comes back, is paired the same, or told why not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from unittest.mock import patch

import pytest

from tests.tools.guards.layers import first_fast
from tests.tools.pairing.round_trip import GOING_ON, Came, trip
from tournaments.exchange.trf import Identity, Trf, TrfMark, TrfPlayer, acceleration, dump, exporter, parse
from tournaments.exchange.trf.exporter import places_in_report, trf_of
from tournaments.exchange.trf.importer import taken
from tournaments.exchange.trf.types import AddedPoints, AskedByes
from tournaments.management.simulated_files import simulated_file
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.types.snapshot import Entrant


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
    places = places_in_report(file)
    later = [places[each.number] for each in held.entrants if each.joined_round > 3]
    assert later
    away = tuple(sorted((places[1], *later)))
    assert trf_of(file).byes == (AskedByes(mark=TrfMark.ZERO_BYE, round=3, players=away),)
    assert trf_of(replace(file, snapshot=replace(held, planned_rounds=2))).byes == (), "no round is to be paired"


def test_late_entrants_whose_rating_belongs_further_up_are_told() -> None:
    rates = Rates(attendance=1, late=0.3, withdrawals=0, postponed=0, half_byes=0)
    options = {"late_entries": "last"}
    file = simulated_file("fide_dutch", seed=5, players=9, rounds=6, rates=rates, options=options).file
    trf = parse(dump(trf_of(file)))
    (note,) = taken(trf).notes
    late = {each.number for each in file.snapshot.entrants if each.joined_round > 1}
    numbers = {int(number) for number in str(note.facts["numbers"]).split(", ")}
    assert numbers
    assert numbers <= late
    assert "orders them by number, not by rating" in note.message
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


def test_acceleration_stays_where_only_late_entrants_are_elsewhere_in_the_list() -> None:
    """By rating 13 is in the group; in the file they have the last number."""
    rates = Rates(attendance=1, late=0, withdrawals=0, postponed=0, half_byes=0, by_hand=0, forbidden=0)
    options = {"acceleration": "baku"}
    file = simulated_file("fide_dutch", seed=1, players=12, rounds=2, rates=rates, options=options).file
    held = file.snapshot
    late = Entrant(number=13, rating=2900, joined_round=4)
    held = replace(held, entrants=(*held.entrants, late), planned_rounds=6)
    file = replace(file, names=file.names | {13: "Nils New"}, snapshot=held)
    with patch.object(exporter, "places_in_report", return_value={}):  # as we wrote it before, and others do
        trf = parse(dump(trf_of(file)))
    assert 13 in {each.highest for each in trf.accelerated}
    read = taken(trf)
    assert read.file.options["acceleration"] == "baku"
    assert [note.facts for note in read.notes] == [{"numbers": "13"}]
    one, other = (each.configured()[0].pair(each.snapshot).boards for each in (file, read.file))
    assert [(board.white, board.black) for board in one] == [(board.white, board.black) for board in other]
    assert "acceleration" not in taken(replace(trf, system="FIDE_DUTCH")).file.options, "whose points are they?"


def test_points_of_many_lines_over_many_players_add_up() -> None:
    players = tuple(TrfPlayer(identity=Identity(number=number)) for number in (2, 3, 5, 9))
    lines = (
        AddedPoints(points=Fraction(1), first=1, last=2, lowest=1, highest=3),
        AddedPoints(points=Fraction(1, 2), first=2, last=9, lowest=3, highest=5),
        AddedPoints(points=Fraction(5), first=3, last=1, lowest=2, highest=9),
        AddedPoints(points=Fraction(5), first=1, last=3, lowest=6, highest=4),
    )
    half = Fraction(1, 2)
    found = acceleration._added(Trf(players=players, accelerated=lines), 3)
    assert {key: more for key, more in found.items() if more} == {
        (2, 1): 1,
        (2, 2): 1,
        (3, 1): 1,
        (3, 2): 1 + half,
        (3, 3): half,
        (5, 2): half,
        (5, 3): half,
    }
    assert len(found) == 12
