"""Lots: anybody can repeat them from the seed."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.snapshot import NO_SEED

SEED = "9f2c" * 16


def hash_of(key: bytes, message: str) -> str:
    return hmac.new(key, message.encode("utf-8"), "sha256").hexdigest()


def test_it_sorts_by_the_keyed_hash_as_hex() -> None:
    key = bytes.fromhex(hash_of(bytes.fromhex(SEED), "round:3"))
    expected = sorted(range(1, 30), key=lambda number: hash_of(key, f"bye:{number}"))
    assert list(Lots(SEED, 3).sort("bye", range(1, 30))) == expected


def test_the_lots_of_a_seed_never_change() -> None:
    assert Lots(NO_SEED, 0).sort("number", range(1, 9)) == (2, 6, 5, 1, 8, 7, 3, 4)


def test_a_published_hash_of_the_round_seed_is_taken_of_its_bytes() -> None:
    seed = Lots(NO_SEED, 1).round_seed
    assert len(seed) == 32
    assert hashlib.sha256(seed).hexdigest() == hashlib.sha256(bytes.fromhex(seed.hex())).hexdigest()


@given(st.sets(st.integers(1, 1000)), st.integers(0, 20), st.text(max_size=8))
def test_the_order_of_the_numbers_does_not_matter(numbers: set[int], round_number: int, purpose: str) -> None:
    lots = Lots(SEED, round_number)
    assert lots.sort(purpose, sorted(numbers)) == lots.sort(purpose, sorted(numbers, reverse=True))


def test_rounds_and_purposes_are_drawn_apart() -> None:
    drawn = {Lots(SEED, r).sort(purpose, range(50)) for r in range(5) for purpose in ("number", "bye", "order")}
    assert len(drawn) == 15


@given(st.integers(1, 10**6), st.integers(0, 20), st.text(max_size=8))
def test_a_single_lot_is_the_keyed_hash_of_purpose_and_number(number: int, round_number: int, purpose: str) -> None:
    lots = Lots(SEED, round_number)
    assert lots.drawing(purpose)(number).hex() == hash_of(lots.round_seed, f"{purpose}:{number}")
    assert lots.hash_of(purpose).hex() == hash_of(lots.round_seed, purpose)


def test_the_seed_of_one_round_is_enough_to_repeat_its_lots() -> None:
    drawn = Lots(SEED, 4)
    repeated = Lots.of_round(4, drawn.round_seed)
    assert repeated.sort("bye", range(50)) == drawn.sort("bye", range(50))
    assert repeated.sort("bye", range(50)) != Lots(NO_SEED, 4).sort("bye", range(50))


def test_seeds_are_not_shown_by_chance() -> None:
    lots = Lots(SEED, 4)
    assert SEED not in repr(lots)
    assert lots.round_seed.hex() not in repr(lots)
    assert str(lots.round_seed) not in repr(lots)
