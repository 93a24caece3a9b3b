"""Whom a failed log-in is counted against, how long that locks them out, and whom it leaves alone.

Failures count for one person at one address; a browser that has logged in as that person before is not locked out with
the others at its address, and has a count of its own. Over all names an address may fail far more often than a club
does. A lock ends when its time is over, whatever is tried meanwhile.
"""

from __future__ import annotations

import datetime
import ipaddress
import unicodedata
from typing import Any

import structlog
from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Sum
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from clubchess.log_in.known_browser import KnownBrowser

Credentials = dict[str, Any] | None
FIRST_WORD = "the word for the first club"
"""As whose failures wrong ones count: nobody can be called so."""
log = structlog.get_logger("clubchess")


def client_address(request: HttpRequest) -> str:
    """Each proxy appends the address it saw, so what our own outermost one wrote counts; the rest is hearsay.

    IPv6: the first address of the network of 64 bits, all of which one household has.
    """
    proxies: int = settings.BEHIND_PROXY
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    near = str(request.META.get("REMOTE_ADDR", ""))
    candidates = [forwarded[-proxies], near] if proxies and len(forwarded) >= proxies else [near]
    for candidate in candidates:
        try:
            address = ipaddress.ip_address(candidate)
        except ValueError:
            continue
        if isinstance(address, ipaddress.IPv4Address):
            return str(address)
        network = ipaddress.IPv6Network((int(address), 64), strict=False)
        return str(address.ipv4_mapped or network.network_address)
    return near


def typed_name(request: HttpRequest | None, credentials: Credentials) -> str:
    typed = (credentials or {}).get("username") or (request.POST.get("username") if request else "") or ""
    return str(typed).replace("\0", "").strip()


def counted_as(request: HttpRequest | None, credentials: Credentials) -> str:
    """By the person found, whatever was typed to find them; a name that nobody has, by one of its spellings.

    Not in clear: what people type there may be their password.
    """
    name = typed_name(request, credentials)
    person = _person_called(request, name)
    if person is None:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).upper().casefold())
        return "name " + salted_hmac("clubchess.log_in_throttle", folded, algorithm="sha256").hexdigest()
    browser = KnownBrowser.of(request) if request else KnownBrowser()
    return f"user {person.pk}" + (f" browser {browser.identity}" if browser.knows(person) else "")


def counted_by(request: HttpRequest, credentials: Credentials = None) -> list[list[str]]:
    """What must be the same for two failures to count together: a known browser's do wherever it is taken."""
    return [["username"]] if _is_known(request, credentials) else [["username", "ip_address"]]


class Handler(AxesDatabaseHandler):
    """Of django-axes, with a limit for addresses, and lines in the log: an event and a user's key or none."""

    def is_locked(self, request: Any, credentials: Credentials = None) -> bool:
        if super().is_locked(request, credentials):
            return True
        if _is_known(request, credentials):
            return False
        request.is_address_locked = self._failures_of_address(request) >= settings.LOG_IN_FAILURES_OF_ADDRESS
        return bool(request.is_address_locked)

    def user_login_failed(self, sender: Any, credentials: dict[str, Any], request: Any = None, **more: Any) -> None:
        if request is None:
            return
        if request.axes_locked_out:  # refused unseen: it neither counts nor writes
            request.axes_credentials = credentials
        else:
            super().user_login_failed(sender, credentials, request, **more)
        person = _person_called(request, typed_name(request, credentials))
        event = "log_in_locked" if request.axes_locked_out else "log_in_failed"
        log.warning(event, user=person.pk if person else None)

    def user_logged_in(self, sender: Any, request: Any, user: Any, **more: Any) -> None:
        super().user_logged_in(sender, request, user, **more)  # type: ignore[no-untyped-call]  # axes has no types
        request.logged_in_now = user
        log.info("log_in", user=user.pk)

    def _failures_of_address(self, request: Any) -> int:
        recent = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address, attempt_time__gte=get_cool_off_threshold(request)
        )
        return recent.aggregate(failures=Sum("failures_since_start"))["failures"] or 0


@receiver(pre_save, sender=AccessAttempt)
def keep_nothing_typed(instance: AccessAttempt, **more: Any) -> None:
    """axes keeps the whole form without "password"; but another form asks for the old one, and for a new one twice."""
    instance.get_data = instance.post_data = ""


def locked_page(request: HttpRequest, response: HttpResponse | None, credentials: Credentials) -> HttpResponse:
    lock = get_cool_off(request) or datetime.timedelta()
    context = {
        "minutes": lock // datetime.timedelta(minutes=1),
        "is_address": getattr(request, "is_address_locked", False),
        "is_known": _is_known(request, credentials),
        "is_word": typed_name(request, credentials) == FIRST_WORD,
    }
    return render(request, "429.html", context, status=429)


def _is_known(request: HttpRequest, credentials: Credentials) -> bool:
    person = _person_called(request, typed_name(request, credentials))
    return person is not None and KnownBrowser.of(request).knows(person)


def _person_called(request: HttpRequest | None, name: str) -> AbstractBaseUser | None:
    """As the log-in finds them. Asked several times in one request, and looked up once."""
    if not name:
        return None
    found: dict[str, AbstractBaseUser | None] = vars(request).setdefault("people_called", {}) if request else {}
    if name not in found:
        users = get_user_model()
        try:
            found[name] = users._default_manager.get_by_natural_key(name)
        except users.DoesNotExist:
            found[name] = None
    return found[name]
