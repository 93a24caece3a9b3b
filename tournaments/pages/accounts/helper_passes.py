"""Who helps a tournament tonight, and the codes that wait for a phone."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from tournaments import clock
from tournaments.models import HelperPass, Tournament
from tournaments.pages.common.short_address import QrCode, qr_code, reaches_phones


@dataclass(frozen=True, kw_only=True, slots=True)
class Helper:
    key: int
    name: str
    """Empty where the code still waits for a phone."""
    until: datetime.datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class NewCode:
    """Shown once: what stands in it is kept nowhere."""

    address: str
    qr: QrCode | None
    """None where no phone would reach the address."""


def helpers_of(tournament: Tournament) -> tuple[Helper, ...]:
    there = HelperPass.objects.filter(tournament=tournament, ended_at=None, expires_at__gt=clock.now())
    return tuple(
        Helper(
            key=each.pk,
            name=each.user.name if each.user else "",
            until=each.expires_at,
        )
        for each in there.select_related("user").order_by("-pk")
    )


def new_code(address: str) -> NewCode:
    return NewCode(address=address, qr=qr_code(address) if reaches_phones(address) else None)
