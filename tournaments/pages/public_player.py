"""A player in all of the club's tournaments, for the public: whoever is only a number to it is not followed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.urls import reverse

from tournaments.models import PUBLIC_STATES, Club, Entry, Player, Round, ShownAs
from tournaments.pages.final_tables import final_tables
from tournaments.pages.names import Audience, name_of
from tournaments.pages.published import NotPublished
from tournaments.pages.standings import is_shared


@dataclass(frozen=True, kw_only=True, slots=True)
class Appearance:
    """In one tournament. `url` is empty before there is a card, `place` None while it is not over."""

    season: str
    tournament: str
    tournament_url: str
    url: str
    place: int | None
    is_shared: bool
    players: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicPlayerPage:
    """`appearances`: the latest first."""

    name: str
    public_key: str
    club: str
    club_url: str
    appearances: tuple[Appearance, ...]


def player_url(club: str, player: Player) -> str:
    """The page of this player; empty where the public may not know that two numbers are the same person."""
    if player.shown_as == ShownAs.NUMBER:
        return ""
    return reverse("public_player", args=[club, player.public_key])


def public_player_page(club: Club, public_key: str) -> PublicPlayerPage:
    """Raises NotPublished for whoever plays nowhere or is only a number: no answer tells the two apart."""
    player = club.players.filter(public_key=public_key).exclude(shown_as=ShownAs.NUMBER).first()
    if player is None:
        raise NotPublished
    has_round = Exists(Round.objects.filter(tournament=OuterRef("tournament"), state__in=PUBLIC_STATES))
    entries = list(
        Entry.objects.filter(player=player, tournament__club=club, tournament__trashed_at=None)
        .annotate(has_round=has_round)
        .select_related("tournament__season", "tournament__club")
        .order_by("-tournament__season__starts_on", "-tournament")
    )
    if not entries:
        raise NotPublished
    tables = final_tables(each.tournament for each in entries)
    appearances = []
    for entry in entries:
        tournament = entry.tournament
        table = tables.get(tournament.pk)
        row = next((row for row in table.rows if row.player == entry.number), None) if table else None
        address = [club.slug, tournament.slug]
        appearances.append(
            Appearance(
                season=tournament.season.name,
                tournament=tournament.name,
                tournament_url=reverse("public_tournament", args=address),
                url=reverse("public_card", args=[*address, entry.number]) if entry.number and entry.has_round else "",
                place=row.place if row else None,
                is_shared=is_shared(table)[row.place] if table and row else False,
                players=sum(each.place is not None for each in table.rows) if table else 0,
            )
        )
    return PublicPlayerPage(
        name=name_of(player, Audience.PUBLIC, None),
        public_key=player.public_key,
        club=club.name,
        club_url=reverse("public_club", args=[club.slug]),
        appearances=tuple(appearances),
    )
