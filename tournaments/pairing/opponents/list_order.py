"""The list that Monrad systems pair from: points descending, number ascending."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.pairing.history.record import Record
from tournaments.pairing.types.paired_round import Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

BY_NUMBER = Rule("list/by_number", _("Before the first round the list is in order of number."))
BY_POINTS = Rule("list/by_points", _("The list is in order of points; with equal points the lower number comes first."))


def listed(record: Record, players: Iterable[PlayerId]) -> list[PlayerId]:
    """Best first."""
    return sorted(players, key=lambda player: (-record.units[player], player))


def listed_by(record: Record) -> Reason:
    return (BY_POINTS if record.snapshot.rounds else BY_NUMBER).reason()
