"""By which address this installation is known. What is kept holds a name in its place, the same for all who ask."""

from __future__ import annotations

SITE = "https://this-site.invalid"
"""Stands in what is kept, and never leaves the house: `.invalid` is nobody's (RFC 2606)."""
_HOST = SITE.partition("://")[2]


def names_site(body: bytes) -> bool:
    return _HOST.encode() in body


def with_site(body: bytes, site: str) -> bytes:
    """With our address wherever SITE stands, and its host alone where other schemes stand before it."""
    host = site.partition("://")[2]
    return body.replace(SITE.encode(), site.encode()).replace(_HOST.encode(), host.encode())
