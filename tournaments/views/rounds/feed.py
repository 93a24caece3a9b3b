"""Published rounds as Atom, for feed readers and a club's own web site."""

from __future__ import annotations

import datetime

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.models import Club, Tournament
from tournaments.pages.rounds.feed import Feed, club_feed, tournament_feed
from tournaments.views.common.public_access import READ_BY_ANY_SITE, club_for_all, tournament_for_all
from tournaments.views.common.public_site import SITE


@require_safe
@club_for_all
def public_club_feed(request: HttpRequest, club: Club) -> HttpResponse:
    return atom(request, club_feed(club), club.name)


@require_safe
@tournament_for_all
def public_feed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return atom(request, tournament_feed(tournament), tournament.club.name)


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime.datetime:
        """Django says now where there is no news yet; the same page would be another one each time."""
        return super().latest_post_date() if self.items else _NEVER


_NEVER = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def atom(request: HttpRequest, feed: Feed, author: str) -> HttpResponse:
    atom = _Feed(
        title=feed.title,
        link=SITE + feed.url,
        description="",
        language=get_language(),
        author_name=author,
        feed_url=SITE + request.path,
    )
    for news in feed.news:
        atom.add_item(
            title=news.title,
            link=SITE + news.url,
            description=news.summary,
            unique_id=f"{SITE}/t/{news.key}",
            pubdate=news.at,
            updateddate=news.changed_at,
        )
    return HttpResponse(
        atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8", headers=READ_BY_ANY_SITE
    )
