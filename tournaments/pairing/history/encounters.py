"""The games, or matches, that some of those level have had among themselves."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tournaments.pairing.history.direct_encounters import Group, Meetings
from tournaments.pairing.history.record import MEETINGS, Record, RoundEntry
from tournaments.pairing.history.unplayed_rounds import FORFEITS
from tournaments.pairing.types.snapshot import PlayerId


class Encounters:
    """The games among some players."""

    def __init__(self, record: Record, players: Group, *, forfeits: bool) -> None:
        counted = MEETINGS | FORFEITS if forfeits else MEETINGS
        self.record = record
        self.games: dict[PlayerId, dict[PlayerId, list[RoundEntry]]] = {player: {} for player in players}
        for player in players:
            for entry in record.entries[player]:
                if entry.opponent in players and entry.outcome in counted:
                    self.games[player].setdefault(entry.opponent, []).append(entry)

    def among(self, player: PlayerId, group: Group) -> Iterable[tuple[RoundEntry, Fraction]]:
        """The player's games with these, in order, each with what it counts."""
        met = (games for opponent, games in self.games[player].items() if opponent in group)
        each = [(entry, entry.points / len(games)) for games in met for entry in games]
        return sorted(each, key=lambda one: one[0].round_number)

    @property
    def meetings(self) -> Meetings:
        """Of two games of the same two the mean."""
        return Meetings(
            scores={
                player: {
                    opponent: sum((entry.points for entry in games), Fraction(0)) / len(games)
                    for opponent, games in met.items()
                }
                for player, met in self.games.items()
            },
            win=Fraction(self.record.win_units, self.record.unit),
            all_met=self.record.forfeits_are_meetings,
        )
