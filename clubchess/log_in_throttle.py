"""Whom a failed log-in is counted against."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Each proxy appends the address it saw, so what our own outermost one wrote counts; the rest is hearsay."""
    proxies: int = settings.BEHIND_PROXY
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if proxies and len(forwarded) >= proxies:
        return forwarded[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))


def typed_name(request: HttpRequest | None, credentials: Mapping[str, Any] | None) -> str:
    """Log-in does not mind capitals, so counting must not either, or each spelling would have tries of its own."""
    typed = (credentials or {}).get("username") or (request.POST.get("username") if request else "") or ""
    return str(typed).strip().casefold()
