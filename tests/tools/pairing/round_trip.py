"""A simulated tournament leaves as a TRF26 between two rounds and comes back: whether it goes on as it would have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import dump, parse
from tournaments.exchange.trf.exporter import places_in_report, trf_of
from tournaments.exchange.trf.importer import may_go_on, taken
from tournaments.management.simulated_files import simulated_file
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.paired_round import PairingImpossible
from tournaments.pairing.types.snapshot import ByeKind, PlayerId

ROUNDS = 6
GOING_ON = [code for code in sorted(SYSTEMS) if not code.startswith("toy_") and may_go_on(code)]
WITH: Mapping[str, tuple[dict[str, Any], ...]] = {
    "fide_dutch": ({}, {"acceleration": "baku"}, {"initial_colour": "black"}, {"bye_points": "1/2"}),
    "all_play_all": ({}, {"cycles": 2}, {"cycles": 2, "swap_every_cycle": True}, {"spare_numbers": 2}),
}
"""Options that a report can say."""
EVENINGS = (
    Rates(attendance=1, late=0, withdrawals=0, half_byes=0, postponed=0, corrections=0, by_hand=0, forbidden=0),
    Rates(attendance=0.85, forfeits=0.1, half_byes=0.1),
    Rates(attendance=0.95, late=0.2, withdrawals=0.1, returns=0.5),
    Rates(postponed=0.2, corrections=0.1, by_hand=0.1, forbidden=0.1),
)


class Came(StrEnum):
    SAME = "paired the same"
    TOLD = "otherwise, and told"
    SILENT = "otherwise without a word"


@dataclass(frozen=True, kw_only=True, slots=True)
class Trip:
    file: TournamentFile
    back: TournamentFile
    notes: tuple[str, ...]
    came: Came


def trip(code: str, seed: int) -> Trip:
    """Each seed has its field, its options, its kind of evenings, and its rounds held."""
    several = WITH.get(code, ({},))
    simulated = simulated_file(
        code,
        seed=seed,
        players=5 + seed % 11,
        rounds=ROUNDS,
        rates=EVENINGS[seed % len(EVENINGS)],
        options=several[seed // len(EVENINGS) % len(several)],
    ).file
    snapshot = simulated.snapshot.after(seed // 3 % (len(simulated.snapshot.rounds) + 1))
    follows = simulated.configured()[0].capabilities().rounds.of_field is not None
    file = replace(simulated, snapshot=replace(snapshot, planned_rounds=None if follows else ROUNDS))
    read = taken(parse(dump(trf_of(file))), system=code)
    same = _next(file, places_in_report(file)) == _next(read.file, {})
    notes = tuple(note.message.format(**note.facts) for note in read.notes)
    return Trip(
        file=file,
        back=read.file,
        notes=notes,
        came=Came.SAME if same else Came.TOLD if notes else Came.SILENT,
    )


def _next(file: TournamentFile, places: Mapping[PlayerId, PlayerId]) -> object:
    """By the numbers of the report: boards in order, and who is the odd one. In a plan that is whoever would meet a
    number that nobody has yet, or somebody who has left: without a game in either case, which one it was a report does
    not say."""
    system, _tie_breaks = file.configured()
    try:
        paired = system.pair(file.snapshot)
    except PairingImpossible:
        return None
    odd = {places.get(bye.player, bye.player) for bye in paired.byes if bye.kind is ByeKind.PAIRING}
    boards = [(places.get(each.white, each.white), places.get(each.black, each.black)) for each in paired.boards]
    return boards if system.capabilities().rounds.known_at_start else (boards, odd)
