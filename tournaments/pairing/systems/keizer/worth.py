"""What each kind of round is worth: a share of a value, or fixed points (rulebook, keizer, Totals and Not playing)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tournaments.pairing.history.record import OpenGameCounts, RoundOutcome, Scoring
from tournaments.pairing.types.snapshot import AbsenceKind

_NOTHING = Fraction(0)


class BeforeEntry(StrEnum):
    """What a round before joining counts as."""

    UNEXCUSED = "unexcused"
    EXCUSED = "excused"
    NOTHING = "nothing"


class Pay(NamedTuple):
    """What a round without a game gives: a share of the player's own value, or fixed points."""

    share: Fraction
    points: Fraction | None = None


COUNTED = frozenset({RoundOutcome.EXCUSED, RoundOutcome.UNEXCUSED})
"""Absences that use up the paid ones, also those that pay nothing."""


@dataclass(frozen=True, kw_only=True)
class Worth:
    """The fields are a system's options of the same names."""

    win_share: Fraction
    draw_share: Fraction
    loss_share: Fraction
    forfeit_win: Fraction
    forfeit_loss: Fraction
    open_game: OpenGameCounts
    bye_share: Fraction
    bye_points: Fraction | None
    excused_share: Fraction
    excused_points: Fraction | None
    unexcused_share: Fraction
    unexcused_points: Fraction | None
    club_share: Fraction
    club_points: Fraction | None
    before_entry: BeforeEntry
    late_points: Fraction | None
    paid_absences: int | None
    halving: bool
    default_absence: AbsenceKind
    period_rounds: tuple[int, ...] | None
    withdrawn_share: Fraction | None
    own_value: Fraction
    own_value_fade: int

    @cached_property
    def scoring(self) -> Scoring:
        """Classifies the rounds; its points are of no use here."""
        return Scoring(
            win=_NOTHING,
            draw=_NOTHING,
            loss=_NOTHING,
            bye=_NOTHING,
            default_absence=self.default_absence,
            open_game=self.open_game,
        )

    @cached_property
    def of_games(self) -> dict[RoundOutcome, Fraction]:
        """The share of the opponent's value."""
        return {  # not all: rounds with a game
            RoundOutcome.WIN: self.win_share,
            RoundOutcome.DRAW: self.draw_share,
            RoundOutcome.LOSS: self.loss_share,
            RoundOutcome.OPEN: _NOTHING,
            RoundOutcome.OPEN_AS_DRAW: self.draw_share,
            RoundOutcome.FORFEIT_WIN: self.forfeit_win,
            RoundOutcome.FORFEIT_LOSS: self.forfeit_loss,
            RoundOutcome.BOTH_FORFEIT: _NOTHING,
        }

    @cached_property
    def of_others(self) -> dict[RoundOutcome, Pay]:
        """Rounds without a game, absences as if they were the first of the period."""
        excused = Pay(self.excused_share, self.excused_points)
        unexcused = Pay(self.unexcused_share, self.unexcused_points)
        before = {BeforeEntry.EXCUSED: excused, BeforeEntry.UNEXCUSED: unexcused, BeforeEntry.NOTHING: Pay(_NOTHING)}
        bye = Pay(self.bye_share, self.bye_points)
        return {  # not all: rounds without a game
            RoundOutcome.BYE: bye,
            RoundOutcome.FULL_BYE: bye,
            RoundOutcome.HALF_BYE: Pay(self.draw_share),
            RoundOutcome.ZERO_BYE: Pay(_NOTHING),
            RoundOutcome.NO_OPPONENT: Pay(_NOTHING),
            RoundOutcome.EXCUSED: excused,
            RoundOutcome.UNEXCUSED: unexcused,
            RoundOutcome.CLUB: Pay(self.club_share, self.club_points),
            RoundOutcome.WITHDRAWN: Pay(_NOTHING),
            RoundOutcome.ELIMINATED: Pay(_NOTHING),
            RoundOutcome.BEFORE_JOINING: before[self.before_entry]
            if self.late_points is None
            else Pay(_NOTHING, self.late_points),
        }

    def without_a_game(self, what: RoundOutcome, count: int) -> Pay:
        """`count`: the how manieth counted absence of the period it is, where it is one."""
        pay = self.of_others[what]
        if what not in COUNTED:
            return pay
        part = Fraction(1, 2 ** (count - 1)) if self.halving else Fraction(1)
        if self.paid_absences is not None and count > self.paid_absences:
            part = _NOTHING
        return Pay(pay.share * part, None if pay.points is None else pay.points * part)

    def own_share(self, after_round: int) -> Fraction:
        """The part of the own value that counts once in the total."""
        if not self.own_value_fade:
            return self.own_value
        return self.own_value * max(_NOTHING, Fraction(self.own_value_fade - after_round, self.own_value_fade))

    def begins_period(self, round_number: int) -> bool:
        return self.period_rounds is not None and round_number - 1 in self.period_rounds

    def shares(self, rounds: int) -> set[Fraction]:
        """All shares that may be asked for in a tournament of so many rounds."""
        part = [Fraction(1, 2**k) for k in range(rounds if self.halving else 1)]
        own = {self.own_value / self.own_value_fade if self.own_value_fade else self.own_value}
        games = set(self.of_games.values())
        against_withdrawn = {share * (self.withdrawn_share or _NOTHING) for share in games}
        others = {pay.share for pay in self.of_others.values()}
        absences = {share * each for share in (self.excused_share, self.unexcused_share) for each in part}
        return games | against_withdrawn | others | absences | own

    def fixed(self, rounds: int) -> set[Fraction]:
        """All fixed points that may be asked for."""
        part = [Fraction(1, 2**k) for k in range(rounds if self.halving else 1)]
        points = {pay.points for pay in self.of_others.values() if pay.points is not None}
        return {amount * each for amount in points for each in part}
