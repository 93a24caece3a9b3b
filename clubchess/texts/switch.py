"""“This text is wrong”: whether this browser has it on.

A cookie of this log-in alone, known without a question to the database: pages that are kept ask before there is a
session, and a page that somebody corrects is neither kept nor one that was.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac


def turn_on(request: HttpRequest, response: HttpResponse) -> None:
    """Until the browser is closed, the person logs out, or turns it off."""
    response.set_cookie(
        settings.CORRECTING_COOKIE,
        _mark(request.session.session_key or ""),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def turn_off(response: HttpResponse) -> None:
    response.delete_cookie(settings.CORRECTING_COOKIE, samesite="Lax")


def is_on(request: HttpRequest) -> bool:
    """Whoever asks may be nobody by now: whether somebody is logged in, the session says."""
    given, session = (request.COOKIES.get(name) for name in (settings.CORRECTING_COOKIE, settings.SESSION_COOKIE_NAME))
    return bool(given and session and constant_time_compare(given, _mark(session)))


def asks_for_page(request: HttpRequest) -> bool:
    """A whole page to look at: no tap, no news for an open page, no file."""
    return "text/html" in request.headers.get("Accept", "") and request.headers.get("HX-Request") != "true"


def _mark(session_key: str) -> str:
    return salted_hmac("clubchess.texts.switch", session_key, algorithm="sha256").hexdigest()[:32]
