"""Values that nobody would write in a club, and a few that somebody would."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

MARK = "<i data-fuzzed='1'>&"
"""May stand on no page as it is."""

TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "None",
    MARK,
    "=1+1",
    "@SUM(1)",
    "'; DROP TABLE tournaments_player; --",
    "%s %d {0} {name} {{ name }} {% now %}",
    "x" * 100,
    "x" * 101,
    "x" * 500,
    "x" * 501,
    "x " * 250,
    "Ann\u0061\u0301 Bö\u0308rg",
    "e" + "\u0301" * 90,
    "\u3164",
    "\u2800",
    "\u200b\u200d\ufeff",
    "\u202eanreB annA",
    "\u2066Anna\u2069",
    "אנה ברג",
    "آنا برگ",
    "Анна Берг",
    "安娜",
    "แอนนา",
    "\U0001f9d9\u200d\u2642\ufe0f \U0001f469\U0001f3fd",
    "ﷺ" * 30,
    "ﬁﬀ ẞß İı ſ",
    "a\u0000b",
    "a\x1b[31mb",
    "a\nb",
    "a\tb",
    "a\u2028b",
    "\ud800",
    "\uffff",
    "\U0010ffff",
    "../../etc/passwd",
    "Anna, Berg, Eva",
    "anna BERG",
)

NUMBERS: tuple[object, ...] = (
    0,
    -1,
    1,
    2,
    3,
    7,
    10,
    99,
    100,
    500,
    501,
    2_999,
    3_501,
    30_000,
    30_001,
    32_767,
    32_768,
    65_536,
    10**9,
    10**9 + 1,
    2**31,
    2**63,
    10**20 - 1,
    10**20,
    10**400,
    0.5,
    1.0,
    -0.0,
    1e300,
    "1e9999999999999999999",
    "-1e-9999999999999999999",
    "1e999999999",
    "1E+20",
    "9" * 5_000,
    "0." + "3" * 5_000,
    "NaN",
    "-Infinity",
)
"""Texts among them are written as they are, without quotation marks."""

OTHERS: tuple[object, ...] = (None, True, False, [], {}, [[]], [None], [1, 2], {"": 1}, "")


class Literal(str):
    """Written into JSON as it is."""

    __slots__ = ()


def number(chance: Random) -> object:
    found = chance.choice(NUMBERS)
    return Literal(found) if isinstance(found, str) else found


def text(chance: Random) -> str:
    found = chance.choice(TEXTS)
    if chance.random() < 0.2:
        found += chance.choice(TEXTS)
    return found


def other(chance: Random) -> object:
    """One's own: what is built into a document may be changed there."""
    return copy.deepcopy(chance.choice(OTHERS))


def anything(chance: Random) -> object:
    return chance.choice((number, text, other))(chance)


def some_bytes(data: bytes, chance: Random) -> bytes:
    """One to four places: another byte, some that are doubled, cut out or cut off."""
    changed = bytearray(data)
    for _again in range(chance.randint(1, 4)):
        if changed:
            chance.choice(_OF_BYTES)(changed, chance)
    return bytes(changed)


def _another(data: bytearray, chance: Random) -> None:
    data[chance.randrange(len(data))] = chance.randrange(256)


def _doubled(data: bytearray, chance: Random) -> None:
    begin = chance.randrange(len(data))
    part = data[begin : begin + chance.randint(1, 200)]
    data[begin:begin] = part


def _cut_out(data: bytearray, chance: Random) -> None:
    begin = chance.randrange(len(data))
    del data[begin : begin + chance.randint(1, 50)]


def _cut_off(data: bytearray, chance: Random) -> None:
    del data[chance.randrange(len(data)) :]


_OF_BYTES: tuple[Callable[[bytearray, Random], None], ...] = (
    _another,
    _another,
    _another,
    _doubled,
    _cut_out,
    _cut_off,
)
