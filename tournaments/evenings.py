"""A club's evening: which day it counts for, and who of its rounds is here again. Shared by services and pages."""

from __future__ import annotations

import datetime
import zoneinfo
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import UNPUBLISHED_STATES, Attendance, Presence, Round, RoundState, Tournament
from tournaments.pairing.model.snapshot import Colour, Result

_NIGHT_IS_OVER_AT = 5
"""The hour until which a round still belongs to the evening that began the day before."""

_DID_NOT_COME = (
    Q(game__result=Result.BOTH_FORFEIT.value)
    | Q(game__result=Result.WHITE_WINS_BY_FORFEIT.value, colour=Colour.BLACK.value)
    | Q(game__result=Result.BLACK_WINS_BY_FORFEIT.value, colour=Colour.WHITE.value)
)


def nights(time_zone: str) -> tuple[datetime.date, ...]:
    """The days whose evening can still be going on by the club's clock: today and, after midnight, yesterday."""
    now = timezone.localtime(timezone=zoneinfo.ZoneInfo(time_zone))
    today = now.date()
    return (today, today - datetime.timedelta(days=1)) if now.hour < _NIGHT_IS_OVER_AT else (today,)


def tonight(time_zone: str, *, since: datetime.date | None) -> datetime.date:
    """The day of a round opened now. `since` is that of the round before: after midnight its evening goes on."""
    possible = nights(time_zone)
    return since if since in possible else possible[0]


def were_here(rounds: Iterable[Round]) -> Mapping[int, frozenset[int]]:
    """By the key of each of these rounds, the entries who were here in the one before it, if that was on this evening.

    One query. Who lost by forfeit had not come, whatever their mark.
    """
    by_tournament = {each.tournament_id: each for each in rounds}
    if not by_tournament:
        return {}
    before = [
        Q(round__tournament=key, round__number=each.number - 1, round__date__in=nights(each.tournament.club.time_zone))
        for key, each in by_tournament.items()
    ]
    found = Attendance.objects.filter(reduce(or_, before), presence=Presence.PRESENT).exclude(_DID_NOT_COME)
    here: dict[int, set[int]] = defaultdict(set)
    for tournament, entry in found.values_list("round__tournament", "entry"):
        here[by_tournament[tournament].pk].add(entry)
    return {key: frozenset(entries) for key, entries in here.items()}


def unfinished_rounds(tournaments: QuerySet[Tournament]) -> QuerySet[Round]:
    """The rounds of these tournaments that are not played to their end, by tournament's name.

    Postponed games of a finished round are waited for by nobody.
    """
    waiting = Q(games__result=Result.OPEN.value) & (Q(state=RoundState.PUBLISHED) | Q(games__is_postponed=False))
    return (
        Round.objects.filter(Q(state__in=UNPUBLISHED_STATES) | waiting)
        .filter(tournament__in=tournaments.filter(trashed_at=None))
        .select_related("tournament__club")
        .order_by("tournament__name", "number", "pk")
        .distinct()
    )
