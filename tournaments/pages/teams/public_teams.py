"""The club's teams as everybody sees them: all of the open seasons with their match nights, and each alone."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.models import Club, Fixture, FixturePlace, OutsideTeam
from tournaments.pages.common.dates_in_words import with_weekday
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.teams.fixture_words import halves_text
from tournaments.pages.teams.team_matches import MatchShown, OwnSum, TeamMatches
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import fixtures_of, match_title, score_of


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamShown:
    """In the list. `next`: its next match, or that of today; None where there is none."""

    key: int
    name: str
    url: str
    division: str
    next: MatchShown | None
    own: OwnSum


@dataclass(frozen=True, kw_only=True, slots=True)
class LeagueShown:
    name: str
    season: str
    teams: tuple[TeamShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchNight:
    """A date on which teams play."""

    date: datetime.date
    matches: tuple[MatchShown, ...]

    @property
    def day(self) -> str:
        return with_weekday(self.date)


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicTeamsPage:
    """`tonight`: the matches of today, shown with their boards. `to_come`: the soonest first; `played`: the latest."""

    leagues: tuple[LeagueShown, ...]
    tonight: tuple[MatchShown, ...]
    to_come: tuple[MatchNight, ...]
    played: tuple[MatchNight, ...]
    calendar_url: str
    feed_url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TableLine:
    """A row of the league's table, as typed; `is_own`: that of the team."""

    cells: tuple[str, ...]
    is_own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicTeamPage:
    """`table_head` is empty where the first row typed has a number in it: then it is a team's."""

    name: str
    league: str
    season: str
    division: str
    boards: int
    own: OwnSum
    tonight: tuple[MatchShown, ...]
    to_come: tuple[MatchShown, ...]
    played: tuple[MatchShown, ...]
    table_head: tuple[str, ...]
    table: tuple[TableLine, ...]
    table_link: str
    calendar_url: str
    feed_url: str
    teams_url: str
    """Empty for a team of a season that is over."""


def public_teams_page(club: Club) -> PublicTeamsPage:
    """Of the open seasons; empty where there is no team."""
    teams = open_teams(club)
    fixtures = fixtures_of(club)
    matches = TeamMatches.of(club, fixtures)
    shown = {each.pk: matches.shown(each) for each in fixtures}
    tonight, to_come, played = _by_time(tuple(shown.values()), matches.today)
    of_team = _by_team(fixtures)
    return PublicTeamsPage(
        leagues=tuple(
            LeagueShown(
                name=league.name,
                season=league.season.name,
                teams=tuple(
                    TeamShown(
                        key=team.pk,
                        name=team.name,
                        url=reverse("public_team", args=[club.slug, team.pk]),
                        division=team.division,
                        next=_next([shown[each.pk] for each in of_team[team.pk]], matches.today),
                        own=matches.own_sum(of_team[team.pk]),
                    )
                    for team in members
                ),
            )
            for league, members in groupby(teams, key=lambda each: each.league)
        ),
        tonight=tonight,
        to_come=_nights(to_come),
        played=_nights(played),
        calendar_url=reverse("public_teams_calendar", args=[club.slug]),
        feed_url=reverse("public_teams_feed", args=[club.slug]),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamWithMatches:
    """For other programs. `matches`: by date."""

    name: str
    url: str
    league: str
    season: str
    division: str
    own: OwnSum
    matches: tuple[MatchShown, ...]


def teams_for_programs(club: Club) -> tuple[TeamWithMatches, ...]:
    """Of the open seasons."""
    fixtures = fixtures_of(club)
    matches = TeamMatches.of(club, fixtures)
    teams = open_teams(club)
    of_team = _by_team(fixtures)
    return tuple(
        TeamWithMatches(
            name=team.name,
            url=reverse("public_team", args=[club.slug, team.pk]),
            league=team.league.name,
            season=team.league.season.name,
            division=team.division,
            own=matches.own_sum(of_team[team.pk]),
            matches=tuple(matches.shown(each) for each in of_team[team.pk]),
        )
        for team in teams
    )


def public_team_page(club: Club, key: int) -> PublicTeamPage:
    """Also of a season that is over, as its tournaments. Raises NotPublished."""
    team = team_of_club(club, key)
    fixtures = fixtures_of_team(team)
    matches = TeamMatches.of(club, fixtures)
    tonight, to_come, played = _by_time(tuple(matches.shown(each) for each in fixtures), matches.today)
    head, table = _table(team)
    return PublicTeamPage(
        name=team.name,
        league=team.league.name,
        season=team.league.season.name,
        division=team.division,
        boards=team.boards,
        own=matches.own_sum(fixtures),
        tonight=tonight,
        to_come=to_come,
        played=played,
        table_head=head,
        table=table,
        table_link=team.table_link,
        calendar_url=reverse("public_team_calendar", args=[club.slug, team.pk]),
        feed_url=reverse("public_team_feed", args=[club.slug, team.pk]),
        teams_url=reverse("public_teams", args=[club.slug]) if team.league.season.is_open else "",
    )


def open_teams(club: Club) -> Sequence[OutsideTeam]:
    """League by league, the latest season first. One query."""
    found = OutsideTeam.objects.filter(league__club=club, league__season__is_open=True)
    order = ("-league__season__starts_on", "league__name", "league", "number")
    return list(found.select_related("league__season").order_by(*order))


def team_of_club(club: Club, key: int) -> OutsideTeam:
    """Raises NotPublished where the club has no such team."""
    team = OutsideTeam.objects.filter(league__club=club, pk=key).select_related("league__season").first()
    if team is None:
        raise NotPublished
    return team


def fixtures_of_team(team: OutsideTeam) -> list[Fixture]:
    """By date, with the team that is read already."""
    fixtures = list(team.fixtures.order_by("date", "starts_at", "pk"))
    for each in fixtures:
        each.team = team
    return fixtures


def _by_team(fixtures: Iterable[Fixture]) -> Mapping[int, Sequence[Fixture]]:
    """By the team's key, none for a team without matches."""
    found: dict[int, list[Fixture]] = defaultdict(list)
    for each in fixtures:
        found[each.team_id].append(each)
    return found


def _by_time(
    matches: Sequence[MatchShown], today: datetime.date
) -> tuple[tuple[MatchShown, ...], tuple[MatchShown, ...], tuple[MatchShown, ...]]:
    """Today's, those to come, those before today with the latest first."""
    return (
        tuple(each for each in matches if each.is_today),
        tuple(each for each in matches if each.date > today),
        tuple(each for each in reversed(matches) if each.date < today),
    )


def _next(matches: Sequence[MatchShown], today: datetime.date) -> MatchShown | None:
    return next((each for each in matches if each.date >= today), None)


def _nights(matches: Sequence[MatchShown]) -> tuple[MatchNight, ...]:
    return tuple(
        MatchNight(date=date, matches=tuple(found)) for date, found in groupby(matches, key=lambda each: each.date)
    )


def _table(team: OutsideTeam) -> tuple[tuple[str, ...], tuple[TableLine, ...]]:
    rows = [tuple(str(cell) for cell in row) for row in team.table]
    width = max(map(len, rows), default=0)
    rows = [row + ("",) * (width - len(row)) for row in rows]
    has_head = bool(rows) and not re.search(r"\d", " ".join(rows[0]))
    name = team.name.casefold()
    lines = [
        TableLine(cells=row, is_own=any(cell.strip().casefold() == name for cell in row))
        for row in rows[1 if has_head else 0 :]
    ]
    return rows[0] if has_head else (), tuple(lines)


# The club's front page


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamTile:
    """A team in a line: `said` is tonight's match with its score, or the next one; empty where none is to come."""

    name: str
    url: str
    is_tonight: bool
    said: str


def team_tiles(club: Club) -> tuple[TeamTile, ...]:
    """Of the open seasons. One query where there is no team, three else."""
    teams = open_teams(club)
    if not teams:
        return ()
    today = evening_days(club.time_zone)[-1]
    coming: dict[int, Fixture] = {}
    found = Fixture.objects.filter(team__in=teams, date__gte=today).defer("draft", "note")
    for each in found.order_by("date", "starts_at", "pk"):
        coming.setdefault(each.team_id, each)
    tonight = [each.pk for each in coming.values() if each.date == today]
    places = list(FixturePlace.objects.filter(fixture__in=tonight)) if tonight else []
    return tuple(_tile(club, team, coming.get(team.pk), places, today) for team in teams)


def _tile(
    club: Club, team: OutsideTeam, fixture: Fixture | None, places: Sequence[FixturePlace], today: datetime.date
) -> TeamTile:
    is_tonight = fixture is not None and fixture.date == today
    return TeamTile(
        name=team.name,
        url=reverse("public_team", args=[club.slug, team.pk]),
        is_tonight=is_tonight,
        said="" if fixture is None else _tonight(team, fixture, places) if is_tonight else _when(team, fixture),
    )


def _tonight(team: OutsideTeam, fixture: Fixture, places: Sequence[FixturePlace]) -> str:
    own = [place for place in places if place.fixture_id == fixture.pk]
    score = score_of(fixture, own, team.boards)
    title = match_title(team.name, fixture.opponent)
    if score.is_open and not any(place.result for place in own):
        return _("Tonight: {match}").format(match=title)
    text = _("Tonight: {match}, {score} so far") if score.is_open else _("Tonight: {match}, {score}")
    return text.format(match=title, score=f"{halves_text(score.own)}–{halves_text(score.their)}")


def _when(team: OutsideTeam, fixture: Fixture) -> str:
    day = with_weekday(fixture.date)
    when = _("{day}, {time}").format(day=day, time=time_format(fixture.starts_at, "H:i")) if fixture.starts_at else day
    return _("{when}: {match}").format(when=when, match=match_title(team.name, fixture.opponent))
