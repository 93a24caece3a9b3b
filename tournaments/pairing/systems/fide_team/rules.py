"""FIDE's system for teams in words: why a board, a bye or a round that stops, and the options in force."""

from __future__ import annotations

from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.translation import gettext_noop as _

HALVES = Rule(
    "fide_team/3.6",
    _("By number, {place} of the upper half of the group against {place} of the lower half."),
)
BEST = Rule("fide_team/3.6/best", _("{lower} is the best opponent for {higher} so that the whole group is paired."))
MET = Rule("fide_team/3.6/met", _("{higher} and {skipped} would be next by number, but met in round {round}."))
FORBIDDEN = Rule(
    "fide_team/3.6/forbidden",
    _("{higher} and {skipped} would be next by number, but must not meet."),
    is_private=True,
)
SAME_COLOUR = Rule(
    "fide_team/3.6/colour", _("{higher} and {skipped} would be next by number, but both prefer {colour}.")
)
UP_ODD = Rule(
    "fide_team/3.5/odd", _("The number of teams left on {points} is odd, so {player} comes up from those on {own}.")
)
UP_STUCK = Rule(
    "fide_team/3.5/stuck",
    _(
        "The teams left on {points} cannot be paired among themselves so that all others are paired too, so {player} "
        "comes up from those on {own}."
    ),
)
UP_UNPAIRED = Rule(
    "fide_team/3.5/unpaired",
    _("{skipped} is placed higher, but if {skipped} came up the others could not all have been paired."),
)
UP_FOLLOWING = Rule(
    "fide_team/3.5/following",
    _("{skipped} is placed higher, but then more teams would have to come up to those on {points}."),
)
UP_FLOATED = Rule(
    "fide_team/3.5/floated", _("{skipped} is placed higher, but met a team with other points in round {round}.")
)

BYE = Rule(
    "fide_team/3.4",
    _(
        "{player} has the bye. Of the teams that may have it so that the others are paired it has the fewest points, "
        "then the most matches, then the highest number."
    ),
)
HAD_IT = Rule(
    "fide_team/C2",
    _("{skipped} comes before in turn, but has had the bye or a full-point bye, or has won a match by forfeit."),
)
LEAVES_OTHERS = Rule(
    "fide_team/3.4.1", _("{skipped} comes before in turn, but then the others could not all have been paired.")
)

BY_NUMBER = Rule(
    "fide_team/4.3.1",
    _(
        "Neither team has played yet. {player} is {place} by number of the teams that have come: odd places get "
        "{odd}, even ones {even}."
    ),
)
ONE_PREFERS = Rule("fide_team/4.3.2", _("Only {player} prefers a colour and gets it: {colour}."))
BOTH_PREFER = Rule("fide_team/4.3.3", _("The colours fit: {white} prefers White and {black} prefers Black."))
ONLY_STRONG = Rule(
    "fide_team/4.3.4", _("Both teams prefer {colour}. Only for {player} the preference is strong, so it gets it.")
)
LOWER_LEAN = Rule(
    "fide_team/4.3.5",
    _(
        "{white} has the lower colour difference, matches with White minus matches with Black: {white_count} against "
        "{black_count}. So it gets White."
    ),
    is_balance=True,
)
LAST_DIFFERENCE = Rule(
    "fide_team/4.3.6",
    _(
        "When their colours last differed, {white} had Black (round {white_round}) and {black} had White "
        "(round {black_round}). Now it is the other way round."
    ),
)
FIRST_PREFERS = Rule(
    "fide_team/4.3.7",
    _(
        "Both teams prefer {colour}, and their last colours were the same. {player} ranks first by points, other "
        "points and number, so gets it."
    ),
)
FIRST_CHANGES = Rule(
    "fide_team/4.3.8",
    _(
        "Their colours do not tell them apart. {player} ranks first by points, other points and number: it had "
        "{colour} last and changes."
    ),
)
OTHER_CHANGES = Rule("fide_team/4.3.9", _("Only {player} has had a colour so far: it had {colour} last and changes."))

NO_BYE = Rule(
    "fide_team/impossible/bye",
    _(
        "A team must sit out, but all to be paired have had the bye or a full-point bye, or have won a match by "
        "forfeit."
    ),
)
GIVE_BYE = Rule("fide_team/impossible/give_bye", _("The director can give a team the bye by hand."), is_remedy=True)

NOT_ENDORSED = Rule(
    "fide_team/settings/not_endorsed",
    _("Paired by FIDE's rules for teams of 2026 (C.04.6), by a program that FIDE has not endorsed."),
)
NEVER_TWICE = Rule("fide_team/settings/never_twice", _("Two teams never meet twice."))
TYPE_B = Rule("fide_team/settings/type_b", _("Colours are preferred by type B: strongly or mildly."))
NO_PREFERENCES = Rule("fide_team/settings/no_preferences", _("Colours do not matter for who meets whom."))
FLOATS_LAST = Rule(
    "fide_team/settings/floats", _("In the last two rounds it does not matter who met other points the round before.")
)
HALF_BYES = Rule(
    "fide_team/settings/half_byes", _("Half-point byes per team: {count}, but none in the last {rounds} rounds.")
)
HALF_BYES_NOT_LAST = Rule(
    "fide_team/settings/half_byes_not_last", _("Half-point byes per team: {count}, but none in the last round.")
)
HALF_BYES_ALWAYS = Rule("fide_team/settings/half_byes_always", _("Half-point byes per team: {count}."))
