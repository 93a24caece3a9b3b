"""The request as views see it."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django_htmx.middleware import HtmxDetails

from clubchess.log_in.throttle import client_address
from tournaments.models import User

_LONGEST = 19
"""Digits: below it every number is one that a database takes for a key."""


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


class StaffRequest(HtmxRequest):
    """Behind `for_club` or `for_tournament` the user is logged in."""

    user: User
    directs: bool
    """Whether the user directs the tournament, in a club's own pages any of its tournaments; else they help only."""
    administers: bool
    """Whether the user is one of the club's admins."""
    runs_it: bool
    """Whether the user may do with the installation what its own page does."""
    logged_in_now: User
    """Set where the browser is to be known from now on (clubchess/log_in/known_browser.py)."""


def asked_from(request: HttpRequest) -> str:
    """Another word for the address each day, out of which nobody reads it: limits go by it."""
    told_apart = f"{timezone.now():%Y-%m-%d} {client_address(request)}"
    return salted_hmac("tournaments.asked_from", told_apart, algorithm="sha256").hexdigest()[:12]


def whole_number(text: str) -> int | None:
    """What a browser sent for a number; None where it is none, or longer than any that we give out."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < _LONGEST else None


def page_number(request: HttpRequest) -> int:
    """Which page of a long list is asked for; the first, where nothing readable is."""
    return whole_number(request.GET.get("page", "")) or 1


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with, be it nothing at all; None where it is only looked at."""
    return request.POST if request.method == "POST" else None
