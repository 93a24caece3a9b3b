"""Leagues in which the club plays, and its teams in them."""

from __future__ import annotations

import datetime
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Club, Fixture, FixtureAnswer, League, OutsideTeam, Player, Season, User
from tournaments.names import clean_name
from tournaments.pairing.teams.leagues import MOST_BOARDS, LeagueRules
from tournaments.pairing.types.options import OptionError, configured
from tournaments.recording import Stale, last_change_in_club, recording, refresh
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import duty_days, rules_of
from tournaments.services.calendar.line_up_duties import follow_line_up, shown_with_all
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

MOST_TEAMS = 30
_LONGEST_NAME = 100
_MOST_ROWS, _MOST_CELLS, _LONGEST_CELL = 40, 16, 60


@dataclass(frozen=True, kw_only=True, slots=True)
class LeagueSettings:
    name: str
    preset: str = ""
    rules: Mapping[str, object] = field(default_factory=dict)
    also_day_after: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamSettings:
    """`table`: as it was typed or pasted, a line a row."""

    name: str
    number: int
    boards: int
    division: str = ""
    captain: Player | None = None
    reminder_days: int = 4
    table_link: str = ""
    table: str = ""


def league_version(league: League) -> str:
    """What a form about this league was made for."""
    return fingerprint([league.name, league.preset, league.rules, league.also_day_after])


def team_version(team: OutsideTeam) -> str:
    """What a form about this team was made for."""
    own = [team.name, team.number, team.boards, team.division, team.captain_id, team.reminder_days]
    return fingerprint([*own, team.table_link, team.table])


def make_league(
    club: Club, season: Season, settings: LeagueSettings, *, actor: User | None, receipt: uuid.UUID | None = None
) -> League:
    """With a first team of the club in it."""
    with recording(club, actor=actor, verb="league.make", receipt=receipt, public=[club]) as change:
        found = Season.objects.filter(club=club, pk=season.pk).first()
        if found is None:
            raise Stale
        refuse_closed(found)
        league = change.create(League(club=club, season=found, **_checked(found, settings)))
        boards = rules_of(league).boards
        change.create(OutsideTeam(league=league, number=1, name=f"{club.name} 1"[:_LONGEST_NAME], boards=boards))
        change.facts |= {"league": league.pk, "name": league.name}
    return league


def edit_league(
    league: League, settings: LeagueSettings, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """`seen` is the league_version that the form was made for. Line-ups that are published stay as they are."""
    club = league.club
    with recording(
        club, actor=actor, verb="league.edit", receipt=receipt, public=shown_with_all(club, league)
    ) as change:
        refresh(league)
        refuse_closed(league.season)
        if league_version(league) != seen:
            raise Stale(last_change_in_club(league, club=club))
        moves_days = settings.also_day_after != league.also_day_after
        days_before = {each.pk: duty_days(each) for each in _away(league)} if moves_days else {}
        change.update(league, **_checked(league.season, settings, itself=league))
        change.facts |= {"league": league.pk, "name": league.name}
        if moves_days:
            for fixture in _away(league):
                fixture.team.league = league
                follow_line_up(change, fixture, days_before=days_before[fixture.pk])


def delete_league(league: League, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """With its teams, its list and its matches. Refused once a match has a line-up or a result."""
    club = league.club
    with recording(club, actor=actor, verb="league.delete", receipt=receipt, public=[club]) as change:
        found = League.objects.select_related("season").filter(pk=league.pk).first()
        if found is None:
            return
        refuse_closed(found.season)
        change.facts |= {"league": found.pk, "name": found.name}
        _refuse_begun(Fixture.objects.filter(team__league=found))
        change.delete_many(FixtureAnswer.objects.filter(fixture__team__league=found))
        change.delete_many(Fixture.objects.filter(team__league=found))
        change.delete_many(found.squad.all())
        change.delete_many(found.teams.all())
        change.delete(found)


def make_team(
    league: League, settings: TeamSettings, *, actor: User | None, receipt: uuid.UUID | None = None
) -> OutsideTeam:
    club = league.club
    with recording(club, actor=actor, verb="team.make", receipt=receipt, public=[club]) as change:
        refresh(league)
        refuse_closed(league.season)
        if league.teams.count() >= MOST_TEAMS:
            raise Refused(_("A club has at most {most} teams in a league.").format(most=MOST_TEAMS))
        team = change.create(OutsideTeam(league=league, **_checked_team(league, settings)))
        change.facts |= {"team": team.pk, "name": team.name}
    return team


def edit_team(
    team: OutsideTeam, settings: TeamSettings, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """`seen` is the team_version that the form was made for."""
    club = team.league.club
    with recording(club, actor=actor, verb="team.edit", receipt=receipt, public=[club]) as change:
        refresh(team)
        refuse_closed(team.league.season)
        if team_version(team) != seen:
            raise Stale(last_change_in_club(team, club=club))
        change.update(team, **_checked_team(team.league, settings, itself=team))
        change.facts |= {"team": team.pk, "name": team.name}


def delete_team(team: OutsideTeam, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """With its matches; its people stay on the list. Refused once a match has a line-up or a result."""
    club = team.league.club
    with recording(club, actor=actor, verb="team.delete", receipt=receipt, public=[club]) as change:
        found = OutsideTeam.objects.select_related("league__season").filter(pk=team.pk).first()
        if found is None:
            return
        refuse_closed(found.league.season)
        change.facts |= {"team": found.pk, "name": found.name}
        _refuse_begun(found.fixtures.all())
        change.delete_many(FixtureAnswer.objects.filter(fixture__team=found))
        change.delete_many(found.fixtures.all())
        change.update_many([(place, {"team": None}) for place in found.squad.all()])
        change.delete(found)


def _away(league: League) -> list[Fixture]:
    """Away matches with a line-up whose nights are still to come."""
    since = evening_days(league.club.time_zone)[-1] - datetime.timedelta(days=1)
    found = Fixture.objects.filter(team__league=league, published_at__isnull=False, is_home=False, date__gte=since)
    return list(found.select_related("team__league").order_by("date", "pk"))


def _refuse_begun(fixtures: QuerySet[Fixture]) -> None:
    if fixtures.filter(Q(published_at__isnull=False) | Q(own_halves__isnull=False) | Q(places__isnull=False)).exists():
        raise Refused(_("Some of its matches have a line-up or a result already. Delete those matches first."))


def _name(name: str, what: str) -> str:
    name = clean_name(name)
    if not name:
        raise Refused(what)
    if len(name) > _LONGEST_NAME:
        raise Refused(_("A name has at most {most} characters.").format(most=_LONGEST_NAME))
    return name


def _checked(season: Season, settings: LeagueSettings, *, itself: League | None = None) -> dict[str, object]:
    """The columns of the row. Raises Refused."""
    name = _name(settings.name, _("A league needs a name."))
    others = season.leagues.exclude(pk=itself.pk) if itself else season.leagues.all()
    if others.filter(name__iexact=name).exists():
        raise Refused(_("The season {season} has a league “{name}” already.").format(season=season.name, name=name))
    try:
        configured(LeagueRules, settings.rules, preset=settings.preset or None)
    except OptionError as error:
        raise Refused(_("These rules do not go together.")) from error
    return {
        "name": name,
        "preset": settings.preset,
        "rules": dict(settings.rules),
        "also_day_after": settings.also_day_after,
    }


def _checked_team(league: League, settings: TeamSettings, *, itself: OutsideTeam | None = None) -> dict[str, object]:
    """The columns of the row. Raises Refused."""
    name = _name(settings.name, _("A team needs a name."))
    others = league.teams.exclude(pk=itself.pk) if itself else league.teams.all()
    if others.filter(number=settings.number).exists():
        raise Refused(_("There is a team number {number} already.").format(number=settings.number))
    if not 1 <= settings.boards <= MOST_BOARDS or not 1 <= settings.number <= MOST_TEAMS:
        raise Refused(
            _("A team has 1 to {boards} boards, and a number from 1 to {most}.").format(
                boards=MOST_BOARDS, most=MOST_TEAMS
            )
        )
    if settings.captain is not None and settings.captain.club_id != league.club_id:
        raise Refused(_("That player is not of this club."))
    return {
        "name": name,
        "number": settings.number,
        "division": clean_name(settings.division)[:_LONGEST_NAME],
        "boards": settings.boards,
        "captain": settings.captain,
        "reminder_days": settings.reminder_days,
        "table_link": settings.table_link,
        "table": table_of(settings.table),
    }


def table_of(text: str) -> list[list[str]]:
    """Rows of cells, of which the first may be empty: with tabs, semicolons or two spaces between them. Raises Refused
    where it is no table."""
    lines = [line.strip(" \r\n") for line in text.splitlines()[: _MOST_ROWS + 1] if line.strip()]
    rows = [re.split(r"\t|;|\s{2,}", line) for line in lines]
    if len(rows) > _MOST_ROWS or any(len(row) > _MOST_CELLS for row in rows):
        raise Refused(_("A table has at most {rows} rows of {cells} cells.").format(rows=_MOST_ROWS, cells=_MOST_CELLS))
    return [[clean_name(cell)[:_LONGEST_CELL] for cell in row] for row in rows]
