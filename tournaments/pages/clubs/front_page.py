"""The front door: what is on tonight, the clubs of this installation and how to find one, and the demo's way in."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import UNPUBLISHED_STATES, Club, Round, RoundState
from tournaments.pages.clubs.club_search import CLUBS, FoundClubs, cut, find_clubs
from tournaments.pages.clubs.demo import Demo, demo_of
from tournaments.pages.common.branding import logo_address
from tournaments.pages.common.cache import Cache
from tournaments.pages.common.meeting_times import evening_in_words
from tournaments.selectors.evenings import STILL_PLAYING

_MOST_TONIGHT = 12
KEPT_FOR = 10
"""Seconds, where there are more clubs than a page has: who plays how many boards tonight is asked of all of them."""
_PAGES = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubTile:
    """`accent`: one of models.Accent. `logo_url`, `about` (when and where it meets) and `tonight` may be empty."""

    name: str
    url: str
    accent: str
    logo_url: str
    about: str
    tonight: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HomePage:
    """`clubs` are those of `found`.

    `tonight`: those with a round going on, the most boards first, and `more_tonight` others that find no room; both
    empty where one club is alone, whose card says it.
    """

    found: FoundClubs
    clubs: tuple[ClubTile, ...]
    tonight: tuple[ClubTile, ...]
    more_tonight: int
    demo: Demo | None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Tonight:
    """Of one club."""

    boards: int
    open_games: int

    @property
    def words(self) -> str:
        if not self.boards:
            return _("Players are checking in")
        return _("{games} of {boards} still playing").format(games=self.open_games, boards=self.boards)


_kept: Cache[tuple[str, int, str | None], HomePage] = Cache(limit=_PAGES, holds_texts=True)


def forget_all() -> None:
    _kept.clear()


def home_page(search: str = "", page: int = 1) -> HomePage:
    """`page` counts from 1; beyond the last it is the last. Of a few clubs it is as things stand; of many it may be
    KEPT_FOR seconds old."""
    search = cut(search)
    if connection.in_atomic_block or not Club.objects.order_by("pk")[CLUBS : CLUBS + 1].exists():
        return _made(search, page)
    key = (search, page, get_language())
    return _kept.get(key, lambda: _made(search, page), stamp=int(timezone.now().timestamp()) // KEPT_FOR)


def _made(search: str, page: int) -> HomePage:
    everybody = list(Club.objects.values_list("pk", "name", "place"))
    found = find_clubs(everybody, search, page, address=reverse("home"))
    tonight = _tonight()
    busiest = sorted(tonight, key=lambda key: (-tonight[key].boards, key)) if len(everybody) > 1 and not search else []
    clubs = Club.objects.in_bulk({*found.keys, *busiest[:_MOST_TONIGHT]})
    demo = Club.objects.exclude(demo_password="").first()
    return HomePage(
        found=found,
        clubs=tuple(_card(clubs[key], tonight) for key in found.keys if key in clubs),
        tonight=tuple(_card(clubs[key], tonight) for key in busiest[:_MOST_TONIGHT] if key in clubs),
        more_tonight=max(0, len(busiest) - _MOST_TONIGHT),
        demo=demo_of(demo) if demo is not None else None,
    )


def _tonight() -> Mapping[int, _Tonight]:
    """By club's key: rounds that are checked in for or played today by the club's own clock, or still from yesterday:
    an evening goes on after midnight."""
    now = timezone.now()
    days = [(now + datetime.timedelta(days=days)).date() for days in (-2, -1, 0, 1)]
    rounds = (
        rounds_of(days)
        .filter(tournament__trashed_at=None, tournament__season__is_open=True)
        .annotate(boards=Count("games"), open_games=Count("games", filter=STILL_PLAYING))
        .filter(Q(state__in=UNPUBLISHED_STATES) | Q(state=RoundState.PUBLISHED, open_games__gt=0))
        .values_list("tournament__club", "tournament__club__time_zone", "date", "state", "boards", "open_games")
    )
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for club, zone, date, state, boards, open_games in rounds:
        if date is not None and 0 <= (timezone.localdate(now, ZoneInfo(zone)) - date).days <= 1:
            is_playing = state == RoundState.PUBLISHED  # of a draft not even how many boards it has
            found[club].append((boards, open_games) if is_playing else (0, 0))
    return {
        club: _Tonight(boards=sum(boards for boards, _open in each), open_games=sum(games for _boards, games in each))
        for club, each in found.items()
    }


def rounds_of(days: Iterable[datetime.date]) -> QuerySet[Round]:
    """Of all clubs, whose evening is not over. What has a date is not ahead of its turn, so that need not be asked:
    PostgreSQL takes that question for so dear that it compiles the whole query first, for two seconds."""
    return Round.with_ahead.filter(date__in=days, over_at=None)


def _card(club: Club, tonight: Mapping[int, _Tonight]) -> ClubTile:
    return ClubTile(
        name=club.name,
        url=reverse("public_club", args=[club.slug]),
        accent=club.accent,
        logo_url=logo_address(club, 64),
        about=evening_in_words(club),
        tonight=tonight[club.pk].words if club.pk in tonight else "",
    )
