"""How strong a player's games were by the ratings met (FIDE C.07, 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from tournaments.pairing.history.record import PLAYED, Record, RoundEntry, RoundOutcome
from tournaments.pairing.types.options import fine_print, nullable_integer
from tournaments.pairing.types.paired_round import Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.ratings.tables import expected, half_up, stronger_by

UNRATED = Rule(
    "performance/unrated",
    _("Not everybody has a rating: a tie-break from ratings is left out unless it sets a rating for unrated players."),
)
ROUNDED = Rule("performance/rounded", _("Rounded to a whole number"))

_HALVES = {RoundOutcome.WIN: 2, RoundOutcome.DRAW: 1, RoundOutcome.OPEN_AS_DRAW: 1}  # not all: the others bring nothing
_FURTHEST = 800


def unrated_as() -> int | None:
    """A field."""
    return fine_print(
        nullable_integer(
            None,
            minimum=0,
            label=_("Rating of unrated players"),
            help=_("A rating such as 1400. Empty: with an unrated player the tie-break is left out."),
        )
    )


@dataclass(frozen=True, kw_only=True)
class RatedGames:
    """The games a player has played over the board, in order, with the opponents' ratings. Points as halves, on the
    scale 1, ½, 0."""

    entries: Sequence[RoundEntry]
    ratings: Sequence[int]

    @property
    def halves(self) -> int:
        return sum(_HALVES.get(entry.outcome, 0) for entry in self.entries)

    @property
    def points(self) -> Fraction:
        return Fraction(self.halves, 2)

    @property
    def percent(self) -> int:
        """The share of points in hundredths, rounded, a half up; only of one game or more."""
        return half_up(50 * self.halves, len(self.entries))

    @property
    def average(self) -> int | None:
        return half_up(sum(self.ratings), len(self.ratings)) if self.ratings else None

    @cached_property
    def performance(self) -> int | None:
        return None if self.average is None else self.average + stronger_by(self.percent)

    @cached_property
    def perfect(self) -> int | None:
        """The least rating that is expected to score as much."""
        if not self.ratings:
            return None
        if not self.halves:
            return min(self.ratings) - _FURTHEST
        low, high = min(self.ratings) - _FURTHEST, max(self.ratings) + _FURTHEST
        while high - low > 1:  # low scores too little, high enough
            middle = (low + high) // 2
            low, high = (low, middle) if self.expected(middle) >= 50 * self.halves else (middle, high)
        return high

    def expected(self, rating: int) -> int:
        """What somebody with this rating would score in them, in hundredths."""
        return sum(expected(rating - each) for each in self.ratings)


def games(record: Record, unrated: int | None) -> Mapping[PlayerId, RatedGames] | None:
    """`unrated`: what those without a rating count as. Without it None, where somebody has none."""
    ratings = {entrant.number: entrant.rating for entrant in record.snapshot.entrants}
    if unrated is None and None in ratings.values():
        return None
    return record.once(("games with ratings", unrated), lambda: _games(record, ratings, unrated or 0))


def _games(record: Record, ratings: Mapping[PlayerId, int | None], unrated: int) -> Mapping[PlayerId, RatedGames]:
    found = {}
    for player, entries in record.entries.items():
        played = [entry for entry in entries if entry.outcome in PLAYED]
        met = [ratings[entry.opponent] for entry in played if entry.opponent is not None]
        found[player] = RatedGames(entries=played, ratings=[unrated if rating is None else rating for rating in met])
    return found


def notes(record: Record, unrated: int | None) -> tuple[Reason, ...]:
    """Why a tie-break from ratings is left out."""
    return (UNRATED.reason(),) if games(record, unrated) is None else ()


def cells(
    record: Record, tied: frozenset[PlayerId], unrated: int | None, cell_of: Callable[[RatedGames], Cell]
) -> Mapping[PlayerId, Cell]:
    """Without a value where somebody is unrated."""
    found = games(record, unrated)
    return {player: Cell(value=None) if found is None else cell_of(found[player]) for player in tied}


def cells_of_opponents(
    record: Record,
    tied: frozenset[PlayerId],
    unrated: int | None,
    value_of: Callable[[RatedGames], int | None],
    rule: Rule,
) -> Mapping[PlayerId, Cell]:
    """The mean of what the opponents' own games say of them."""

    def cell_of(played: RatedGames) -> Cell:
        return mean([(entry, _of_opponent(found, entry, value_of)) for entry in played.entries], rule)

    found = games(record, unrated) or {}
    return cells(record, tied, unrated, cell_of)


def _of_opponent(
    found: Mapping[PlayerId, RatedGames], entry: RoundEntry, value_of: Callable[[RatedGames], int | None]
) -> int:
    return (value_of(found[entry.opponent]) if entry.opponent is not None else None) or 0


def mean(values: Sequence[tuple[RoundEntry, int]], rule: Rule, *further: Term) -> Cell:
    """Of what is said of the opponents of these games, a half up; no value where there are none. The rule's gaps are
    round, opponent, rating and count; `further` terms add nothing."""
    if not values:
        return Cell(value=None)
    value = half_up(sum(each for _entry, each in values), len(values))
    return Cell(value=value, explain=partial(_mean_terms, value, values, rule, further))


def _mean_terms(
    value: int, values: Sequence[tuple[RoundEntry, int]], rule: Rule, further: Sequence[Term]
) -> tuple[Term, ...]:
    count = len(values)
    terms = [
        Term(
            reason=rule.reason(round=entry.round_number, opponent=Player(entry.opponent), rating=each, count=count),
            amount=Fraction(each, count),
        )
        for entry, each in values
        if entry.opponent is not None
    ]
    rounded = value - sum((term.amount for term in terms), Fraction(0))
    return (*terms, *([Term(reason=ROUNDED.reason(), amount=rounded)] if rounded else []), *further)
