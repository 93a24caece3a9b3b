"""The club as the public sees it: what is on, what comes next, and the tournaments of the season."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone

from tournaments.models import UNPUBLISHED_STATES, Club, Round, RoundState, Tournament
from tournaments.pages.archive import SeasonShelf, seasons_of, shelves
from tournaments.pages.club_identity import ClubIdentity, club_identity
from tournaments.pages.dates import dates_page
from tournaments.pairing.model.snapshot import Result


@dataclass(frozen=True, kw_only=True, slots=True)
class Tonight:
    """A tournament with a round going on. Until it `is_playing` people check in, and more is not public.

    Of the round's games so many are still going; `url` leads to the round once it is published.
    """

    tournament: str
    slug: str
    url: str
    message: str
    round_number: int
    is_playing: bool
    games: int
    open_games: int


@dataclass(frozen=True, kw_only=True, slots=True)
class NextDate:
    """A tournament's next round in words: which, and when."""

    tournament: str
    url: str
    date: datetime.date
    words: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicClubPage:
    """The open seasons; while there is none, the latest. `archive_url` leads to all, empty where that is no more."""

    identity: ClubIdentity
    tonight: tuple[Tonight, ...]
    next_dates: tuple[NextDate, ...]
    calendar_url: str
    seasons: tuple[SeasonShelf, ...]
    archive_url: str


def public_club_page(club: Club) -> PublicClubPage:
    seasons = list(seasons_of(club))
    current = [season for season in seasons if season.is_open] or seasons[:1]
    return PublicClubPage(
        identity=club_identity(club),
        tonight=_tonight(club),
        next_dates=_next_dates(club),
        calendar_url=reverse("public_club_calendar", args=[club.slug]),
        seasons=shelves(club, current),
        archive_url=reverse("public_seasons", args=[club.slug]) if len(seasons) > len(current) else "",
    )


def _tonight(club: Club) -> tuple[Tonight, ...]:
    """Check-in and games still going; a round whose results are all in is over, though nobody has said so.

    Where the director has said that the evening is over, games still open do not make it go on.
    """
    is_open = Q(games__result=Result.OPEN.value, games__is_postponed=False)
    going_on = (
        Round.objects.filter(tournament__club=club, tournament__trashed_at=None, tournament__season__is_open=True)
        .filter(over_at=None)
        .filter(Q(date=None) | Q(date__lte=timezone.localdate()))
        .annotate(boards=Count("games"), open_games=Count("games", filter=is_open))
        .filter(Q(state__in=UNPUBLISHED_STATES) | Q(state=RoundState.PUBLISHED, open_games__gt=0))
        .select_related("tournament")
        .order_by("-tournament", "number")
    )
    return tuple(_on(club, each, each.boards, each.open_games) for each in going_on)


def _on(club: Club, found: Round, games: int, open_games: int) -> Tonight:
    """Of a draft nothing, not even how many boards it has."""
    tournament = found.tournament
    is_playing = found.state == RoundState.PUBLISHED
    return Tonight(
        tournament=tournament.name,
        slug=tournament.slug,
        url=_address(club, tournament, found.number if is_playing else None),
        message=tournament.message,
        round_number=found.number,
        is_playing=is_playing,
        games=games if is_playing else 0,
        open_games=open_games if is_playing else 0,
    )


def _next_dates(club: Club) -> tuple[NextDate, ...]:
    """The soonest first; a date that has passed without its round is not told any more."""
    today = timezone.localdate()
    planned = (
        Tournament.objects.filter(club=club, trashed_at=None, season__is_open=True)
        .exclude(round_dates=[])
        .select_related("club", "season")
        .prefetch_related("rounds")
        .order_by("pk")
    )
    found = []
    for tournament in planned:
        dates = dates_page(tournament, sorted(tournament.rounds.all(), key=lambda each: each.number))
        dates = replace(dates, rounds=tuple(each for each in dates.to_come if each.date >= today))
        if dates.next is not None:
            found.append(
                NextDate(
                    tournament=tournament.name,
                    url=_address(club, tournament, None),
                    date=dates.next.date,
                    words=dates.next_words,
                )
            )
    return tuple(sorted(found, key=lambda each: each.date))


def _address(club: Club, tournament: Tournament, round_number: int | None) -> str:
    if round_number is None:
        return reverse("public_tournament", args=[club.slug, tournament.slug])
    return reverse("public_round", args=[club.slug, tournament.slug, round_number])
