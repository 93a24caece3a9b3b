"""A tournament's short address, as the hall and the papers show it: in letters, and as a QR code."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.urls import reverse

from tournaments.models import Tournament

QUIET = 4
"""Modules of white around a code: ISO 18004 asks for four, and a grey wall or a dark screen may stand behind it."""
_LONGEST_SITE = 253 + len(":65535")
"""What names of hosts may be; a code has room for it, and for no more than ten times as much."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QrCode:
    """`side` in modules, the white around it included; `path` is what is black, as SVG writes a path."""

    side: int
    path: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ShortAddress:
    """`site` and `path` are what people type: browsers put the scheme before it themselves.

    `host` is the one that is asked for; `qr` is None where no phone gets there.
    """

    url: str
    site: str
    path: str
    host: str
    qr: QrCode | None


def short_address_of(tournament: Tournament, base: str) -> ShortAddress:
    """`base`: scheme and host by which phones reach this installation, `https://chess.example.org`."""
    path = reverse("short_address", args=[tournament.short_code])
    site = base.partition("://")[2]
    host = host_of_site(base)
    return ShortAddress(
        url=base + path,
        site=site,
        path=path.rstrip("/"),
        host=host,
        qr=qr_code(base + path) if _reaches_phones(host) and len(site) <= _LONGEST_SITE else None,
    )


def host_of_site(base: str) -> str:
    """Without scheme, port and brackets."""
    return re.sub(r":\d*$", "", base.partition("://")[2]).strip("[]").rstrip(".")


@lru_cache(maxsize=256)
def qr_code(text: str) -> QrCode:
    """Kept, since the same ones are asked for with every page."""
    return secret_qr_code(text)


def secret_qr_code(text: str) -> QrCode:
    """Kept by nobody. Error level M: readable with a thumb print or a fold over a seventh of it."""
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


def reaches_phones(url: str) -> bool:
    return _reaches_phones(urlsplit(url).hostname or "")


def _reaches_phones(host: str) -> bool:
    """A phone that opens this machine's name for itself opens itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return True
    return not (address.is_loopback or address.is_unspecified)
