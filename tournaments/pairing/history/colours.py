"""Colours had: how often, against whom, and how often in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.pairing.history.record import MEETINGS, Record, RoundEntry, RoundOutcome
from tournaments.pairing.types.paired_round import Players, Reason, Rule
from tournaments.pairing.types.snapshot import Colour, PlayedRound, PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

BALANCE = Rule(
    "colours/balance",
    _(
        "{white} has the lower colour balance (games with White minus games with Black): {white_count} "
        "against {black_count}. So {white} gets White."
    ),
    is_balance=True,
)
BYE_COUNTS = Rule("colours/bye_counts", _("The bye of {players} counts as White."))
FORFEIT_COUNTS = Rule("colours/forfeit_counts", _("The colours given in forfeited games count too: {players}."))
COUNTED = frozenset(rule.code for rule in (BYE_COUNTS, FORFEIT_COUNTS))
"""Said behind what rests on it."""


def begin_of_colours(reasons: Sequence[Reason]) -> int:
    """Where those about colours begin among a board's: the last one, and behind it what it rests on."""
    return max((place for place, reason in enumerate(reasons) if reason.rule not in COUNTED), default=0)


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
        player: [entry.colour or Colour.WHITE for entry in entries if _counts(entry, with_forfeits=with_forfeits)]
        for player, entries in record.entries.items()
    }


def counted_without_a_game(
    record: Record, players: Iterable[PlayerId], *, last: int | None = None, with_forfeits: bool = False
) -> tuple[Reason, ...]:
    """To be said where the colours of these decide: which of them were no game over the board. `last`: only so many of
    each were looked at."""
    byes: list[PlayerId] = []
    forfeits: list[PlayerId] = []
    for player in players:
        counted = [entry for entry in record.entries[player] if _counts(entry, with_forfeits=with_forfeits)]
        looked_at = counted if last is None else counted[-last:]
        if any(entry.outcome is RoundOutcome.BYE for entry in looked_at):
            byes.append(player)
        if any(entry.outcome is not RoundOutcome.BYE and entry.outcome not in MEETINGS for entry in looked_at):
            forfeits.append(player)
    said = ((BYE_COUNTS, byes), (FORFEIT_COUNTS, forfeits))
    return tuple(rule.reason(players=Players(tuple(sorted(named)))) for rule, named in said if named)


def _counts(entry: RoundEntry, *, with_forfeits: bool) -> bool:
    is_game = entry.colour is not None and (with_forfeits or entry.outcome in MEETINGS)
    return is_game or entry.outcome is RoundOutcome.BYE


def run_of(colours: Sequence[Colour]) -> int:
    """How often in a row up to now the last colour was had."""
    return next((count for count, had in enumerate(reversed(colours)) if had is not colours[-1]), len(colours))
