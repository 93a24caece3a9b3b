"""Messages handed to a push service, several at once: encrypted for one browser each (RFC 8291), signed for all (8292).

A service may be slow, refuse, or be gone; what it answers is read for a few bytes, and nowhere else is gone.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from webpush import WebPush
from webpush.types import WebPushSubscription

from clubchess.outward import Inward, Peer, Unanswered
from tournaments.models import PushSubscription
from tournaments.push.topics import Words
from tournaments.services.players.push_subscriptions import is_push_service
from tournaments.services.players.vapid_keys import vapid_pair

AT_ONCE = 8
SECONDS = 60
"""For all of a batch: whatever has not been answered by then is tried again."""
_TTL = 6 * 3600
"""Seconds: a phone that was off all evening need not be told any more."""
_ENDED = frozenset({404, 410})
_TAKEN = frozenset({200, 201, 202, 204})
_NEVER = frozenset({301, 302, 303, 307, 308, 400, 401, 403, 405, 413})
_FAILURES = 4
"""In a row, after which the service is left alone for now."""

log = structlog.get_logger("clubchess")


class PushServiceAway(Exception):
    """What was not sent is tried again later."""


class SubscriptionGone(Exception):
    """The browser takes no messages any more."""


class NeverTaken(Exception):
    """It would be refused each time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PushRequest:
    key: int
    """Of the message."""
    subscription: PushSubscription
    words: Words
    url: str
    about: str

    @property
    def topic(self) -> str:
        """At most 32 letters (RFC 8030): a message of the same takes the place of one that has not been shown yet, and
        a phone shows one at a time."""
        return urlsafe_b64encode(hashlib.sha256(self.about.encode()).digest()[:24]).decode()

    @property
    def target(self) -> WebPushSubscription:
        keys = {"p256dh": self.subscription.p256dh, "auth": self.subscription.auth}
        return WebPushSubscription.model_validate({"endpoint": self.subscription.endpoint, "keys": keys})

    @property
    def payload(self) -> bytes:
        words = {"title": self.words.title, "body": self.words.text, "url": self.url, "tag": self.topic}
        return json.dumps(words, ensure_ascii=False).encode()


def send_all(requests: Sequence[PushRequest]) -> Iterator[tuple[PushRequest, Exception | None]]:
    """Each as soon as it has been answered, with what went wrong. Those of which nothing was heard do not come.

    The next one goes out when whoever asks has taken note of one: never more than `AT_ONCE` are sent and not noted.
    """
    sender, waiting = _Sender(), iter(requests)
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push")
    until = time.monotonic() + SECONDS
    try:
        out = {pool.submit(sender.send, request): request for request in islice(waiting, AT_ONCE)}
        while out and (seconds := until - time.monotonic()) > 0:
            done, _others = wait(out, timeout=seconds, return_when=FIRST_COMPLETED)
            for future in done:
                error = future.exception()
                if error is not None and not isinstance(error, Exception):
                    raise error
                yield out.pop(future), error
                out |= {pool.submit(sender.send, request): request for request in islice(waiting, 1)}
    finally:
        sender.stop()
        pool.shutdown(wait=True, cancel_futures=True)
        sender.close()


class _Sender:
    """For threads, each of which keeps its connection to each service."""

    def __init__(self) -> None:
        pair = vapid_pair()
        self._push = WebPush(private_key=pair.private, public_key=pair.public, subscriber=_subscriber(), ttl=_TTL)
        self._of_thread = threading.local()
        self._peers: list[Peer] = []
        self._failures = 0

    def send(self, request: PushRequest) -> None:
        """Raises SubscriptionGone, NeverTaken, or PushServiceAway."""
        if self._failures >= _FAILURES:
            raise PushServiceAway
        parts = urlsplit(request.subscription.endpoint)
        if not is_push_service(request.subscription.endpoint):  # no longer one of those that may be asked
            raise SubscriptionGone
        try:
            message = self._push.get(request.payload, request.target)
        except ValueError:  # of an address or a key: that phone alone is not told
            raise NeverTaken from None
        headers = {name: str(value) for name, value in message.headers.items()}
        headers |= {"topic": request.topic, "urgency": "high"}
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        try:
            status = self._peer(parts.scheme, parts.netloc).post(path, message.encrypted, headers)
        except Inward:
            raise NeverTaken from None
        except Unanswered:
            self._failures += 1
            raise PushServiceAway from None
        self._read(status)

    def stop(self) -> None:
        """Whoever still waits for an answer, waits for none."""
        self._failures = _FAILURES
        for peer in self._peers:
            peer.hang_up()

    def close(self) -> None:
        """Once no thread sends any more."""
        for peer in self._peers:
            peer.close()

    def _read(self, status: int) -> None:
        if status in _TAKEN:
            self._failures = 0
        elif status in _ENDED:
            raise SubscriptionGone
        elif status in _NEVER:
            log.warning("push_refused", status=status)
            raise NeverTaken
        else:  # too many at once, or something is wrong over there
            self._failures += 1
            raise PushServiceAway(str(status))

    def _peer(self, scheme: str, netloc: str) -> Peer:
        peers: dict[tuple[str, str], Peer] = self._of_thread.__dict__.setdefault("peers", {})
        if (scheme, netloc) not in peers:
            peers[scheme, netloc] = Peer(scheme, netloc)
            self._peers.append(peers[scheme, netloc])
        return peers[scheme, netloc]


def _subscriber() -> str:
    """Whom a push service may write to about what this server sends: RFC 8292 wants an address."""
    host = urlsplit(settings.PUBLIC_ADDRESS).hostname or "clubchess.invalid"
    return f"postmaster@{host}"
