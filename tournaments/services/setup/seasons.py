"""Seasons: opened, edited, closed when everything in them is played, and reopened."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Club, Round, RoundState, Season, Tournament, User
from tournaments.names import clean_name
from tournaments.recording import Change, Scope, Stale, last_change_in_club, recording, refresh
from tournaments.services.common.closed_seasons import unfinished_round
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.finish import finish, refuse_unfinished
from tournaments.services.rounds.round_under_lock import RoundUnderLock


@dataclass(frozen=True, kw_only=True, slots=True)
class NewSeason:
    """One that a verb opens on its way."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date


def version_of(season: Season) -> str:
    """What a form about this season was made for."""
    return fingerprint([season.name, season.starts_on, season.ends_on])


def open_season(
    club: Club,
    *,
    name: str,
    starts_on: datetime.date,
    ends_on: datetime.date,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Season:
    with recording(club, actor=actor, verb="season.open", receipt=receipt, public=[club]) as change:
        season = write_season(change, club, name=name, starts_on=starts_on, ends_on=ends_on)
        change.facts.update({"season": season.pk, "name": season.name})
    return season


def write_season(change: Change, club: Club, *, name: str, starts_on: datetime.date, ends_on: datetime.date) -> Season:
    """The row of a new season, for any verb that opens one. Inside a recording."""
    name = _checked(club, name, starts_on, ends_on)
    return change.create(Season(club=club, name=name, starts_on=starts_on, ends_on=ends_on))


def edit_season(
    season: Season,
    *,
    name: str,
    starts_on: datetime.date,
    ends_on: datetime.date,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Season:
    """`seen` is the version_of(season) that the form was made for."""
    club = season.club
    with recording(club, actor=actor, verb="season.edit", receipt=receipt, public=_shown_with(season)) as change:
        refresh(season)
        name = clean_name(name)
        if (season.name, season.starts_on, season.ends_on) == (name, starts_on, ends_on):
            return season
        if version_of(season) != seen:
            raise Stale(last_change_in_club(season, club=club))
        name = _checked(club, name, starts_on, ends_on, itself=season)
        change.update(season, name=name, starts_on=starts_on, ends_on=ends_on)
        change.facts.update({"season": season.pk, "name": name})
    return season


def close_season(season: Season, *, actor: User | None, receipt: uuid.UUID | None = None) -> Season:
    """Nothing but corrections then. Everything in it must have been played to its end; the last tables are published.

    Locks its tournaments, so that no verb under way in one of them opens what is closed here.
    """
    club = season.club
    with recording(club, actor=actor, verb="season.close", receipt=receipt, public=_shown_with(season)) as change:
        season = Season.objects.get(pk=season.pk)
        refuse_unfinished_rounds(season)
        last_ones = Round.objects.filter(tournament__season=season, tournament__trashed_at=None)
        for last in last_ones.filter(state=RoundState.PUBLISHED).select_related("tournament").order_by("pk"):
            locked = RoundUnderLock(round=last)
            refuse_unfinished(locked)
            finish(change, locked)
        change.update(season, is_open=False)
        change.facts.update({"season": season.pk, "name": season.name})
    return season


def reopen_season(season: Season, *, actor: User | None, receipt: uuid.UUID | None = None) -> Season:
    club = season.club
    with recording(club, actor=actor, verb="season.reopen", receipt=receipt, public=_shown_with(season)) as change:
        season = Season.objects.get(pk=season.pk)
        change.update(season, is_open=True)
        change.facts.update({"season": season.pk, "name": season.name})
    return season


def _shown_with(season: Season) -> Iterator[Scope]:
    """Whose pages show the season's name, a table that its closing publishes, or that a table is the final one.

    Asked under the club's lock: until then a tournament may still move into the season, or out of it.
    """
    yield season.club
    yield from Tournament.objects.filter(season=season)


def refuse_unfinished_rounds(season: Season) -> None:
    unfinished = unfinished_round(Tournament.objects.filter(season=season))
    if unfinished is not None:
        raise Refused(
            _("Round {round} of {tournament} is not finished, so the season stays open.").format(
                round=unfinished.number, tournament=unfinished.tournament.name
            )
        )


def _checked(
    club: Club, name: str, starts_on: datetime.date, ends_on: datetime.date, itself: Season | None = None
) -> str:
    name = clean_name(name)
    if not name or len(name) > 100:
        raise Refused(_("A season needs a name of at most 100 characters."))
    if starts_on > ends_on:
        raise Refused(_("The season's last day is before its first."))
    others = club.seasons.exclude(pk=itself.pk) if itself else club.seasons.all()
    if others.filter(name__iexact=name).exists():
        raise Refused(_("The club has a season “{name}” already.").format(name=name))
    return name
