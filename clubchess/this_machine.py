"""Whether a request comes from this machine itself, with nothing in between."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""What a browser on this machine calls it. A page of somebody else's whose name leads here (DNS rebinding) goes on
sending its own."""

_FORWARDED = "clubchess.forwarded"
"""In what the server tells of a request: no header can be called so."""
_BY_SOMEBODY_BETWEEN = frozenset(
    {"HTTP_FORWARDED", "HTTP_VIA", "HTTP_CLIENT_IP", "HTTP_TRUE_CLIENT_IP", "HTTP_CDN_LOOP"}
)
_BEGIN_SO = ("HTTP_X_", "HTTP_CF_", "HTTP_FLY_", "HTTP_TAILSCALE_")
"""Headers of proxies and tunnels. No browser sends one that begins with X- by itself."""

_listens_here_alone = False


def listens_on(addresses: Iterable[str]) -> None:
    """What the server of this process was opened on. Never told, as under another server: nobody knows. What phones
    come in by is no sign of something in front."""
    global _listens_here_alone  # as many processes as there are, each has its own
    found = [address for address in addresses if address != settings.PHONES_HOST]
    _listens_here_alone = bool(found) and all(is_loopback(address) for address in found)


def noting_forwarding(application: Callable[..., Any]) -> Callable[..., Any]:
    """Around the server, which drops such headers before they are seen where no proxy is expected."""

    def noted(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if any(map(_is_by_somebody_between, environ)):
            environ[_FORWARDED] = True
        return application(environ, start_response)

    return noted


def is_from_this_machine(request: HttpRequest) -> bool:
    """Only where nothing says otherwise: not the request, not the settings, not what the server listens on."""
    return (
        _listens_here_alone
        and not _knows_another_address()
        and is_loopback(str(request.META.get("REMOTE_ADDR", "")))
        and split_domain_port(request.get_host())[0] in NAMES
        and not request.META.get(_FORWARDED)
        and not any(map(_is_by_somebody_between, request.META))
        # Browsers speak it; what stands in front and says nothing of itself often does not.
        and request.META.get("SERVER_PROTOCOL") == "HTTP/1.1"
    )


def _knows_another_address() -> bool:
    """Whoever puts something in front must say so somewhere, or forms do not work."""
    return bool(
        settings.BEHIND_PROXY
        or settings.HTTPS
        or settings.CSRF_TRUSTED_ORIGINS
        or set(settings.ALLOWED_HOSTS) - NAMES - {settings.PHONES_HOST}
    )


def _is_by_somebody_between(name: str) -> bool:
    return name in _BY_SOMEBODY_BETWEEN or name.startswith(_BEGIN_SO)


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
