"""The play-off for a shared first place (rulebook, all_play_all, Play-off): it orders those who share it, and gives no
points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.explanations.standings import PLAY_OFF
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.systems.all_play_all import rules
from tournaments.pairing.types.paired_round import Player, Players, Rule
from tournaments.pairing.types.snapshot import PlayerId, PlayOff, PlayOffGame, Result
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

COLUMN = TieBreakInfo(
    name=_("Play-off"),
    short=PLAY_OFF,
    summary=_("The player who did better in the play-off for the first place is placed higher."),
    legend=_("Points of the play-off for the first place; they count for nothing else"),
    family=Family.EACH_OTHER,
)

_WINS = {  # not all: an open game says nothing yet
    Result.WHITE_WINS: (rules.PLAY_OFF_WIN, rules.PLAY_OFF_LOSS),
    Result.BLACK_WINS: (rules.PLAY_OFF_LOSS, rules.PLAY_OFF_WIN),
    Result.DRAW: (rules.PLAY_OFF_DRAW, rules.PLAY_OFF_DRAW),
    Result.WHITE_WINS_BY_FORFEIT: (rules.PLAY_OFF_FORFEIT_WIN, rules.PLAY_OFF_FORFEIT_LOSS),
    Result.BLACK_WINS_BY_FORFEIT: (rules.PLAY_OFF_FORFEIT_LOSS, rules.PLAY_OFF_FORFEIT_WIN),
    Result.BOTH_FORFEIT: (rules.PLAY_OFF_FORFEIT_LOSS, rules.PLAY_OFF_FORFEIT_LOSS),
}
"""What it is for White and for Black."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedOff:
    """As a tie-break of those who share the first place, and of nobody else.

    Of several play-offs each is of those whom the one before has left level at the head; whoever drops out keeps their
    order below.
    """

    level: frozenset[PlayerId]
    order: tuple[tuple[PlayerId, ...], ...]
    counting: tuple[PlayOff, ...]
    win: Fraction
    draw: Fraction
    loss: Fraction

    @classmethod
    def of(
        cls, level: Sequence[PlayerId], play_offs: Sequence[PlayOff], *, win: Fraction, draw: Fraction, loss: Fraction
    ) -> PlayedOff:
        """One of others than those who are level counts for nothing."""
        order: tuple[tuple[PlayerId, ...], ...] = (tuple(level),)
        counting = []
        for each in play_offs:
            if len(order[0]) > 1 and each.players == frozenset(order[0]):
                order = (*each.order, *order[1:])
                counting.append(each)
        return cls(level=frozenset(level), order=order, counting=tuple(counting), win=win, draw=draw, loss=loss)

    @property
    def info(self) -> TieBreakInfo:
        return COLUMN

    @property
    def still_level(self) -> tuple[PlayerId, ...]:
        """Who would have to play once more; nobody where the first place is had alone."""
        return self.order[0] if len(self.order[0]) > 1 else ()

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        if tied != self.level or not self.counting:
            return dict.fromkeys(tied, Cell(value=None))
        return {
            player: Cell(
                value=sum((term.amount for term in self._games_of(player)), Fraction(0)),
                ranked_by=-place,
                explain=partial(self._terms, player),
            )
            for place, level in enumerate(self.order)
            for player in level
        }

    def _terms(self, player: PlayerId) -> tuple[Term, ...]:
        return (*self._games_of(player), *self._ahead(player))

    def _games_of(self, player: PlayerId) -> Iterator[Term]:
        worth = {
            rules.PLAY_OFF_WIN: self.win,
            rules.PLAY_OFF_FORFEIT_WIN: self.win,
            rules.PLAY_OFF_DRAW: self.draw,
            rules.PLAY_OFF_LOSS: self.loss,
            rules.PLAY_OFF_FORFEIT_LOSS: self.loss,
        }
        for game in (game for each in self.counting for game in each.games):
            if (rule := _seen_by(game, player)) is not None:
                opponent = game.black if game.white == player else game.white
                yield Term(reason=rule.reason(opponent=Player(opponent)), amount=worth[rule])

    def _ahead(self, player: PlayerId) -> Iterator[Term]:
        """Of whom the points there do not say it: a tie that was decided in another way."""
        points = {each: sum((term.amount for term in self._games_of(each)), Fraction(0)) for each in self.level}
        places = {each: place for place, level in enumerate(self.order) for each in level}
        behind = [
            each for each in sorted(self.level) if places[each] > places[player] and points[each] == points[player]
        ]
        if behind:
            yield Term(reason=rules.PLAY_OFF_AHEAD.reason(players=Players(tuple(behind))), amount=Fraction(0))


def _seen_by(game: PlayOffGame, player: PlayerId) -> Rule | None:
    both = _WINS.get(game.result)
    if both is None or player not in {game.white, game.black}:
        return None
    return both[game.black == player]
