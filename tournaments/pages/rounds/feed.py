"""Published rounds as news: each with the moment of its publishing and, once it is over, that of its table."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import PUBLIC_STATES, Action, Club, PublishedTable, Round, RoundState, Tournament
from tournaments.selectors.start_times import instant

MOST = 50
_EVENING = datetime.time(19)
"""For rounds of which no publishing is recorded, imported ones: any hour of their day will do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedItem:
    """`key` stays the same whatever the tournament is called later; `at` and `changed_at` are instants in UTC."""

    key: str
    title: str
    url: str
    summary: str
    at: datetime.datetime
    changed_at: datetime.datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Feed:
    title: str
    url: str
    news: tuple[FeedItem, ...]
    """The newest first."""


def club_feed(club: Club) -> Feed:
    rounds = Round.objects.filter(tournament__club=club, tournament__trashed_at=None)
    return Feed(title=club.name, url=reverse("public_club", args=[club.slug]), news=_news(club, rounds))


def tournament_feed(tournament: Tournament) -> Feed:
    club = tournament.club
    return Feed(
        title=_("{tournament}, {club}").format(tournament=tournament.name, club=club.name),
        url=reverse("public_tournament", args=[club.slug, tournament.slug]),
        news=_news(club, Round.objects.filter(tournament=tournament)),
    )


def _news(club: Club, rounds: Iterable[Round]) -> tuple[FeedItem, ...]:
    found = (
        rounds.filter(state__in=PUBLIC_STATES)  # type: ignore[attr-defined]
        .select_related("tournament")
        .annotate(boards=Count("games"), open_games=Count("games", filter=Q(games__result="*")))
        .order_by("-pk")[:MOST]
    )
    shown = list(found)
    at = _published_at({each.tournament_id for each in shown})
    over = dict(PublishedTable.objects.filter(round__in=shown).values_list("round_id", "published_at"))
    news = (_of(club, each, at.get((each.tournament_id, each.number)), over.get(each.pk)) for each in shown)
    return tuple(sorted((each for each in news if each is not None), key=lambda each: each.at, reverse=True))


def _published_at(tournaments: Iterable[int]) -> Mapping[tuple[int, int], datetime.datetime]:
    """By tournament and round, the last time it was published."""
    done = (
        Action.objects.filter(tournament__in=tournaments, verb="round.publish")
        .values_list("tournament_id", "facts__round")
        .annotate(at=Max("at"))
        .order_by()
    )
    return {(tournament, number): at for tournament, number, at in done}


def _of(club: Club, found: Round, at: datetime.datetime | None, over: datetime.datetime | None) -> FeedItem | None:
    """None for a round of which nobody knows when it was: imported without a date."""
    if at is None and found.date is not None:
        at = instant(club, found.date, _EVENING)
    at = at or over
    if at is None:
        return None
    tournament = found.tournament
    return FeedItem(
        key=f"{tournament.short_code}/{found.number}",
        title=_("{tournament}: round {number}").format(tournament=tournament.name, number=found.number),
        url=reverse("public_round", args=[club.slug, tournament.slug, found.number]),
        summary=_summary(found),
        at=at,
        changed_at=max(at, over or at),
    )


def _summary(found: Round) -> str:
    boards = found.boards  # type: ignore[attr-defined]
    if found.state == RoundState.FINISHED:
        return ngettext(
            "{boards} board. The results and the standings are up.",
            "{boards} boards. The results and the standings are up.",
            boards,
        ).format(boards=boards)
    return ngettext("{boards} board. The pairing is up.", "{boards} boards. The pairing is up.", boards).format(
        boards=boards
    )
