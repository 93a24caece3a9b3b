"""What one event gives each who took part, with the reasons."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import itemgetter

from tournaments.pairing.series.options import EventPoints, EventSharing, Guests, SeriesOptions, TiesInEvent
from tournaments.pairing.series.types import EventKey, EventResults, Line, PersonKey, SeriesResult
from tournaments.pairing.types.paired_round import Amounts, Fact, Place, Reason, Rule
from tournaments.pairing.types.translation import gettext_noop as _

BY_PLACE = Rule("series/place", _("{place} of {count}: {value} points."))
MEAN = Rule("series/shared/mean", _("{first} to {last} of {count} shared: ({amounts}) / {sharing} points each."))
BEST = Rule("series/shared/best", _("{first} to {last} of {count} shared: {value} points each, as for the {first}."))
LOWER = Rule("series/shared/lower", _("{first} to {last} of {count} shared: {value} points each, as for the {last}."))
PLACE = Rule("series/as_place", _("{place} of {count}."))
PLACES = Rule("series/as_place/shared", _("{first} to {last} of {count} shared."))
POINTS = Rule("series/points", _("{value} points scored."))
SHARE = Rule("series/share", _("{points} points of the {possible} that could be scored."))
BEATEN = Rule(
    "series/beaten", _("{place} of {count}: {behind} for the strength of those placed below, and {base} for everybody.")
)
BEATEN_SHARED = Rule(
    "series/beaten/shared",
    _(
        "{first} to {last} of {count} shared: {behind} for the strength of those placed below, and "
        "{base} for everybody."
    ),
)
WEIGHT = Rule("series/weight", _("This event counts {weight} times."))
GUESTS = Rule("series/guests", _("Guests higher up are passed over: {count}."))


def took_part(event: EventResults, options: SeriesOptions) -> list[Line]:
    """With enough games; whoever was registered and did not come is nowhere."""
    return [line for line in event.lines if line.games >= options.min_games]


def is_ranked(line: Line, options: SeriesOptions) -> bool:
    return options.guests is Guests.RANKED or not line.is_guest


def results_of(
    event: EventResults, options: SeriesOptions, *, among: Collection[PersonKey] | None = None
) -> dict[PersonKey, SeriesResult]:
    """Of whoever is ranked. `among`: the places are given anew, as if nobody else had taken part."""
    there = took_part(event, options)
    if among is not None:
        there = [line for line in there if line.person in among]
    unit = lcm(*{line.points.denominator for line in there})
    in_order = sorted(((_order(line, options, unit), line) for line in there), key=_by_order)
    skips = options.guests is Guests.SKIPPED
    passed = [order for order, line in in_order if line.is_guest and skips]
    placed = [(order, line) for order, line in in_order if not (line.is_guest and skips)]
    given = _Event(event, options, [line for _order, line in placed])
    found: dict[PersonKey, SeriesResult] = {}
    first = 1
    for order, members in groupby(placed, key=itemgetter(0)):
        group = [line for _order, line in members]
        last = first + len(group) - 1
        ahead = bisect_left(passed, order)
        for line in group:
            if is_ranked(line, options):
                found[line.person] = given.result(line, first, last, passed_over=ahead)
        first = last + 1
    return found


def _by_order(one: tuple[int, Line]) -> tuple[int, PersonKey]:
    order, line = one
    return order, line.person


def _order(line: Line, options: SeriesOptions, unit: int) -> int:
    """The lower the better. `unit`: so many make a point, and what was scored is whole."""
    if options.ties_in_event is not TiesInEvent.POINTS or line.by_table:
        return line.place
    return -line.points.numerator * (unit // line.points.denominator)


class _Event:
    """One event's numbers. `placed` are all who take a place, best first."""

    def __init__(self, event: EventResults, options: SeriesOptions, placed: Sequence[Line]) -> None:
        self.key: EventKey = event.key
        self.weight = event.weight
        self.possible = event.possible
        self.options = options
        self.count = len(placed)
        self.strengths = [_strength(line, options) for line in placed] if options.result is EventPoints.BEATEN else []
        self.base = sum(self.strengths)
        self._gives: dict[tuple[int, Fraction | int | None], SeriesResult] = {}

    def result(self, line: Line, first: int, last: int, *, passed_over: int) -> SeriesResult:
        """One for all who share a place, as far as nothing else of theirs matters."""
        own: tuple[int, Fraction | int | None]
        match self.options.result:
            case EventPoints.POINTS | EventPoints.SHARE:
                own = first, line.points
            case EventPoints.BEATEN:
                own = first, line.rating
            case EventPoints.BY_PLACE | EventPoints.PLACE:
                own = first, None
        if own not in self._gives:
            self._gives[own] = self._result(line, first, last, passed_over=passed_over)
        return self._gives[own]

    def _result(self, line: Line, first: int, last: int, *, passed_over: int) -> SeriesResult:
        value, reason = self._value(line, first, last)
        reasons = [reason]
        if passed_over:
            reasons.append(GUESTS.reason(count=passed_over))
        if self.weight != 1:
            value *= self.weight
            reasons.append(WEIGHT.reason(weight=self.weight))
        return SeriesResult(
            event=self.key, value=value, first=first, last=last, count=self.count, reasons=tuple(reasons)
        )

    def _value(self, line: Line, first: int, last: int) -> tuple[Fraction, Reason]:
        match self.options.result:
            case EventPoints.POINTS:
                return line.points, POINTS.reason(value=line.points)
            case EventPoints.SHARE:
                possible = self.possible or Fraction(0)
                value = line.points / possible if possible else Fraction(0)
                return value, SHARE.reason(points=line.points, possible=possible)
            case EventPoints.BEATEN:
                return self._beaten(line, first, last)
            case EventPoints.BY_PLACE | EventPoints.PLACE:
                return self._by_place(first, last)

    def _by_place(self, first: int, last: int) -> tuple[Fraction, Reason]:
        is_place = self.options.result is EventPoints.PLACE
        amounts = [Fraction(place) if is_place else self._listed(place) for place in range(first, last + 1)]
        value = self._shared(amounts)
        where: dict[str, Fact] = {"first": Place(first), "last": Place(last), "count": self.count}
        if is_place:
            alone = PLACE.reason(place=Place(first), count=self.count)
            return value, alone if first == last else PLACES.reason(**where)
        if first == last:
            return value, BY_PLACE.reason(place=Place(first), count=self.count, value=value)
        match self.options.shared:
            case EventSharing.MEAN:
                return value, MEAN.reason(**where, amounts=Amounts(tuple(amounts)), sharing=len(amounts))
            case EventSharing.BEST:
                return value, BEST.reason(**where, value=value)
            case EventSharing.LOWER:
                return value, LOWER.reason(**where, value=value)

    def _listed(self, place: int) -> Fraction:
        options = self.options
        return options.points_by_place.of(place, self.count, rest=options.behind_the_list, shorten=options.shorten)

    def _shared(self, amounts: Sequence[Fraction]) -> Fraction:
        """`amounts` for the places shared, the best place first."""
        match self.options.shared:
            case EventSharing.MEAN:
                unit = lcm(*{amount.denominator for amount in amounts})
                whole = sum([amount.numerator * (unit // amount.denominator) for amount in amounts])
                return Fraction(whole, unit * len(amounts))
            case EventSharing.BEST:
                return amounts[0]
            case EventSharing.LOWER:
                return amounts[-1]

    def _beaten(self, line: Line, first: int, last: int) -> tuple[Fraction, Reason]:
        """Of those level each has left behind half, none or all of the others, as places are shared."""
        behind = Fraction(sum(self.strengths[last:]))
        level = sum(self.strengths[first - 1 : last]) - _strength(line, self.options)
        part = {EventSharing.MEAN: Fraction(1, 2), EventSharing.BEST: Fraction(1), EventSharing.LOWER: Fraction(0)}
        behind += level * part[self.options.shared]
        facts: dict[str, Fact] = {"count": self.count, "behind": behind, "base": self.base}
        if first == last:
            return self.base + behind, BEATEN.reason(place=Place(first), **facts)
        return self.base + behind, BEATEN_SHARED.reason(first=Place(first), last=Place(last), **facts)


def _strength(line: Line, options: SeriesOptions) -> int:
    """A hundredth of the rating, rounded up (Herxheim)."""
    return options.strength_unrated if line.rating is None else -(-line.rating // 100)


def most_of(event: EventResults, options: SeriesOptions) -> Fraction | None:
    """The best an event to come can give; None: not known before it is held."""
    match options.result:
        case EventPoints.BY_PLACE:
            most = options.points_by_place.most
        case EventPoints.PLACE | EventPoints.SHARE:
            most = Fraction(1)
        case EventPoints.POINTS:
            most = event.possible
        case EventPoints.BEATEN:
            most = None
    return None if most is None else most * event.weight
