"""Categories: filters with a table of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing.series.options import SeriesOptions
from tournaments.pairing.series.ranking import Results
from tournaments.pairing.series.results import results_of, took_part
from tournaments.pairing.series.types import EventKey, Line, PersonKey, SeriesInput, SeriesPerson


class CategoryKind(StrEnum):
    RATING = "rating"
    AGE = "age"
    WOMEN = "women"
    NEWCOMER = "newcomer"
    GROUP = "group"
    LISTED = "listed"  # pupils of a school: nothing the core could know


class FixedAt(StrEnum):
    """When it is settled who is in it."""

    FIRST = "first"
    EACH = "each"
    START = "start"


@dataclass(frozen=True, kw_only=True, slots=True)
class Category:
    """`low` and `high` are both in it, None where it has no end: ratings, ages or groups from 1.

    The age is that reached in the year in which the series starts. Whoever has no rating counts as 0; whoever has no
    year of birth is in no category of age. `people` are those of one that is listed.
    """

    kind: CategoryKind
    low: int | None = None
    high: int | None = None
    at: FixedAt = FixedAt.FIRST
    own_places: bool = False
    prizes: int = 1
    people: frozenset[PersonKey] = frozenset()

    def has(self, person: SeriesPerson, line: Line, year: int) -> bool:
        match self.kind:
            case CategoryKind.RATING:
                return self._within((person.rating if self.at is FixedAt.START else line.rating) or 0)
            case CategoryKind.AGE:
                return person.birth_year is not None and self._within(year - person.birth_year)
            case CategoryKind.WOMEN:
                return person.is_woman
            case CategoryKind.NEWCOMER:
                return person.is_newcomer
            case CategoryKind.GROUP:
                return line.group is not None and self._within(line.group)
            case CategoryKind.LISTED:
                return person.key in self.people

    def _within(self, number: int) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


def results_in(category: Category, given: SeriesInput, options: SeriesOptions, results: Results) -> Results:
    """By person, what counts in this category's table: of those who are in it, in the events in which they are."""
    inside = _inside(category, given, options)
    if category.own_places:
        again = {
            event.key: results_of(event, options, among=inside.get(event.key, frozenset()))
            for event in given.events
            if event.is_over
        }
        return {
            person: {key: again[key][person] for key in held if person in again[key]}
            for person, held in results.items()
            if any(person in each for each in again.values())
        }
    if category.at is not FixedAt.EACH:
        everywhere = frozenset[PersonKey]().union(*inside.values())
        return {person: held for person, held in results.items() if person in everywhere}
    kept = {
        person: {key: result for key, result in held.items() if person in inside.get(key, ())}
        for person, held in results.items()
    }
    return {person: held for person, held in kept.items() if held}


def _inside(category: Category, given: SeriesInput, options: SeriesOptions) -> Mapping[EventKey, frozenset[PersonKey]]:
    people = {person.key: person for person in given.people}
    there: Sequence[tuple[EventKey, list[Line]]] = [
        (event.key, took_part(event, options)) for event in given.events if event.is_over
    ]
    if category.at is FixedAt.EACH:
        return {
            key: frozenset(line.person for line in lines if category.has(people[line.person], line, given.year))
            for key, lines in there
        }
    first: dict[PersonKey, Line] = {}
    for _key, lines in there:
        for line in lines:
            first.setdefault(line.person, line)
    inside = {person for person, line in first.items() if category.has(people[person], line, given.year)}
    return {key: frozenset(line.person for line in lines if line.person in inside) for key, lines in there}
