"""Perfect tournament performance (PTP): the lowest rating that is expected to score as much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.performance import RatedGames, cells, notes, unrated_as
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Player, Reason, Rule, Share
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.ratings.tables import expected

LEAST = Rule(
    "perfect_performance/least", _("The lowest rating that is expected to score {points} points: {expected} of {count}")
)
NO_POINT = Rule("perfect_performance/no_point", _("No point: 800 less than the lowest opponent, {rating}"))
AGAINST = Rule(
    "perfect_performance/against",
    _("Round {round}: against {opponent}, {rating}, it is expected to score {expected}"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class PerfectPerformance:
    """C.07, 10.3 (rulebook, tie_breaks): by table 8.1.2, differences not cut at 400; without a point 800 less than the
    lowest opponent."""

    unrated_as: int | None = unrated_as()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Perfect performance"),
            short="PTP",
            summary=_("The player whose score takes a higher rating to achieve is placed higher (PTP)."),
            legend=_("The lowest rating that is expected to score as much against the same opponents"),
            family=Family.RATINGS,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells(record, tied, self.unrated_as, _cell)

    def notes(self, record: Record) -> tuple[Reason, ...]:
        return notes(record, self.unrated_as)


def _cell(played: RatedGames) -> Cell:
    return Cell(value=played.perfect, explain=partial(_terms, played))


def _terms(played: RatedGames) -> tuple[Term, ...]:
    value = played.perfect
    if value is None:
        return ()
    if not played.halves:
        return (Term(reason=NO_POINT.reason(rating=min(played.ratings)), amount=Fraction(value)),)
    whole = Share(Fraction(played.expected(value), 100))
    least = LEAST.reason(points=played.points, expected=whole, count=len(played.entries))
    against = [
        AGAINST.reason(
            round=entry.round_number,
            opponent=Player(entry.opponent),
            rating=rating,
            expected=Share(Fraction(expected(value - rating), 100)),
        )
        for entry, rating in zip(played.entries, played.ratings, strict=True)
        if entry.opponent is not None
    ]
    return (
        Term(reason=least, amount=Fraction(value)),
        *(Term(reason=reason, amount=Fraction(0)) for reason in against),
    )
