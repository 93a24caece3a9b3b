"""What each kind of round is worth: a share of a value, or fixed points (rulebook, keizer, Totals and Not playing)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tournaments.pairing.history.record import OpenGameCounts, RoundOutcome, Scoring
from tournaments.pairing.types.absence_kinds import OwnKind, Steps, shares_by_result, step_share
from tournaments.pairing.types.snapshot import Absence, AbsenceCode, AbsenceKind, OwnGame

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


class Used(NamedTuple):
    """How many absences of the period somebody has had: those that use up the paid ones, and of one kind."""

    counted: int
    of_kind: int


class PaidLimit(NamedTuple):
    """The how-manieth absence it is, of so many that pay."""

    number: int
    limit: int

    @property
    def is_over(self) -> bool:
        return self.number > self.limit


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
    club_win_share: Fraction | None
    club_draw_share: Fraction | None
    club_loss_share: Fraction | None
    excused_steps: Steps | None
    absence_kinds: tuple[OwnKind, ...]
    counted_absences: tuple[AbsenceCode, ...]
    loss_points: Fraction | None
    withdrawn_pay: Fraction
    before_entry: BeforeEntry
    late_points: Fraction | None
    paid_absences: int | None
    halving: bool
    default_absence: AbsenceCode
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
    def gives(self) -> dict[AbsenceCode, Hashable]:
        """What each kind of absence pays, in the order of the menu; equal where two pay the same."""
        return {
            kind: tuple(("share", pay.share) if pay.points is None else ("points", pay.points) for pay in pays)
            for kind, pays in self._all_pays.items()
        }

    def points_of_game(self, what: RoundOutcome) -> Fraction | None:
        """Fixed points, where a game pays those."""
        return self.loss_points if what is RoundOutcome.LOSS else None

    @cached_property
    def counted(self) -> frozenset[AbsenceCode]:
        """Kinds that use up the paid absences and that are halved, also those that pay nothing."""
        return frozenset(self.counted_absences)

    @cached_property
    def own_kinds(self) -> dict[AbsenceCode, OwnKind]:
        return {kind.code: kind for kind in self.absence_kinds}

    @cached_property
    def counted_by_themselves(self) -> frozenset[AbsenceCode]:
        """Kinds whose pay depends on how many of them there have been."""
        own = {kind.code for kind in self.absence_kinds if kind.steps or kind.paid is not None}
        return frozenset(own | ({AbsenceKind.EXCUSED} if self.excused_steps else set()))

    def steps_of(self, kind: AbsenceCode) -> Steps:
        if kind == AbsenceKind.EXCUSED:
            return self.excused_steps or ()
        return self.own_kinds[kind].steps if kind in self.own_kinds else ()

    def paid_of(self, kind: AbsenceCode) -> int | None:
        """So many of the kind pay, counted by themselves."""
        return self.own_kinds[kind].paid if kind in self.own_kinds else None

    def by_result(self, kind: AbsenceCode) -> Mapping[OwnGame, Fraction]:
        if kind == AbsenceKind.CLUB:
            return shares_by_result(self.club_win_share, self.club_draw_share, self.club_loss_share)
        return self.own_kinds[kind].by_result if kind in self.own_kinds else {}

    @cached_property
    def of_others(self) -> dict[RoundOutcome, Pay]:
        """Rounds without a game, absences as if they were the first of the period."""
        first_step = self.excused_steps[0].share if self.excused_steps else self.excused_share
        excused = Pay(first_step, self.excused_points)
        unexcused = Pay(self.unexcused_share, self.unexcused_points)
        before = {BeforeEntry.EXCUSED: excused, BeforeEntry.UNEXCUSED: unexcused, BeforeEntry.NOTHING: Pay(_NOTHING)}
        bye = Pay(self.bye_share, self.bye_points)
        return {  # not all: rounds without a game
            RoundOutcome.BYE: bye,
            RoundOutcome.FULL_BYE: bye,
            RoundOutcome.HALF_BYE: Pay(self.draw_share),
            RoundOutcome.ZERO_BYE: Pay(_NOTHING),
            RoundOutcome.UNPAID_BYE: Pay(_NOTHING),
            RoundOutcome.NO_OPPONENT: Pay(_NOTHING),
            RoundOutcome.EXCUSED: excused,
            RoundOutcome.UNEXCUSED: unexcused,
            RoundOutcome.CLUB: Pay(self.club_share, self.club_points),
            RoundOutcome.OWN_KIND: Pay(_NOTHING),  # each by itself
            RoundOutcome.WITHDRAWN: Pay(self.withdrawn_pay),
            RoundOutcome.ELIMINATED: Pay(_NOTHING),
            RoundOutcome.BEFORE_JOINING: before[self.before_entry]
            if self.late_points is None
            else Pay(_NOTHING, self.late_points),
        }

    def without_a_game(self, what: RoundOutcome, absence: Absence | None, used: Used) -> Pay:
        """`used`: with this absence, where it is one."""
        if absence is None:
            return self.of_others[what]
        pay, part = self._usual(what, absence, used), self.part_paid(absence.kind, used)
        return pay if part == 1 else Pay(pay.share * part, None if pay.points is None else pay.points * part)

    def _usual(self, what: RoundOutcome, absence: Absence, used: Used) -> Pay:
        if absence.result is not None and (share := self.by_result(absence.kind).get(absence.result)) is not None:
            return Pay(share)
        if steps := self.steps_of(absence.kind):
            return Pay(step_share(steps, used.of_kind))
        if (own := self.own_kinds.get(absence.kind)) is not None:
            return Pay(own.share, own.points)
        return self.of_others[what]

    def limits_of(self, kind: AbsenceCode, used: Used) -> list[PaidLimit]:
        """How many absences of the kind pay, by itself and among all that are counted."""
        paid = self.paid_of(kind)
        limits = [] if paid is None else [PaidLimit(used.of_kind, paid)]
        if self.paid_absences is not None and kind in self.counted:
            limits.append(PaidLimit(used.counted, self.paid_absences))
        return limits

    def part_paid(self, kind: AbsenceCode, used: Used) -> Fraction:
        """Of what the absence would pay, were it the first: all, a half or less of it, or nothing."""
        if any(limit.is_over for limit in self.limits_of(kind, used)):
            return _NOTHING
        return Fraction(1, 2 ** (used.counted - 1)) if self.halving and kind in self.counted else Fraction(1)

    def own_share(self, after_round: int) -> Fraction:
        """The part of the own value that counts once in the total."""
        if not self.own_value_fade:
            return self.own_value
        return self.own_value * max(_NOTHING, Fraction(self.own_value_fade - after_round, self.own_value_fade))

    def begins_period(self, round_number: int) -> bool:
        return self.period_rounds is not None and round_number - 1 in self.period_rounds

    def shares(self, rounds: int) -> set[Fraction]:
        """All shares that may be asked for in a tournament of so many rounds."""
        own = {self.own_value / self.own_value_fade if self.own_value_fade else self.own_value}
        games = set(self.of_games.values())
        against_withdrawn = {share * (self.withdrawn_share or _NOTHING) for share in games}
        others = {pay.share for pay in self.of_others.values()}
        absences = {
            pay.share * part
            for kind, pays in self._all_pays.items()
            for pay in pays
            for part in self._parts(kind, rounds)
        }
        return games | against_withdrawn | others | absences | own

    def fixed(self, rounds: int) -> set[Fraction]:
        """All fixed points that may be asked for."""
        others = {pay.points for pay in self.of_others.values() if pay.points is not None}
        absences = {
            pay.points * part
            for kind, pays in self._all_pays.items()
            for pay in pays
            if pay.points is not None
            for part in self._parts(kind, rounds)
        }
        return others | absences | ({self.loss_points} if self.loss_points is not None else set())

    def _parts(self, kind: AbsenceCode, rounds: int) -> list[Fraction]:
        return [Fraction(1, 2**k) for k in range(rounds if self.halving and kind in self.counted else 1)]

    @cached_property
    def _all_pays(self) -> dict[AbsenceCode, list[Pay]]:
        """What an absence of each kind may pay, were it the first."""
        usual: dict[AbsenceCode, Pay] = {kind: self.of_others[RoundOutcome(kind.value)] for kind in AbsenceKind}
        usual |= {own.code: Pay(own.share, own.points) for own in self.absence_kinds}
        return {
            kind: [
                pay,
                *(Pay(share) for share in self.by_result(kind).values()),
                *(Pay(step.share) for step in self.steps_of(kind)),
            ]
            for kind, pay in usual.items()
        }
