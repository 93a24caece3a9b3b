"""Where what stands in a line of a TRF: columns as the federation counts them, from 1, the last one included."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Columns:
    first: int
    last: int

    def of(self, line: str) -> str:
        return line[self.first - 1 : self.last].strip()

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    def __str__(self) -> str:
        return f"{self.first}–{self.last}" if self.last > self.first else str(self.first)


CODE = Columns(1, 3)
NUMBER = Columns(5, 8)
SEX = Columns(10, 10)
TITLE = Columns(11, 13)
NAME = Columns(15, 47)
RATING = Columns(49, 52)
FEDERATION = Columns(54, 56)
ID = Columns(58, 68)
BORN = Columns(70, 79)
POINTS = Columns(81, 84)
RANK = Columns(86, 89)
BLANKS = (4, 14, 48, 53, 57, 69, 80, 85)
"""Columns of a player's line in which nothing stands."""
FIRST_ROUND = 92
ROUND_WIDTH = 10
"""From one round's first column to the next one's."""


@dataclass(frozen=True, slots=True)
class RoundColumns:
    opponent: Columns
    colour: Columns
    mark: Columns


def of_round(number: int) -> RoundColumns:
    """From 1."""
    start = FIRST_ROUND + ROUND_WIDTH * (number - 1)
    return RoundColumns(Columns(start, start + 3), Columns(start + 5, start + 5), Columns(start + 7, start + 7))


def rounds_in(line: str) -> int:
    """So many rounds begin in the line."""
    return max(0, -(-(len(line.rstrip()) - FIRST_ROUND + 1) // ROUND_WIDTH))
