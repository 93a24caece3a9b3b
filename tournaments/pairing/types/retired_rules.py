"""Codes that rules once had. Reasons are stored with the games, so each of them keeps a sentence with the same gaps."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.translation import gettext_noop as _

RENAMED: Mapping[str, str] = {
    "attendance_monrad/7/balance": "colours/balance",
    "attendance_monrad/7/equal": "colours/equal_whites",
    "attendance_monrad/7/equal_balance": "colours/equal_balance",
    "attendance_monrad/7/fewer": "colours/whites",
    "attendance_monrad/settings/games": "settings/games_at_board",
    "attendance_monrad/settings/meetings": "settings/meetings",
    "attendance_monrad/settings/open": "settings/open_as_draw",
    "buchholz/opponent": "opponent/points",
    "buchholz/opponent_cut": "opponent/points_cut",
    "colours/lower_placed": "colours/equal_balance",
    "colours/reversed": "colours/turned",
    "correction/opponent": "opponent/points",
    "drawboss_monrad/4/float": "score_group/came_down",
    "drawboss_monrad/4/more_down": "own_order/more_down",
    "drawboss_monrad/6/balance": "colours/balance",
    "drawboss_monrad/6/both": "colours/both_change",
    "drawboss_monrad/6/one": "colours/one_changes",
    "drawboss_monrad/settings/games": "settings/games",
    "drawboss_monrad/settings/open": "settings/open_as_draw",
    "keizer/settings/max_meetings": "settings/meetings",
    "ladder/settings/open": "settings/open_as_draw",
    "modified_monrad/2": "list/by_number",
    "modified_monrad/3": "list/by_points",
    "modified_monrad/4/next": "first/next",
    "modified_monrad/5/both": "colours/both_change",
    "modified_monrad/5/fewer": "colours/whites",
    "modified_monrad/5/first": "colours/higher_number",
    "modified_monrad/5/one": "colours/one_changes",
    "modified_monrad/settings/games": "settings/games_at_board",
    "modified_monrad/settings/meetings": "settings/meetings",
    "modified_monrad/settings/open": "settings/open_as_draw",
    "monrad/opponent": "opponent/points",
    "monrad/opponent_cut": "opponent/points_cut",
    "norwegian_monrad/1": "list/by_points",
    "norwegian_monrad/1/numbers": "list/by_number",
    "norwegian_monrad/3/c": "score_group/came_down",
    "norwegian_monrad/3/next": "first/next",
    "norwegian_monrad/colours/2": "colours/balance",
    "norwegian_monrad/colours/3": "colours/both_change",
    "norwegian_monrad/colours/3/one": "colours/one_changes",
    "norwegian_monrad/colours/turned": "colours/turned",
    "norwegian_monrad/settings/games": "settings/games",
    "norwegian_monrad/settings/meetings": "settings/meetings",
    "norwegian_monrad/settings/open": "settings/open_as_draw",
    "quality/opponent": "opponent/points",
}
"""What is now said in one place: the code that stands in old rounds, and the one that has its sentence."""

SAID_SINCE = frozenset(
    {
        "colours/bye_counts",
        "colours/forfeit_counts",
        "fide_dutch/C1",
        "fide_dutch/C1/forbidden",
        "fide_dutch/C3",
        "fide_dutch/3.3/C1",
        "fide_dutch/3.3/C1/forbidden",
        *(f"fide_dutch/3.3/C{number}" for number in (3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 16)),
    }
)
"""Told besides since some version: a round that was kept without it is the same round."""

NO_LONGER_SAID = {
    rule.code: rule
    for rule in (
        Rule("first/next", _("{higher} and {lower} were the highest two still to be paired.")),
        Rule(
            "modified_monrad/4/2", _("{lower} had {colour} last time too: no possible opponent was left who had not.")
        ),
        Rule("norwegian_monrad/colours/1", _("{player} cannot have {colour} here, so {white} gets White.")),
        Rule(
            "norwegian_monrad/rematch/left",
            _("{higher} and {lower} meet again: nobody else in the score group was left for {higher}."),
        ),
        Rule("score_group/came_down", _("{player} comes down from those on {points} and plays someone with fewer.")),
    )
}
"""What no rule says any more."""
