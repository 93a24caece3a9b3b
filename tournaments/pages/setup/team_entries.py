"""A team of a tournament: its members, and the other teams to which one may go."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, MemberAway, RoundState, Tournament
from tournaments.selectors.team_entries.team_line_ups import members_now


@dataclass(frozen=True, kw_only=True, slots=True)
class RosterRow:
    member: int
    name: str
    rating: int | None
    is_starter: bool
    is_here: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamEntryPage:
    entry: int
    name: str
    number: int | None
    members: tuple[RosterRow, ...]
    others: tuple[tuple[int, str], ...]
    """The other teams of the tournament, by key."""
    round: int | None
    """In which who is here can be said: the newest, while it is not over."""
    has_match: bool
    """Published in that round, so that somebody can be seated."""

    @property
    def here(self) -> int:
        return sum(row.is_here for row in self.members)


def team_page(tournament: Tournament, entry: Entry) -> TeamEntryPage:
    newest = tournament.rounds.order_by("-number").first()
    current = newest if newest is not None and newest.state != RoundState.FINISHED else None
    away = set(
        MemberAway.objects.filter(attendance__round=current, attendance__entry=entry).values_list("member", flat=True)
    )
    others = tournament.entries.exclude(team_name="").exclude(pk=entry.pk).order_by("team_name")
    return TeamEntryPage(
        entry=entry.pk,
        name=entry.team_name,
        number=entry.number,
        members=tuple(
            RosterRow(
                member=each.pk,
                name=each.player.full_name,
                rating=each.rating,
                is_starter=at < (tournament.boards or 0),
                is_here=each.pk not in away,
            )
            for at, each in enumerate(members_now(entry))
        ),
        others=tuple(others.values_list("pk", "team_name")),
        round=current.number if current is not None else None,
        has_match=current is not None
        and current.is_public
        and entry.attendances.filter(round=current, game__isnull=False).exists(),
    )
