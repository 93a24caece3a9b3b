"""The club's seasons, from the latest to the first: their tournaments, and who won them."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.urls import reverse

from tournaments.models import PUBLIC_STATES, Club, Entry, Round, Season, Tournament
from tournaments.pages.common.charts.season_calendar import ClubCalendar, club_calendar
from tournaments.pages.events.series_links import SeriesTile, series_tiles
from tournaments.pages.standings.final_tables import Winner, final_tables, winners
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.selectors.evenings import attendance_counts


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentLine:
    """`newest_round` is None before the first is published, and then there is no table either.

    `is_over`: no round will follow, so that its table is the final one; only then there are winners.
    """

    name: str
    url: str
    table_url: str
    crosstable_url: str
    newest_round: int | None
    planned_rounds: int | None
    players: int
    is_over: bool
    winners: tuple[Winner, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class EventLine:
    """The groups of an event, the highest first."""

    name: str
    url: str
    players: int
    groups: tuple[TournamentLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonShelf:
    name: str
    url: str
    starts_on: datetime.date
    ends_on: datetime.date
    is_open: bool
    events: tuple[EventLine, ...]
    tournaments: tuple[TournamentLine, ...]
    """Those that are no groups of an event."""
    series: tuple[SeriesTile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ArchivePage:
    """Open seasons first, then the latest; with `season` only that one of them, and who came when in it."""

    archive_url: str
    seasons: tuple[SeasonShelf, ...]
    calendar: ClubCalendar | None = None
    numbers_url: str = ""
    """Of the season in numbers; empty before its first round."""


def archive_page(club: Club, *, season: int | None = None) -> ArchivePage:
    """Every season of the club, or the one with this key. Raises NotPublished."""
    found = list(seasons_of(club))
    if season is not None:
        found = [each for each in found if each.pk == season]
        if not found:
            raise NotPublished
    shown = shelves(club, found)
    return ArchivePage(
        archive_url=reverse("public_seasons", args=[club.slug]),
        seasons=shown,
        calendar=club_calendar(*attendance_counts(found[0])) if season is not None else None,
        numbers_url=_numbers_url(club, found[0], shown[0]) if season is not None else "",
    )


def _numbers_url(club: Club, season: Season, shelf: SeasonShelf) -> str:
    lines = [*shelf.tournaments, *(line for event in shelf.events for line in event.groups)]
    has_begun = any(line.newest_round is not None for line in lines)
    return reverse("public_season_numbers", args=[club.slug, season.pk]) if has_begun else ""


def seasons_of(club: Club) -> QuerySet[Season]:
    """Open ones first, then the latest."""
    return Season.objects.filter(club=club).order_by("-is_open", "-starts_on", "-pk")


def shelves(club: Club, seasons: Iterable[Season]) -> tuple[SeasonShelf, ...]:
    seasons = list(seasons)
    tournaments = list(
        Tournament.objects.filter(season__in=seasons, trashed_at=None, play_off_of=None)
        .annotate(
            newest_round=_of_each(Round.objects.filter(state__in=PUBLIC_STATES), Max("number")),
            players=_of_each(Entry.objects.all(), Count("pk")),
        )
        .select_related("club", "season", "event")
        .order_by("-pk")
    )
    lines = _lines(tournaments)
    series = series_tiles(club, seasons)
    return tuple(
        SeasonShelf(
            name=season.name,
            url=reverse("public_season", args=[club.slug, season.pk]),
            starts_on=season.starts_on,
            ends_on=season.ends_on,
            is_open=season.is_open,
            events=_events([each for each in tournaments if each.season_id == season.pk], lines),
            tournaments=tuple(
                lines[each.pk] for each in tournaments if each.season_id == season.pk and each.event_id is None
            ),
            series=series.get(season.pk, ()),
        )
        for season in seasons
    )


def _events(tournaments: Iterable[Any], lines: Mapping[int, TournamentLine]) -> tuple[EventLine, ...]:
    """The latest first, as the tournaments come."""
    groups: dict[int, list[Any]] = defaultdict(list)
    for each in tournaments:
        if each.event_id is not None:
            groups[each.event_id].append(each)
    found = [sorted(members, key=lambda each: each.group) for members in groups.values()]
    return tuple(
        EventLine(
            name=members[0].event.name,
            url=reverse("public_event", args=[members[0].club.slug, members[0].event_id]),
            players=sum(lines[each.pk].players for each in members),
            groups=tuple(lines[each.pk] for each in members),
        )
        for members in found
    )


def _of_each(rows: QuerySet[Any], what: Max | Count) -> Subquery:
    """Of the rows of each tournament."""
    mine = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Subquery(mine.annotate(what=what).values("what"))


def _lines(tournaments: list[Any]) -> dict[int, TournamentLine]:
    tables = final_tables([each for each in tournaments if _may_be_over(each)])
    won = winners(tournaments, tables)
    return {
        each.pk: TournamentLine(
            name=each.name,
            url=_address(each, "public_tournament"),
            table_url=_address(each, "public_standings"),
            crosstable_url=_address(each, "public_crosstable"),
            newest_round=each.newest_round,
            planned_rounds=each.planned_rounds,
            players=each.players or 0,
            is_over=each.pk in tables or not each.season.is_open,
            winners=won[each.pk],
        )
        for each in tournaments
    }


def _may_be_over(tournament: Any) -> bool:
    planned, played = tournament.planned_rounds, tournament.newest_round or 0
    return not tournament.season.is_open or (planned is not None and played >= planned)


def _address(tournament: Tournament, page: str) -> str:
    return reverse(page, args=[tournament.club.slug, tournament.slug])
