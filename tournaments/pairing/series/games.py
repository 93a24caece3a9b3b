"""The games of a series in whole numbers: of them is only asked how they compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from math import lcm

from tournaments.pairing.history.direct_encounters import Meetings
from tournaments.pairing.series.types import EventResults, PersonKey, SeriesGame


class GamesBetween:
    """Of these people, one event after the other. `unit`: so many make one game won."""

    def __init__(self, people: Collection[PersonKey], unit: int) -> None:
        self.unit = unit
        self._means: dict[PersonKey, dict[PersonKey, int]] = {person: {} for person in people}
        self._met: dict[tuple[PersonKey, PersonKey], tuple[int, int]] = {}
        self._scored: dict[PersonKey, tuple[int, int]] = {}
        self.meetings = Meetings(scores=self._means, win=unit)

    @classmethod
    def of(cls, people: Collection[PersonKey], events: Iterable[EventResults]) -> GamesBetween:
        """Of all events that are over."""
        games = [game for event in events if event.is_over for game in event.games]
        each_two = Counter((min(game.white, game.black), max(game.white, game.black)) for game in games)
        halves = lcm(*{game.score.denominator for game in games})
        # Every mean is whole, after fewer games as well, so that moments of one series compare in one unit.
        found = cls(people, halves * lcm(*range(1, max(each_two.values(), default=0) + 1)))
        found.add(games)
        return found

    def empty(self) -> GamesBetween:
        return GamesBetween(self._means.keys(), self.unit)

    def add(self, games: Iterable[SeriesGame]) -> None:
        unit = self.unit
        for game in games:
            white, black = game.white, game.black
            score = game.score.numerator * (unit // game.score.denominator)
            for person, points in ((white, score), (black, unit - score)):
                before, count = self._scored.get(person, (0, 0))
                self._scored[person] = (before + points, count + 1)
            if white in self._means and black in self._means:
                one, other = (white, black) if white < black else (black, white)
                before, count = self._met.get((one, other), (0, 0))
                total, count = before + (score if one == white else unit - score), count + 1
                self._met[one, other] = (total, count)
                self._means[one][other] = total // count
                self._means[other][one] = unit - total // count

    def share_of(self, person: PersonKey) -> Fraction:
        """The score over all games, of the highest possible; less than nothing where there is no game."""
        points, count = self._scored.get(person, (-self.unit, 1))
        return Fraction(points, count)
