"""Tournament performance rating (TPR): the opponents' average rating, and how far the score goes beyond it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.performance import RatedGames, cells, notes, unrated_as
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.ratings.tables import stronger_by

AVERAGE = Rule("performance_rating/average", _("Average rating of the opponents over {count} games"))
SCORE = Rule("performance_rating/score", _("{points} points in {count} games, {percent} percent"))


@dataclass(frozen=True, kw_only=True, slots=True)
class PerformanceRating:
    """C.07, 10.2 (rulebook, tie_breaks): the average, and what table 8.1.1 has for the share of points."""

    unrated_as: int | None = unrated_as()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Performance rating"),
            short="TPR",
            summary=_(
                "The player with the better performance is placed higher: the opponents' average rating and the "
                "score count (TPR)."
            ),
            legend=_("The opponents' average rating, and more or less for the score against them"),
            family=Family.RATINGS,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells(record, tied, self.unrated_as, _cell)

    def notes(self, record: Record) -> tuple[Reason, ...]:
        return notes(record, self.unrated_as)


def _cell(played: RatedGames) -> Cell:
    return Cell(value=played.performance, explain=partial(_terms, played))


def _terms(played: RatedGames) -> tuple[Term, ...]:
    if played.average is None:
        return ()
    count, percent = len(played.entries), played.percent
    score = SCORE.reason(points=played.points, count=count, percent=percent)
    return (
        Term(reason=AVERAGE.reason(count=count), amount=Fraction(played.average)),
        Term(reason=score, amount=Fraction(stronger_by(percent))),
    )
