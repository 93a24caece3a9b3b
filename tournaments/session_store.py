"""How log-ins are kept: whose each is, on which device, since when, and when it ends by itself.

The end of a session stands in its row: twelve hours after it was seen last, and two weeks after the log-in at the
latest. That it was seen is written every few minutes, so that a tap does not cost a write.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any, cast

import structlog
from django.conf import settings
from django.contrib.auth import SESSION_KEY, user_logged_in
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.models import Session
from tournaments.models.compiled_query import CompiledQuery

INACTIVE = datetime.timedelta(hours=12)
"""OWASP ASVS 5.0, 7.3.1: whoever was away so long logs in again."""
WRITTEN_EVERY = datetime.timedelta(minutes=5)
_BEGAN, _DEVICE = "began", "device"

_OF_KEY = CompiledQuery(lambda key: Session.objects.filter(pk=key), str)

log = structlog.get_logger("clubchess")


class SessionStore(DatabaseStore):
    row: Session | None = None
    """As it was read for this request."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        row: Session | None = _OF_KEY.first(self.session_key) if self.session_key else None
        self.row = row if row is not None and row.expire_date > timezone.now() else None
        if self.row is None:
            self._session_key = None  # Django's: a key that leads nowhere is given to nobody
        return self.row

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = str(data.get(_DEVICE, ""))
        row.began_at = began_at(data)
        row.seen_at = timezone.now()
        return row

    def get_expiry_date(self, **kwargs: Any) -> datetime.datetime:
        """Of a log-in, when it ends if nothing is seen of it any more."""
        if not self._is_log_in():
            return super().get_expiry_date(**kwargs)
        return min(timezone.now() + INACTIVE, self._latest_end())

    def get_expiry_age(self, **kwargs: Any) -> int:
        """Of the cookie: it may outlive the session, whose end the row says."""
        if not self._is_log_in():
            return super().get_expiry_age(**kwargs)
        return max(0, int((self._latest_end() - timezone.now()).total_seconds()))

    def saw(self) -> None:
        """One short statement that touches nothing else of the session, and nothing where it was ended meanwhile."""
        now = timezone.now()
        sessions = Session.objects.filter(pk=self.session_key)
        sessions.update(seen_at=now, expire_date=self.get_expiry_date())

    def is_to_be_written(self) -> bool:
        return self.row is not None and (self.row.seen_at or timezone.now()) < timezone.now() - WRITTEN_EVERY

    def _is_log_in(self) -> bool:
        return SESSION_KEY in self and "_session_expiry" not in self

    def _latest_end(self) -> datetime.datetime:
        began = began_at(self) or timezone.now()
        return began + datetime.timedelta(seconds=settings.SESSION_COOKIE_AGE)


def began_at(data: Any) -> datetime.datetime | None:
    began = data.get(_BEGAN)
    return None if began is None else datetime.datetime.fromtimestamp(began, datetime.UTC)


def sessions(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Says that a log-in is in use. Asks nothing where the page did not ask for the session."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if not isinstance(session, SessionStore) or not session.accessed or session.modified:
            return response  # not asked for, or saved as a whole
        if SESSION_KEY in session and session.is_to_be_written():
            _saw(session)
        return response

    return middleware


@receiver(user_logged_in)
def begin(request: HttpRequest, **_more: Any) -> None:
    """What is said of a log-in when it begins. It is saved with what else the log-in keeps."""
    request.session[_BEGAN] = timezone.now().timestamp()
    request.session[_DEVICE] = request.META.get("HTTP_USER_AGENT", "")[:200]


def _saw(session: SessionStore) -> None:
    try:
        session.saw()
    except DatabaseError as error:  # locked or full: the page is made already, and the next one tries again
        log.warning("session_not_written", exc_info=error)
