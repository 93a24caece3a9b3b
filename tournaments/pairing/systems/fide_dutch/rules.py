"""FIDE's Dutch system in words: why a board, a bye or a round that stops, and the options in force."""

from __future__ import annotations

from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.translation import gettext_noop as _

ORDER = Rule(
    "fide_dutch/1.2",
    _("The list is in order of score, then of start number; late entrants are placed by their rating."),
)
ORDER_LAST = Rule(
    "fide_dutch/1.2/last", _("The list is in order of score; with equal scores the lower number comes first.")
)

HALVES = Rule("fide_dutch/3.3", _("{place} of the upper half of the score group against {place} of the lower half."))
CAME_DOWN = Rule(
    "fide_dutch/3.7", _("{higher} came down from those on {points}, and {lower} is the best opponent for the round.")
)
CHANGED = Rule(
    "fide_dutch/3.6",
    _("{lower} is the best opponent for {higher}."),
)
ODD = Rule("fide_dutch/float/odd", _("{player} goes down: the number to be paired among those on {points} is odd."))

BYE = Rule(
    "fide_dutch/bye",
    _("{player}, on {points}, has the bye: it goes as low as it can so that all the others are paired."),
)
HAD_IT = Rule(
    "fide_dutch/C2",
    _("{skipped} is placed lower, but has had the bye for an odd number of players, or a win's points without a game."),
)

BOTH = Rule("fide_dutch/5.2.1", _("The colours fit: {player} is due {colour}, {other} is not."))
STRONGER = Rule("fide_dutch/5.2.2", _("Both are due {colour}. {player} needs it more, so gets it."))
LAST_DIFFERENCE = Rule(
    "fide_dutch/5.2.3",
    _(
        "Both are due {colour} as much. When their colours last differed, {white} had Black (round {white_round}) and "
        "{black} had White (round {black_round}): now it is the other way round."
    ),
)
HIGHER = Rule(
    "fide_dutch/5.2.4",
    _("Both are due {colour} as much and had the same colours before. {player} is placed higher, so gets it."),
)
BY_NUMBER = Rule(
    "fide_dutch/5.2.5",
    _(
        "Neither has had a colour yet. {higher} is {place} in the starting list so far: odd places get {odd}, "
        "even ones {even}."
    ),
)
TOPSCORERS = Rule(
    "fide_dutch/topscorers",
    _("Last round: for those with more than half of the points, colours no longer bar a game."),
    is_remark=True,
)
BAKU = Rule(
    "fide_dutch/baku",
    _("Accelerated: for the pairing {points} is added to the points of all down to {player} in the starting list."),
    is_remark=True,
)
WITHOUT_C3 = Rule(
    "fide_dutch/relaxed/C3",
    _("Not everybody could be paired unless two who must have the same colour may meet: that was allowed."),
)
REMATCHES = Rule(
    "fide_dutch/relaxed/C1",
    _("Not everybody could be paired without a rematch, whatever the colours. Rematches: {count}."),
)
LOWEST = Rule("fide_dutch/relaxed/bye", _("{player} is the lowest placed of those who may have the bye."))
IMPOSSIBLE = Rule(
    "fide_dutch/impossible", _("Not everybody can be paired without a rematch or a colour that somebody cannot have.")
)
NO_BYE = Rule(
    "fide_dutch/impossible/bye",
    _(
        "Somebody must sit out, but all to be paired have had the bye for an odd number of players, or a win's points "
        "without a game."
    ),
)
GIVE_BYE = Rule("fide_dutch/impossible/give_bye", _("The director can give somebody the bye by hand."), is_remedy=True)
NO_PLAN = Rule(
    "fide_dutch/baku/plan",
    _("Accelerated rounds need the number of rounds: enter it, or switch the acceleration off."),
)

HALF_BYES = Rule(
    "fide_dutch/settings/half_byes",
    _("Half-point byes per player: {count}, but none in the last {rounds} rounds."),
)
HALF_BYES_NOT_LAST = Rule(
    "fide_dutch/settings/half_byes_not_last",
    _("Half-point byes per player: {count}, but none in the last round."),
)
HALF_BYES_ALWAYS = Rule("fide_dutch/settings/half_byes_always", _("Half-point byes per player: {count}."))
ACCELERATED = Rule(
    "fide_dutch/settings/baku",
    _("Accelerated: in the first half of the rounds the upper half is paired with up to a win's points more."),
)
LAST_ROUND = Rule(
    "fide_dutch/settings/last",
    _("In the last round those with more than half of the points may get a colour a third time in a row."),
)
NOT_ENDORSED = Rule(
    "fide_dutch/settings/not_endorsed",
    _("Paired by FIDE's rules of 2026 (C.04.3), by a program that FIDE has not endorsed."),
)
