"""Near neighbours of a ladder meet, and may meet again when a gap has passed (rulebook, keizer, Pairing)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tournaments.pairing.history.attendance import pairing_field
from tournaments.pairing.history.byes import ByeChoice, bye_candidates, bye_reasons
from tournaments.pairing.history.colours import ColourHistory
from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.colour_allocation import (
    ColourCount,
    Colouring,
    by_count,
    by_turning,
    to_lower_placed,
)
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.opponents.opponent_reasons import (
    OTHERS,
    Otherwise,
    Places,
    explained,
    passed_over,
    places_of,
    why_met,
)
from tournaments.pairing.protocols import MeetingLimit, PairLimits
from tournaments.pairing.search.first import FirstPairing, first, first_at_least_cost
from tournaments.pairing.search.last_resort import FORBIDDEN, NOBODY_PRESENT, PAIR_BY_HAND, refuse_finished
from tournaments.pairing.types.paired_round import (
    MOST_NAMED,
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    Pin,
    Player,
    Reason,
    Rule,
    numbered,
)
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

MET_RECENTLY = Rule(
    "neighbours/met_recently",
    _(
        "{skipped} is placed higher, but met {higher} in round {round}. "
        "Other rounds since then: {count}; needed: {gap}."
    ),
)
COLOURS = Rule(
    "neighbours/colours",
    _(
        "{skipped} is placed higher, but in a game with {higher} {player} would have {colour} too often in a row; "
        "allowed at most: {limit}."
    ),
)
NEAREST = Rule(
    "neighbours/nearest",
    _("{higher} and {lower} meet: of all pairings that are allowed, this one keeps opponents closest in the list."),
)
FARTHER = Rule(
    "neighbours/farther",
    _("{skipped} is placed higher, but then no pairing with opponents as close together was left."),
)
FARTHER_MORE = Rule(
    "neighbours/farther_more",
    _("Further players placed higher with whom no pairing with opponents as close together was left: {count}."),
)
CLOSEST = Otherwise(headline=NEAREST, one=FARTHER, more=FARTHER_MORE)

MET_IN_PERIOD = Rule(
    "neighbours/met_in_period",
    _(
        "{skipped} is placed higher, but met {higher} in round {round}. "
        "Games in one part of the season: at most {limit}."
    ),
)
MET_BEFORE = Rule(
    "neighbours/met_before",
    _("{skipped} is placed higher, but met {higher} in round {round}. Nobody meets twice up to round {last}."),
)

WITHOUT_COLOURS = Rule(
    "neighbours/without_colours",
    _(
        "Not everybody could be paired within all limits. The limit of games in a row with the same "
        "colour ({limit}) was set aside first. Boards above it: {count}."
    ),
)
SHORTER_GAP = Rule(
    "neighbours/shorter_gap",
    _(
        "Not everybody could be paired with the usual number of rounds between two games of the same "
        "players ({gap}). In this round it is {lowered}. Boards that needed this: {count}."
    ),
)
FREED = Rule(
    "neighbours/freed",
    _(
        "Not everybody could be paired within the limit of games between the same two players "
        "({limit}). Pairs that were allowed one more, the oldest last game first: {freed}. Boards that "
        "needed it: {count}."
    ),
)
FREED_AT_A_LIMIT = Rule(
    "neighbours/freed_at_a_limit",
    _(
        "Not everybody could be paired without a game between two who have already met as often as "
        "allowed. Pairs that were allowed one more, the oldest last game first: {freed}. Boards that "
        "needed it: {count}."
    ),
)
HELD_BY_A_LIMIT = Rule(
    "neighbours/held_by_a_limit",
    _("{skipped} would have sat out, but {one} and {other} have already met as often as allowed."),
)
IN_TURN_WITHIN_LIMITS = Rule(
    "neighbours/in_turn_within_limits",
    _("{player} is first in turn: if this player sits out, nobody has to meet more often than allowed."),
)
OWES = Rule(
    "neighbours/owes",
    _("{player} owes an evening: sits out unpaid, since the number is odd."),
    is_private=True,
)
ONE_COLOUR_MORE = Rule(
    "neighbours/one_colour_more",
    _(
        "Not everybody could be paired within the usual limits, so {player} may have {colour} again; "
        "games in a row with this one: {count}."
    ),
)
MET_EARLY = Rule(
    "neighbours/met_early",
    _(
        "Not everybody could be paired within the usual limits, so {higher} and {lower} may meet "
        "although they met in round {round}. Other rounds since then: {count}; usually at least {gap}."
    ),
)
ONE_MEETING_MORE = Rule(
    "neighbours/one_meeting_more",
    _(
        "Not everybody could be paired within the usual limits, so {higher} and {lower} may meet once "
        "more. Games so far: {count}, the last in round {round}."
    ),
)

_Pair = tuple[PlayerId, PlayerId]


class PairingOrder(StrEnum):
    """Which of all complete pairings is taken."""

    TOP_DOWN = "top_down"
    NEAREST = "nearest"


@dataclass(frozen=True, kw_only=True, slots=True)
class NeighbourRules:
    """What is asked of a pair, who sits out, and which pairing is taken: a system's options of the same names."""

    gap: int
    max_meetings: int | None = None
    colour_limit: int | None = None
    colour_count: ColourCount = ColourCount.WHITES
    bye_choice: ByeChoice = ByeChoice.SHARED
    pairing: PairingOrder = PairingOrder.TOP_DOWN
    period_rounds: tuple[int, ...] | None = None
    max_meetings_in_period: int | None = None
    gap_over_periods: bool = False
    no_rematch_until: int | None = None

    @property
    def limits(self) -> PairLimits:
        return PairLimits(
            gap=self.gap,
            max_meetings=self.max_meetings,
            colour_limit=self.colour_limit,
            period_rounds=self.period_rounds,
            max_meetings_in_period=self.max_meetings_in_period,
            gap_over_periods=self.gap_over_periods,
            no_rematch_until=self.no_rematch_until,
        )

    @property
    def has_limits(self) -> bool:
        """Of how often two may meet."""
        return not (self.max_meetings is self.max_meetings_in_period is self.no_rematch_until is None)


def pair_neighbours(
    record: Record, ladder: Sequence[PlayerId], rules: NeighbourRules, *, pinned: Sequence[Pin] = ()
) -> PairedRound:
    """The next round of `record.snapshot`. Raises PairingImpossible.

    `ladder` is best first and holds everybody who is present; who else stands in it does not matter.
    """
    snapshot = record.snapshot
    refuse_finished(snapshot)
    here = pairing_field(snapshot)
    order = [player for player in ladder if player in here.present]
    if not order:
        raise PairingImpossible([NOBODY_PRESENT.reason()])
    by_hand = take_out(record, order, pinned, rules.limits)
    byes = _bye(record, by_hand.rest, rules)
    sitting_out = {bye.player for bye in byes}
    field = _Field(
        record=record, order=tuple(player for player in by_hand.rest if player not in sitting_out), rules=rules
    )
    step, pairs = field.complete()
    return PairedRound(
        number=snapshot.next_number,
        boards=numbered([*by_hand.boards, *field.boards(places_of(order), step, pairs)], order),
        byes=(*byes, *by_hand.byes, *here.byes),
        left_out=here.left_out,
        notes=field.notes(step, pairs),
        order=tuple(order),
    )


def _bye(record: Record, order: Sequence[PlayerId], rules: NeighbourRules) -> tuple[PairedBye, ...]:
    """Settled before gap and colours are relaxed; a limit of meetings outranks whose turn it is."""
    candidates = _candidates(record, order, rules) if len(order) % 2 else None
    field = _Field(record=record, order=tuple(order), rules=rules)
    within_limits = first(order, field.barred(_Step(gap=0)), bye=candidates)
    found = within_limits or first(order, record.forbidden, bye=candidates)
    if found is None:
        raise PairingImpossible([FORBIDDEN.reason(), PAIR_BY_HAND.reason()])
    if found.bye is None:
        return ()
    held = field.held_by_a_limit(candidates or (), found.bye) if within_limits else ()
    if found.bye in record.snapshot.next_round.owe_bye:
        reasons = (OWES.reason(player=Player(found.bye)), *held)
        return (PairedBye(player=found.bye, kind=ByeKind.UNPAID, reasons=reasons),)
    reasons = held or bye_reasons(record, order, found.bye, relaxed=False, choice=rules.bye_choice)
    return (PairedBye(player=found.bye, kind=ByeKind.PAIRING, reasons=reasons),)


def _candidates(record: Record, order: Sequence[PlayerId], rules: NeighbourRules) -> list[PlayerId]:
    """Who owes an evening comes first, the lowest placed of them before the others."""
    owing = record.snapshot.next_round.owe_bye
    in_turn = bye_candidates(record, order, rules.bye_choice)
    return [player for player in reversed(order) if player in owing] + [each for each in in_turn if each not in owing]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Step:
    """What is still asked of a pair. Besides that, of those at a limit the first `freed` may meet again."""

    gap: int
    colour_limit: int | None = None
    freed: int = 0


@dataclass(frozen=True, kw_only=True)
class _Field:
    """Those to be paired with each other, an even number, best first."""

    record: Record
    order: tuple[PlayerId, ...]
    rules: NeighbourRules

    # Which of them may meet

    @cached_property
    def colours(self) -> ColourHistory:
        return self.record.once(ColourHistory, lambda: ColourHistory.of(self.record.snapshot.rounds))

    def coloured(self, higher: PlayerId, lower: PlayerId) -> Colouring:
        """Rulebook, 6."""
        count, had = self.rules.colour_count, self.colours
        is_by_balance = count is ColourCount.BALANCE
        counts = had.balances if is_by_balance else had.whites
        return (
            by_count(count, lambda player: counts.get(player, 0), higher, lower)
            or (by_turning(had.last_as_white, higher, lower) if is_by_balance else None)
            or to_lower_placed(count, higher, lower, is_first_round=not self.record.snapshot.rounds)
        )

    def over_limit(self, higher: PlayerId, lower: PlayerId, limit: int) -> Mapping[PlayerId, Colour]:
        """Who of the two would have their colour too often in a row."""
        given = self.coloured(higher, lower)
        return self.colours.over_limit(given.white, given.black, limit)

    @cached_property
    def place(self) -> Mapping[PlayerId, int]:
        return {player: place for place, player in enumerate(self.order)}

    @cached_property
    def limits(self) -> PairLimits:
        return self.rules.limits

    @cached_property
    def coming(self) -> int:
        return self.record.snapshot.next_number

    @cached_property
    def met_often(self) -> Sequence[_Pair]:
        """The pairs at a limit, in the order in which they are freed."""
        if not self.rules.has_limits:
            return ()
        place, forbidden = self.place, self.record.forbidden
        found = [
            (rounds[-1], place[higher], place[lower])
            for higher in self.order
            for lower, rounds in self.record.meetings[higher].items()
            if place[higher] < place.get(lower, -1)
            and self.limits.is_at_a_limit(rounds, self.coming)
            and lower not in forbidden.get(higher, ())
        ]
        return [(self.order[higher], self.order[lower]) for _last, higher, lower in sorted(found)]

    def too_recent(self, gap: int) -> int:
        """The first round so recent that who last met in it may not meet."""
        return self.limits.too_recent(gap, self.coming)

    def barred(self, step: _Step) -> Mapping[PlayerId, set[PlayerId]]:
        forbidden = self.record.forbidden
        barred = {player: set(forbidden.get(player, ())) for player in self.order}
        for one, other in self._barred_pairs(step):
            barred[one].add(other)
            barred[other].add(one)
        return barred

    def _barred_pairs(self, step: _Step) -> Iterator[_Pair]:
        """Those beside the forbidden; of the rounds only so many are read as the gap is wide."""
        place = self.place
        for played in self.record.snapshot.rounds[self.too_recent(step.gap) - 1 :]:
            for game in played.games:
                if not game.result.is_forfeit and game.white in place and game.black in place:
                    yield game.white, game.black
        yield from self.met_often[step.freed :]
        if step.colour_limit is not None:
            yield from self._too_many_colours(step.colour_limit)

    def _too_many_colours(self, limit: int) -> Iterator[_Pair]:
        at_limit = [abs(self.colours.runs.get(player, 0)) >= limit for player in self.order]
        for i, higher in enumerate(self.order):
            for j, lower in enumerate(self.order[i + 1 :], i + 1):
                if (at_limit[i] or at_limit[j]) and self.over_limit(higher, lower, limit):
                    yield higher, lower

    # The pairing

    def complete(self) -> tuple[_Step, Sequence[_Pair]]:
        """With all that is asked, else with the least of it relaxed (rulebook, 4). Raises PairingImpossible."""
        step = _Step(gap=self.rules.gap, colour_limit=self.rules.colour_limit)
        found = self._pairs(step)
        if found is None:
            # Each step allows all that those before it do; the last asks for nothing that could be relaxed.
            less = self._relaxed() or [step]
            step = less[bisect_left(less, True, hi=len(less) - 1, key=self._fits)]
            found = self._pairs(step)
        if found is None:
            raise PairingImpossible([FORBIDDEN.reason(), PAIR_BY_HAND.reason()])
        return step, found.pairs

    def _relaxed(self) -> list[_Step]:
        # A gap wider than all rounds so far bars no more than one that is as wide.
        gap = min(self.rules.gap, len(self.record.snapshot.rounds))
        return [
            *([_Step(gap=self.rules.gap)] if self.rules.colour_limit is not None else ()),
            *(_Step(gap=lowered) for lowered in range(gap - 1, -1, -1)),
            *(_Step(gap=0, freed=freed) for freed in range(1, len(self.met_often) + 1)),
        ]

    def _fits(self, step: _Step) -> bool:
        return first(self.order, self.barred(step)) is not None

    def _pairs(self, step: _Step) -> FirstPairing | None:
        if self.rules.pairing is PairingOrder.TOP_DOWN:
            return first(self.order, self.barred(step))
        return first_at_least_cost(self.order, self.barred(step), self._squared_distance)

    def _squared_distance(self, one: PlayerId, other: PlayerId) -> tuple[int]:
        return ((self.place[one] - self.place[other]) ** 2,)

    # Why

    def boards(self, places: Places, step: _Step, pairs: Sequence[_Pair]) -> list[PairedBoard]:
        freed = frozenset(self.met_often[: step.freed])
        otherwise = OTHERS if self.rules.pairing is PairingOrder.TOP_DOWN else CLOSEST

        def why_barred(higher: PlayerId, skipped: PlayerId) -> Reason | None:
            return self._why_barred(step, freed, higher, skipped)

        boards = []
        for higher, lower, skipped in passed_over(self.order, pairs):
            given = self.coloured(higher, lower)
            reasons = (
                *self._relaxed_for(higher, lower),
                *explained(places, higher, lower, skipped, why_barred, otherwise=otherwise),
                given.why,
            )
            boards.append(PairedBoard(board=0, white=given.white, black=given.black, reasons=reasons))
        return boards

    def held_by_a_limit(self, candidates: Sequence[PlayerId], player: PlayerId) -> tuple[Reason, ...]:
        """Why the bye has gone to `player`, where but for the limits it would have been an earlier candidate's."""
        held = []
        at_limit = {frozenset(pair) for pair in self.met_often}
        for skipped in candidates[: candidates.index(player)] if at_limit else ():
            rest = [other for other in self.order if other != skipped]
            found = first(rest, self.record.forbidden)
            met = (pair for pair in found.pairs if frozenset(pair) in at_limit) if found else iter(())
            if one_and_other := next(met, None):
                held.append((skipped, *one_and_other))
            if len(held) == MOST_NAMED:
                break
        if not held:
            return ()
        return (
            IN_TURN_WITHIN_LIMITS.reason(player=Player(player)),
            *(
                HELD_BY_A_LIMIT.reason(skipped=Player(skipped), one=Player(one), other=Player(other))
                for skipped, one, other in held
            ),
        )

    def _why_barred(self, step: _Step, freed: frozenset[_Pair], higher: PlayerId, skipped: PlayerId) -> Reason | None:
        if (reason := self._why_met(freed, higher, skipped)) is not None:
            return reason
        pair = {"higher": Player(higher), "skipped": Player(skipped)}
        last = self.colours.met_last(higher, skipped)
        if last >= self.too_recent(step.gap):
            return MET_RECENTLY.reason(**pair, round=last, count=self._in_between(last), gap=step.gap)
        if step.colour_limit is not None:
            for player, colour in self.over_limit(higher, skipped, step.colour_limit).items():
                return COLOURS.reason(**pair, player=Player(player), colour=colour, limit=step.colour_limit)
        return None

    def _why_met(self, freed: frozenset[_Pair], higher: PlayerId, skipped: PlayerId) -> Reason | None:
        """Forbidden, or at a limit and not freed."""
        met = self.record.met(higher, skipped)
        limit = None if (higher, skipped) in freed else self.limits.limit_reached(met, self.coming)
        pair = {"higher": Player(higher), "skipped": Player(skipped)}
        is_forbidden = skipped in self.record.forbidden.get(higher, ())
        match None if is_forbidden else limit:  # not all: what is said of the limit in all is said of every system
            case MeetingLimit.IN_PERIOD:
                return MET_IN_PERIOD.reason(**pair, round=met[-1], limit=self.rules.max_meetings_in_period or 0)
            case MeetingLimit.NOT_YET:
                return MET_BEFORE.reason(**pair, round=met[-1], last=self.rules.no_rematch_until or 0)
        most = None if limit is None else self.rules.max_meetings
        return why_met(self.record, higher, skipped, max_meetings=most)

    def _in_between(self, last: int) -> int:
        return self.coming - last - 1

    def _relaxed_for(self, higher: PlayerId, lower: PlayerId) -> Iterator[Reason]:
        """What was asked of every pair, but not kept on this board."""
        rules, pair = self.rules, {"higher": Player(higher), "lower": Player(lower)}
        if self.limits.is_at_a_limit(rounds := self.record.met(higher, lower), self.coming):
            yield ONE_MEETING_MORE.reason(**pair, count=len(rounds), round=rounds[-1])
        last = self.colours.met_last(higher, lower)
        if last >= self.too_recent(rules.gap):
            yield MET_EARLY.reason(**pair, round=last, count=self._in_between(last), gap=rules.gap)
        if rules.colour_limit is not None:
            for player, colour in self.over_limit(higher, lower, rules.colour_limit).items():
                in_a_row = abs(self.colours.runs.get(player, 0)) + 1
                yield ONE_COLOUR_MORE.reason(player=Player(player), colour=colour, count=in_a_row)

    def notes(self, step: _Step, pairs: Sequence[_Pair]) -> tuple[Reason, ...]:
        """What was relaxed for the round, also where in the end no board needed it."""
        used = [{reason.rule for reason in self._relaxed_for(*pair)} for pair in pairs]

        def boards_with(rule: Rule) -> int:
            return sum(rule.code in rules for rules in used)

        notes = []
        if self.rules.colour_limit is not None and step.colour_limit is None:
            count = boards_with(ONE_COLOUR_MORE)
            notes.append(WITHOUT_COLOURS.reason(limit=self.rules.colour_limit, count=count))
        if step.gap < self.rules.gap:
            count = boards_with(MET_EARLY)
            notes.append(SHORTER_GAP.reason(gap=self.rules.gap, lowered=step.gap, count=count))
        if step.freed:
            count = boards_with(ONE_MEETING_MORE)
            notes.append(self._freed(step.freed, count))
        return tuple(notes)

    def _freed(self, freed: int, count: int) -> Reason:
        limits = self.limits
        if limits.max_meetings is not None and limits.max_meetings_in_period is limits.no_rematch_until is None:
            return FREED.reason(limit=limits.max_meetings, freed=freed, count=count)
        return FREED_AT_A_LIMIT.reason(freed=freed, count=count)
