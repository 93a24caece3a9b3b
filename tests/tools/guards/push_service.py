"""A push service of the tests' own: it knows who subscribed, checks who sends (RFC 8292), decrypts what they
are sent (RFC 8291), and answers as it is told."""

from __future__ import annotations

import base64
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.tools.guards.in_a_thread import in_a_thread
from tournaments.services.players.push_subscriptions import Phone

_HEADER = 16 + 4 + 1


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What a browser would show."""

    phone: str
    topic: str
    title: str
    body: str
    url: str
    tag: str


@dataclass
class PushService:
    port: int = 0
    answers: int = 201
    """The status of each answer, but where `answers_to` has another for the phone."""
    answers_to: dict[str, int] = field(default_factory=dict)
    slow_seconds: float = 0
    shown: list[Shown] = field(default_factory=list)
    asked: int = 0
    keys_of_senders: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    """What no real one would have taken."""
    _browsers: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = field(default_factory=dict)

    def phone(self, name: str) -> Phone:
        """A browser that has subscribed here."""
        own, secret = self._browsers.setdefault(name, (ec.generate_private_key(ec.SECP256R1()), os.urandom(16)))
        point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Phone(endpoint=f"http://127.0.0.1:{self.port}/to/{name}", p256dh=_text(point), auth=_text(secret))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def on(self, name: str) -> list[Shown]:
        return [each for each in self.shown if each.phone == name]

    def titles(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for each in self.shown:
            found[each.phone].append(each.title)
        return dict(found)

    def take(self, name: str, headers: Any, body: bytes) -> None:
        own, secret = self._browsers[name]
        self._check_sender(headers["Authorization"])
        if headers["Content-Encoding"] != "aes128gcm" or int(headers["TTL"]) <= 0:
            self.faults.append("headers")
        told = json.loads(_decrypted(body, own, secret))
        self.shown.append(Shown(phone=name, topic=headers["Topic"], **told))

    def _check_sender(self, said: str) -> None:
        token, key = (part.partition("=")[2].strip() for part in said.removeprefix("vapid ").split(","))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
        claims = jwt.decode(token, public, algorithms=["ES256"], audience="http://127.0.0.1")
        if not claims["sub"].startswith("mailto:") or claims["exp"] - time.time() > 24 * 3600:
            self.faults.append("claims")
        self.keys_of_senders.add(key)


def _decrypted(body: bytes, own: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    salt, length = body[:16], body[_HEADER - 1]
    point, sealed = body[_HEADER : _HEADER + length], body[_HEADER + length :]
    mine = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    ikm = _hkdf(shared, salt=secret, info=b"WebPush: info\0" + mine + point, length=32)
    key = _hkdf(ikm, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _hkdf(ikm, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0").removesuffix(b"\x02")


def _hkdf(secret: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class _Talk(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        told: PushService = self.server.told  # type: ignore[attr-defined]
        told.asked += 1
        name = self.path.removeprefix("/to/")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(told.slow_seconds)
        status = told.answers_to.get(name, told.answers)
        if status == 201:
            try:
                told.take(name, self.headers, body)
            except Exception as error:  # a test looks at them
                told.faults.append(repr(error))
                status = 403
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", f"{told.address}/to/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """Nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The other side has gone: that is what is tested."""


@contextmanager
def push_service() -> Iterator[PushService]:
    with _Server(("127.0.0.1", 0), _Talk) as server:
        server.told = told = PushService(port=server.server_address[1])  # type: ignore[attr-defined]
        with in_a_thread(server):
            yield told
