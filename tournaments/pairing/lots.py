"""Chance from a seed: keyed hashes, the same on every machine for ever (rulebook, README, Lots)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of one round. Start numbers are drawn with round 0 and purpose "number"."""

    seed: str
    """64 hex digits; the key is the 32 bytes that they stand for."""
    round_number: int

    @property
    def round_seed(self) -> bytes:
        return _keyed(bytes.fromhex(self.seed), f"round:{self.round_number}")

    def sort(self, purpose: str, numbers: Iterable[int]) -> tuple[int, ...]:
        """The numbers in the order of their lots."""
        key = self.round_seed
        return tuple(sorted(numbers, key=lambda number: _keyed(key, f"{purpose}:{number}")))


def _keyed(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode(), hashlib.sha256)
