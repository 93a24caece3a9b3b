"""Baku acceleration in a TRF of another program: named in 192, or told by the points of 250."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from tournaments.exchange.trf.types import ACCELERATED, Trf
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import AcceleratingSystem, PairingSystem
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, TournamentSnapshot

WITH_BAKU: Final = "fide_dutch"


@dataclass(frozen=True, kw_only=True, slots=True)
class Baku:
    options: dict[str, object]
    system: PairingSystem
    late: frozenset[PlayerId] = frozenset()
    """Who was not there in round 1, and is in the group by the file alone, or here alone."""


def baku_of(trf: Trf, code: str, options: Mapping[str, object], snapshot: TournamentSnapshot) -> Baku | None:
    """Baku acceleration, where the file's points are those that it gives, round for round, or where it only names it.
    Where it names it, late entrants may stand elsewhere in the list."""
    is_named = trf.system.upper().endswith(ACCELERATED)
    if code != WITH_BAKU or snapshot.planned_rounds is None or not (trf.accelerated or is_named):
        return None
    accelerated = {**options, "acceleration": "baku"}
    try:
        system = configured(SYSTEMS[code], accelerated)
    except OptionError:  # needs the usual points
        return None
    if not trf.accelerated or not isinstance(system, AcceleratingSystem):
        return Baku(options=accelerated, system=system)
    # Some programs say the points of the rounds so far, and those of the coming one.
    said = max(snapshot.next_number, *(each.last for each in trf.accelerated if each.points), 1)
    by_round = system.added_by_round(snapshot)
    otherwise = {
        number
        for (number, at), more in _added(trf, min(said, snapshot.planned_rounds)).items()
        if more != (by_round[number][at - 1] if number in by_round and at <= len(by_round[number]) else 0)
    }
    if otherwise and (not is_named or otherwise & _there_first(snapshot)):
        return None
    return Baku(options=accelerated, system=system, late=frozenset(otherwise))


def _there_first(snapshot: TournamentSnapshot) -> set[PlayerId]:
    """In round 1, or to be paired in it."""
    if snapshot.rounds:
        first = snapshot.rounds[0]
        seated = {player for game in first.games for player in (game.white, game.black)}
        return seated | {bye.player for bye in first.byes if bye.kind is ByeKind.PAIRING}
    return {*snapshot.by_number} - {bye.player for bye in snapshot.next_round.byes}


def _added(trf: Trf, rounds: int) -> dict[tuple[PlayerId, int], Fraction]:
    """By number and round, for everybody and that many rounds: only the corners of what is said are looked at."""
    numbers = sorted(player.number for player in trf.players)
    steps: dict[tuple[int, int], int] = {}  # whole numbers, since there may be half a million
    whole = lcm(*{each.points.denominator for each in trf.accelerated})
    for each in trf.accelerated:
        if each.first > rounds:
            continue
        first, behind = bisect_left(numbers, each.lowest), bisect_right(numbers, each.highest)
        points = each.points.numerator * (whole // each.points.denominator)
        for at, sign in ((first, points), (max(first, behind), -points)):
            for round_number, turn in ((each.first, sign), (max(each.first, each.last + 1), -sign)):
                corner = (at, round_number)
                steps[corner] = steps.get(corner, 0) + turn
    found: dict[tuple[PlayerId, int], Fraction] = {}
    so_far = [0] * (rounds + 1)
    for at, number in enumerate(numbers):
        more = 0
        for round_number in range(1, rounds + 1):
            more += steps.get((at, round_number), 0)
            so_far[round_number] += more
            found[number, round_number] = Fraction(so_far[round_number], whole)
    return found
