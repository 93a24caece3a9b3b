"""Browsers in which somebody has logged in before: a signed cookie that says who, for a year."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

SALT = "clubchess.known_browser"
SECONDS = 365 * 24 * 3600
PEOPLE = 12
"""Who share one browser, the last ones to log in: a club's laptop has a few, and a cookie has its limits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownBrowser:
    """`people` maps a user's key to what follows from their password: a new one makes the browser a stranger."""

    identity: str = field(default_factory=lambda: secrets.token_hex(8))
    people: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, request: HttpRequest) -> KnownBrowser:
        """A new one that knows nobody, where the browser brings nothing that we have signed within the year."""
        try:
            identity, people = signing.loads(
                request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE, ""), salt=SALT, max_age=SECONDS
            )
        except signing.BadSignature:
            return cls()
        return cls(identity=identity, people=people)

    def knows(self, user: AbstractBaseUser) -> bool:
        return constant_time_compare(self.people.get(str(user.pk), ""), _mark_of(user))

    def with_person(self, user: AbstractBaseUser) -> KnownBrowser:
        others = [each for each in self.people.items() if each[0] != str(user.pk)]
        return KnownBrowser(
            identity=self.identity, people=dict([*others[-PEOPLE + 1 :], (str(user.pk), _mark_of(user))])
        )

    def signed(self) -> str:
        return signing.dumps([self.identity, self.people], salt=SALT)


def _mark_of(user: Any) -> str:
    return salted_hmac(SALT, f"{user.pk}|{user.password}", algorithm="sha256").hexdigest()[:32]


def remember_browser(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """`request.logged_in_now` is whoever has just logged in, by whatever way (clubchess/log_in/throttle.py)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "logged_in_now", None)
        if user is not None:
            response.set_cookie(
                settings.KNOWN_BROWSER_COOKIE,
                KnownBrowser.of(request).with_person(user).signed(),
                max_age=SECONDS,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware
