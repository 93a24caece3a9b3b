"""The club as the public sees it: what is on, and its tournaments by season."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils import timezone

from tournaments.models import PUBLIC_STATES, UNPUBLISHED_STATES, Club, Entry, Round, RoundState, Season, Tournament
from tournaments.pairing.snapshot import Result


@dataclass(frozen=True, kw_only=True, slots=True)
class Tonight:
    """A tournament with a round going on. Until it `is_playing` people check in, and more is not public."""

    tournament: str
    url: str
    round_number: int
    is_playing: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentLine:
    """`newest_round` is None before the first is published, and then there is no table either."""

    name: str
    url: str
    table_url: str
    newest_round: int | None
    planned_rounds: int | None
    players: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonShelf:
    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    is_open: bool
    is_folded: bool
    """Closed, and not the one that comes first."""
    tournaments: tuple[TournamentLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicClubPage:
    """Open seasons first, then the latest."""

    name: str
    tonight: tuple[Tonight, ...]
    seasons: tuple[SeasonShelf, ...]


def public_club_page(club: Club) -> PublicClubPage:
    shelves: dict[int, list[TournamentLine]] = {}
    newest = _newest_rounds(club)
    players = dict(
        Entry.objects.filter(tournament__club=club).values_list("tournament").annotate(Count("pk")).order_by()
    )
    tournaments = list(Tournament.objects.filter(club=club, trashed_at=None).order_by("-pk"))
    for tournament in tournaments:
        shelves.setdefault(tournament.season_id, []).append(
            TournamentLine(
                name=tournament.name,
                url=_address(club, tournament),
                table_url=_address(club, tournament, "public_standings"),
                newest_round=newest.get(tournament.pk),
                planned_rounds=tournament.planned_rounds,
                players=players.get(tournament.pk, 0),
            )
        )
    seasons = Season.objects.filter(club=club).order_by("-is_open", "-starts_on", "-pk")
    return PublicClubPage(
        name=club.name,
        tonight=_tonight(club, tournaments),
        seasons=tuple(
            SeasonShelf(
                name=season.name,
                starts_on=season.starts_on,
                ends_on=season.ends_on,
                is_open=season.is_open,
                is_folded=not season.is_open and place > 0,
                tournaments=tuple(shelves.get(season.pk, ())),
            )
            for place, season in enumerate(seasons)
        ),
    )


def _newest_rounds(club: Club) -> dict[int, int]:
    """By tournament, of those with a published round."""
    return dict(
        Round.objects.filter(tournament__club=club, state__in=PUBLIC_STATES)
        .values_list("tournament")
        .annotate(Max("number"))
        .order_by()
    )


def _tonight(club: Club, tournaments: list[Tournament]) -> tuple[Tonight, ...]:
    """Check-in and games still going; a round whose results are all in is over, though nobody has said so."""
    going_on = (
        Round.objects.filter(tournament__in=tournaments, tournament__season__is_open=True)
        .filter(Q(date=None) | Q(date__lte=timezone.localdate()))
        .annotate(open_games=Count("games", filter=Q(games__result=Result.OPEN.value, games__is_postponed=False)))
        .filter(Q(state__in=UNPUBLISHED_STATES) | Q(state=RoundState.PUBLISHED, open_games__gt=0))
        .order_by("-tournament", "number")
        .values_list("tournament", "number", "state")
    )
    by_key = {tournament.pk: tournament for tournament in tournaments}
    return tuple(
        Tonight(
            tournament=by_key[key].name,
            url=_address(club, by_key[key]),
            round_number=number,
            is_playing=state == RoundState.PUBLISHED,
        )
        for key, number, state in going_on
    )


def _address(club: Club, tournament: Tournament, page: str = "public_tournament") -> str:
    return reverse(page, kwargs={"club": club.slug, "tournament": tournament.slug})
