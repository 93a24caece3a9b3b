"""Events of a series written down in short: who came in which order, who shares."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.pairing.series.types import EventResults, Line, SeriesInput, SeriesPerson

NAMES = ("Anna", "Bo", "Cato", "Dag", "Eva", "Finn", "Guest")
ANNA, BO, CATO, DAG, EVA, FINN, GUEST = range(1, 8)


def event(
    key: int, *places: int | Sequence[int], weight: int = 1, ratings: dict[int, int] | None = None
) -> EventResults:
    """Best first; those in brackets share. Everybody behind has a point less."""
    groups = [[place] if isinstance(place, int) else list(place) for place in places]
    lines = []
    for at, group in enumerate(groups):
        ahead = sum(map(len, groups[:at]))
        lines += [
            Line(
                person=person,
                points=Fraction(len(groups) - at),
                place=ahead + 1,
                games=3,
                is_guest=person == GUEST,
                rating=(ratings or {}).get(person),
            )
            for person in group
        ]
    return EventResults(key=key, lines=tuple(lines), weight=Fraction(weight))


def to_come(key: int, *, possible: int | None = None) -> EventResults:
    return EventResults(key=key, is_over=False, possible=None if possible is None else Fraction(possible))


def series(*events: EventResults, **further: object) -> SeriesInput:
    there = {line.person for each in events for line in each.lines}
    people = tuple(SeriesPerson(key=key, is_member=key != GUEST) for key in sorted(there))
    return SeriesInput(**({"events": events, "people": people, "year": 2026} | further))  # type: ignore[arg-type]


SIX_EVENINGS = (
    event(1, ANNA, (BO, CATO), DAG, GUEST, EVA),
    event(2, CATO, ANNA, EVA, FINN),
    event(3, BO, (ANNA, CATO, DAG)),
    event(4, ANNA, BO, EVA, DAG, FINN),
    event(5, DAG, CATO, FINN, BO),
    event(6, BO, ANNA, FINN, EVA),
)
"""The rulebook's worked example."""
