"""What players want their phones to show them: one thing at a time, on this phone, by the card that is held there."""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import CardKey, Club, Player, PushSubscription
from tournaments.recording.push import forget_subscriptions, keep_subscription
from tournaments.services.common.refusal import Refused
from tournaments.services.common.tokens import hash_of

TELL = "tournaments.push.jobs.tell"
MOST_PHONES = 10
"""Of one player, with those of the parents."""
LONGEST_ENDPOINT = 1000
_READABLE = re.compile(r"[!-~]+")
_POINT, _SECRET = 65, 16
"""Bytes of an uncompressed point of P-256, and of the secret beside it (RFC 8291)."""


class Push(StrEnum):
    """There are no others."""

    BOARD = "board"
    SITS_OUT = "sits_out"
    ASKS = "asks"
    CONTRADICTED = "contradicted"
    LINE_UP = "line_up"


class PushTopic(StrEnum):
    """What there is something to tell of; each has the key of its row."""

    ROUND = "round"
    EVENING = "evening"
    """Of a tournament, the next one: who has not answered."""
    GAME = "game"
    """Of which two results are reported."""
    LINE_UP = "line_up"
    """Of a club's team in a match elsewhere."""
    MATCH = "match"
    """The same: who has not answered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Phone:
    """As its browser names itself (PushSubscription of the Push API): an address and two keys, base64url."""

    endpoint: str
    p256dh: str = ""
    auth: str = ""

    @property
    def digest(self) -> str:
        return hash_of(self.endpoint)


def choose_push(key: CardKey, phone: Phone, push: Push, *, wanted: bool) -> None:
    """On this phone. Whatever else it shows of this player, and whatever it shows of others, stays."""
    known = PushSubscription.objects.filter(key__player=key.player_id, endpoint_hash=phone.digest).first()
    wishes = {each.value: getattr(known, each.value, False) for each in Push} | {push.value: wanted}
    if not any(wishes.values()):
        forget_phone([key.player], phone.digest)
        return
    if wanted:
        _refuse_what_cannot_be_reached(phone)
    elif known is None:
        return
    given = {"p256dh": phone.p256dh, "auth": phone.auth} if phone.p256dh else {}
    keep_subscription(
        key,
        endpoint_hash=phone.digest,
        endpoint=phone.endpoint,
        made_at=known.made_at if known else clock.now(),
        most=MOST_PHONES,
        **given,
        **wishes,
    )


def forget_phone(players: Collection[Player], digest: str) -> None:
    """It shows nothing of them any more."""
    found = PushSubscription.objects.filter(key__player__in=players, endpoint_hash=digest)
    if digest and found.exists():
        forget_subscriptions(found)


def tell_phones(topic: PushTopic, key: int, club: Club | int) -> None:
    """Inside the transaction in which there is something to tell. Where no phone of the club wants anything, nothing
    is queued. The job is called by its name, since it says things in words, of which services know nothing."""
    if PushSubscription.objects.filter(key__player__club=club).exists():
        import_string(TELL).enqueue(topic=topic.value, key=key)


def is_push_service(endpoint: str) -> bool:
    """One of those that browsers use: nobody makes this server ask another (settings.PUSH_SERVICES)."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username or parts.password or not parts.path.startswith("/"):
        return False
    if any((parts.scheme, parts.netloc) == (each.scheme, each.netloc) for each in _more_services()):
        return True
    return parts.scheme == "https" and port in {None, 443} and _is_one_of(host, settings.PUSH_SERVICES)


def _more_services() -> list[SplitResult]:
    return [urlsplit(each) for each in settings.MORE_PUSH_SERVICES]


def _is_one_of(host: str, services: Iterable[str]) -> bool:
    """By whole name, or as one below it where it begins with a dot."""
    return any(host.endswith(each) if each.startswith(".") else host == each for each in services)


def _refuse_what_cannot_be_reached(phone: Phone) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec  # of no use to most processes

    try:
        point, secret = (urlsafe_b64decode(each + "=" * (-len(each) % 4)) for each in (phone.p256dh, phone.auth))
        is_readable = len(point) == _POINT and len(secret) == _SECRET and len(phone.endpoint) <= LONGEST_ENDPOINT
        if is_readable:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        is_readable = False
    if not is_readable or not _READABLE.fullmatch(phone.endpoint) or not is_push_service(phone.endpoint):
        raise Refused(_("This browser’s notifications cannot be reached from here."))
