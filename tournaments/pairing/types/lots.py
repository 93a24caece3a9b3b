"""Chance from a seed: keyed hashes, the same on every machine for ever (rulebook, README, Lots)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of one round. Start numbers are drawn with round 0 and purpose "number"."""

    seed: str = field(repr=False)
    """64 hex digits; the key is the 32 bytes that they stand for."""
    round_number: int
    round_seed: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "round_seed", _keyed(bytes.fromhex(self.seed), f"round:{self.round_number}"))

    @classmethod
    def of_round(cls, round_number: int, round_seed: bytes) -> Lots:
        """Where only the seed of this round is known, since it was published."""
        lots = cls("00" * 32, round_number)
        object.__setattr__(lots, "round_seed", round_seed)
        return lots

    def sort(self, purpose: str, numbers: Iterable[int]) -> tuple[int, ...]:
        """The numbers in the order of their lots."""
        return tuple(sorted(numbers, key=self.drawing(purpose)))

    def drawing(self, purpose: str) -> Callable[[int], bytes]:
        """The lot of each number; for one purpose at a time, since most of a keyed hash is setting it up."""
        begun = hmac.new(self.round_seed, f"{purpose}:".encode(), hashlib.sha256)

        def lot(number: int) -> bytes:
            keyed = begun.copy()
            keyed.update(b"%d" % number)
            return keyed.digest()

        return lot

    def hash_of(self, purpose: str) -> bytes:
        """For a question that is about no number among others."""
        return _keyed(self.round_seed, purpose)


def _keyed(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode(), hashlib.sha256)
