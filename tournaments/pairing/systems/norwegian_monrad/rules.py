"""Norwegian Monrad in words: why a board, a walk-over or a round that stops, and the options in force."""

from __future__ import annotations

from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.table import Column, ColumnKind
from tournaments.pairing.types.translation import gettext_noop as _

SUITS = Rule(
    "norwegian_monrad/3/a",
    _("{lower} is the first on the list in the score group whose colours suit and who can still play {higher}."),
)
SAME_DUE = Rule(
    "norwegian_monrad/3/b",
    _(
        "Nobody in the score group whose colours suit can still play {higher}. {lower} is due {colour} "
        "too, but is the first on the list there who can and whose colours allow it."
    ),
)
THIRD_IN_A_ROW = Rule(
    "norwegian_monrad/5",
    _(
        "In the last round the colours need not fit: "
        "{lower} is the first on the list in the score group who can still play {higher}."
    ),
)
MEETS_AGAIN = Rule(
    "norwegian_monrad/second/needed",
    _("{higher} and {lower} meet again, last in round {round}: not everybody could get a new opponent."),
)
NOBODY_NEW = Rule(
    "norwegian_monrad/rematch",
    _("{higher} and {lower} meet again: one of them has nobody new left in the score group."),
)
NO_AS_GOOD = Rule(
    "norwegian_monrad/second/others",
    _(
        "{skipped} would have come before {lower}, but then not all could have been paired, or there "
        "would have been more rematches or worse ones, or more players coming down."
    ),
)
DUE_TOO = Rule("norwegian_monrad/3/due", _("{skipped} is placed higher, but is due {colour}, like {higher}."))
COLOURS_BARRED = Rule(
    "norwegian_monrad/3/barred",
    _("{skipped} is placed higher, but in a game with {higher} one of the two would have a colour too often."),
)
OF_PASSED_OVER = frozenset(rule.code for rule in (DUE_TOO, COLOURS_BARRED))
"""They speak of the colours of somebody who is not on the board."""
WALK_OVER = Rule(
    "norwegian_monrad/2",
    _(
        "{player} is the lowest placed of those who have had neither the bye for an odd number of players "
        "nor a win by forfeit."
    ),
)
MEET_AGAIN = Rule(
    "norwegian_monrad/4/second",
    _(
        "Not everybody could get a new opponent. Rematches: {count}, as few as possible. First come "
        "those who met least often, then those who met longest ago."
    ),
)
NO_LIMIT = Rule(
    "norwegian_monrad/4/balance",
    _("Not everybody could be paired with colour balances from −2 to +2: larger ones were allowed."),
)
NO_BAN = Rule(
    "norwegian_monrad/4/third",
    _("Not everybody could be paired without a colour a third time in a row, so that was allowed."),
)
ALL_HAD_IT = Rule(
    "norwegian_monrad/impossible/walk_over",
    _("Somebody must sit out, but all to be paired have had the bye for an odd number of players or a win by forfeit."),
)
GIVE_BYE = Rule(
    "norwegian_monrad/impossible/give_bye", _("The director can give somebody the bye by hand."), is_remedy=True
)
NO_RATINGS = Rule(
    "norwegian_monrad/impossible/no_ratings",
    _("Nobody has a rating, so there is nothing to seed by. Enter ratings, or choose numbers by lot."),
)

THIRD = Rule(
    "norwegian_monrad/colours/1/third",
    _("{player} cannot have {colour}: it would be the third in a row. So {white} gets White."),
)
FOURTH = Rule(
    "norwegian_monrad/colours/1/fourth",
    _("{player} cannot have {colour}: it would be the {place} in a row. So {white} gets White."),
)
LEANS = Rule(
    "norwegian_monrad/colours/1/leans",
    _(
        "{player} has had {count} more games with {colour} than with the other colour and cannot have it again. "
        "So {white} gets White."
    ),
)
LOWER_PLACED = Rule(
    "norwegian_monrad/colours/4/odd",
    _("They are level on colours: in rounds with an odd number the lower placed has White."),
)
HIGHER_PLACED = Rule(
    "norwegian_monrad/colours/4/even",
    _("They are level on colours: in rounds with an even number the higher placed has White."),
)
HALF_BYES = Rule(
    "norwegian_monrad/settings/half_byes",
    _("Half-point byes per player: {count}, but none in the last {rounds} rounds."),
)
HALF_BYES_NOT_LAST = Rule(
    "norwegian_monrad/settings/half_byes_not_last",
    _("Half-point byes per player: {count}, but none in the last round."),
)
HALF_BYES_ALWAYS = Rule("norwegian_monrad/settings/half_byes_always", _("Half-point byes per player: {count}."))
PAID_ONE = Rule("norwegian_monrad/settings/paid_one", _("The first absence scores {draw}."))
PAID = Rule("norwegian_monrad/settings/paid", _("The first {count} absences score {draw} each."))
AGAIN_IF_NEEDED = Rule(
    "norwegian_monrad/settings/second_needed",
    _("Two meet again only if not everybody can get a new opponent."),
)
AGAIN_IN_GROUP = Rule(
    "norwegian_monrad/settings/second_in_group",
    _(
        "Two meet again if one of them has nobody new left in the score group; rounds in between, at "
        "least: {count}. Otherwise only if not everybody can get a new opponent."
    ),
)
COUNTED = Rule("norwegian_monrad/settings/counted", _("Only the best results of each player count: {count}."))

RELAXED_LAST = Rule(
    "norwegian_monrad/settings/last",
    _("In the last round a colour may come a third time in a row, so that more players with equal points meet."),
)
IGNORED_LAST = Rule(
    "norwegian_monrad/settings/last_ignored", _("In the last round the colours do not decide who meets whom.")
)

PAID_SO_FAR = Column(
    code="paid",
    short=_("Paid"),
    name=_("Paid absences"),
    legend=_("How many of the absences that give points have been used"),
    kind=ColumnKind.NUMBER,
    priority=3,
)
