"""Tokens of links: made by chance, so that a plain hash is all that need be kept (OWASP ASVS 5.0, 6.5.2)."""

from __future__ import annotations

import hashlib


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
