"""A series of 40 events with 120 people: the table, with three categories, and the race, from final tables."""

from __future__ import annotations

import random
import time
from fractions import Fraction

from bench._size import sized
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.pairing.series.options import SeriesOptions
from tournaments.pairing.series.table import SeriesReckoning
from tournaments.pairing.series.types import EventResults, Line, SeriesGame, SeriesInput, SeriesPerson

EVENTS, PEOPLE, TO_COME, TIMES = sized((40, 120, 5, 5), (8, 12, 2, 1))


def season() -> SeriesInput:
    chance = random.Random(1)
    events = []
    for key in range(EVENTS):
        points = {person: Fraction(chance.randint(0, 14), 2) for person in range(PEOPLE)}
        lines = tuple(
            Line(
                person=person,
                points=scored,
                place=1 + sum(other > scored for other in points.values()),
                games=7,
                rating=1000 + 9 * person,
            )
            for person, scored in points.items()
        )
        games = tuple(
            SeriesGame(white=one, black=(one + 1 + key) % PEOPLE, score=Fraction(chance.randint(0, 2), 2))
            for one in range(PEOPLE)
        )
        events.append(EventResults(key=key, lines=lines, games=games))
    events += [EventResults(key=EVENTS + key, is_over=False) for key in range(TO_COME)]
    return SeriesInput(events=tuple(events), people=tuple(SeriesPerson(key=key) for key in range(PEOPLE)), year=2026)


def main() -> None:
    given, options = season(), SeriesOptions(best=30)
    categories = [Category(kind=CategoryKind.RATING, high=high) for high in (1300, 1600, 1900)]
    for name, work in (
        ("table", lambda: SeriesReckoning(given, options).table()),
        ("table, three categories", lambda: SeriesReckoning(given, options).table(categories)),
        ("race", lambda: SeriesReckoning(given, options).places),
    ):
        taken = []
        for _each in range(TIMES):
            begun = time.process_time()
            work()
            taken.append(time.process_time() - begun)
        print(f"{name}: {min(taken) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
