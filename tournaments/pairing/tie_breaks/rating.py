"""Rating (RTNG): whoever has the higher one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.performance import games, notes, unrated_as
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.types.options import boolean, fine_print
from tournaments.pairing.types.paired_round import Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

RATING = Rule("rating/rating", _("Rating {rating}"))
UNRATED = Rule("rating/unrated", _("No rating, which counts as {rating}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Rating:
    """C.07, 10.6 (rulebook, tie_breaks): the rating at the start of the tournament."""

    reverse: bool = fine_print(boolean(False, label=_("The lower rating first"), help=_("FIDE: RTNG/R.")))
    unrated_as: int | None = unrated_as()

    @property
    def info(self) -> TieBreakInfo:
        summaries = {
            False: _("The player with the higher rating at the start is placed higher (RTNG)."),
            True: _("The player with the lower rating at the start is placed higher (RTNG/R)."),
        }
        return TieBreakInfo(
            name=_("Rating"),
            short="RTNG/R" if self.reverse else "RTNG",
            summary=summaries[self.reverse],
            legend=_("The rating at the start"),
            higher_is_better=not self.reverse,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        if games(record, self.unrated_as) is None:
            return dict.fromkeys(tied, Cell(value=None))
        ratings = {player: record.snapshot.by_number[player].rating for player in tied}
        return {player: self._cell(rating) for player, rating in ratings.items()}

    def notes(self, record: Record) -> tuple[Reason, ...]:
        return notes(record, self.unrated_as)

    def _cell(self, rating: int | None) -> Cell:
        counted = self.unrated_as if rating is None else rating
        return Cell(value=counted, explain=partial(_terms, UNRATED if rating is None else RATING, counted or 0))


def _terms(rule: Rule, rating: int) -> tuple[Term, ...]:
    return (Term(reason=rule.reason(rating=rating), amount=Fraction(rating)),)
