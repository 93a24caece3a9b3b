"""The options of a series: what an event gives, what counts, who stands ahead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.series.place_list import PlaceList, place_list
from tournaments.pairing.types.options import (
    OptionError,
    boolean,
    choice,
    fine_print,
    integer,
    nullable_integer,
    nullable_rational,
    rational,
    text,
)
from tournaments.pairing.types.translation import gettext_noop as _

_RESULTS = _("Points in an event")
_COUNTS = _("Results that count")
_ORDER = _("Order and title")


class EventPoints(StrEnum):
    BY_PLACE = "by_place"
    PLACE = "place"
    POINTS = "points"
    SHARE = "share"
    BEATEN = "beaten"


class TiesInEvent(StrEnum):
    POINTS = "points"
    TIE_BREAKS = "tie_breaks"


class EventSharing(StrEnum):
    MEAN = "mean"
    BEST = "best"
    LOWER = "lower"


class Guests(StrEnum):
    SKIPPED = "skipped"
    TAKE_PLACE = "take_place"
    RANKED = "ranked"


class TitleFor(StrEnum):
    MEMBERS = "members"
    ACTIVE = "active"
    ALL = "all"


class SeriesTie(StrEnum):
    """In whose favour those with the same total are parted."""

    BEST_SINGLE = "best_single"
    NEXT_BEST = "next_best"
    DROPPED = "dropped"
    HEAD_TO_HEAD = "head_to_head"
    WINS = "wins"
    PLACES = "places"
    PERCENTAGE = "percentage"
    FEWEST_EVENTS = "fewest_events"
    LAST_EVENT = "last_event"


TIES_IN_WORDS: Mapping[SeriesTie, str] = {
    SeriesTie.BEST_SINGLE: _("best single result"),
    SeriesTie.NEXT_BEST: _("next best results"),
    SeriesTie.DROPPED: _("best dropped result"),
    SeriesTie.HEAD_TO_HEAD: _("games against each other"),
    SeriesTie.WINS: _("events won"),
    SeriesTie.PLACES: _("first places, then second, then third"),
    SeriesTie.PERCENTAGE: _("score over all games"),
    SeriesTie.FEWEST_EVENTS: _("fewest events"),
    SeriesTie.LAST_EVENT: _("last event"),
}


@dataclass(frozen=True, slots=True)
class Ties:
    """In order; as a text their codes, of none a word."""

    order: tuple[SeriesTie, ...] = ()

    def __str__(self) -> str:
        return ", ".join(tie.value for tie in self.order) or NO_TIES


NO_TIES = "none"


def ties_in(written: str) -> Ties | None:
    """None where one is unknown or stands twice."""
    codes = [part for part in re.split(r"[\s,;]+", written.strip().casefold()) if part]
    if not codes or codes == [NO_TIES]:
        return Ties()
    known = {tie.value for tie in SeriesTie}
    if len(set(codes)) < len(codes) or not known.issuperset(codes):
        return None
    return Ties(tuple(SeriesTie(code) for code in codes))


_DEFAULT_TIES = Ties((SeriesTie.BEST_SINGLE, SeriesTie.NEXT_BEST, SeriesTie.DROPPED, SeriesTie.HEAD_TO_HEAD))
_TEN = PlaceList("ten", tuple(map(Fraction, (10, 8, 6, 5, 4, 3, 2, 1))))


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesInfo:
    presets: Mapping[str, Mapping[str, object]]
    preset_names: Mapping[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesOptions:
    """Raises OptionError where options that are right each by itself contradict each other."""

    info: ClassVar[SeriesInfo] = SeriesInfo(
        presets={
            "ten": {},
            "lowest_places": {"result": "place", "best": 4, "ties": "wins, percentage"},
            "best_seven": {"points_by_place": "sjoen", "best": 7},
            "all_but_two": {"drop": 2, "shorten": True},
            "points": {"result": "points", "best": 4, "minimum": 3, "ties": "none"},
            "beaten": {"result": "beaten", "best": 8, "ties": "places"},
            "shares_of_first": {"points_by_place": "1", "ties": "none", "play_off": True},
        },
        preset_names={
            "ten": _("Grand prix: 10, 8, 6, 5, 4, 3, 2, 1 points by place"),
            "lowest_places": _("Four best places, the lowest sum wins"),
            "best_seven": _("Best seven: 6, 4, 3, 2 points, 1 for all others"),
            "all_but_two": _("All but the two worst results"),
            "points": _("Tournament points, best four, at least three events"),
            "beaten": _("By the strength of those placed below, best eight"),
            "shares_of_first": _("Most championships: shared first places count in parts"),
        },
    )

    result: EventPoints = choice(
        EventPoints.BY_PLACE,
        label=_("What each result is worth"),
        choices={
            EventPoints.BY_PLACE: _("Points by place, from a list"),
            EventPoints.PLACE: _("The place itself: the lowest sum wins"),
            EventPoints.POINTS: _("The points scored in the tournament"),
            EventPoints.SHARE: _("The points as a part of all that could be scored"),
            EventPoints.BEATEN: _("The strength of all who were placed below"),
        },
        group=_RESULTS,
    )
    points_by_place: PlaceList = text(
        _TEN,
        parse=place_list,
        label=_("Points by place"),
        help=_(
            "First place first, such as 15 12 10 9 … 1. Or: ten, sjoen, barometer, lynmix, krefeld, linear 25, field."
        ),
        group=_RESULTS,
    )
    rest: Fraction | None = nullable_rational(
        None,
        label=_("Points for all places after the list"),
        help=_("Empty: as the list says."),
        minimum=0,
        group=_RESULTS,
    )
    every: Fraction = rational(
        0,
        label=_("Extra points for taking part"),
        help=_("Counts for every event, even if its result is dropped."),
        minimum=0,
        group=_RESULTS,
    )
    best: int | None = nullable_integer(
        None, label=_("Number of results that count"), help=_("The best ones. Empty: all."), minimum=1, group=_COUNTS
    )
    drop: int | None = nullable_integer(
        None,
        label=_("Or: number of results dropped"),
        help=_(
            "The worst ones. With 8 events and 2 dropped, each player's best 6 count. An event missed is one of the 2."
        ),
        minimum=1,
        group=_COUNTS,
    )
    minimum: int | None = nullable_integer(
        None,
        label=_("Events needed to be ranked"),
        help=_("Players who can no longer reach this number are listed last, without a place."),
        minimum=1,
        group=_COUNTS,
    )
    guests: Guests = choice(
        Guests.SKIPPED,
        label=_("Guests in an event"),
        choices={
            Guests.SKIPPED: _("They are passed over: those behind move up"),
            Guests.TAKE_PLACE: _("They keep their place, and its points go to nobody"),
            Guests.RANKED: _("They are ranked like everybody else"),
        },
        group=_COUNTS,
    )
    title_for: TitleFor = choice(
        TitleFor.MEMBERS,
        label=_("Who can win the title"),
        choices={
            TitleFor.MEMBERS: _("members of the club"),
            TitleFor.ACTIVE: _("active members"),
            TitleFor.ALL: _("everybody in the table"),
        },
        group=_ORDER,
    )
    play_off: bool = boolean(False, label=_("A shared first place is played off"), group=_ORDER)
    prizes: int = integer(3, label=_("Prizes in the table of all"), minimum=0, maximum=100, group=_ORDER)
    one_prize: bool = boolean(
        True, label=_("One prize a person"), help=_("The next one in the category moves up."), group=_ORDER
    )
    ties_in_event: TiesInEvent = fine_print(
        choice(
            TiesInEvent.POINTS,
            label=_("Who shares a place in an event"),
            choices={
                TiesInEvent.POINTS: _("All with the same points"),
                TiesInEvent.TIE_BREAKS: _("Those who share it in the final table"),
            },
            group=_RESULTS,
        )
    )
    shared: EventSharing = fine_print(
        choice(
            EventSharing.MEAN,
            label=_("What a shared place gives"),
            choices={
                EventSharing.MEAN: _("the mean of the places shared"),
                EventSharing.BEST: _("as much as the best of them"),
                EventSharing.LOWER: _("as much as the lowest of them"),
            },
            group=_RESULTS,
        ),
        example=_("Second and third shared, 8 and 6 points: 7, 8 or 6 each."),
    )
    shorten: bool = fine_print(
        boolean(False, label=_("Fewer players, fewer points"), help=_("The list is cut at the top."), group=_RESULTS),
        example=_("Five players, 10 8 6 5 4 3 2 1: the first of them gets 5, the last 1."),
    )
    min_games: int = fine_print(
        integer(
            1,
            label=_("Games needed for a result"),
            help=_("Games, byes of an odd number and forfeit wins."),
            minimum=1,
            maximum=100,
            group=_RESULTS,
        )
    )
    strength_unrated: int = fine_print(
        integer(
            10,
            label=_("Strength of somebody without a rating"),
            help=_("For all others it is a hundredth of the rating, rounded up."),
            minimum=0,
            maximum=40,
            group=_RESULTS,
        )
    )
    ties: Ties = fine_print(
        text(
            _DEFAULT_TIES,
            parse=ties_in,
            label=_("Same total: who is ahead"),
            help=_(
                "In order: best_single, next_best, dropped, head_to_head, wins, places, percentage, fewest_events, "
                "last_event. Or: none."
            ),
            group=_ORDER,
        )
    )

    def __post_init__(self) -> None:
        if self.best is not None and self.drop is not None:
            raise OptionError("drop", _("Say either how many results count or how many are dropped, not both."))
        if self.result is EventPoints.PLACE and self.every:
            raise OptionError(
                "every", _("Where the lowest sum wins, points for taking part would count against a player.")
            )
        numbers = self.points_by_place.numbers
        if numbers and self.behind_the_list > numbers[-1]:
            raise OptionError("rest", _("Places after the list would get more than the last place on it."))

    @property
    def behind_the_list(self) -> Fraction:
        return self.points_by_place.rest if self.rest is None else self.rest

    @property
    def lowest_wins(self) -> bool:
        return self.result is EventPoints.PLACE

    def how_many_count(self, events: int) -> int:
        """Of so many events in the series, held or not."""
        wanted = self.best if self.best is not None else events - (self.drop or 0)
        return max(1, min(wanted, events))
