"""What systems share whose table goes by points, and whose points are those of the games and the bye."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.pairing.explanations.standings import points_by_round, points_table
from tournaments.pairing.history.record import OpenGameCounts, PointsOf, Record, Scoring
from tournaments.pairing.opponents.common_options import GAMES_AND_BYE
from tournaments.pairing.protocols import AbsenceRules, Capabilities, TieBreak
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import AbsenceKind, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Table


class PointsSystem(ABC):
    """Options that each system sets in its own order; of the rest of the protocol, what most do."""

    __slots__ = ()

    win: Fraction
    draw: Fraction
    loss: Fraction
    bye_points: Fraction
    open_game: OpenGameCounts
    absence_kinds: tuple[OwnKind, ...]
    rank_by: PointsOf = PointsOf.MATCHES
    list_second: bool = False
    bye_boards: Fraction | None = None

    @abstractmethod
    def capabilities(self) -> Capabilities: ...

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId | None, ...]:
        return lots.sort("number", (entrant.number for entrant in entrants))

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        return points_table(self._record(snapshot), tie_breaks)

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        return points_by_round(self._record(snapshot), counting_rounds=self.capabilities().counting_rounds)

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        return snapshot.all_played

    def _record(self, snapshot: TournamentSnapshot) -> Record:
        return self.capabilities().record(snapshot)

    def _absence_rules(self, *, paid: int | None = None) -> AbsenceRules:
        """A club's own kinds count as excused, and use up what excused absences use up."""
        own = self.absence_kinds
        return AbsenceRules(paid=paid, own_kinds=own, counted=frozenset({*AbsenceKind, *(kind.code for kind in own)}))

    def _scoring(self, *, absent: Fraction = Fraction(0)) -> Scoring:
        """`absent`: whatever the kind of absence."""
        return Scoring(
            win=self.win,
            draw=self.draw,
            loss=self.loss,
            bye=self.bye_points,
            excused=absent,
            unexcused=absent,
            club=absent,
            own_kind=absent,
            open_game=self.open_game,
            by_boards=self.rank_by is PointsOf.BOARDS,
            list_second=self.list_second,
            bye_boards=self.bye_boards,
        )

    def _games_said(self) -> Reason:
        return GAMES_AND_BYE.reason(win=self.win, draw=self.draw, loss=self.loss, bye=self.bye_points)
