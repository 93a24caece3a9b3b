"""Score strength combination of teams (SSSC): the points that do not rank, and a part of Buchholz."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.contributions import Counted, contributions
from tournaments.pairing.history.record import PointsOf, Record
from tournaments.pairing.history.unplayed_rounds import UnplayedRules, rules_in_force
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

OWN_BOARDS = Rule("score_and_schedule/own_boards", _("The team’s own board points"))
OWN_MATCHES = Rule("score_and_schedule/own_matches", _("The team’s own match points"))
OF_OPPONENTS = Rule(
    "score_and_schedule/of_opponents", _("Buchholz of the points that rank, {total}, divided by {divisor}")
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreAndSchedule:
    """C.07, 12 (rulebook, teams, B4): divided is by how often the most board points of the tournament go into its most
    match points, rounded down, so that both parts weigh about the same; by 1 at least, where there are few rounds.
    Where board points rank it is the other way round. Without Buchholz, in a fixed schedule, it says nothing."""

    rules: UnplayedRules = rules_in_force()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Score and schedule strength"),
            short="SSSC",
            summary=_(
                "The team with more of the points that do not rank and stronger opponents, taken together, is placed "
                "higher (SSSC)."
            ),
            legend=_("The points that do not rank, and Buchholz divided so that it weighs about as much"),
            family=Family.BOARDS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        if record.snapshot.boards is None or record.forfeits_are_meetings:
            return dict.fromkeys(tied, Cell(value=None))
        by_boards = record.scoring.by_boards
        other = record.counted_by(PointsOf.MATCHES if by_boards else PointsOf.BOARDS)
        divisor = _divisor(record, other)
        found = {}
        for team in tied:
            buchholz = contributions(record, team, Counted(rules=self.rules)).value
            explain = partial(_terms, OWN_MATCHES if by_boards else OWN_BOARDS, other.points[team], buchholz, divisor)
            found[team] = Cell(value=other.points[team] + buchholz / divisor, explain=explain)
        return found


def _divisor(record: Record, other: Record) -> int:
    """Of the rounds held: ⌊rounds · win / boards⌋, both as the most that a round gives."""
    most, most_of_other = Fraction(record.win_units, record.unit), Fraction(other.win_units, other.unit)
    rounds = len(record.snapshot.rounds)
    return max(1, int(rounds * most // most_of_other)) if most_of_other else 1


def _terms(rule: Rule, own: Fraction, buchholz: Fraction, divisor: int) -> tuple[Term, ...]:
    return (
        Term(reason=rule.reason(), amount=own),
        Term(reason=OF_OPPONENTS.reason(total=buchholz, divisor=divisor), amount=buchholz / divisor),
    )
