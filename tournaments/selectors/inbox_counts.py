"""How much waits in the inbox: asked along with the club or tournament that a page is of."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Club, InboxItem, Tournament, User
from tournaments.permissions import directed_by
from tournaments.selectors.result_reports import contradictions

_THEIRS = "attendance__round__tournament"


def _count(rows: QuerySet[Any], key: str) -> Coalesce:
    counted = rows.order_by().values(key).annotate(number=Count("pk")).values("number")[:1]
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


_OF_TOURNAMENT = _count(InboxItem.objects.filter(tournament=OuterRef("pk"), answer=""), "tournament") + _count(
    contradictions().filter(**{_THEIRS: OuterRef("pk")}), _THEIRS
)
"""Made once: Django takes as long to build a question as the database to answer it."""


def with_waiting(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Each with the number `waiting`: items not answered, and games on which two reports contradict each other."""
    return tournaments.annotate(waiting=_OF_TOURNAMENT)


def with_waiting_for(user: User, clubs: QuerySet[Club]) -> QuerySet[Club]:
    """The same of a club: what this user may answer."""
    items = InboxItem.objects.filter(directed_by(user, "tournament", or_club=True), club=OuterRef("pk"), answer="")
    open_games = contradictions().filter(directed_by(user, _THEIRS), **{f"{_THEIRS}__club": OuterRef("pk")})
    return clubs.annotate(waiting=_count(items, "club") + _count(open_games, f"{_THEIRS}__club"))
