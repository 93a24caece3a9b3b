"""TRF files, and their lines changed: most of them to what a file may hold."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.tools.fuzzing import wild
from tools.files import files_in

Lines = list[str]

_DATA = Path(__file__).parents[2] / "data" / "trf"
_MARKS = "10=WDL+-UHFZuhfz "
_CODES = (
    "012",
    "042",
    "132",
    "142",
    "162",
    "240",
    "250",
    "260",
    "299",
    "XXR",
    "XXC",
    "XXZ",
    "XXP",
    "BBW",
    "NED",
    "013",
    "192",
    "310",
    "XXA",
    "XXS",
    "BBF",
    "   ",
    "1234",
)
_PARTS = (
    "",
    "1",
    "9999",
    "10000",
    "0",
    "-1",
    "½",
    "w",
    "W 3.0",
    "H 002    2",
    "2026/02/30",
    "٣",
    "a" * 600,
    "\t",
    "\x0c",
)


@functools.cache
def valid_trfs() -> tuple[str, ...]:
    return tuple(path.read_bytes().decode("utf-8-sig") for path in files_in(_DATA, "*.trf"))


def mutated_trf(chance: Random) -> bytes:
    text = chance.choice(valid_trfs())
    lines = text.splitlines()
    for _again in range(chance.choice((1, 1, 1, 2, 3))):
        chance.choice(_CHANGES)(lines, chance)
    end = chance.choice(("\r\n", "\r\n", "\n", "\r"))
    encoding = chance.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "cp1252", "utf-16"))
    data = end.join(lines).encode(encoding, "replace")
    return wild.some_bytes(data, chance) if chance.random() < 0.07 else data


def _of_players(lines: Lines) -> list[int]:
    return [index for index, line in enumerate(lines) if line.startswith("001")] or [0]


def _other_mark(lines: Lines, chance: Random) -> None:
    index = chance.choice(_of_players(lines))
    line = lines[index]
    if len(line) > 98:
        at = chance.randrange(98, len(line), 10)
        lines[index] = line[:at] + chance.choice(_MARKS) + line[at + 1 :]


def _other_character(lines: Lines, chance: Random) -> None:
    index = chance.randrange(len(lines))
    line = lines[index]
    at = chance.randrange(len(line) + 1)
    lines[index] = line[:at] + chance.choice(" 019wb-=å,./") + line[at + 1 :]


def _cut_short(lines: Lines, chance: Random) -> None:
    index = chance.randrange(len(lines))
    lines[index] = lines[index][: chance.randrange(len(lines[index]) + 1)]


def _shifted(lines: Lines, chance: Random) -> None:
    index = chance.randrange(len(lines))
    at = chance.randrange(len(lines[index]) + 1)
    lines[index] = lines[index][:at] + " " * chance.choice((1, 2, 10)) + lines[index][at:]


def _without(lines: Lines, chance: Random) -> None:
    if len(lines) > 1:
        del lines[chance.randrange(len(lines))]


def _twice(lines: Lines, chance: Random) -> None:
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))


def _another_line(lines: Lines, chance: Random) -> None:
    lines.append(f"{chance.choice(_CODES)} {chance.choice(_PARTS)}")


def _without_rounds(lines: Lines, chance: Random) -> None:
    index = chance.choice(_of_players(lines))
    lines[index] = lines[index][: 91 + 10 * chance.randrange(3)]


_CHANGES: tuple[Callable[[Lines, Random], None], ...] = (
    _other_mark,
    _other_mark,
    _other_character,
    _cut_short,
    _shifted,
    _without,
    _twice,
    _another_line,
    _another_line,
    _without_rounds,
)
