"""Who meets whom: by lot in each round, or by a tree that was drawn once (rulebook, cup, Drawing)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.pairing.systems.cup.matches import CupCourse, has_left
from tournaments.pairing.systems.cup.seeds import power_of_two, seeded
from tournaments.pairing.types.knockout import Match
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot

Pair = tuple[PlayerId, PlayerId]
"""The one drawn first, or placed higher in the tree, first."""


def passes_among(count: int, fill_to: int | None) -> int:
    """How many of so many have a free pass."""
    if fill_to is None or count <= fill_to:
        return power_of_two(count) - count
    if count <= 2 * fill_to:
        return 2 * fill_to - count
    return count % 2


def rounds_of(count: int, fill_to: int | None) -> int:
    """How many rounds it takes until one is left."""
    rounds = 0
    while count > 1:
        count = (count + passes_among(count, fill_to)) // 2
        rounds += 1
    return rounds


def pass_takers(
    order: Sequence[PlayerId], count: int, had: Mapping[PlayerId, int], first: Sequence[PlayerId] = ()
) -> frozenset[PlayerId]:
    """Nobody a second time while others have had none; then `first`, and then from the end of the lot's order."""
    preferred = {player: place for place, player in enumerate(first)}
    lot = {player: place for place, player in enumerate(order)}

    def turn(player: PlayerId) -> tuple[int, int, int]:
        return had.get(player, 0), preferred.get(player, len(preferred)), -lot[player]

    return frozenset(sorted(order, key=turn)[:count])


@dataclass(frozen=True, kw_only=True, slots=True)
class Slot:
    """A place in a round of the tree: two who meet, or one who has nobody beside; `waits` for a tie that is open."""

    first: PlayerId | None
    second: PlayerId | None
    first_waits: bool = False
    second_waits: bool = False

    @property
    def pair(self) -> Pair | None:
        return None if self.first is None or self.second is None else (self.first, self.second)

    @property
    def alone(self) -> PlayerId | None:
        """Who has a free pass."""
        if self.pair is not None or self.first_waits or self.second_waits:
            return None
        return self.first or self.second

    @property
    def waiting(self) -> PlayerId | None:
        """Who does not know yet whom they meet."""
        if self.pair is not None or not (self.first_waits or self.second_waits):
            return None
        return self.first or self.second


Place = tuple[PlayerId | None, bool]
"""Who stands there, and whether it is still open."""


def bracket_round(
    snapshot: TournamentSnapshot,
    course: CupCourse,
    field: AbstractSet[PlayerId],
    number: int,
    lucky: Callable[[int, Sequence[PlayerId]], PlayerId | None],
) -> list[Slot]:
    """The slots of that round, from top to bottom. `lucky` gives a place that nobody took to a loser of the round."""
    standing: list[Place] = [(player, False) for player in seeded(field)]
    for played in range(1, number):
        standing = _next(snapshot, course, played, slots_of(standing), lucky)
    gone = {player for player in field if has_left(snapshot, player) and player in course.still_in}
    return slots_of([(None if player in gone else player, waits) for player, waits in standing])


def slots_by_round(
    snapshot: TournamentSnapshot,
    course: CupCourse,
    field: AbstractSet[PlayerId],
    lucky: Callable[[int, Sequence[PlayerId]], PlayerId | None],
) -> Iterator[tuple[list[Place], Mapping[int, Match]]]:
    """Round after round to the final, who stands where, two and two; and the ties drawn by the slot they belong to."""
    standing: list[Place] = [(player, False) for player in seeded(field)]
    number = 1
    while len(standing) > 1:
        slots = slots_of(standing)
        yield standing, _ties_by_slot([tie for tie in course.matches if tie.round_number == number], slots)
        standing = _next(snapshot, course, number, slots, lucky)
        number += 1


def slots_of(standing: Sequence[Place]) -> list[Slot]:
    if len(standing) == 1:
        return []
    return [
        Slot(first=one[0], second=other[0], first_waits=one[1], second_waits=other[1])
        for one, other in zip(standing[::2], standing[1::2], strict=True)
    ]


def _next(
    snapshot: TournamentSnapshot,
    course: CupCourse,
    played: int,
    slots: Sequence[Slot],
    lucky: Callable[[int, Sequence[PlayerId]], PlayerId | None],
) -> list[Place]:
    """Who came out of each slot of a round that was played, whoever it was played against."""
    in_round = [tie for tie in course.matches if tie.round_number == played]
    ties = _ties_by_slot(in_round, slots)
    busy = {player for tie in in_round for player in tie.players}
    lost = [player for tie in in_round for player in _losers(tie)]
    came_out: list[Place] = []
    for index, slot in enumerate(slots):
        tie = ties.get(index)
        if tie is None:
            came_out.append(_without_a_tie(snapshot, course, played, slot, busy))
        elif tie.winner is None and not tie.is_open:
            came_out.append((lucky(played, lost), False))
        else:
            came_out.append((tie.winner, tie.is_open))
    # Whom the director had meet others may have lost their place to these: they take the first that is free.
    there = {player for player, _waits in came_out}
    passed = {player for number, player in course.passed if number == played}
    winners = {tie.winner for tie in in_round if tie.winner is not None}
    homeless = iter(sorted((passed | winners) - there))
    return [(next(homeless, None), False) if place == (None, False) else place for place in came_out]


def _without_a_tie(
    snapshot: TournamentSnapshot, course: CupCourse, played: int, slot: Slot, busy: AbstractSet[PlayerId]
) -> Place:
    here = [player for player in (slot.first, slot.second) if player is not None and player not in busy]
    passed = [player for player in here if (played, player) in course.passed]
    stay = [player for player in here if player in course.still_in and not has_left(snapshot, player)]
    going_on = passed or (stay if len(stay) == 1 and not (slot.first_waits or slot.second_waits) else [])
    if going_on:
        return going_on[0], False
    return None, len(stay) > 1 or slot.first_waits or slot.second_waits


def _losers(tie: Match) -> list[PlayerId]:
    return [] if tie.winner is None else [tie.opponent(tie.winner)]


def _ties_by_slot(ties: Sequence[Match], slots: Sequence[Slot]) -> dict[int, Match]:
    """Where the director had others meet, a tie belongs to the slot of its lower number, if that is still free."""
    of_player = {
        player: index for index, slot in enumerate(slots) for player in (slot.first, slot.second) if player is not None
    }
    found: dict[int, Match] = {}
    for tie in sorted(ties, key=lambda tie: sorted(tie.players)):
        free = (of_player[player] for player in sorted(tie.players) if player in of_player)
        index = next((index for index in free if index not in found), None)
        if index is not None:
            found[index] = tie
    return found
