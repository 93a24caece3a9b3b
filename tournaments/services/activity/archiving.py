"""Which actions are archived: of each club the oldest without a gap, up to what may still be undone or forgotten."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from tournaments import clock
from tournaments.models import Season, Tournament
from tournaments.recording import archivable
from tournaments.services.activity.retention import ANSWERS_AFTER_SEASON


@dataclass(kw_only=True)
class ToArchive:
    """A club's actions are left from the first one on that is younger, of a season that is open or whose plans are not
    forgotten yet, or tells of a plan. Without a gap, or a later one could stand in the way of an undo unseen."""

    before: datetime.datetime
    _left: set[int] = field(default_factory=set)
    """Clubs of which the rest stays."""
    _held_up: list[tuple[int, datetime.datetime]] = field(default_factory=list)

    def batches(self) -> Iterator[list[dict[str, Any]]]:
        today = clock.now().date()
        not_over = Q(season__is_open=True) | Q(season__ends_on__gte=today - ANSWERS_AFTER_SEASON - _A_DAY)
        kept = set(Tournament.objects.filter(not_over).values_list("pk", flat=True))
        for rows in archivable():
            if rows and all(row["at"] >= self.before for row in rows):
                return
            if archived := [row for row in rows if self._goes(row, kept)]:
                yield archived

    def _goes(self, row: dict[str, Any], kept: set[int]) -> bool:
        if row["club_id"] in self._left:
            return False
        if row["tournament_id"] in kept and row["at"] < self.before:
            self._held_up.append((row["tournament_id"], row["at"]))
        if row["at"] >= self.before or row["tournament_id"] in kept or _tells_of_a_plan(row):
            self._left.add(row["club_id"])
            return False
        return True

    def left_open(self) -> list[tuple[Season, datetime.datetime]]:
        """Seasons that should long be closed, and since when all of their clubs stays for them."""
        since = dict(self._held_up)
        tournaments = Tournament.objects.filter(pk__in=since, season__is_open=True).select_related("season__club")
        over = tournaments.filter(season__ends_on__lt=clock.now().date() - ANSWERS_AFTER_SEASON)
        return [(each.season, since[each.pk]) for each in over.order_by("pk")]


_A_DAY = datetime.timedelta(days=1)
"""Clubs' days differ from ours."""


def _tells_of_a_plan(row: dict[str, Any]) -> bool:
    """Or of its undoing. They go for good once they are old enough, and are in no archive before."""
    verb = row["facts"].get("verb", "") if row["verb"] == "undo" else row["verb"]
    return str(verb).startswith("plan.")
