"""By which address this installation is known. What is kept holds a name in its place, the same for all who ask."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings

SITE = "https://this-site.invalid"
"""Stands in what is kept, and never leaves the house: `.invalid` is nobody's (RFC 2606)."""
_HOST = SITE.partition("://")[2]
_WAITS = b'blocking="render"'
_WAITS_WITH_A_WORKER = b'blocking=""'


def names_site(body: bytes) -> bool:
    return _HOST.encode() in body


def with_site(body: bytes, site: str) -> bytes:
    """With our address wherever SITE stands, and its host alone where other schemes stand before it.

    Where browsers have a service worker, it is the worker that lets a page wait for its script (docs/decisions/0023).
    """
    host = site.partition("://")[2]
    body = body.replace(SITE.encode(), site.encode()).replace(_HOST.encode(), host.encode())
    return body.replace(_WAITS, _WAITS_WITH_A_WORKER) if _may_have_a_worker(site) else body


def _may_have_a_worker(site: str) -> bool:
    """Over TLS, and on this machine: https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy."""
    address = urlsplit(site)
    host = address.hostname or ""
    is_trusted = address.scheme == "https" or host in {"localhost", "127.0.0.1", "::1"} or host.endswith(".localhost")
    return is_trusted and settings.OFFLINE_PAGES
