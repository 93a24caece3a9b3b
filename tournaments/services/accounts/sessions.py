"""Ending log-ins: one, all others, all."""

from __future__ import annotations

import structlog
from django.db.models import QuerySet

from tournaments.models import Session, User

log = structlog.get_logger("clubchess")


def end_session(user: User, handle: str) -> bool:
    """One of the user's own, as Session.handle names it. False where there is none such (any more)."""
    keys = [each.pk for each in Session.objects.filter(user=user) if each.handle == handle]
    return _end(user, Session.objects.filter(user=user, pk__in=keys)) > 0


def end_other_sessions(user: User, *, but: str) -> int:
    """How many were ended. `but` is the key of the session that stays."""
    return _end(user, Session.objects.filter(user=user).exclude(pk=but))


def end_all_sessions(user: User) -> int:
    return _end(user, Session.objects.filter(user=user))


def end_everybodys_sessions() -> int:
    return _end(None, Session.objects.exclude(user=None))


def _end(user: User | None, sessions: QuerySet[Session]) -> int:
    number, _rows = sessions.delete()
    if number:
        log.info("sessions_ended", user=user.pk if user else None, number=number)
    return number
