"""Colours had: how often, against whom, and how often in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.pairing.history.record import MEETINGS, Record, RoundOutcome
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import Colour, PlayedRound, PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

BALANCE = Rule(
    "colours/balance",
    _("Compared with Black, {white} has had White less often ({white_count} against {black_count}), so gets White."),
)


@dataclass(frozen=True, kw_only=True)
class ColourHistory:
    """The colours of all games but forfeits, oldest first, read in bulk so that a long season costs little."""

    games: Sequence[tuple[PlayerId, PlayerId]]
    """(white, black)"""
    last_rounds: Mapping[tuple[PlayerId, PlayerId], int]
    """By (white, black), the round in which they last met with these colours."""

    @classmethod
    def of(cls, rounds: Iterable[PlayedRound]) -> ColourHistory:
        """`rounds` in the order in which they were played."""
        games: list[tuple[PlayerId, PlayerId]] = []
        last_rounds: dict[tuple[PlayerId, PlayerId], int] = {}
        for played in rounds:
            met = [(game.white, game.black) for game in played.games if not game.result.is_forfeit]
            games += met
            last_rounds.update(dict.fromkeys(met, played.number))
        return cls(games=games, last_rounds=last_rounds)

    @cached_property
    def whites(self) -> Mapping[PlayerId, int]:
        return Counter([white for white, _black in self.games])

    @cached_property
    def balances(self) -> Mapping[PlayerId, int]:
        """Whites less blacks."""
        balances = Counter([white for white, _black in self.games])
        balances.subtract([black for _white, black in self.games])
        return balances

    @cached_property
    def runs(self) -> Mapping[PlayerId, int]:
        """Equal colours in a row up to the last game: 2 is two whites, -2 two blacks."""
        runs: dict[PlayerId, int] = {}
        for white, black in self.games:
            runs[white] = max(runs.get(white, 0), 0) + 1
            runs[black] = min(runs.get(black, 0), 0) - 1
        return runs

    def last_as_white(self, one: PlayerId, other: PlayerId) -> int:
        """The last round in which `one` had white against `other`, else 0."""
        return self.last_rounds.get((one, other), 0)

    def met_last(self, one: PlayerId, other: PlayerId) -> int:
        """The round of their last game, 0 if they have not met."""
        return max(self.last_as_white(one, other), self.last_as_white(other, one))

    def over_limit(self, white: PlayerId, black: PlayerId, limit: int) -> dict[PlayerId, Colour]:
        """Who of the two would have their colour more than `limit` times in a row."""
        over = {}
        if self.runs.get(white, 0) >= limit:
            over[white] = Colour.WHITE
        if self.runs.get(black, 0) <= -limit:
            over[black] = Colour.BLACK
        return over


def colours_with_walk_overs(record: Record, *, with_forfeits: bool = False) -> dict[PlayerId, list[Colour]]:
    """Oldest first, where the bye for the odd number counts as a game with white; other byes give none, and forfeits
    only where that is asked for."""
    return {
        player: [
            entry.colour or Colour.WHITE
            for entry in entries
            if entry.outcome is RoundOutcome.BYE
            or (entry.colour is not None and (with_forfeits or entry.outcome in MEETINGS))
        ]
        for player, entries in record.entries.items()
    }


def run_of(colours: Sequence[Colour]) -> int:
    """How often in a row up to now the last colour was had."""
    return next((count for count, had in enumerate(reversed(colours)) if had is not colours[-1]), len(colours))
