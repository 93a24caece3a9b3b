"""Table after table: each round's values come from the ranking before it (rulebook, keizer, Totals after round k)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from operator import add
from threading import Lock
from typing import Final, TypeAlias

from tournaments.pairing.systems.keizer.rules import LadderRules, OnCycle, OwnValueOf, Rescoring, Restart
from tournaments.pairing.systems.keizer.sums import Place, Rounds, Sums
from tournaments.pairing.types.snapshot import Entrant, PlayedRound, PlayerId, TournamentSnapshot


@dataclass(frozen=True, kw_only=True, slots=True)
class Pass:
    """Values, and the totals and the ranking that they give."""

    values: Sequence[int]
    own: Sequence[int]
    """The part of the totals that is the own value."""
    totals: Sequence[int]
    ladder: tuple[Place, ...]
    """Those in the ladder of the next round, best first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class After:
    """The table after a round."""

    rounds: Rounds
    valued: AbstractSet[Place]
    """Who had a value in this round."""
    passes: tuple[Pass, ...]
    """What the table was worked out by: one, or two whose mean it is."""
    totals: Sequence[int]
    ladder: tuple[Place, ...]
    banked: Sequence[int] = ()
    """Frozen only: what the rounds gave, each by its own values."""
    unsettled: int = 0
    """Complete re-scoring did not settle in so many passes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Chain:
    """All tables after round 0, 1, … It never changes: a longer one shares what stays."""

    sums: Sums
    planned_rounds: int | None
    rounds: tuple[PlayedRound, ...]
    after: tuple[After, ...]

    def over(self, rounds: Sequence[PlayedRound]) -> Chain:
        """The chain over these rounds; what it shares with them is not worked out again."""
        same = 0
        for mine, given in zip(self.rounds, rounds, strict=False):
            if mine is not given and mine != given:
                break
            same += 1
        if same == len(rounds) == len(self.rounds):
            return self
        after = list(self.after[: same + 1])
        for played in rounds[same:]:
            after.append(_METHODS[self.sums.rules.passes.rescoring](self, after, played))
        return replace(self, rounds=tuple(rounds), after=tuple(after))


def last_as_it_stood(chain: Chain) -> After:
    """The last round by the ranking before it alone: what its values were when it began, however it is counted anew."""
    return _classic(chain, chain.after[:-1], chain.rounds[-1])


def chain_of(rules: LadderRules, snapshot: TournamentSnapshot) -> Chain:
    """The chain for the table after the snapshot's last round. The last ones asked for are kept, to be grown.

    Classic and complete know nobody who has withdrawn for the round to come; frozen deals with them round by round.
    """
    coming = snapshot.next_number
    leave_out = rules.worth.withdrawn_share is not None and not rules.passes.is_frozen
    out = frozenset(entrant.number for entrant in snapshot.entrants if leave_out and entrant.is_away(coming))
    capacity = 64
    while capacity < len(snapshot.rounds):
        capacity *= 2
    key = (capacity, out, snapshot.planned_rounds, snapshot.entrants, rules)
    chain = _taken(key)
    if chain is None:
        sums = Sums(rules=rules, entrants=snapshot.entrants, out=out, capacity=capacity)
        chain = _begun(sums, snapshot.planned_rounds)
    grown = chain.over(snapshot.rounds)
    # An earlier table asked for does not throw the later ones away.
    is_earlier = chain.rounds[: len(grown.rounds)] == grown.rounds
    with _lock:
        _kept.insert(0, (key, chain if is_earlier else grown))
        del _kept[_MOST_KEPT:]
    return grown


def _taken(key: _Key) -> Chain | None:
    """Found by comparing: the same objects are equal at once, while hashing would look into every fraction."""
    with _lock:
        for place, (kept_key, chain) in enumerate(_kept):
            if kept_key == key:
                del _kept[place]
                return chain
    return None


def _begun(sums: Sums, planned_rounds: int | None) -> Chain:
    """After round 0: the starting list."""
    ladder = sums.in_ladder(1)
    is_final = sums.rules.passes.own_value_of is OwnValueOf.FINAL
    own = sums.nothing() if is_final else sums.own(0, sums.start_values)
    first = Pass(values=sums.start_values, own=own, totals=sums.scale.rounded(own), ladder=ladder)
    after = After(
        rounds=sums.no_rounds(),
        valued=frozenset(ladder),
        passes=(first,),
        totals=first.totals,
        ladder=ladder,
        banked=sums.nothing(),
    )
    return Chain(sums=sums, planned_rounds=planned_rounds, rounds=(), after=(after,))


def _classic(chain: Chain, after: Sequence[After], played: PlayedRound) -> After:
    """All rounds so far with the values of the ranking before this one."""
    before = after[-1]
    valued = frozenset(before.ladder)
    rounds = chain.sums.with_round(before.rounds, played, valued)
    only = _pass(chain.sums, rounds, played.number, before.ladder, _scores(after))
    return After(rounds=rounds, valued=valued, passes=(only,), totals=only.totals, ladder=only.ladder)


def _complete(chain: Chain, after: Sequence[After], played: PlayedRound) -> After:
    """Pass by pass until the ranking is the one it came from, or one comes back."""
    sums, rules, before = chain.sums, chain.sums.rules.passes, after[-1]
    valued = frozenset(before.ladder)
    rounds = sums.with_round(before.rounds, played, valued)
    from_start = rules.restart is Restart.INITIAL
    ladder, scores = (after[0].ladder, None) if from_start else (before.ladder, _scores(after))
    seen = {ladder: 0}
    made: list[Pass] = []
    while True:
        each = _pass(sums, rounds, played.number, ladder, scores)
        made.append(each)
        if each.ladder == ladder:
            return After(rounds=rounds, valued=valued, passes=(each,), totals=each.totals, ladder=ladder)
        if each.ladder in seen or len(made) == rules.max_passes:
            break
        ladder, scores = each.ladder, each.totals
        seen[ladder] = len(made)
    passes = _when_unsettled(rules.on_cycle, made, made[seen.get(each.ladder, 0) :], before.ladder)
    totals = [sum(parts) // len(passes) for parts in zip(*(each.totals for each in passes), strict=True)]
    return After(
        rounds=rounds,
        valued=valued,
        passes=passes,
        totals=totals,
        ladder=sums.ranked(valued, totals),
        unsettled=len(made),
    )


def _when_unsettled(
    on_cycle: OnCycle, made: Sequence[Pass], cycle: Sequence[Pass], before: Sequence[Place]
) -> tuple[Pass, ...]:
    """The pass that counts, or the two whose mean does."""
    match on_cycle:
        case OnCycle.LAST:
            return (made[-1],)
        case OnCycle.AVERAGE:
            return tuple(made[-2:])
        case OnCycle.CALMEST:
            was = {player: place for place, player in enumerate(before)}
            return (min(cycle, key=lambda each: sum(abs(was[p] - place) for place, p in enumerate(each.ladder))),)


def _pass(sums: Sums, rounds: Rounds, number: int, ladder: Sequence[Place], scores: Sequence[int] | None) -> Pass:
    values = sums.values(ladder, scores)
    start = sums.rules.passes.own_value_of is OwnValueOf.START
    own = sums.own(number, sums.start_values if start else values)
    totals = sums.scale.rounded(list(map(add, sums.totals(rounds, values), own)))
    return Pass(values=values, own=own, totals=totals, ladder=sums.ranked(ladder, totals))


def _frozen(chain: Chain, after: Sequence[After], played: PlayedRound) -> After:
    """The round is added with the values in force in it; of the rounds before nothing changes but the own value."""
    sums, before = chain.sums, after[-1]
    values = sums.values(before.ladder, _scores(after))
    valued = frozenset(before.ladder)
    nothing_yet = replace(sums.no_rounds(), absences=before.rounds.absences, of_kind=before.rounds.of_kind)
    rounds = sums.with_round(nothing_yet, played, valued)
    banked = list(map(add, before.banked, sums.totals(rounds, values)))
    coming = sums.in_ladder(played.number + 1)
    own = _own_when_frozen(chain, played.number, values, coming, banked)
    totals = sums.scale.rounded(list(map(add, banked, own)))
    ladder = sums.ranked(coming, totals)
    only = Pass(values=values, own=own, totals=totals, ladder=ladder)
    return After(rounds=rounds, valued=valued, passes=(only,), totals=totals, ladder=ladder, banked=banked)


def _own_when_frozen(
    chain: Chain, number: int, values: Sequence[int], coming: Sequence[Place], banked: Sequence[int]
) -> list[int]:
    """Only of those in the ladder to come; `final` counts from the last planned round on."""
    sums = chain.sums
    match sums.rules.passes.own_value_of:
        case OwnValueOf.CURRENT:
            own = sums.own(number, values)
        case OwnValueOf.START:
            own = sums.own(number, sums.start_values)
        case OwnValueOf.FINAL:
            if chain.planned_rounds is None or number < chain.planned_rounds:
                return sums.nothing()
            totals = sums.scale.rounded(banked)
            own = sums.own(number, sums.values(sums.ranked(coming, totals), totals))
    here = frozenset(coming)
    return [units if place in here else 0 for place, units in enumerate(own)]


def _scores(after: Sequence[After]) -> Sequence[int] | None:
    """The totals that values by score are made of: none before round 1."""
    return after[-1].totals if len(after) > 1 else None


_Method: TypeAlias = Callable[[Chain, Sequence[After], PlayedRound], After]
_METHODS: Final[Mapping[Rescoring, _Method]] = {
    Rescoring.CLASSIC: _classic,
    Rescoring.COMPLETE: _complete,
    Rescoring.FROZEN: _frozen,
}

_Key: TypeAlias = tuple[int, frozenset[PlayerId], int | None, tuple[Entrant, ...], LadderRules]
_MOST_KEPT: Final = 16
_kept: list[tuple[_Key, Chain]] = []
"""The latest first."""
_lock = Lock()
