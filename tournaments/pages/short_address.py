"""A tournament's short address, as the hall and the papers show it: in letters, and as a QR code."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.urls import reverse

from tournaments.models import Tournament

QUIET = 4
"""Modules of white around a code: ISO 18004 asks for four, and a grey wall or a dark screen may stand behind it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QrCode:
    """`side` in modules, the white around it included; `path` is what is black, as SVG writes a path."""

    side: int
    path: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ShortAddress:
    """`host` is the one that is asked for; `qr` is None where that leads a phone to itself."""

    url: str
    host: str
    qr: QrCode | None

    @property
    def site(self) -> str:
        """As people type it: browsers put the scheme before it themselves."""
        return urlsplit(self.url).netloc

    @property
    def path(self) -> str:
        return urlsplit(self.url).path.rstrip("/")


def short_address_of(tournament: Tournament, base: str) -> ShortAddress:
    """`base`: scheme and host by which phones reach this installation, `https://chess.example.org`."""
    url = base + reverse("short_address", args=[tournament.short_code])
    host = urlsplit(base).hostname or ""
    return ShortAddress(url=url, host=host, qr=None if _is_this_machine(host) else qr_code(url))


@lru_cache(maxsize=256)
def qr_code(text: str) -> QrCode:
    """Error level M: readable with a thumb print or a fold over a seventh of it."""
    matrix = segno.make_qr(text, error="m", boost_error=False).matrix
    side = len(matrix) + 2 * QUIET
    runs = "".join(
        f"M{QUIET + start} {QUIET + y}h{length}v1h-{length}z"
        for y, row in enumerate(matrix)
        for start, length in _black_runs(row)
    )
    return QrCode(side=side, path=runs)


def _black_runs(row: bytearray) -> list[tuple[int, int]]:
    """Where each begins and how long it is."""
    runs: list[tuple[int, int]] = []
    for x, is_black in enumerate(row):
        if not is_black:
            continue
        if runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((x, 1))
    return runs


def _is_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
