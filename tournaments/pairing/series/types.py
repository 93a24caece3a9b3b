"""What goes into a series' table and what comes out: values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from tournaments.pairing.types.paired_round import Reason

PersonKey: TypeAlias = int
"""The same person in all events."""
EventKey: TypeAlias = int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesPerson:
    """What holds of somebody all season. `rating` is the one at the start of the series; None: not known."""

    key: PersonKey
    is_member: bool = True
    is_active: bool = True
    rating: int | None = None
    birth_year: int | None = None
    is_woman: bool = False
    is_newcomer: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """Somebody in the final table of one event.

    `place` is the one in that table, the same for those who share it; `games` counts games, byes of the odd number and
    forfeit wins. `rating` is the one then; `group` the group of the event played in, from 1.
    """

    person: PersonKey
    points: Fraction
    place: int
    games: int = 1
    rating: int | None = None
    group: int | None = None
    is_guest: bool = False
    by_table: bool = False
    """That table is not ranked by points, as in a cup: then only its places say who is level with whom."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesGame:
    """Played at the board. `score` is White's: 1, ½ or 0, whatever the tournament gave for it."""

    white: PersonKey
    black: PersonKey
    score: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class EventResults:
    """In the order of the series. Before it is over nothing of it counts, and it has no lines.

    `possible`: the most points that can be scored there; None: not known.
    """

    key: EventKey
    is_over: bool = True
    lines: tuple[Line, ...] = ()
    games: tuple[SeriesGame, ...] = ()
    weight: Fraction = Fraction(1)
    possible: Fraction | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Bonus:
    """Points besides those of the events, with a reason that stands elsewhere."""

    person: PersonKey
    amount: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesInput:
    """All that a series' table may know. `year` is the calendar year in which the series starts.

    `play_off`: those who played for a shared place, the winner first.
    """

    events: tuple[EventResults, ...]
    people: tuple[SeriesPerson, ...]
    bonuses: tuple[Bonus, ...] = ()
    year: int = 0
    play_off: tuple[PersonKey, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesResult:
    """What an event gave somebody. Places `first` to `last` are shared, of `count` who took part.

    `reasons` open it up: how it came about, and why it is struck.
    """

    event: EventKey
    value: Fraction
    first: int
    last: int
    count: int
    is_counted: bool = True
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Outlook:
    """What the events to come can still bring, apart from bonus points nobody has given yet.

    `best_total`: the most (for places the lowest) that can be reached; `best_place`: the place that it would bring if
    nobody else scored again; None: not for sure, since what can be had is not known.
    """

    best_total: Fraction
    best_place: int | None
    is_safe: bool
    """Nobody else can come level any more, whatever happens."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesRow:
    """`place` is None for whoever is not ranked: `missing` says how many events are lacking.

    `results` by event, only of those that gave one; `level` are the others who share the place; `ahead_by` says what
    decided against the next one with the same total.
    """

    person: PersonKey
    place: int | None
    total: Fraction
    counted: Fraction
    participation: Fraction
    bonus: Fraction
    results: Mapping[EventKey, SeriesResult]
    missing: int = 0
    level: tuple[PersonKey, ...] = ()
    ahead_by: Reason | None = None
    outlook: Outlook | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesPrize:
    """`place` in a table and those who share it; `category` is None for the table of all."""

    category: int | None
    place: int
    people: tuple[PersonKey, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesTable:
    """Rows best first, those not ranked below. `categories` in their order, each a table of its own.

    `title`: who has the first place among those who may have the title, several while it is shared.
    """

    rows: tuple[SeriesRow, ...]
    is_over: bool
    title: tuple[PersonKey, ...] = ()
    is_title_decided: bool = False
    categories: tuple[SeriesTable, ...] = ()
    prizes: tuple[SeriesPrize, ...] = ()
    notes: tuple[Reason, ...] = ()
    by_person: Mapping[PersonKey, SeriesRow] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_person", {row.person: row for row in self.rows})

    def first(self, count: int) -> tuple[PersonKey, ...]:
        """Who goes on to a final, seeded by place: those ranked on the first places, all who share the last of them."""
        return tuple(row.person for row in self.rows if row.place is not None and row.place <= count)
