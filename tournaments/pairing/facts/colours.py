"""Colours by balance: who has white between two players, and who has had one colour how often in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.pairing.facts.record import MEETINGS, Record, RoundOutcome
from tournaments.pairing.model.paired_round import Player, Reason, Rule
from tournaments.pairing.model.snapshot import Colour, PlayedRound, PlayerId
from tournaments.pairing.model.translation import gettext_noop as _

BALANCE = Rule(
    "colours/balance",
    _("Compared with Black, {white} has had White less often ({white_count} against {black_count}), so gets White."),
)
REVERSED = Rule(
    "colours/reversed",
    _(
        "Both have the same balance of whites less blacks: {black} had white in their last game, in round {round}, "
        "so {white} has white now."
    ),
)
LOWER_PLACED = Rule(
    "colours/lower_placed",
    _("Both have the same balance of whites less blacks and have not met: {white} is placed lower, so has white."),
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

    def met_last(self, one: PlayerId, other: PlayerId) -> int:
        """The round of their last game, 0 if they have not met."""
        return max(self.last_rounds.get((one, other), 0), self.last_rounds.get((other, one), 0))

    def white(self, higher: PlayerId, lower: PlayerId) -> PlayerId:
        """The smaller balance; if equal, the reverse of their last game; if they have not met, the lower placed."""
        for_higher, for_lower = self.balances.get(higher, 0), self.balances.get(lower, 0)
        if for_higher != for_lower:
            return higher if for_higher < for_lower else lower
        had_white = self.last_rounds.get((higher, lower), 0), self.last_rounds.get((lower, higher), 0)
        return higher if had_white[0] < had_white[1] else lower

    def reason(self, higher: PlayerId, lower: PlayerId) -> Reason:
        """Why `white` has white."""
        white = self.white(higher, lower)
        black = lower if white == higher else higher
        white_count, black_count = self.balances.get(white, 0), self.balances.get(black, 0)
        if white_count != black_count:
            return BALANCE.reason(white=Player(white), white_count=white_count, black_count=black_count)
        if last := self.met_last(higher, lower):
            return REVERSED.reason(white=Player(white), black=Player(black), round=last)
        return LOWER_PLACED.reason(white=Player(white))

    def over_limit(self, higher: PlayerId, lower: PlayerId, limit: int) -> dict[PlayerId, Colour]:
        """Who of the two would have a colour, and which, more than `limit` times in a row."""
        white = self.white(higher, lower)
        black = lower if white == higher else higher
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
