"""Sessions that have ended are deleted, with what was uploaded and never confirmed; once a day what is kept for a time.

Every process that serves does it for itself at its start and every ten minutes: it costs one short question, and it
does not matter which of them comes first. Other servers call Django's own `manage.py clearsessions`, and
`manage.py forget_old`, by cron.
"""

from __future__ import annotations

import datetime
import threading
from importlib import import_module

import structlog
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import DatabaseError, connections
from django.utils import timezone

from clubchess.regular import do_each

SECONDS = 600
log = structlog.get_logger("clubchess")


def session_store() -> type[SessionBase]:
    """How this installation keeps its sessions."""
    store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
    return store


def clear_until(stopped: threading.Event) -> None:
    """Does not end by itself: for a thread of its own."""
    done_on: datetime.date | None = None
    while not stopped.is_set():
        try:
            session_store().clear_expired()
            today = timezone.now().date()
            if done_on != today:
                do_each(settings.ONCE_A_DAY)
                done_on = today
        except DatabaseError as error:  # perhaps soon back, perhaps locked: the next time will do
            log.warning("sessions_not_cleared", exc_info=error)
        finally:
            connections.close_all()
        stopped.wait(SECONDS)
