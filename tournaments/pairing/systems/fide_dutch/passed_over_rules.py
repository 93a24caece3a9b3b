"""FIDE's Dutch system in words: who was passed over, or went down and might have stayed, and by which criterion.

These compare the round with the best one that has the board, the player or the bye in question. And how strongly two
are due the colour that both want.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.translation import gettext_noop as _

MET = Rule("fide_dutch/C1", _("{skipped} came first, but met {higher} in round {round} (C1)."))
FORBIDDEN = Rule(
    "fide_dutch/C1/forbidden", _("{skipped} came first, but must not meet {higher} (C1)."), is_private=True
)
SAME_COLOUR = Rule("fide_dutch/C3", _("{skipped} came first, but both must have {colour} (C3)."))
MORE = Rule("fide_dutch/more", _("Further players who came first for {higher}: {count}."))

WITH_BOARD: Final[Mapping[int, Rule]] = {
    0: Rule(
        "fide_dutch/4",
        _("{skipped} came first, but that board makes the score group no better and comes later in FIDE's order (4)."),
    ),
    4: Rule("fide_dutch/C4", _("{skipped} came first, but then not all the others could be paired (C4).")),
    5: Rule("fide_dutch/C5", _("{skipped} came first, but then the bye could not go as low as it does (C5).")),
    6: Rule("fide_dutch/C6", _("{skipped} came first, but then more players would go down (C6).")),
    7: Rule("fide_dutch/C7", _("{skipped} came first, but then somebody with a higher score would go down (C7).")),
    8: Rule(
        "fide_dutch/C8",
        _("{skipped} came first, but then more players, or higher ones, would go down from the next score group (C8)."),
    ),
    9: Rule("fide_dutch/C9", _("{skipped} came first, but then the bye would go to somebody with fewer games (C9).")),
    10: Rule(
        "fide_dutch/C10",
        _(
            "{skipped} came first, but then among players with over half of the points and their opponents, "
            "more would have a colour balance above +2 or below −2 (C10)."
        ),
    ),
    11: Rule(
        "fide_dutch/C11",
        _(
            "{skipped} came first, but then among players with over half of the points and their opponents, "
            "more would have the same colour three times in a row (C11)."
        ),
    ),
    12: Rule(
        "fide_dutch/C12", _("{skipped} came first, but then more players would not get the colour due to them (C12).")
    ),
    13: Rule(
        "fide_dutch/C13",
        _("{skipped} came first, but then more players who strongly need a colour would not get it (C13)."),
    ),
    14: Rule(
        "fide_dutch/C14",
        _(
            "{skipped} came first, but then more of those who went down, or scored without a game, in the "
            "round before would go down (C14)."
        ),
    ),
    15: Rule(
        "fide_dutch/C15",
        _(
            "{skipped} came first, but then more of those who met a higher score in the round before would "
            "do so again (C15)."
        ),
    ),
    16: Rule(
        "fide_dutch/C16",
        _(
            "{skipped} came first, but then more of those who went down, or scored without a game, two "
            "rounds before would go down (C16)."
        ),
    ),
    17: Rule(
        "fide_dutch/C17",
        _(
            "{skipped} came first, but then more of those who met a higher score two rounds before would do "
            "so again (C17)."
        ),
    ),
    18: Rule(
        "fide_dutch/C18",
        _(
            "{skipped} came first, but then somebody who went down, or scored without a game, in the round "
            "before would go down further (C18)."
        ),
    ),
    19: Rule(
        "fide_dutch/C19",
        _(
            "{skipped} came first, but then somebody who met a higher score in the round before would meet "
            "a higher one (C19)."
        ),
    ),
    20: Rule(
        "fide_dutch/C20",
        _(
            "{skipped} came first, but then somebody who went down, or scored without a game, two rounds "
            "before would go down further (C20)."
        ),
    ),
    21: Rule(
        "fide_dutch/C21",
        _(
            "{skipped} came first, but then somebody who met a higher score two rounds before would meet a "
            "higher one (C21)."
        ),
    ),
}
"""By the number of the criterion; 0: none."""

NOBODY_LEFT = Rule(
    "fide_dutch/float/C1",
    _("{player} goes down: in the score group of {points} there is nobody they may play (C1, C3)."),
)
STAYING: Final[Mapping[int, Rule]] = {
    4: Rule("fide_dutch/float/C4", _("Had {player} stayed, not all the others could be paired (C4).")),
    5: Rule("fide_dutch/float/C5", _("Had {player} stayed, the bye could not go as low as it does (C5).")),
    6: Rule("fide_dutch/float/C6", _("Had {player} stayed, more players would go down (C6).")),
    7: Rule("fide_dutch/float/C7", _("Had {player} stayed, somebody with a higher score would go down (C7).")),
    8: Rule(
        "fide_dutch/float/C8",
        _("Had {player} stayed, more players, or higher ones, would go down from the next score group (C8)."),
    ),
    9: Rule("fide_dutch/float/C9", _("Had {player} stayed, the bye would go to somebody with fewer games (C9).")),
    10: Rule(
        "fide_dutch/float/C10",
        _(
            "Had {player} stayed, among players with over half of the points and their opponents, more "
            "would have a colour balance above +2 or below −2 (C10)."
        ),
    ),
    11: Rule(
        "fide_dutch/float/C11",
        _(
            "Had {player} stayed, among players with over half of the points and their opponents, more "
            "would have the same colour three times in a row (C11)."
        ),
    ),
    12: Rule(
        "fide_dutch/float/C12", _("Had {player} stayed, more players would not get the colour due to them (C12).")
    ),
    13: Rule(
        "fide_dutch/float/C13",
        _("Had {player} stayed, more players who strongly need a colour would not get it (C13)."),
    ),
    14: Rule(
        "fide_dutch/float/C14",
        _(
            "Had {player} stayed, more of those who went down, or scored without a game, in the round "
            "before would go down (C14)."
        ),
    ),
    15: Rule(
        "fide_dutch/float/C15",
        _("Had {player} stayed, more of those who met a higher score in the round before would do so again (C15)."),
    ),
    16: Rule(
        "fide_dutch/float/C16",
        _(
            "Had {player} stayed, more of those who went down, or scored without a game, two rounds before "
            "would go down (C16)."
        ),
    ),
    17: Rule(
        "fide_dutch/float/C17",
        _("Had {player} stayed, more of those who met a higher score two rounds before would do so again (C17)."),
    ),
    18: Rule(
        "fide_dutch/float/C18",
        _(
            "Had {player} stayed, somebody who went down, or scored without a game, in the round before "
            "would go down further (C18)."
        ),
    ),
    19: Rule(
        "fide_dutch/float/C19",
        _("Had {player} stayed, somebody who met a higher score in the round before would meet a higher one (C19)."),
    ),
    20: Rule(
        "fide_dutch/float/C20",
        _(
            "Had {player} stayed, somebody who went down, or scored without a game, two rounds before would "
            "go down further (C20)."
        ),
    ),
    21: Rule(
        "fide_dutch/float/C21",
        _("Had {player} stayed, somebody who met a higher score two rounds before would meet a higher one (C21)."),
    ),
}

OTHERS_LEFT = Rule(
    "fide_dutch/bye/C5", _("{skipped} is placed lower, but if they sat out not all the others could be paired (C5).")
)
PLAYED_LESS = Rule("fide_dutch/bye/C9", _("{skipped} is placed lower, but has played fewer games (C9)."))
WORSE = Rule(
    "fide_dutch/bye/worse",
    _("{skipped} is placed lower, but if they sat out the score group would be paired worse (C{criterion})."),
)
"""By another criterion than C9."""
MORE_FOR_BYE = Rule("fide_dutch/bye/more", _("Further players placed lower who did not get the bye: {count}."))

# Why upper half and lower half, just as they stood, did not meet.

DID_NOT_FIT_MET = Rule(
    "fide_dutch/3.3/C1",
    _("Upper half against lower half did not fit: {one} and {other} met in round {round} (C1)."),
)
DID_NOT_FIT_FORBIDDEN = Rule(
    "fide_dutch/3.3/C1/forbidden",
    _("Upper half against lower half did not fit: {one} and {other} must not meet (C1)."),
    is_private=True,
)
DID_NOT_FIT_COLOUR = Rule(
    "fide_dutch/3.3/C3",
    _("Upper half against lower half did not fit: {one} and {other} both must have {colour} (C3)."),
)
AS_THEY_STOOD: Final[Mapping[int, Rule]] = {
    4: Rule(
        "fide_dutch/3.3/C4",
        _("Upper half against lower half did not fit: not all the others could be paired (C4)."),
    ),
    5: Rule(
        "fide_dutch/3.3/C5",
        _("Upper half against lower half did not fit: the bye could not go as low as it does (C5)."),
    ),
    8: Rule(
        "fide_dutch/3.3/C8",
        _(
            "Upper half against lower half was worse: more players, or higher ones, would go down from the next score "
            "group (C8)."
        ),
    ),
    9: Rule(
        "fide_dutch/3.3/C9",
        _("Upper half against lower half was worse: the bye would go to somebody with fewer games (C9)."),
    ),
    10: Rule(
        "fide_dutch/3.3/C10",
        _(
            "Upper half against lower half was worse: among players with over half of the points and their "
            "opponents, more would have a colour balance above +2 or below −2 (C10)."
        ),
    ),
    11: Rule(
        "fide_dutch/3.3/C11",
        _(
            "Upper half against lower half was worse: among players with over half of the points and their "
            "opponents, more would have the same colour three times in a row (C11)."
        ),
    ),
    12: Rule(
        "fide_dutch/3.3/C12",
        _("Upper half against lower half was worse: more players would not get the colour due to them (C12)."),
    ),
    13: Rule(
        "fide_dutch/3.3/C13",
        _("Upper half against lower half was worse: more players who strongly need a colour would not get it (C13)."),
    ),
    14: Rule(
        "fide_dutch/3.3/C14",
        _(
            "Upper half against lower half was worse: more of those who went down, or scored without a "
            "game, in the round before would go down (C14)."
        ),
    ),
    16: Rule(
        "fide_dutch/3.3/C16",
        _(
            "Upper half against lower half was worse: more of those who went down, or scored without a "
            "game, two rounds before would go down (C16)."
        ),
    ),
}
"""By the number of the criterion; the others are the same whoever of these meets whom."""

# Preferences, with the fact `due`: told before the reason for the colours.

MORE_OFTEN = Rule(
    "fide_dutch/1.7/more_often",
    _("{player} has had the other colour {count} more times, so must have {due} (absolute preference)."),
)
TWICE_RUNNING = Rule(
    "fide_dutch/1.7/twice_running",
    _("{player} has had the other colour twice in a row, so must have {due} (absolute preference)."),
)
ONCE_MORE = Rule(
    "fide_dutch/1.7/once_more",
    _("{player} has had the other colour one more time, so is due {due} (strong preference)."),
)
LAST_TIME = Rule(
    "fide_dutch/1.7/last_time",
    _("{player} has had both colours equally often, the other one last time, so is due {due} (mild preference)."),
)
