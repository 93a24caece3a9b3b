"""The pair of keys by which push services know this installation (RFC 8292): one, for all processes."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass

from django.conf import settings

from tournaments import clock
from tournaments.models import VapidKey
from tournaments.recording.push import VAPID_ROW, keep_vapid_key


@dataclass(frozen=True, kw_only=True, slots=True)
class VapidPair:
    """In PEM."""

    private: bytes
    public: bytes

    @classmethod
    def of(cls, private: bytes) -> VapidPair:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

        public = load_pem_private_key(private, password=None).public_key()
        return cls(private=private, public=public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))

    @classmethod
    def made(cls) -> VapidPair:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        key = ec.generate_private_key(ec.SECP256R1())
        return cls.of(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def vapid_pair() -> VapidPair:
    """From the settings, else from the database; made by whoever asks first."""
    if settings.VAPID_PRIVATE_KEY:
        return VapidPair.of(settings.VAPID_PRIVATE_KEY.encode())
    kept = VapidKey.objects.filter(pk=VAPID_ROW).first()
    if kept is None:
        made = VapidPair.made()
        kept = keep_vapid_key(private_key=made.private.decode(), public_key=made.public.decode(), made_at=clock.now())
    return VapidPair(private=kept.private_key.encode(), public=kept.public_key.encode())


def application_server_key() -> str:
    """The public key as browsers are given it: its point, base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

    point = load_pem_public_key(vapid_pair().public).public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
