"""Why somebody got this opponent and not a higher placed one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.pairing.history.record import Record
from tournaments.pairing.types.paired_round import MOST_NAMED, Place, Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

NEXT = Rule("first/places", _("{higher_place} against {lower_place} of those here."))
NEXT_FREE = Rule(
    "first/places_left",
    _("{higher_place} against {lower_place} of those here: the highest two still to be paired."),
)
MAY_MEET = Rule("first/may_meet", _("{lower} is the highest placed of those left whom {higher} may play."))
OTHERS_TOO = Rule(
    "first/others_too",
    _("{lower} is the highest placed of those left whom {higher} may play so that all the others can be paired too."),
)
MET = Rule("first/met", _("{skipped} is placed higher, but met {higher} in round {round}."))
MET_OFTEN = Rule(
    "first/met_often", _("{skipped} is placed higher, but met {higher} {count} times, last in round {round}.")
)
FORBIDDEN = Rule("first/forbidden", _("{skipped} is placed higher, but must not meet {higher}."), is_private=True)
BARRED_MORE = Rule("first/barred_more", _("Further players placed higher whom {higher} may not play: {count}."))
OTHERS_LEFT = Rule(
    "first/others_left", _("{skipped} is placed higher, but then the others could not all have been paired.")
)
OTHERS_LEFT_MORE = Rule(
    "first/others_left_more",
    _("Further players placed higher with whom the others could not all have been paired: {count}."),
)
CHEAPEST = Rule(
    "first/cheapest",
    _(
        "{lower} is the highest placed of those left whom {higher} may play without more rematches in this round, "
        "or worse ones."
    ),
)
DEARER = Rule(
    "first/dearer",
    _(
        "{skipped} is placed higher, but then not all could have been paired, or only with more rematches or worse "
        "ones."
    ),
)
DEARER_MORE = Rule(
    "first/dearer_more",
    _(
        "Further players placed higher with whom not all could have been paired, or only with more rematches or worse "
        "ones: {count}."
    ),
)

Places: TypeAlias = Mapping[PlayerId, int]
"""Among those who are here, from 1."""
WhyBarred: TypeAlias = Callable[[PlayerId, PlayerId], Reason | None]
"""Why the first may not meet the second, who was passed over; None if they may."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Otherwise:
    """What is said of those passed over though nothing barred them. The headline names {higher} and {lower}."""

    headline: Rule
    one: Rule
    more: Rule


OTHERS = Otherwise(headline=OTHERS_TOO, one=OTHERS_LEFT, more=OTHERS_LEFT_MORE)
COST = Otherwise(headline=CHEAPEST, one=DEARER, more=DEARER_MORE)


def passed_over(
    order: Sequence[PlayerId], pairs: Sequence[tuple[PlayerId, PlayerId]]
) -> Iterator[tuple[PlayerId, PlayerId, list[PlayerId]]]:
    """Each pair from the top, with those still free between the two.

    Walks a linked list, so that a normal round costs a few steps per board.
    """
    paired = {player for pair in pairs for player in pair}
    free = [player for player in order if player in paired]
    following = dict(zip([0, *free], [*free, 0], strict=True))
    before = dict(zip([*free, 0], [0, *free], strict=True))

    def remove(player: PlayerId) -> None:
        following[before[player]] = following[player]
        before[following[player]] = before[player]

    for higher, lower in pairs:
        between = []
        player = following[higher]
        while player != lower:
            between.append(player)
            player = following[player]
        remove(higher)
        remove(lower)
        yield higher, lower, between


def opponent_reasons(
    record: Record,
    places: Places,
    higher: PlayerId,
    lower: PlayerId,
    skipped: Sequence[PlayerId],
    *,
    max_meetings: int,
    relaxed: bool,
) -> tuple[Reason, ...]:
    """`relaxed` when rematches had to be allowed for the round."""
    rematch = relaxed and len(record.met(higher, lower)) >= max_meetings

    def why_barred(higher: PlayerId, skipped: PlayerId) -> Reason | None:
        # Where even a rematch was taken, an old opponent passed over was no worse than a new one: it only costs more.
        most = None if rematch else max_meetings
        return why_met(record, higher, skipped, max_meetings=most)

    return explained(
        places, higher, lower, skipped, why_barred, otherwise=COST if relaxed else OTHERS, with_headline=not rematch
    )


def places_of(order: Sequence[PlayerId]) -> Places:
    """Of all who are here, best first."""
    return {player: place for place, player in enumerate(order, start=1)}


def next_reason(places: Places, higher: PlayerId, lower: PlayerId, otherwise: Rule = NEXT_FREE) -> Reason:
    """Nobody still to be paired stands before the lower of the two, but the higher. `otherwise` is said where those
    who are placed between them are paired already."""
    rule = NEXT if places[lower] == places[higher] + 1 else otherwise
    return rule.reason(higher_place=Place(places[higher]), lower_place=Place(places[lower]))


def explained(
    places: Places,
    higher: PlayerId,
    lower: PlayerId,
    skipped: Sequence[PlayerId],
    why_barred: WhyBarred,
    *,
    otherwise: Otherwise,
    with_headline: bool = True,
) -> tuple[Reason, ...]:
    """Why these two meet, then why nobody of `skipped`. Without a headline what is said before stands for it."""
    if not skipped:
        return (next_reason(places, higher, lower),)
    barred: list[Reason] = []
    others: list[PlayerId] = []
    for player in skipped:
        if (reason := why_barred(higher, player)) is not None:
            barred.append(reason)
        else:
            others.append(player)
    headline = otherwise.headline if others else MAY_MEET
    return (
        *((headline.reason(higher=Player(higher), lower=Player(lower)),) if with_headline else ()),
        *_barred(higher, barred),
        *_others(higher, others, otherwise),
    )


def why_met(record: Record, higher: PlayerId, skipped: PlayerId, *, max_meetings: int | None) -> Reason | None:
    """A forbidden pair, or one that has met `max_meetings` times."""
    pair = {"higher": Player(higher), "skipped": Player(skipped)}
    if skipped in record.forbidden.get(higher, ()):
        return FORBIDDEN.reason(**pair)
    if max_meetings is None or len(rounds := record.met(higher, skipped)) < max_meetings:
        return None
    if len(rounds) == 1:
        return MET.reason(**pair, round=rounds[0])
    return MET_OFTEN.reason(**pair, count=len(rounds), round=rounds[-1])


def _barred(higher: PlayerId, reasons: Sequence[Reason]) -> list[Reason]:
    if further := len(reasons[MOST_NAMED:]):
        return [*reasons[:MOST_NAMED], BARRED_MORE.reason(higher=Player(higher), count=further)]
    return [*reasons]


def _others(higher: PlayerId, players: Sequence[PlayerId], otherwise: Otherwise) -> list[Reason]:
    reasons = [otherwise.one.reason(higher=Player(higher), skipped=Player(player)) for player in players[:MOST_NAMED]]
    if further := len(players[MOST_NAMED:]):
        reasons.append(otherwise.more.reason(count=further))
    return reasons
