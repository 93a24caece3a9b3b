"""A series' table: results counted and struck, places, categories, title and prizes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from tournaments.pairing.series.categories import Category, results_in
from tournaments.pairing.series.games import GamesBetween
from tournaments.pairing.series.options import SeriesOptions, TitleFor
from tournaments.pairing.series.outlook import Possible
from tournaments.pairing.series.ranking import Results, SeriesRank, SeriesSums
from tournaments.pairing.series.results import results_of
from tournaments.pairing.series.types import (
    EventKey,
    PersonKey,
    SeriesInput,
    SeriesPerson,
    SeriesPrize,
    SeriesResult,
    SeriesRow,
    SeriesTable,
)
from tournaments.pairing.types.paired_round import Players, Rule
from tournaments.pairing.types.translation import gettext_noop as _

STRUCK = Rule("series/struck", _("Not counted: only the best {best} count."))
PLAY_OFF = Rule("series/play_off", _("The first place is shared by {players}: a play-off decides the title."))


def series_table(given: SeriesInput, options: SeriesOptions, categories: Sequence[Category] = ()) -> SeriesTable:
    """The order in which people, lines, games and bonuses come does not matter; that of the events does."""
    return SeriesReckoning(given, options).table(categories)


class SeriesReckoning:
    """The results of all events, reckoned once, and so is each table that is asked for."""

    def __init__(self, given: SeriesInput, options: SeriesOptions) -> None:
        self.given = given
        self.options = options
        self.people: Mapping[PersonKey, SeriesPerson] = {person.key: person for person in given.people}
        if len({event.key for event in given.events}) < len(given.events):
            raise ValueError("an event stands twice in a series")

    @cached_property
    def results(self) -> Results:
        found: dict[PersonKey, dict[EventKey, SeriesResult]] = {}
        for event in self.given.events:
            if event.is_over:
                for person, result in results_of(event, self.options).items():
                    found.setdefault(person, {})[event.key] = result
        return found

    @cached_property
    def is_over(self) -> bool:
        return bool(self.given.events) and all(event.is_over for event in self.given.events)

    def table(self, categories: Sequence[Category] = ()) -> SeriesTable:
        wanted = tuple(categories)
        if wanted not in self._tables:
            self._tables[wanted] = self._made(wanted)
        return self._tables[wanted]

    @cached_property
    def _tables(self) -> dict[tuple[Category, ...], SeriesTable]:
        return {}

    def _made(self, categories: Sequence[Category]) -> SeriesTable:
        of_all = self._table(self.results)
        tables = [self._table(results_in(each, self.given, self.options, self.results)) for each in categories]
        return replace(
            of_all,
            categories=tuple(tables),
            prizes=tuple(
                _prizes(
                    [(None, of_all, self.options.prizes)]
                    + [(at, tables[at], each.prizes) for at, each in enumerate(categories)],
                    one_each=self.options.one_prize,
                )
            ),
        )

    @cached_property
    def places(self) -> Mapping[int, Mapping[PersonKey, int]]:
        """By how many events of the series had been held, from 1: the places as they were then. For the race."""
        moments = self._standing(self.results).as_it_went()
        return {held: _places(moment.ranked()) for held, moment in enumerate(moments, 1)}

    def level_for_first(self) -> tuple[PersonKey, ...]:
        """Who shares the first place before any play-off."""
        standing = replace(self._standing(self.results), play_off=())
        ranked = standing.now(standing.sums()).ranked()
        return ranked[0] if ranked else ()

    @cached_property
    def _games(self) -> GamesBetween:
        return GamesBetween.of(self.results.keys(), self.given.events)

    def _standing(self, results: Results) -> SeriesRank:
        besides: dict[PersonKey, Fraction] = {}
        for bonus in self.given.bonuses:
            besides[bonus.person] = besides.get(bonus.person, Fraction(0)) + bonus.amount
        return SeriesRank(
            events=self.given.events,
            options=self.options,
            results=results,
            games=self._games,
            besides={person: amount for person, amount in besides.items() if person in results},
            play_off=self.given.play_off if self.options.play_off else (),
        )

    def _table(self, results: Results) -> SeriesTable:
        standing = self._standing(results)
        sums = standing.sums()
        possible = Possible(standing, sums)
        struck = _Struck(standing.most)
        rows: list[SeriesRow] = []
        for group, why in standing.now(sums).parted():
            place = len(rows) + 1
            rows += [
                replace(
                    self._row(person, standing, sums[person], possible, struck),
                    place=place,
                    level=tuple(other for other in group if other != person),
                    ahead_by=why,
                )
                for person in group
            ]
        unranked = [person for person in sums if not sums[person].key[0]]
        unranked.sort(key=lambda person: (-len(sums[person].held), -sums[person].total, person))
        rows += [self._row(person, standing, sums[person], possible, struck) for person in unranked]
        return self._with_title(SeriesTable(rows=tuple(rows), is_over=self.is_over), possible)

    def _row(
        self, person: PersonKey, standing: SeriesRank, sums: SeriesSums, possible: Possible, struck: _Struck
    ) -> SeriesRow:
        unit, sign = standing.unit, standing.sign
        at_struck = {one.at for one in sums.struck}
        results = {one.result.event: struck.of(one.result) if one.at in at_struck else one.result for one in sums.held}
        return SeriesRow(
            person=person,
            place=None,
            total=Fraction(sign * sums.total, unit),
            counted=Fraction(sign * sum(one.worth for one in sums.counted), unit),
            participation=self.options.every * len(sums.held),
            bonus=standing.besides.get(person, Fraction(0)),
            results=results,
            missing=max(0, (self.options.minimum or 0) - len(sums.held)),
            outlook=None if self.is_over else possible.of(person),
        )

    def _with_title(self, table: SeriesTable, possible: Possible) -> SeriesTable:
        """Whoever may not have the title keeps the place and leaves the title to those behind."""
        may = [row for row in table.rows if row.place is not None and self._may_win(row.person)]
        title = tuple(row.person for row in may if row.place == may[0].place)
        needs_play_off = self.options.play_off and len(title) > 1
        if self.is_over:
            is_decided = bool(title) and not needs_play_off
        else:
            rivals = [row.person for row in table.rows if self._may_win(row.person)]
            is_decided = len(title) == 1 and possible.is_out_of_reach(title[0], rivals)
        notes = (PLAY_OFF.reason(players=Players(title)),) if self.is_over and needs_play_off else ()
        return replace(table, title=title, is_title_decided=is_decided, notes=notes)

    def _may_win(self, person: PersonKey) -> bool:
        known = self.people[person]
        match self.options.title_for:
            case TitleFor.ALL:
                return True
            case TitleFor.MEMBERS:
                return known.is_member
            case TitleFor.ACTIVE:
                return known.is_member and known.is_active


class _Struck:
    """Results that do not count: one for all who share it."""

    def __init__(self, best: int) -> None:
        self.reason = STRUCK.reason(best=best)
        self._found: dict[int, SeriesResult] = {}

    def of(self, result: SeriesResult) -> SeriesResult:
        found = self._found.get(id(result))  # the results outlive this table
        if found is None:
            found = replace(result, is_counted=False, reasons=(*result.reasons, self.reason))
            self._found[id(result)] = found
        return found


def _places(groups: Collection[Sequence[PersonKey]]) -> dict[PersonKey, int]:
    found: dict[PersonKey, int] = {}
    for group in groups:
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def _prizes(tables: Sequence[tuple[int | None, SeriesTable, int]], *, one_each: bool) -> list[SeriesPrize]:
    """The table of all first, then the categories in their order; whoever has one already leaves it to the next.

    `place` counts prizes. Those level share theirs, also where fewer are left than they are.
    """
    found: list[SeriesPrize] = []
    has_one: set[PersonKey] = set()
    for category, table, count in tables:
        given = 0
        done: set[PersonKey] = set()
        for row in table.rows:
            if row.place is None or given >= count:
                break
            if row.person in done:
                continue
            level = (row.person, *row.level)
            done.update(level)
            people = tuple(person for person in level if not (one_each and person in has_one))
            if people:
                found.append(SeriesPrize(category=category, place=given + 1, people=people))
                given += len(people)
                has_one.update(people)
    return found
