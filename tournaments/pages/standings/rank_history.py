"""Who stood where after each round: the places as the tables were published, each table read once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection

from tournaments.models import PublishedTable
from tournaments.pages.common.cache import Cache
from tournaments.pages.common.charts.rank_chart import RankChart, rank_chart
from tournaments.pairing.history.record import RoundEntry
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Table
from tournaments.selectors.snapshots import unpacked_places

TOURNAMENTS = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class PlacesAfter:
    """`places` of those who take one, so a guest may be missing. `last` is the field's last place; where the last
    share theirs nobody stands on it."""

    round_number: int
    places: Mapping[PlayerId, int]

    @property
    def last(self) -> int:
        return len(self.places)


_KEPT: Cache[int, tuple[PlacesAfter, ...]] = Cache(limit=TOURNAMENTS)
"""By tournament. A published table stays as it is, so the stamp is which tables there are."""


def forget_all() -> None:
    """For another database in the same process."""
    _KEPT.clear()


def published_places(tournaments: Collection[int]) -> Mapping[int, tuple[PlacesAfter, ...]]:
    """By tournament's key, after each round whose table was published, in order. Two queries at most.

    Inside a transaction nothing is kept: what it published may be rolled back.
    """
    if not tournaments:
        return {}
    stamps: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    tables = PublishedTable.objects.filter(round__tournament__in=tournaments).order_by("round__number")
    for tournament, key, at in tables.values_list("round__tournament", "pk", "published_at"):
        stamps[tournament].append((key, at))
    kept = {} if connection.in_atomic_block else {key: _KEPT.peek(key) for key in stamps}
    found = {key: each[1] for key, each in kept.items() if each is not None and each[0] == tuple(stamps[key])}
    missing = [key for key in stamps if key not in found]
    read: dict[int, list[PlacesAfter]] = defaultdict(list)
    wanted = tables.filter(round__tournament__in=missing) if missing else tables.none()
    for tournament, number, table in wanted.values_list("round__tournament", "round__number", "table"):
        read[tournament].append(PlacesAfter(round_number=number, places=unpacked_places(table)))
    for key, each in read.items():
        found[key] = tuple(each)
        if not connection.in_atomic_block:
            _KEPT.get(key, lambda value=found[key]: value, stamp=tuple(stamps[key]))  # type: ignore[misc]
    return found


def line_of(
    number: PlayerId, published: Sequence[PlacesAfter], items: Iterable[RoundEntry], *, now: Table
) -> RankChart | None:
    """As published up to the table `now`, whose places are as it shows them: a correction may have moved them."""
    places = {each.round_number: each for each in published if each.round_number < now.after_round}
    shown = {row.player: row.place for row in now.rows if row.place is not None}
    places[now.after_round] = PlacesAfter(round_number=now.after_round, places=shown)
    return rank_chart(
        {after: each.places[number] for after, each in places.items() if number in each.places},
        {item.round_number: item.outcome for item in items},
        last_place=max(each.last for each in places.values()),
        rounds=now.after_round,
    )
