"""An event for those who run it: its groups with the ways to their evenings, where they come from and what follows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import PUBLIC_STATES, Event, Tournament, User
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.wording import letters
from tournaments.permissions import helps_in_tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffGroup:
    """`url` leads to the evening of whoever works there, else to the public page."""

    letter: str
    name: str
    url: str
    system: str
    players: int
    rounds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class EventLink:
    name: str
    url: str
    is_stage: bool
    """Of the same season: finals, or what they were finals of."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffEventPage:
    key: int
    name: str
    season: str
    is_open: bool
    groups: tuple[StaffGroup, ...]
    earlier: EventLink | None
    later: tuple[EventLink, ...]
    public_url: str

    @property
    def is_played(self) -> bool:
        return any(group.rounds for group in self.groups)


def staff_event_page(event: Event, user: User) -> StaffEventPage:
    tournaments = (
        event.groups.filter(trashed_at=None)
        .select_related("club")
        .annotate(
            players=Count("entries", distinct=True),
            played=Max("rounds__number", filter=Q(rounds__state__in=PUBLIC_STATES)),
        )
        .order_by("group")
    )
    later = [each for each in event.later.select_related("season").order_by("pk") if _is_there(each)]
    return StaffEventPage(
        key=event.pk,
        name=event.name,
        season=event.season.name,
        is_open=event.season.is_open,
        groups=tuple(
            StaffGroup(
                letter=letters(each.group or 0),
                name=each.name,
                url=_url(each, user),
                system=_(SYSTEMS[each.system].info.name) if each.system in SYSTEMS else each.system,
                players=each.players,
                rounds=each.played or 0,
            )
            for each in tournaments
        ),
        earlier=_link(event.earlier, event) if event.earlier is not None else None,
        later=tuple(_link(each, event) for each in later),
        public_url=reverse("public_event", args=[event.club.slug, event.pk]),
    )


def _url(tournament: Tournament, user: User) -> str:
    name = "evening" if helps_in_tournament(user, tournament) else "public_tournament"
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def _link(other: Event, event: Event) -> EventLink:
    return EventLink(
        name=other.name,
        url=reverse("event", args=[event.club.slug, other.pk]),
        is_stage=other.season_id == event.season_id,
    )


def _is_there(event: Event) -> bool:
    return event.groups.filter(trashed_at=None).exists()
