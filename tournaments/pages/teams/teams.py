"""The club's teams for those who run them: by league, each with its next match; and one team with all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import BoardResult, Club, Fixture, FixturePlace, League, OutsideTeam, SquadPlace
from tournaments.pages.teams.fixture_words import rules_in_sentences, score_text, when, where
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import fixture_called, rules_for, score_of


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureLine:
    """`state`: what is next to be done, or how it went."""

    key: int
    round: int
    versus: str
    when: str
    where: str
    note: str
    score: str
    state: str
    is_over: bool
    lacks_result: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamLine:
    key: int
    name: str
    division: str
    captain: str
    next: tuple[FixtureLine, ...]
    """Those whose result is missing, and the next to come."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LeagueSection:
    key: int
    name: str
    season: str
    people: int
    teams: tuple[TeamLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamsPage:
    leagues: tuple[LeagueSection, ...]
    season: int | None
    """In which a new league stands: the open one; None where none is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamPage:
    key: int
    name: str
    league: str
    league_key: int
    division: str
    captain: str
    is_open: bool
    missing: tuple[FixtureLine, ...]
    """Over, and their result is not known."""
    to_come: tuple[FixtureLine, ...]
    played: tuple[FixtureLine, ...]
    rules: tuple[str, ...]
    table: Sequence[Sequence[str]]
    table_link: str


def teams_page(club: Club) -> TeamsPage:
    """Of seasons that are open. As many questions for thirty teams as for one."""
    leagues = list(
        League.objects.filter(club=club, season__is_open=True).select_related("season").order_by("season", "name")
    )
    teams: dict[int, list[OutsideTeam]] = defaultdict(list)
    for team in OutsideTeam.objects.filter(league__in=leagues).select_related("captain", "league").order_by("number"):
        teams[team.league_id].append(team)
    lines = fixture_lines(club, [team for found in teams.values() for team in found])
    people = Counter(SquadPlace.objects.filter(league__in=leagues).values_list("league", flat=True))
    season = club.seasons.filter(is_open=True).order_by("-starts_on").values_list("pk", flat=True).first()
    return TeamsPage(
        leagues=tuple(
            LeagueSection(
                key=league.pk,
                name=league.name,
                season=league.season.name,
                people=people[league.pk],
                teams=tuple(_team_line(team, lines[team.pk]) for team in teams[league.pk]),
            )
            for league in leagues
        ),
        season=season,
    )


def _team_line(team: OutsideTeam, lines: Sequence[FixtureLine]) -> TeamLine:
    return TeamLine(
        key=team.pk,
        name=team.name,
        division=team.division,
        captain=team.captain.full_name if team.captain else "",
        next=tuple(line for line in lines if line.lacks_result)[:2],
    )


def team_page(team: OutsideTeam) -> TeamPage:
    """`team` with its league, season, club and captain read."""
    league: League = team.league
    lines = fixture_lines(league.club, [team])[team.pk]
    return TeamPage(
        key=team.pk,
        name=team.name,
        league=league.name,
        league_key=league.pk,
        division=team.division,
        captain=team.captain.full_name if team.captain else "",
        is_open=league.season.is_open,
        missing=tuple(line for line in lines if line.is_over and line.lacks_result),
        to_come=tuple(line for line in lines if not line.is_over),
        played=tuple(line for line in reversed(lines) if line.is_over and not line.lacks_result),
        rules=rules_in_sentences(rules_for(team)),
        table=team.table,
        table_link=team.table_link,
    )


def fixture_lines(club: Club, teams: Sequence[OutsideTeam]) -> Mapping[int, Sequence[FixtureLine]]:
    """By the team's key, by date. Two questions."""
    own = {team.pk: team for team in teams}
    rows = Fixture.objects.filter(team__in=teams).prefetch_related("places").order_by("date", "starts_at", "pk")
    today = evening_days(club.time_zone)[-1]
    found: dict[int, list[FixtureLine]] = defaultdict(list)
    for fixture in rows:
        fixture.team = own[fixture.team_id]
        places = list(fixture.places.all())
        score = score_of(fixture, places, fixture.team.boards)
        found[fixture.team_id].append(
            FixtureLine(
                key=fixture.pk,
                round=fixture.round,
                versus=fixture_called(fixture),
                when=when(fixture),
                where=where(fixture),
                note=fixture.note,
                score=score_text(score),
                state=_state(fixture, places, is_open=score.is_open, is_over=fixture.date < today),
                is_over=fixture.date < today,
                lacks_result=score.is_open,
            )
        )
    return found


def _state(fixture: Fixture, places: Sequence[FixturePlace], *, is_open: bool, is_over: bool) -> str:
    if not is_open:
        return ""
    if is_over and any(place.result == BoardResult.ADJOURNED for place in places):
        return _("A board is adjourned.")
    if is_over:
        return _("The result is missing.")
    if fixture.published_at is None:
        return _("No line-up yet.")
    empty = fixture.team.boards - sum(place.player_id is not None for place in places)
    if empty:
        return ngettext(
            "Line-up published, {count} board empty.", "Line-up published, {count} boards empty.", empty
        ).format(count=empty)
    return _("Line-up published.")
