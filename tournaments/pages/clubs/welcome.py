"""A club as whoever looks for one reads it: when, where, whom to ask. Nobody's name stands on it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Club, MayJoin, Tournament
from tournaments.pages.common.branding import ClubIdentity, club_identity


@dataclass(frozen=True, kw_only=True, slots=True)
class WayIn:
    """A tournament that takes requests of strangers."""

    tournament: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class WelcomePage:
    identity: ClubIdentity
    ways_in: tuple[WayIn, ...]


def welcome_page(club: Club) -> WelcomePage:
    open_to_all = Tournament.objects.filter(club=club, trashed_at=None, season__is_open=True)
    takes_requests = open_to_all.exclude(may_join=MayJoin.OFF).order_by("pk")
    return WelcomePage(
        identity=club_identity(club),
        ways_in=tuple(
            WayIn(tournament=each.name, url=reverse("ask_to_enter", args=[club.slug, each.slug]))
            for each in takes_requests
        ),
    )
