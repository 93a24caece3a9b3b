"""The roll of honour: last season's first three, and the champions of the seasons before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Club, Entry, Round, RoundState, Season, Tournament
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.standings.final_tables import Winner, final_tables, winners
from tournaments.pages.standings.rank_history import published_places
from tournaments.pairing.explanations.standings import PLAY_OFF
from tournaments.pairing.types.table import ColumnKind, Table

SEASONS = 12
"""As many champions stand on the club's page; the archive has the others."""
_STEPS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Champions:
    """Who won a season's main tournament: the one with the most rounds for the most people. Several share it."""

    season: str
    season_url: str
    tournament: str
    table_url: str
    names: tuple[Winner, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Honour:
    """`steps` are the first of the latest champions' table, at most three; `facts` sentences about how it was won."""

    latest: Champions
    steps: tuple[Winner, ...]
    facts: tuple[str, ...]
    earlier: tuple[Champions, ...]


def honour_of(club: Club, seasons: Sequence[Season]) -> Honour | None:
    """Of seasons that are closed, the latest first. None before somebody has won something."""
    mains = _main_tournaments(seasons[:SEASONS])
    tables = final_tables(mains.values())
    won = winners(mains.values(), tables)
    found = [
        (_champions(club, season, main, won[main.pk]), main)
        for season in seasons[:SEASONS]
        if (main := mains.get(season.pk)) is not None and won.get(main.pk)
    ]
    if not found:
        return None
    (latest, main), *earlier = found
    return Honour(
        latest=latest,
        steps=won[main.pk][:_STEPS],
        facts=tuple(_facts(main, tables[main.pk], latest)),
        earlier=tuple(champions for champions, _main in earlier),
    )


def _main_tournaments(seasons: Sequence[Season]) -> Mapping[int, Tournament]:
    """By season's key."""
    finished = Round.objects.filter(tournament=OuterRef("pk"), state=RoundState.FINISHED).order_by()
    entered = Entry.objects.filter(tournament=OuterRef("pk")).order_by()
    tournaments = (
        Tournament.objects.filter(season__in=seasons, trashed_at=None, play_off_of=None)
        .annotate(
            rounds_played=Coalesce(Subquery(finished.values("tournament").annotate(n=Count("pk")).values("n")), 0),
            people=Coalesce(Subquery(entered.values("tournament").annotate(n=Count("pk")).values("n")), 0),
        )
        .filter(rounds_played__gt=0)
        .select_related("club", "season")
        .order_by("pk")
    )
    mains: dict[int, Tournament] = {}
    for each in sorted(tournaments, key=lambda one: -one.rounds_played * one.people):
        mains.setdefault(each.season_id, each)
    return mains


def _champions(club: Club, season: Season, main: Tournament, won: Iterable[Winner]) -> Champions:
    return Champions(
        season=season.name,
        season_url=reverse("public_season", args=[club.slug, season.pk]),
        tournament=main.name,
        table_url=reverse("public_standings", args=[club.slug, main.slug]),
        names=tuple(each for each in won if each.place == 1),
    )


def _facts(main: Tournament, table: Table, champions: Champions) -> Iterable[str]:
    """Of one champion; of several nobody was ahead."""
    if len(champions.names) != 1:
        return
    points = _points(table)
    first = champions.names[0].points
    if len(points) > 1 and points[0] > points[1]:
        ahead = spelling_of(main).points(points[0] - points[1])
        yield _("Won with {points}, {ahead} ahead of the second.").format(points=first, ahead=ahead)
    elif _was_played_off(table):
        yield _("Won with {points}, after a play-off.").format(points=first)
    elif first:
        yield _("Won with {points}, ahead on the tie-break.").format(points=first)
    champion = next(row.player for row in table.rows if row.place == 1)
    places = published_places([main.pk]).get(main.pk, ())
    led = sum(each.places.get(champion) == 1 for each in places)
    if led:
        yield ngettext("Led after {led} of {rounds} round.", "Led after {led} of {rounds} rounds.", len(places)).format(
            led=led, rounds=len(places)
        )


def _was_played_off(table: Table) -> bool:
    first = next(row for row in table.rows if row.place == 1)
    return PLAY_OFF in first.cells and first.cells[PLAY_OFF].value is not None


def _points(table: Table) -> list[Fraction]:
    """Of the first two places, as the table's first number has them."""
    column = next((each for each in table.columns if each.kind is ColumnKind.POINTS), None)
    if column is None:
        return []
    cells = [row.cells.get(column.code) for row in table.rows if row.place is not None][:2]
    return [Fraction(cell.value) for cell in cells if cell is not None and isinstance(cell.value, Fraction | int)]
