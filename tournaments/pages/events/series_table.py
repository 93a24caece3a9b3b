"""A series' table in words, for whoever reads it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Player, Round, Series, ShownAs, Tournament
from tournaments.pages.common.display_names import Audience, knows_rating, name_of
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import explained, points_text
from tournaments.pairing.series.types import PersonKey, SeriesResult, SeriesRow, SeriesTable
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.wording import listing
from tournaments.selectors.display_names import DisplayName, NamedPerson, birth_years, disambiguated, no_years
from tournaments.selectors.series import ClubSeries, read_series

MEDALS = {1: "medal-1", 2: "medal-2", 3: "medal-3"}


@dataclass(frozen=True, kw_only=True, slots=True)
class EventShown:
    """A column. `number` in the series from 1; `remark` says how it counts otherwise than the others, or its state."""

    number: int
    name: str
    url: str
    date: datetime.date | None
    is_over: bool
    remark: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CellShown:
    """What one event gave; `text` is empty where it gave nothing."""

    text: str
    is_counted: bool
    is_first: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RowShown:
    """`number` names the row in this table, `place` None for whoever is not ranked; `url` opens the numbers up.

    `remark`: what is lacking; `outlook`: what can still be reached. `cells` are empty for whoever is only a number.
    """

    number: int
    place: int | None
    is_shared: bool
    medal: str
    name: str
    url: str
    total: str
    cells: tuple[CellShown, ...]
    participation: str
    bonus: str
    events: int
    remark: str
    outlook: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CategoryShown:
    name: str
    anchor: str
    who: str
    rows: tuple[RowShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeShown:
    table: str
    place: str
    names: tuple[str, ...]


class Shown:
    """One series for one audience; each part is worked out when it is asked for."""

    def __init__(self, series: Series, audience: Audience) -> None:
        self.series = series
        self.audience = audience

    @cached_property
    def read(self) -> ClubSeries:
        return read_series(self.series)

    @cached_property
    def table(self) -> SeriesTable:
        return self.read.reckoned.table([each.category for each in self.read.categories])

    @cached_property
    def players(self) -> Mapping[PersonKey, Player]:
        keys = {person.key for person in self.read.reckoned.given.people}
        return {player.pk: player for player in Player.objects.filter(pk__in=keys).order_by("pk")}

    def is_only_a_number(self, person: PersonKey) -> bool:
        """In each tournament another one: nothing may say that the two are the same person."""
        return self.audience is Audience.PUBLIC and self.players[person].shown_as == ShownAs.NUMBER

    @cached_property
    def names(self) -> Mapping[PersonKey, DisplayName]:
        """Told apart among all in the series; whoever is only a number has one of this series."""
        known = {key: player for key, player in self.players.items() if not self.is_only_a_number(key)}
        people = {
            key: NamedPerson(
                name=name_of(player, self.audience, None),
                player=key,
                rating=player.rating if knows_rating(player, self.audience) else None,
                hides_rating=not knows_rating(player, self.audience),
            )
            for key, player in known.items()
        }
        names = disambiguated(people, birth_years if self.audience is Audience.STAFF else no_years)
        hidden = [key for key in self.players if key not in known]
        return names | {
            key: DisplayName(name_of(self.players[key], self.audience, number)) for number, key in enumerate(hidden, 1)
        }

    @cached_property
    def events(self) -> tuple[EventShown, ...]:
        dates = _dates(self.read.tournaments)
        return tuple(
            EventShown(
                number=number,
                name=tournament.name,
                url=reverse("public_tournament", args=[tournament.club.slug, tournament.slug]),
                date=dates.get(tournament.pk),
                is_over=event.is_over,
                remark=_remark(event.is_over, event.weight),
            )
            for number, (tournament, event) in enumerate(
                zip(self.read.tournaments, self.read.reckoned.given.events, strict=True), 1
            )
        )

    @cached_property
    def has_participation(self) -> bool:
        return bool(self.read.reckoned.options.every)

    @cached_property
    def has_bonus(self) -> bool:
        return any(row.bonus for row in self.table.rows)

    @property
    def held(self) -> int:
        return sum(event.is_over for event in self.events)

    @property
    def state(self) -> str:
        count = len(self.events)
        if self.table.is_over:
            return ngettext("{count} event", "{count} events", count).format(count=count)
        return _("{held} of {count} events held").format(held=self.held, count=count)

    def rows(self, table: SeriesTable, *, with_cells: bool = True, most: int | None = None) -> tuple[RowShown, ...]:
        return tuple(self._row(number, row, with_cells=with_cells) for number, row in enumerate(table.rows[:most], 1))

    @cached_property
    def categories(self) -> tuple[CategoryShown, ...]:
        return tuple(
            CategoryShown(
                name=named.name,
                anchor=f"category-{number}",
                who=self.said_of_categories[number - 1],
                rows=self.rows(table, with_cells=False),
            )
            for number, (named, table) in enumerate(zip(self.read.categories, self.table.categories, strict=True), 1)
        )

    @cached_property
    def said_of_categories(self) -> tuple[str, ...]:
        return tuple(
            _("They have places of their own.") if each.category.own_places else "" for each in self.read.categories
        )

    @cached_property
    def prizes(self) -> tuple[PrizeShown, ...]:
        """Once all is over; of the categories nothing is given away before either."""
        if not self.table.is_over:
            return ()
        return tuple(
            PrizeShown(
                table="" if prize.category is None else self.read.categories[prize.category].name,
                place=ordinal(prize.place),
                names=tuple(self.names[person] for person in prize.people),
            )
            for prize in self.table.prizes
        )

    @property
    def title(self) -> str:
        """Who has won, or can no longer be caught; empty while it is open."""
        table = self.table
        if not table.is_title_decided:
            return ""
        if len(table.title) > 1:
            names = listing([self.names[person] for person in table.title], _)
            return _("The title is shared by {players}.").format(players=names)
        name = self.names[table.title[0]]
        if table.is_over:
            return _("{player} has won the series.").format(player=name)
        return _("{player} can no longer be caught.").format(player=name)

    @property
    def notes(self) -> tuple[str, ...]:
        return self.told(self.table.notes)

    def told(self, reasons: Iterable[Reason]) -> tuple[str, ...]:
        return explained(reasons, self.names)

    def url_of(self, person: PersonKey) -> str:
        if self.is_only_a_number(person):
            return ""
        return reverse(
            "public_series_person", args=[self.series.club.slug, self.series.pk, self.players[person].public_key]
        )

    def _row(self, number: int, row: SeriesRow, *, with_cells: bool) -> RowShown:
        is_hidden = self.is_only_a_number(row.person)
        return RowShown(
            number=number,
            place=row.place,
            is_shared=bool(row.level),
            medal=MEDALS.get(row.place or 0, ""),
            name=self.names[row.person],
            url=self.url_of(row.person),
            total=points_text(row.total),
            cells=tuple(self._cell(row, key) for key in self._keys) if with_cells and not is_hidden else (),
            participation=points_text(row.participation),
            bonus=points_text(row.bonus) if row.bonus else "",
            events=len(row.results),
            remark=self.lacking(row),
            outlook=self.outlook(row),
        )

    @cached_property
    def _keys(self) -> Sequence[int]:
        return [event.key for event in self.read.reckoned.given.events]

    @staticmethod
    def _cell(row: SeriesRow, key: int) -> CellShown:
        result: SeriesResult | None = row.results.get(key)
        if result is None:
            return _NOTHING
        return CellShown(
            text=points_text(result.value), is_counted=result.is_counted, is_first=result.first == result.last == 1
        )

    def lacking(self, row: SeriesRow) -> str:
        """As 2 of 3 events; empty where nothing is."""
        minimum = self.read.reckoned.options.minimum
        if not row.missing or minimum is None:
            return ""
        return _("{played} of {minimum} events").format(played=len(row.results), minimum=minimum)

    def outlook(self, row: SeriesRow) -> str:
        """What the events to come can bring; empty where that is not known, or is nothing."""
        outlook = row.outlook
        if outlook is None:
            return ""
        if outlook.is_safe:
            return _("Can no longer be caught.")
        if outlook.best_place is None:
            return _("Cannot be ranked any more.")
        if self.read.reckoned.options.lowest_wins:
            return _("Can still come down to {total} and to {place} place.").format(
                total=points_text(outlook.best_total), place=ordinal(outlook.best_place)
            )
        return _("Can still reach {total} points and {place} place.").format(
            total=points_text(outlook.best_total), place=ordinal(outlook.best_place)
        )


_NOTHING = CellShown(text="", is_counted=True, is_first=False)


def _remark(is_over: bool, weight: Fraction) -> str:
    counts = _("counts {weight} times").format(weight=points_text(weight)) if weight != 1 else ""
    to_come = "" if is_over else _("not over yet")
    return ", ".join(filter(None, (counts, to_come)))


def _dates(tournaments: Sequence[Tournament]) -> Mapping[int, datetime.date]:
    """The last day of each that is known, be it played or planned."""
    found: dict[int, datetime.date] = {}
    for each in tournaments:
        if each.round_dates:
            found[each.pk] = max(datetime.date.fromisoformat(day) for day in each.round_dates)
    held = Round.objects.filter(tournament__in=tournaments, date__isnull=False).order_by("date")
    return found | {key: date for key, date in held.values_list("tournament", "date") if date is not None}
