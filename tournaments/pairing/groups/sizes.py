"""How large the groups become."""

from __future__ import annotations

from tournaments.pairing.groups.types import GroupsImpossible
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.translation import gettext_noop as _

FEWEST = 2
"""Players of a group: one alone has nobody to meet."""
SLACK = 2
"""By so many the last group may be larger or smaller than the others."""

NO_SUCH_SIZES = Rule(
    "groups/sizes",
    _(
        "{count} players cannot be split into groups of {size}, even if a group may differ by {slack}: "
        "choose another size."
    ),
)
TOO_FEW = Rule("groups/too_few", _("{count} players are too few for {groups} groups."))


def sizes_by_cutting(players: int, *, size: int, slack: int = SLACK) -> tuple[int, ...]:
    """All of this size but the last, which may be larger or smaller by `slack`: of two ways the nearer one, of two as
    near the one with fewer groups. Raises GroupsImpossible."""
    lasts = [last for last in range(max(FEWEST, size - slack), size + slack + 1) if (players - last) % size == 0]
    fitting = [last for last in lasts if last <= players]
    if size < FEWEST or not fitting:
        raise GroupsImpossible([NO_SUCH_SIZES.reason(count=players, size=size, slack=slack)])
    last = min(fitting, key=lambda last: (abs(last - size), -last))
    return (*[size] * ((players - last) // size), last)


def even_sizes(players: int, *, count: int) -> tuple[int, ...]:
    """So many groups, as equal as they can be; the larger ones are the last. Raises GroupsImpossible."""
    if count < 1 or players < count * FEWEST:
        raise GroupsImpossible([TOO_FEW.reason(count=players, groups=count)])
    least, over = divmod(players, count)
    return (*[least] * (count - over), *[least + 1] * over)


def count_for(players: int, *, size: int, slack: int = SLACK) -> int:
    """How many groups, as equal as they can be, come nearest to this size. Raises GroupsImpossible."""
    counts = range(1, players // FEWEST + 1)
    fitting = [count for count in counts if all(abs(s - size) <= slack for s in even_sizes(players, count=count))]
    if size < FEWEST or not fitting:
        raise GroupsImpossible([NO_SUCH_SIZES.reason(count=players, size=size, slack=slack)])
    return min(fitting, key=lambda count: (abs(players - size * count), count))
