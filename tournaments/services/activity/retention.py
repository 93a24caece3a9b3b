"""What is kept for a time only: what was said of the evenings and matches of a season, and keys of unused cards."""

from __future__ import annotations

import datetime
import zoneinfo
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments import clock
from tournaments.models import (
    Action,
    Availability,
    AwayPeriod,
    CardKey,
    Club,
    FixtureAnswer,
    InboxItem,
    InboxSubject,
    Response,
    Season,
)
from tournaments.recording import forget, forget_log, recording
from tournaments.services.players.card_keys import LIVES_UNUSED

ANSWERS_AFTER_SEASON = datetime.timedelta(days=92)
"""Three months. Presence stays: points hang on it."""
_ABOUT_PLANS = (InboxSubject.LATE_WORD, *(said.asks for said in Response if said.asks is not None))


def forget_what_is_old() -> None:
    """In every club, each in its own transactions. Nothing brings it back."""
    for club in Club.objects.order_by("pk"):
        today = clock.now().astimezone(zoneinfo.ZoneInfo(club.time_zone)).date()
        for season in Season.objects.filter(club=club, ends_on__lt=today - ANSWERS_AFTER_SEASON).order_by("pk"):
            _forget_plans(club, season)
        _forget_keys(club)


def _forget_plans(club: Club, season: Season) -> None:
    told_in = Action.objects.filter(
        Q(tournament__season=season) | Q(club=club, tournament=None, at__date__lte=season.ends_on)
    )
    plans = Availability.objects.filter(entry__tournament__season=season)
    away = _away(club, season)
    asked = InboxItem.objects.filter(tournament__season=season, asked__in=_ABOUT_PLANS)
    matches = FixtureAnswer.objects.filter(fixture__team__league__season=season)
    of_line_ups = InboxItem.objects.filter(club=club, asked=InboxSubject.LINE_UP, asked_at__date__lte=season.ends_on)
    rows: list[QuerySet[Any]] = [plans, away, asked, matches, of_line_ups]
    if not any(each.exists() for each in rows):
        return
    with recording(club, actor=None, verb="club.forget_plans", facts={"season": season.name}) as change:
        forget(change, rows, told_in)
        for verbs in ("plan.", "fixture.answer"):
            forget_log(told_in, verbs)


def _away(club: Club, season: Season) -> QuerySet[AwayPeriod]:
    """Of its tournaments; and of the whole club, as far as no season reaches that goes on or has just ended."""
    later = Season.objects.filter(club=club, starts_on__lte=OuterRef("last_day"), ends_on__gt=season.ends_on)
    everywhere = Q(tournament=None, player__club=club, last_day__lte=season.ends_on) & ~Exists(later)
    return AwayPeriod.objects.filter(Q(tournament__season=season) | everywhere)


def _forget_keys(club: Club) -> None:
    unused = CardKey.objects.filter(player__club=club).annotate(last=Coalesce("used_at", "made_at"))
    old = unused.filter(last__lt=clock.now() - LIVES_UNUSED)
    if not old.exists():
        return
    with recording(club, actor=None, verb="club.forget_cards") as change:
        forget(change, [old], Action.objects.filter(club=club, tournament=None, verb__in=_OF_CARDS))


_OF_CARDS = ("card.make_keys", "card.withdraw_key", "card.withdraw_all", "undo")
