"""The final tables of an event, as proposals of groups begin from them. Players stand for themselves by their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, Event, Game, Round, Tournament, Withdrawal
from tournaments.pairing.groups.types import Ranked, Ranking
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import ranked, snapshot_of
from tournaments.services.calendar.attendance_settings import settings_without_own_kinds
from tournaments.services.common.closed_seasons import unfinished_round
from tournaments.services.common.refusal import Refused
from tournaments.services.events.events import GroupSettings
from tournaments.services.setup.next_season import directors_still_here, refuse_unready


@dataclass(frozen=True, kw_only=True, slots=True)
class LastTables:
    """`groups` from the highest. `staying`: who has withdrawn for good, or is no active member."""

    groups: tuple[Ranking, ...]
    staying: frozenset[int]
    open_games: int

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(row.player for ranking in self.groups for row in ranking)

    def places(self) -> Mapping[int, tuple[int, int]]:
        """Group, from 1, and place, by player."""
        return {row.player: (number, row.place) for number, ranking in enumerate(self.groups, 1) for row in ranking}


def groups_of(event: Event) -> list[Tournament]:
    """Those that are not in the trash, the highest first."""
    return list(event.groups.filter(trashed_at=None).select_related("club", "season").order_by("group"))


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupNotOver:
    """Of a group that has no final table yet: what is the matter, and the number of the round to go to; None before the
    first one."""

    group: Tournament
    sentence: str
    round: int | None


def not_over(event: Event) -> tuple[GroupNotOver, ...]:
    return tuple(_not_over(groups_of(event)))


def _not_over(groups: list[Tournament]) -> Iterator[GroupNotOver]:
    for group in groups:
        try:
            refuse_unready(group)
            _refuse_ahead(group)
        except Refused as refused:
            waits = unfinished_round(Tournament.objects.filter(pk=group.pk)) or _first_ahead(group)
            yield GroupNotOver(group=group, sentence=str(refused.message), round=waits.number if waits else None)


def _refuse_ahead(group: Tournament) -> None:
    """Of a plan that hangs on the wall, rounds are still to be played."""
    coming = _first_ahead(group)
    if coming is not None:
        raise Refused(
            _("Round {round} of {tournament} is not finished: the ranking is not final yet.").format(
                round=coming.number, tournament=group.name
            )
        )


def _first_ahead(group: Tournament) -> Round | None:
    return Round.with_ahead.filter(tournament=group).ahead().order_by("number").first()


def last_tables(event: Event) -> LastTables:
    """As they stand now, shared places and all; guests are no members and stand in none."""
    groups = groups_of(event)
    entries = Entry.objects.filter(tournament__in=groups, number__isnull=False)
    known = {(entry.tournament_id, entry.number): entry for entry in entries.select_related("player")}
    gone = set(Withdrawal.objects.filter(entry__in=known.values(), last_round=None).values_list("entry", flat=True))
    found = []
    for group in groups:
        table = ranked(group, snapshot_of(group))
        rows = [(row, known.get((group.pk, row.player))) for row in table.rows]
        found.append(
            tuple(
                Ranked(player=entry.person_id, place=row.rank)
                for row, entry in rows
                if entry is not None and not entry.is_guest
            )
        )
    return LastTables(
        groups=tuple(found),
        staying=frozenset(
            entry.person_id for entry in known.values() if entry.pk in gone or not entry.person.is_active
        ),
        open_games=Game.objects.filter(round__tournament__in=groups, result=Result.OPEN).count(),
    )


def played_by(groups: list[Tournament]) -> list[GroupSettings]:
    """As each of them plays, for the groups that follow."""
    return [GroupSettings.of(group) for group in groups]


def as_cups(groups: list[Tournament]) -> list[GroupSettings]:
    """A tree for each of the groups that follow, in which the number is the seed."""
    return [
        GroupSettings(
            system="cup",
            options={"draw": "bracket"},
            attendance=settings_without_own_kinds(group),
            numbered_in_order=True,
        )
        for group in groups
    ]


def directors_of(groups: list[Tournament]) -> list[list[int]]:
    """Keys of the users who direct each, and still work for the club."""
    return [directors_still_here(group, group.club) for group in groups]
