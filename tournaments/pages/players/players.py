"""The club's players: the list, sorted as the reader's language sorts."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Club, Player, User
from tournaments.names import folded_name
from tournaments.pages.common.collation import sorted_by_name
from tournaments.permissions import directs_tournament
from tournaments.selectors.display_names import DisplayName, display_names_of_players
from tournaments.selectors.rating_list_lookup import rating_name


@dataclass(frozen=True, kw_only=True, slots=True)
class MemberRow:
    key: int
    name: str
    rating: int | None
    fide_rating: int | None
    """Where it is another one."""
    ids: str
    shown_as: str
    is_active: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayersPage:
    active: tuple[MemberRow, ...]
    inactive: tuple[MemberRow, ...]
    sought: str
    rating_name: str


def players_page(club: Club, *, sought: str = "") -> PlayersPage:
    """`sought`: each of its words must stand in the name; case and accents do not count."""
    found = club.players.all()
    for word in folded_name(sought).split()[:10]:
        found = found.filter(folded_name__contains=word)
    names = display_names_of_players(found)  # all of a name are found by the same words
    rows = [_row(player, names[player.pk]) for player in sorted_by_name(found, lambda player: names[player.pk])]
    return PlayersPage(
        active=tuple(row for row in rows if row.is_active),
        inactive=tuple(row for row in rows if not row.is_active),
        sought=sought,
        rating_name=rating_name(club),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaysIn:
    """`url` leads to the person in that tournament."""

    tournament: str
    url: str


def plays_in(player: Player, user: User) -> tuple[PlaysIn, ...]:
    """The tournaments of open seasons in which the user may do something for them."""
    entries = player.entries.filter(tournament__trashed_at=None, tournament__season__is_open=True)
    return tuple(
        PlaysIn(
            tournament=entry.tournament.name,
            url=reverse("person", args=[entry.tournament.club.slug, entry.tournament.slug, entry.pk]),
        )
        for entry in entries.select_related("tournament__club").order_by("-pk")
        if directs_tournament(user, entry.tournament)
    )


def _row(player: Player, name: DisplayName) -> MemberRow:
    return MemberRow(
        key=player.pk,
        name=name,
        rating=player.rating,
        fide_rating=player.fide_rating if player.fide_rating != player.rating else None,
        ids=" · ".join(str(each) for each in (player.fide_id, player.national_id) if each),
        shown_as=player.get_shown_as_display(),
        is_active=player.is_active,
    )
