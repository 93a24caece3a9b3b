"""How tournaments ended: the table after the last round, and who stands at its top."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from tournaments.models import Action, Entry, PublishedTable, RoundState, Tournament
from tournaments.pages.common.display_names import Audience, display_names
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.standings.standings import is_shared
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import ColumnKind, Row, Table
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.snapshots import unpacked_table

_PLACES = 3
_MOST_NAMES = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Winner:
    place: int
    is_shared: bool
    name: str
    url: str
    points: str
    """The table's first number."""


def final_tables(tournaments: Iterable[Tournament]) -> Mapping[int, Table]:
    """By tournament's key, of those that are over: closed with their season, or played to the last planned round.

    The table that was published last is read as it was kept. Only where something has been done since, a result
    corrected for one, or where the first place is played off, is it worked out anew: what is said here is what the
    standings say. The tournaments come with their season and club.
    """
    over = {each.pk: each for each in tournaments}
    if not over:
        return {}
    published = (
        PublishedTable.objects.filter(round__tournament__in=over, round__state=RoundState.FINISHED)
        .filter(
            Q(round__tournament__season__is_open=False) | Q(round__number__gte=F("round__tournament__planned_rounds"))
        )
        .annotate(
            is_overtaken=Exists(
                Action.objects.filter(
                    tournament=OuterRef("round__tournament"), at__gt=OuterRef("published_at")
                ).exclude(verb__in=["round.finish", "round.end_evening"])
            ),
            is_played_off=Exists(Tournament.objects.filter(play_off_of=OuterRef("round__tournament"))),
            has_next=Exists(
                PublishedTable.objects.filter(
                    round__tournament=OuterRef("round__tournament"), round__number__gt=OuterRef("round__number")
                )
            ),
        )
        .filter(has_next=False)
        .values_list("round__tournament", "round__number", "table", "is_overtaken", "is_played_off")
    )
    return {
        key: tournament_state_of(over[key]).current.table(number)
        if is_overtaken or is_played_off
        else unpacked_table(table)
        for key, number, table, is_overtaken, is_played_off in published
    }


def winners(tournaments: Iterable[Tournament], tables: Mapping[int, Table]) -> Mapping[int, tuple[Winner, ...]]:
    """Who stands in the first three places, as the public may know them; a place shared by too many is left out."""
    tops = {each.pk: _top(tables[each.pk]) for each in tournaments if each.pk in tables}
    entries, names = _entries(tops)
    return {
        each.pk: tuple(
            Winner(
                place=row.place or 0,
                is_shared=is_shared(tables[each.pk])[row.place],
                name=names[entries[each.pk, row.player].pk],
                url=reverse("public_card", args=[each.club.slug, each.slug, row.player]),
                points=points_in(each, tables[each.pk], row),
            )
            for row in tops.get(each.pk, ())
            if (each.pk, row.player) in entries
        )
        for each in tournaments
    }


def points_in(tournament: Tournament, table: Table, row: Row) -> str:
    """Spelt as in the standings; empty where the table has none."""
    column = next((each for each in table.columns if each.kind is ColumnKind.POINTS), None)
    return spelling_of(tournament).cell(column, row.cells.get(column.code), {}) if column else ""


def _top(table: Table) -> tuple[Row, ...]:
    placed = [(row.place, row) for row in table.rows if row.place is not None]
    places = [top for top in range(1, _PLACES + 1) if sum(place <= top for place, _row in placed) <= _MOST_NAMES]
    return tuple(row for place, row in placed if place <= max(places, default=0))


def _entries(
    tops: Mapping[int, tuple[Row, ...]],
) -> tuple[Mapping[tuple[int, PlayerId], Entry], Mapping[int, DisplayName]]:
    """Those at the top, and how they are called: read with whoever can be called the same, by the given name."""
    wanted = [Q(tournament=key, number__in=[row.player for row in rows]) for key, rows in tops.items() if rows]
    if not wanted:
        return {}, {}
    given = Entry.objects.filter(reduce(or_, wanted)).values("player__given_name")
    found = Entry.objects.filter(tournament__in=tops, player__given_name__in=given).select_related("player")
    by_tournament: dict[int, list[Entry]] = defaultdict(list)
    for entry in found:
        by_tournament[entry.tournament_id].append(entry)
    names = {key: name for rows in by_tournament.values() for key, name in display_names(rows, Audience.PUBLIC).items()}
    return {(entry.tournament_id, entry.number): entry for entry in found if entry.number is not None}, names
