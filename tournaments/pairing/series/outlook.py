"""What the events to come can still bring: exact bounds, no guess."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from tournaments.pairing.series.ranking import Key, SeriesRank, SeriesSums
from tournaments.pairing.series.results import most_of
from tournaments.pairing.series.types import Outlook, PersonKey


class Possible:
    """For each the best end, and the end if they never come again: nothing between or beyond can happen.

    Results never fall below nothing, so whoever stays away ends where they stand, and nobody ends below that. Bonus
    points nobody has given yet are left out, and so are events that nobody has put into the series.
    """

    def __init__(self, standing: SeriesRank, sums: Mapping[PersonKey, SeriesSums]) -> None:
        self.standing = standing
        to_come = [most_of(event, standing.options) for event in standing.events if not event.is_over]
        known = [standing.sign * standing.whole(most) for most in to_come if most is not None]
        self.is_known = len(known) == len(to_come)
        self.to_come = known
        self.away = {person: self._key(one, ()) for person, one in sums.items()}
        self.best = {person: self._key(one, self.to_come) for person, one in sums.items()}
        nobody = SeriesSums(held=[], counted=[], struck=[], total=0)
        self.newcomer = self._key(nobody, self.to_come)
        self._in_order = sorted(self.away.values())
        self._highest = sorted(self.best.values(), reverse=True)[:2]

    def of(self, person: PersonKey) -> Outlook | None:
        """None where the most that an event gives is known only once it is held."""
        if not self.is_known:
            return None
        best = self.best[person]
        ahead = len(self._in_order) - bisect_right(self._in_order, best)
        return Outlook(
            best_total=Fraction(self.standing.sign * best[2], self.standing.unit),
            best_place=1 + ahead if best[0] else None,
            is_safe=self._is_out_of_reach_of_all(person),
        )

    def is_out_of_reach(self, person: PersonKey, rivals: Collection[PersonKey]) -> bool:
        """Of these rivals, and of whoever has not played in the series yet."""
        away = self.away[person]
        return self._is_ahead_of_newcomers(away) and all(self.best[rival] < away for rival in rivals if rival != person)

    def _is_out_of_reach_of_all(self, person: PersonKey) -> bool:
        away = self.away[person]
        if not self._is_ahead_of_newcomers(away):
            return False
        others = self._highest[1:] if self.best[person] == self._highest[0] else self._highest
        return not others or others[0] < away

    def _is_ahead_of_newcomers(self, away: Key) -> bool:
        return self.is_known and away[0] > 0 and not (self.to_come and self.newcomer >= away)

    def _key(self, sums: SeriesSums, further: Sequence[int]) -> Key:
        """In the end, with these further results."""
        standing, options = self.standing, self.standing.options
        besides = sums.total - sum(one.worth for one in sums.counted)
        besides += standing.whole(options.every) * len(further)
        held = sorted([*(one.worth for one in sums.held), *further], reverse=True)
        needed = standing.most if options.lowest_wins else 0
        return (
            int(len(held) >= (options.minimum or 0)),
            min(len(held), needed),
            sum(held[: standing.most]) + besides,
        )
