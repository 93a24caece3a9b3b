"""The matches of the club's teams as a calendar to subscribe to: of one team, or of all."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.exchange.calendar import CalendarEvent, RoundCalendar
from tournaments.models import Action, Club, Fixture
from tournaments.pages.teams.public_teams import fixtures_of_team, team_of_club
from tournaments.selectors.outside_teams import fixtures_of

_BEFORE_THE_RECORD = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""Of a club in which nothing was done that the public could notice."""


def team_calendar(club: Club, key: int, site: str) -> RoundCalendar:
    """`site`: scheme and host of the links back. Raises NotPublished."""
    team = team_of_club(club, key)
    return _calendar(club, team.name, fixtures_of_team(team), site)


def teams_calendar(club: Club, site: str) -> RoundCalendar:
    """All teams of open seasons; none is an empty calendar, since one may be subscribed to already."""
    return _calendar(club, _("{club}: teams").format(club=club.name), fixtures_of(club), site)


def _calendar(club: Club, name: str, fixtures: Iterable[Fixture], site: str) -> RoundCalendar:
    """Nobody is named, and nothing stands in it that is for members. A match that is moved stays the same event."""
    noticed = Action.objects.filter(club=club).exclude(public=[]).exclude(verb="club.import").order_by("-pk")
    revised_at = noticed.values_list("at", flat=True).first() or _BEFORE_THE_RECORD
    return RoundCalendar(
        name=name,
        time_zone=club.time_zone,
        events=tuple(
            CalendarEvent(
                uid=f"match-{each.pk}@{club.slug}",
                summary=_summary(each),
                url="{}{}#round-{}".format(site, reverse("public_team", args=[club.slug, each.team_id]), each.round),
                date=each.date,
                starts_at=each.starts_at,
                place=each.place or (club.place if each.is_home else ""),
                sequence=club.public_revision,
                revised_at=revised_at,
            )
            for each in fixtures
        ),
    )


def _summary(fixture: Fixture) -> str:
    """The home team first, as leagues' own calendars have it."""
    team = fixture.team.name
    home, guests = (team, fixture.opponent) if fixture.is_home else (fixture.opponent, team)
    return _("{home} – {guests}").format(home=home, guests=guests)
