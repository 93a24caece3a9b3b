"""The list that Monrad systems pair from: points descending, number ascending."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.pairing.history.record import Record
from tournaments.pairing.types.paired_round import Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

BY_NUMBER = Rule("list/by_number", _("Before the first round the list is in order of number."))
BY_POINTS = Rule("list/by_points", _("The list is in order of points; with equal points the lower number comes first."))
BY_MATCHES_AND_BOARDS = Rule(
    "list/by_matches_and_boards",
    _("The list is in order of match points, then of board points; after these the lower number comes first."),
)
BY_BOARDS_AND_MATCHES = Rule(
    "list/by_boards_and_matches",
    _("The list is in order of board points, then of match points; after these the lower number comes first."),
)


def listed(record: Record, players: Iterable[PlayerId]) -> list[PlayerId]:
    """Best first."""
    if is_by_second(record):
        return sorted(players, key=lambda player: (-record.units[player], -record.second_units[player], player))
    return sorted(players, key=lambda player: (-record.units[player], player))


def is_by_second(record: Record) -> bool:
    """Whether teams with equal points stand by the points that do not rank."""
    return record.scoring.list_second and record.snapshot.boards is not None


def listed_by(record: Record) -> Reason:
    if not record.snapshot.rounds:
        return BY_NUMBER.reason()
    if is_by_second(record):
        return (BY_BOARDS_AND_MATCHES if record.scoring.by_boards else BY_MATCHES_AND_BOARDS).reason()
    return BY_POINTS.reason()
