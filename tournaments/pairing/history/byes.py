"""The bye for the odd number: whose turn it is, and why (rulebook, README, The bye)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum

from tournaments.pairing.history.colours import counted_without_a_game
from tournaments.pairing.history.record import Record
from tournaments.pairing.types.paired_round import MOST_NAMED, Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

ONLY = Rule("bye/only", _("{player} is the only one left to be paired."))
LOWEST = Rule(
    "bye/lowest", _("{player} is the lowest placed of those who have not yet had the bye for an odd number of players.")
)
LOWEST_OF_ALL = Rule("bye/lowest_of_all", _("{player} is the lowest placed of those to be paired."))
FEWEST = Rule(
    "bye/fewest",
    _(
        "Nobody is left who has not had the bye for an odd number of players: "
        "{player} is the lowest placed of those with fewest ({count})."
    ),
)
IN_TURN = Rule("bye/in_turn", _("{player} is the first in turn whose bye lets all the others be paired."))
PASSED_OVER = Rule("bye/passed_over", _("With a bye for {skipped} the others could not all have been paired."))
PASSED_OVER_SEVERAL = Rule(
    "bye/passed_over_several",
    _("{count} players came before in turn, but with a bye for any of them the others could not all have been paired."),
)
NEXT_FROM_BELOW = Rule("bye/next_from_below", _("{player} is the next in turn from below."))
THIRD_WHITE = Rule("bye/third_white", _("The bye passes over {skipped}, who had White the last two times."))
LEAST_COST = Rule(
    "bye/least_cost",
    _(
        "{player} is the first in turn whose bye leaves the others with as few rematches as possible, "
        "and no worse ones."
    ),
)


class ByeChoice(StrEnum):
    """Whose turn it is to sit out."""

    SHARED = "shared"  # from below, those with the fewest byes first
    LOWEST = "lowest"  # purely from below


def bye_candidates(
    record: Record,
    order: Sequence[PlayerId],
    choice: ByeChoice = ByeChoice.SHARED,
    spared: AbstractSet[PlayerId] = frozenset(),
) -> list[PlayerId]:
    """From the end of the list; where the byes are shared, the fewest byes first. `spared` come last of those with
    equal byes and points, in a list by points."""
    candidates = list(reversed(order))
    if spared:
        candidates.sort(key=lambda player: (record.units[player], player in spared))
    if choice is ByeChoice.SHARED:
        candidates.sort(key=lambda player: record.byes_had.get(player, 0))
    return candidates


def third_white_reasons(
    record: Record,
    order: Sequence[PlayerId],
    player: PlayerId,
    spared: AbstractSet[PlayerId],
    *,
    with_forfeits: bool = False,
) -> tuple[Reason, ...]:
    """For each, up to a few, whose turn it would have been before `player`'s but for the colours; `with_forfeits`:
    forfeited games count in these."""
    byes, units = record.byes_had.get(player, 0), record.units[player]
    below = reversed(order[order.index(player) + 1 :]) if player not in spared else ()
    passed_over = [
        other
        for other in below
        if other in spared and (record.byes_had.get(other, 0), record.units[other]) == (byes, units)
    ]
    named = passed_over[:MOST_NAMED]
    said = [THIRD_WHITE.reason(skipped=Player(other)) for other in named]
    return (*said, *counted_without_a_game(record, named, last=2, with_forfeits=with_forfeits))


def bye_reasons(
    record: Record,
    order: Sequence[PlayerId],
    player: PlayerId,
    *,
    relaxed: bool,
    choice: ByeChoice = ByeChoice.SHARED,
    spared: AbstractSet[PlayerId] = frozenset(),
) -> tuple[Reason, ...]:
    """Why this player, of those in `order`; `relaxed` when the least rematches decided who."""
    if len(order) == 1:
        return (ONLY.reason(player=Player(player)),)
    candidates = bye_candidates(record, order, choice, spared)
    passed_over = third_white_reasons(record, order, player, spared)
    first_in_turn = _first_in_turn(record, player, choice)
    return in_turn_reasons(candidates, player, first_in_turn, passed_over, relaxed=relaxed)


def in_turn_reasons(
    candidates: Sequence[PlayerId],
    player: PlayerId,
    first_in_turn: Reason,
    third_whites: Sequence[Reason] = (),
    *,
    relaxed: bool = False,
) -> tuple[Reason, ...]:
    """For systems with an order of their own: why this one of `candidates`, and not an earlier one. `third_whites` say
    who was to have been earlier; `relaxed` when the least rematches decided."""
    skipped = candidates[: candidates.index(player)]
    if skipped and relaxed:
        return (LEAST_COST.reason(player=Player(player)), *third_whites)
    if skipped:
        return (IN_TURN.reason(player=Player(player)), *_passed_over(skipped), *third_whites)
    return (NEXT_FROM_BELOW.reason(player=Player(player)), *third_whites) if third_whites else (first_in_turn,)


def _first_in_turn(record: Record, player: PlayerId, choice: ByeChoice) -> Reason:
    if choice is ByeChoice.LOWEST:
        return LOWEST_OF_ALL.reason(player=Player(player))
    if count := record.byes_had.get(player, 0):
        return FEWEST.reason(player=Player(player), count=count)
    return LOWEST.reason(player=Player(player))


def _passed_over(skipped: Sequence[PlayerId]) -> tuple[Reason, ...]:
    if len(skipped) > MOST_NAMED:
        return (PASSED_OVER_SEVERAL.reason(count=len(skipped)),)
    return tuple(PASSED_OVER.reason(skipped=Player(player)) for player in skipped)
