"""Rounds as a system pairs and explains them, on evenings with everything that happens in a club."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from tests.tools.evenings.simulated import BUSY
from tournaments.management.simulated_files import Rates, simulated_file
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.history.as_known import before_pairing
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.absence_kinds import NAMED_KINDS
from tournaments.pairing.types.options import Kind, Option, OptionError, configured, fields_of
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Pin, PinnedBoard, PinnedBye, Reason
from tournaments.pairing.types.snapshot import TournamentSnapshot

_FULL = Rates(attendance=1.0, late=0.0, withdrawals=0.0, half_byes=0.0)
_PINNED = 0.15
"""Of the rounds, besides the boards that the simulation sets."""


@dataclass(frozen=True)
class ToldRound:
    """`paired` is None where the round was refused, for these `refused` reasons."""

    system: PairingSystem
    snapshot: TournamentSnapshot
    pinned: tuple[Pin, ...]
    paired: PairedRound | None
    refused: tuple[Reason, ...] = ()


def told(system: PairingSystem, snapshot: TournamentSnapshot, pinned: tuple[Pin, ...] = ()) -> ToldRound:
    try:
        return ToldRound(system, snapshot, pinned, system.pair(snapshot, pinned=pinned))
    except PairingImpossible as impossible:
        return ToldRound(system, snapshot, pinned, None, impossible.reasons)


def told_rounds(code: str, seed: int) -> Iterator[ToldRound]:
    """Every round of a tournament of 3 to 14 players and up to 12 rounds, with the preset and the options by chance;
    here and there with boards and byes by hand, or one round more than was played."""
    rng = Random(f"told {code} {seed}")
    preset, options = drawn_options(code, rng)
    file = simulated_file(
        code,
        preset=preset,
        options=options,
        seed=seed,
        players=rng.choice([3, 4, 5, 6, 6, 7, 8, 9, 10, 12, 14]),
        rounds=rng.randint(3, 12),
        rates=replace(rng.choice([Rates(), _FULL, _FULL, BUSY]), forbidden=rng.choice([0.0, 0.0, 0.05, 0.2])),
    ).file
    system, _tie_breaks = file.configured()
    for played in file.snapshot.rounds:
        joined = tuple(entrant for entrant in file.snapshot.entrants if entrant.joined_round <= played.number + 1)
        known = replace(file.snapshot, entrants=joined, forbidden_pairs=_among(file.snapshot, joined))
        pins = tuple(PinnedBoard(white=game.white, black=game.black) for game in played.games if game.by_hand)
        snapshot = _owing(system, rng, before_pairing(known, paired=played.number))
        yield told(system, snapshot, pins or _some_pins(rng, snapshot))
    yield told(system, replace(file.snapshot, planned_rounds=rng.choice([None, file.snapshot.planned_rounds])))


def _owing(system: PairingSystem, rng: Random, snapshot: TournamentSnapshot) -> TournamentSnapshot:
    """Here and there somebody owes an evening, where the system knows that."""
    if not system.capabilities().knows_owed_evenings or rng.random() < 0.7:
        return snapshot
    owing = frozenset(player for player in snapshot.by_number if rng.random() < 0.3)
    return replace(snapshot, next_round=replace(snapshot.next_round, owe_bye=owing))


def _among(snapshot: TournamentSnapshot, entrants: tuple[object, ...]) -> frozenset[frozenset[int]]:
    numbers = {entrant.number for entrant in snapshot.entrants if entrant in entrants}
    return frozenset(pair for pair in snapshot.forbidden_pairs if pair <= numbers)


def _some_pins(rng: Random, snapshot: TournamentSnapshot) -> tuple[Pin, ...]:
    marked = {row.player for row in (*snapshot.next_round.absences, *snapshot.next_round.byes)}
    here = [
        entrant.number
        for entrant in snapshot.entrants
        if entrant.takes_part(snapshot.next_number) and entrant.number not in marked
    ]
    rng.shuffle(here)
    pins: list[Pin] = []
    while len(here) >= 2 and rng.random() < _PINNED:
        pins.append(PinnedBoard(white=here.pop(), black=here.pop()))
    if here and rng.random() < _PINNED:
        pins.append(PinnedBye(player=here.pop()))
    return tuple(pins)


def drawn_options(code: str, rng: Random) -> tuple[str | None, dict[str, object]]:
    """A preset or none; choices and switches by chance, and numbers near the least that they may be."""
    preset = rng.choice([None, None, *SYSTEMS[code].info.presets])
    chosen: dict[str, object] = {}
    for option in fields_of(SYSTEMS[code]):
        if option.structure is NAMED_KINDS or option.code == "already_played":  # of which no round of these speaks
            continue
        if rng.random() < 0.5 or (values := _drawn_values(option)) is None:
            continue
        with suppress(OptionError):  # it contradicts one that was drawn before
            more = chosen | {option.code: rng.choice(values)}
            configured(SYSTEMS[code], more, preset=preset)
            chosen = more
    return preset, chosen


def _drawn_values(option: Option) -> list[object] | None:
    least = option.minimum or 0
    match option.kind:
        case Kind.CHOICE:
            return [choice.value for choice in option.choices]
        case Kind.BOOLEAN:
            return [True, False]
        case Kind.INTEGER:
            return [least, least + 1, least + 2, *([None] if option.nullable else [])]
        case Kind.INTEGERS:
            return [None, [3, 6]]
    return None
