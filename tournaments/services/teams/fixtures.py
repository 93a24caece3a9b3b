"""Matches of the club's teams, typed by hand: added, moved, deleted."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.exchange.fixtures.listed_fixture import YEARS
from tournaments.models import Action, Fixture, OutsideTeam, User
from tournaments.names import clean_name
from tournaments.recording import Scope, Stale, last_change_in_club, recording, refresh
from tournaments.selectors.outside_teams import duty_days
from tournaments.services.calendar.line_up_absences import withdraw_absences
from tournaments.services.calendar.line_up_duties import follow_line_up, shown_with, write_duties
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.players.notifications import tell_of_line_up, tell_of_moved_match

MOST_FIXTURES = 200
"""Of a team in a season."""
_LONGEST_NAME, _LONGEST_LINE, _LAST_ROUND = 100, 200, 200


@dataclass(frozen=True, kw_only=True, slots=True)
class FixtureSettings:
    """`round` None: the next one."""

    date: datetime.date
    opponent: str
    round: int | None = None
    starts_at: datetime.time | None = None
    is_home: bool = True
    place: str = ""
    note: str = ""


def version_of(fixture: Fixture) -> str:
    """What a form about this match was made for."""
    own = [fixture.date, fixture.starts_at, fixture.opponent, fixture.round, fixture.is_home]
    return fingerprint([*own, fixture.place, fixture.note])


def add_fixture(
    team: OutsideTeam, settings: FixtureSettings, *, actor: User | None, receipt: uuid.UUID | None = None
) -> Fixture:
    club = team.league.club
    with recording(club, actor=actor, verb="fixture.add", receipt=receipt, public=[club]) as change:
        refresh(team)
        refuse_closed(team.league.season)
        if team.fixtures.count() >= MOST_FIXTURES:
            raise Refused(_("A team has at most {most} matches in a season.").format(most=MOST_FIXTURES))
        fixture = change.create(Fixture(team=team, **checked(team, settings)))
        change.facts |= facts_of(fixture)
    return fixture


def edit_fixture(
    fixture: Fixture,
    settings: FixtureSettings,
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Answers, line-up and results stay, also where the date moves; whoever is in the line-up plays for the club on
    the new day. `seen` is the version_of the match that the form was made for."""
    club = fixture.team.league.club
    public = _shown(fixture, settings)
    with recording(club, actor=actor, verb="fixture.edit", receipt=receipt, public=public) as change:
        found = Fixture.objects.select_related("team__league__season", "team__league__club").filter(pk=fixture.pk)
        now = found.first()
        if now is None:
            raise Stale
        refuse_closed(now.team.league.season)
        if version_of(now) != seen:
            raise Stale(last_change_in_club(now, club=club))
        before, days_before = (now.date, now.starts_at, now.is_home), duty_days(now)
        change.update(now, **checked(now.team, settings, itself=now))
        change.facts |= facts_of(now)
        if before[0] != now.date:
            change.facts["moved_from"] = before[0].isoformat()
            tell_of_moved_match(now)
        elif before != (now.date, now.starts_at, now.is_home):
            tell_of_line_up(now)
        if set(days_before) != set(duty_days(now)):
            follow_line_up(change, now, days_before=days_before)
    return change.action


def delete_fixture(fixture: Fixture, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """With its answers, its line-up and its results. Undoing brings all of it back."""
    club = fixture.team.league.club
    public = shown_with(club, [fixture])
    with recording(club, actor=actor, verb="fixture.delete", receipt=receipt, public=public) as change:
        found = Fixture.objects.select_related("team__league__season", "team__league__club").filter(pk=fixture.pk)
        now = found.first()
        if now is None:
            return
        refuse_closed(now.team.league.season)
        change.facts |= facts_of(now)
        write_duties(change, now, (), anew=())
        withdraw_absences(change, now)
        change.delete_many(now.answers.all())
        change.delete_many(now.places.all())
        change.delete(now)


def facts_of(fixture: Fixture) -> dict[str, object]:
    return {
        "fixture": fixture.pk,
        "team": fixture.team.name,
        "opponent": fixture.opponent,
        "date": fixture.date.isoformat(),
    }


def checked(team: OutsideTeam, settings: FixtureSettings, *, itself: Fixture | None = None) -> Mapping[str, object]:
    """The columns of the row. Raises Refused."""
    _refuse_other_years(settings.date)
    opponent = clean_name(settings.opponent)
    if not opponent:
        raise Refused(_("Say against whom the match is."))
    if len(opponent) > _LONGEST_NAME:
        raise Refused(_("A name has at most {most} characters.").format(most=_LONGEST_NAME))
    others = team.fixtures.exclude(pk=itself.pk) if itself else team.fixtures.all()
    number = settings.round or (itself.round if itself else 1 + (others.aggregate(last=Max("round"))["last"] or 0))
    if not 1 <= number <= _LAST_ROUND:
        raise Refused(_("A round is a number from 1 to {most}.").format(most=_LAST_ROUND))
    if others.filter(round=number).exists():
        raise Refused(_("{team} has a match in round {number} already.").format(team=team.name, number=number))
    return {
        "date": settings.date,
        "starts_at": settings.starts_at,
        "opponent": opponent,
        "round": number,
        "is_home": settings.is_home,
        "place": clean_name(settings.place)[:_LONGEST_LINE],
        "note": clean_name(settings.note)[:_LONGEST_LINE],
    }


def _refuse_other_years(date: datetime.date) -> None:
    if date.year not in YEARS:
        raise Refused(_("Give a date between 2000 and 2099."))


def _shown(fixture: Fixture, settings: FixtureSettings) -> Iterator[Scope]:
    """Evenings of the day before and of the day now. Raises Refused where there is no day after it."""
    _refuse_other_years(settings.date)
    then = Fixture(team=fixture.team, date=settings.date, is_home=settings.is_home)
    return shown_with(fixture.team.league.club, [fixture], then)
