"""Average rating of opponents (ARO): the mean of the ratings met, by option without the extremes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.history.modifiers import both_ends_cut, check_cuts, lowest_cut, with_modifiers
from tournaments.pairing.history.performance import RatedGames, cells, mean, notes, unrated_as
from tournaments.pairing.history.record import Record, RoundEntry
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

OPPONENT = Rule("average_rating/opponent", _("Round {round}: {opponent} has a rating of {rating}, divided by {count}"))
CUT = Rule("average_rating/cut", _("Round {round}: {opponent} has a rating of {rating}, not counted"))


_NAMES = {
    1: _("Average rating of opponents without the lowest"),
    2: _("Average rating of opponents without the two lowest"),
}
_OF_EXTREMES = _("Average rating of opponents without the extremes")


@dataclass(frozen=True, kw_only=True, slots=True)
class AverageRating:
    """C.07, 10.1 (rulebook, tie_breaks): over the games played at the board, a half up. Whoever has played none has no
    value and stands behind those level with them."""

    cut: int = lowest_cut()
    median: int = both_ends_cut()
    unrated_as: int | None = unrated_as()

    def __post_init__(self) -> None:
        check_cuts(self.cut, self.median)

    @property
    def info(self) -> TieBreakInfo:
        legend = _("The mean rating of the opponents met at the board")
        if self.cut:
            legend = _("The mean rating of the opponents met at the board, without the lowest")
        if self.median:
            legend = _("The mean rating of the opponents met at the board, without the extremes")
        return TieBreakInfo(
            name=_OF_EXTREMES if self.median else _NAMES.get(self.cut, _("Average rating of opponents")),
            short=with_modifiers("ARO", cut=self.cut, median=self.median),
            summary=_("The player whose opponents have higher ratings is placed higher (ARO)."),
            legend=legend,
            family=Family.RATINGS,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells(record, tied, self.unrated_as, self._cell)

    def notes(self, record: Record) -> tuple[Reason, ...]:
        return notes(record, self.unrated_as)

    def _cell(self, played: RatedGames) -> Cell:
        """Where several are equal, the earliest round is cut."""
        weakest_first = sorted(zip(played.entries, played.ratings, strict=True), key=lambda one: one[1])
        low = self.cut + self.median
        kept = weakest_first[low : max(low, len(weakest_first) - self.median)]
        cut = [one for one in weakest_first if one not in kept]
        return mean(sorted(kept, key=_round), OPPONENT, *map(_cut, sorted(cut, key=_round)))


def _round(one: tuple[RoundEntry, int]) -> int:
    return one[0].round_number


def _cut(one: tuple[RoundEntry, int]) -> Term:
    entry, rating = one
    reason = CUT.reason(round=entry.round_number, opponent=Player(entry.opponent or 0), rating=rating)
    return Term(reason=reason, amount=Fraction(0))
