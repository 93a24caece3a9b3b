"""Why somebody got this opponent, where players choose in an order of their own: by colours before the list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice, takewhile

from tournaments.pairing.history.record import Record
from tournaments.pairing.search.first import Turns
from tournaments.pairing.types.paired_round import MOST_NAMED, Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

MET = Rule("own_order/met", _("{skipped} would have come before {lower}, but met {higher} in round {round}."))
MET_OFTEN = Rule(
    "own_order/met_often",
    _("{skipped} would have come before {lower}, but met {higher} {count} times, last in round {round}."),
)
OTHERS_LEFT = Rule(
    "own_order/others_left",
    _("{skipped} would have come before {lower}, but then the others could not all have been paired."),
)
DEARER = Rule(
    "own_order/dearer",
    _(
        "{skipped} would have come before {lower}, but then not all could have been paired, or only with more "
        "rematches or worse ones."
    ),
)
MORE_DOWN = Rule(
    "own_order/more_down",
    _(
        "{skipped} would have come before {lower}, but then not all could have been paired, or more players would have "
        "had to come down, or somebody a second time."
    ),
)
FORBIDDEN = Rule(
    "own_order/forbidden", _("{skipped} would have come before {lower}, but must not meet {higher}."), is_private=True
)
MORE = Rule("own_order/more", _("Further players who would have come before {lower} but could not: {count}."))


@dataclass(frozen=True, kw_only=True, slots=True)
class OpponentChoice:
    """`before` are those who were free and came before `lower` in the order of `higher`, also old opponents; `behind`
    the first few who are placed higher than `lower` and came later in that order."""

    higher: PlayerId
    lower: PlayerId
    before: tuple[PlayerId, ...]
    behind: tuple[PlayerId, ...]


def choices(
    order: Sequence[PlayerId],
    pairs: Sequence[tuple[PlayerId, PlayerId]],
    turns: Turns,
    gone: AbstractSet[PlayerId] = frozenset(),
) -> Iterator[OpponentChoice]:
    """Each pair (who chose, whom) in the order of choosing, with whom the choice passed over. `gone` chose nobody."""
    walk = turns.walk(order)
    taken: set[PlayerId] = set()
    partner = dict(pairs)
    for place, higher in enumerate(order):
        if higher in taken:
            continue
        walk.take(higher)
        taken.add(higher)
        if higher in gone or higher not in partner:
            continue
        lower = partner[higher]
        before = tuple(takewhile(lambda other: other != lower, walk.candidates(higher)))  # noqa: B023  # read at once
        below = (order[index] for index in range(place + 1, len(order)))
        between = takewhile(lambda other: other != lower, below)  # noqa: B023
        come_first = frozenset(before)
        free = (other for other in between if other not in taken and other not in come_first)
        behind = tuple(islice(free, MOST_NAMED))
        yield OpponentChoice(higher=higher, lower=lower, before=before, behind=behind)
        walk.take(lower)
        taken.add(lower)


def why_not_before(
    record: Record,
    choice: OpponentChoice,
    *,
    max_meetings: int,
    otherwise: Rule = OTHERS_LEFT,
    may_again: AbstractSet[PlayerId] = frozenset(),
) -> list[Reason]:
    """One reason for each who came before, up to a few. `otherwise` names {skipped} and {lower} where nothing bars the
    two; `may_again` are those who may meet once more though they have met."""
    reasons = [
        _barred(record, choice, skipped, max_meetings, may_again)
        or otherwise.reason(lower=Player(choice.lower), skipped=Player(skipped))
        for skipped in choice.before[:MOST_NAMED]
    ]
    if further := len(choice.before[MOST_NAMED:]):
        reasons.append(MORE.reason(lower=Player(choice.lower), count=further))
    return reasons


def _barred(
    record: Record, choice: OpponentChoice, skipped: PlayerId, max_meetings: int, may_again: AbstractSet[PlayerId]
) -> Reason | None:
    facts = {"higher": Player(choice.higher), "lower": Player(choice.lower), "skipped": Player(skipped)}
    if skipped in record.forbidden.get(choice.higher, ()):
        return FORBIDDEN.reason(**facts)
    rounds = record.met(choice.higher, skipped)
    if len(rounds) < max_meetings or skipped in may_again:
        return None
    if len(rounds) == 1:
        return MET.reason(**facts, round=rounds[0])
    return MET_OFTEN.reason(**facts, count=len(rounds), round=rounds[-1])
