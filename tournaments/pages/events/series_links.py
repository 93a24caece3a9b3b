"""Where a series is linked: beside the tournaments of its season, on a tournament's page and on a player's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Club, Player, Season, Series, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import points_text
from tournaments.pages.events.series_table import RowShown, Shown

_FIRST = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesLink:
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesTile:
    """`first`: the first three of its table, none before an event is over."""

    name: str
    url: str
    state: str
    title: str
    first: tuple[RowShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSeries:
    """Where a player stands in one: `place` is empty for whoever is not ranked."""

    name: str
    season: str
    url: str
    place: str
    total: str


def series_tiles(club: Club, seasons: Iterable[Season]) -> Mapping[int, tuple[SeriesTile, ...]]:
    """By the season's key, in the order in which they were set up."""
    found: dict[int, list[SeriesTile]] = {}
    rows = Series.objects.filter(club=club, season__in=list(seasons)).select_related("season", "club").order_by("pk")
    for each in rows:
        shown = Shown(each, Audience.PUBLIC)
        found.setdefault(each.season_id, []).append(
            SeriesTile(
                name=each.name,
                url=_url(each),
                state=shown.state,
                title=shown.title,
                first=shown.rows(shown.table, with_cells=False, most=_FIRST),
            )
        )
    return {key: tuple(cards) for key, cards in found.items()}


def series_with(tournament: Tournament) -> tuple[SeriesLink, ...]:
    """For which it counts."""
    found = Series.objects.filter(events__tournament=tournament).select_related("club").order_by("pk")
    return tuple(SeriesLink(name=each.name, url=_url(each)) for each in found)


def series_of_player(club: Club, player: Player, audience: Audience) -> tuple[OwnSeries, ...]:
    """The latest season first. For the public not of whoever is only a number to it."""
    rows = (
        Series.objects.filter(club=club, events__tournament__entries__player=player)
        .distinct()
        .select_related("season", "club")
        .order_by("-season__starts_on", "pk")
    )
    is_staff, found = audience is Audience.STAFF, []
    for each in rows:
        shown = Shown(each, audience)
        if (row := shown.table.by_person.get(player.pk)) is not None:
            found.append(
                OwnSeries(
                    name=each.name,
                    season=each.season.name,
                    url=reverse("series", args=[club.slug, each.pk]) if is_staff else shown.url_of(player.pk),
                    place=ordinal(row.place) if row.place else "",
                    total=points_text(row.total),
                )
            )
    return tuple(found)


def _url(series: Series) -> str:
    return reverse("public_series", args=[series.club.slug, series.pk])
