"""Everybody completely paired: by FIRST, else by the least rematches, else not, and why (README, When nothing fits)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing.history.byes import bye_candidates
from tournaments.pairing.history.record import Record
from tournaments.pairing.search.first import Candidates, Cost, Turns, first, first_at_least_cost
from tournaments.pairing.types.paired_round import PairingImpossible, Player, Players, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.translation import gettext_noop as _

NOBODY_PRESENT = Rule("impossible/nobody_present", _("Nobody is present."))
ALL_PLAYED = Rule("impossible/all_played", _("All planned rounds have been played; rounds so far: {count}."))
MET_EVERYBODY = Rule("impossible/met_everybody", _("No possible opponent is left for: {players}."))
NOT_ALL = Rule(
    "impossible/not_all",
    _("Everybody to be paired still has a possible opponent, but not all of them can be paired at once."),
)
ALLOW_REMATCH = Rule(
    "impossible/allow_rematch", _("The director can allow a rematch, pair by hand or give another bye."), is_remedy=True
)
FORBIDDEN = Rule(
    "impossible/forbidden", _("Even with rematches the forbidden pairs leave somebody without an opponent.")
)
PAIR_BY_HAND = Rule(
    "impossible/pair_by_hand", _("The director can lift a forbidden pair or pair by hand."), is_remedy=True
)
ALL_HAD_BYE = Rule(
    "impossible/all_had_bye",
    _("Somebody must sit out, but nobody twice, and all to be paired have had the bye: {players}."),
)
ONLY_SECOND_BYE = Rule(
    "impossible/only_second_bye",
    _(
        "Somebody must sit out, but nobody twice: the others can only be paired if one of these, who "
        "have already had the bye, sits out again: {players}."
    ),
)
ALLOW_SECOND_BYE = Rule(
    "impossible/allow_second_bye",
    _("The director can give somebody the bye by hand, or allow a second bye by an option of the tournament."),
    is_remedy=True,
)
REMATCHES = Rule(
    "last_resort/rematches",
    _(
        "Not everybody could be paired without a rematch. Rematches: {count}, as few as possible. First "
        "come those who met least often, then those who met longest ago."
    ),
)
MORE_MEETINGS = Rule(
    "last_resort/meetings",
    _(
        "Not everybody could be paired with at most {limit} games of the same two players. Boards over "
        "the limit: {count}, as few as possible. First come those who met least often, then those who "
        "met longest ago."
    ),
)
REMATCH = Rule(
    "last_resort/rematch",
    _("Rematch as a last resort. Earlier games of {higher} and {lower}: {count}, the last in round {round}."),
)


class LastResort(StrEnum):
    """What happens when not everybody can be paired without a rematch."""

    REMATCH = "rematch"
    STOP = "stop"


class SecondBye(StrEnum):
    """What happens when only somebody who has had the bye for an odd number can sit out."""

    GIVE = "give"
    STOP = "stop"


@dataclass(frozen=True, kw_only=True, slots=True)
class Completed:
    """Pairs as (higher placed, lower placed); `rematches` are those of them allowed as a last resort."""

    pairs: tuple[tuple[PlayerId, PlayerId], ...]
    bye: PlayerId | None
    rematches: frozenset[tuple[PlayerId, PlayerId]] = frozenset()
    max_meetings: int = 1

    @property
    def notes(self) -> tuple[Reason, ...]:
        if not self.rematches:
            return ()
        count = len(self.rematches)
        if self.max_meetings == 1:
            return (REMATCHES.reason(count=count),)
        return (MORE_MEETINGS.reason(limit=self.max_meetings, count=count),)


def refuse_finished(snapshot: TournamentSnapshot) -> None:
    if snapshot.all_played:
        raise PairingImpossible([ALL_PLAYED.reason(count=len(snapshot.rounds))])


def complete(
    record: Record,
    order: Sequence[PlayerId],
    *,
    max_meetings: int,
    last_resort: LastResort,
    candidates: Candidates | Turns | None = None,
    spared: AbstractSet[PlayerId] = frozenset(),
    second_bye: SecondBye = SecondBye.GIVE,
) -> Completed:
    """Pair all of `order`, with the bye if they are odd; `spared` have it last of those whose turn it is as much.

    Raises PairingImpossible.
    """
    bye = bye_candidates(record, order, spared=spared) if len(order) % 2 else None
    if bye is not None and second_bye is SecondBye.STOP:
        had = [player for player in bye if record.byes_had.get(player)]
        bye = bye[: len(bye) - len(had)]  # they come last
        _refuse_second_bye(record, order, had, bye, max_meetings=max_meetings, last_resort=last_resort)
    barred = record.barred(max_meetings)
    found = first(order, barred, candidates=candidates, bye=bye)
    if found is not None:
        return Completed(pairs=found.pairs, bye=found.bye)
    if last_resort is LastResort.STOP:
        raise PairingImpossible([*who_is_stuck(order, barred), ALLOW_REMATCH.reason()])
    return at_least_rematches(record, order, max_meetings=max_meetings, bye=bye, candidates=candidates)


def _refuse_second_bye(
    record: Record,
    order: Sequence[PlayerId],
    had: Sequence[PlayerId],
    bye: Sequence[PlayerId],
    *,
    max_meetings: int,
    last_resort: LastResort,
) -> None:
    """Raises PairingImpossible where all `had` the bye, or only one of them could sit out, and none of `bye`."""
    named = Players(tuple(player for player in order if player in had))
    if not bye:
        raise PairingImpossible([ALL_HAD_BYE.reason(players=named), ALLOW_SECOND_BYE.reason()])
    barred = record.barred(max_meetings) if last_resort is LastResort.STOP else record.forbidden
    if had and first(order, barred, bye=bye) is None and first(order, barred, bye=had) is not None:
        raise PairingImpossible([ONLY_SECOND_BYE.reason(players=named), ALLOW_SECOND_BYE.reason()])


def at_least_rematches(
    record: Record,
    order: Sequence[PlayerId],
    *,
    max_meetings: int,
    bye: Sequence[PlayerId] | None,
    candidates: Candidates | Turns | None = None,
) -> Completed:
    """As few and as old rematches as possible, forbidden pairs never. Raises PairingImpossible."""
    cost = cost_of_rematches(record, max_meetings)
    written = _written_down(candidates, order)
    found = first_at_least_cost(order, record.forbidden, cost, bye=bye, candidates=written)
    if found is None:
        raise PairingImpossible([FORBIDDEN.reason(), PAIR_BY_HAND.reason()])
    rematches = frozenset(pair for pair in found.pairs if cost(*pair) is not None)
    return Completed(pairs=found.pairs, bye=found.bye, rematches=rematches, max_meetings=max_meetings)


def cost_of_rematches(record: Record, max_meetings: int = 1) -> Cost:
    """For those who have met so often: how many rematches, earlier meetings, and how late the last of them."""

    def cost(one: PlayerId, other: PlayerId) -> tuple[int, int, int] | None:
        rounds = record.met(one, other)
        return (1, len(rounds), rounds[-1]) if len(rounds) >= max_meetings else None

    return cost


def _written_down(candidates: Candidates | Turns | None, order: Sequence[PlayerId]) -> Candidates | None:
    if candidates is None or callable(candidates):
        return candidates
    turns = candidates
    return lambda player: turns.candidates(player, order)


def rematch_reason(record: Record, higher: PlayerId, lower: PlayerId) -> Reason:
    rounds = record.met(higher, lower)
    return REMATCH.reason(higher=Player(higher), lower=Player(lower), count=len(rounds), round=rounds[-1])


def who_is_stuck(order: Sequence[PlayerId], barred: Mapping[PlayerId, AbstractSet[PlayerId]]) -> list[Reason]:
    everybody = frozenset(order)
    stuck = tuple(player for player in order if everybody <= barred.get(player, frozenset()) | {player})
    return [MET_EVERYBODY.reason(players=Players(stuck)) if stuck else NOT_ALL.reason()]
