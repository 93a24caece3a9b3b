"""Line-ups and results of the club's teams as news."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Action, Club, Fixture
from tournaments.pages.rounds.feed import MOST, Feed, FeedItem
from tournaments.pages.teams.public_teams import fixtures_of_team, team_of_club
from tournaments.pages.teams.team_matches import MatchShown, TeamMatches
from tournaments.selectors.outside_teams import fixtures_of
from tournaments.selectors.start_times import instant

_EVENING = datetime.time(19)
_A_MATCH = datetime.timedelta(hours=4)
"""Where the record does not say when a result came any hour of that evening will do, but none that is to come."""


def team_feed(club: Club, key: int) -> Feed:
    """Raises NotPublished."""
    team = team_of_club(club, key)
    title = _("{team}, {club}").format(team=team.name, club=club.name)
    return _feed(club, title, reverse("public_team", args=[club.slug, key]), fixtures_of_team(team))


def teams_feed(club: Club) -> Feed:
    """Of open seasons; empty while there is no team."""
    title = _("{club}: teams").format(club=club.name)
    return _feed(club, title, reverse("public_teams", args=[club.slug]), fixtures_of(club))


def _feed(club: Club, title: str, url: str, fixtures: Sequence[Fixture]) -> Feed:
    matches = TeamMatches.of(club, fixtures)
    changed = _last_changes(club, fixtures)
    news = [item for each in fixtures for item in _of(club, each, matches.shown(each), changed)]
    return Feed(title=title, url=url, news=tuple(sorted(news, key=lambda each: each.at, reverse=True)[:MOST]))


def _last_changes(club: Club, fixtures: Sequence[Fixture]) -> dict[int, datetime.datetime]:
    """By the fixture's key, when something of it was last recorded that the public could notice."""
    done = Action.objects.filter(club=club, facts__fixture__in=[each.pk for each in fixtures]).exclude(public=[])
    return dict(done.order_by("pk").values_list("facts__fixture", "at"))


def _of(club: Club, fixture: Fixture, match: MatchShown, changed: dict[int, datetime.datetime]) -> Iterator[FeedItem]:
    """The line-up without names, which stand on the page; the result once the match is over."""
    if fixture.published_at is not None:
        seated = sum(bool(board.name) for board in match.boards)
        yield FeedItem(
            key=f"{club.slug}/match-{match.key}/line-up",
            title=_("{match}: line-up").format(match=match.title),
            url=match.url,
            summary=ngettext("{when}. {count} player.", "{when}. {count} players.", seated).format(
                when=match.when, count=seated
            ),
            at=fixture.published_at,
            changed_at=fixture.published_at,
        )
    if match.is_over:
        over = instant(club, fixture.date, fixture.starts_at or _EVENING) + _A_MATCH
        entered = changed.get(match.key, over)
        at = min(over, entered)
        yield FeedItem(
            key=f"{club.slug}/match-{match.key}/result",
            title=_("{match} {score}").format(match=match.title, score=match.score),
            url=match.url,
            summary=match.outcome_words.capitalize(),
            at=at,
            changed_at=max(at, entered),
        )
