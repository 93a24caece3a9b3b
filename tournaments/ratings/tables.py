"""FIDE's tables of expected scores (B.02, tables 8.1.1 and 8.1.2), in whole numbers."""

from __future__ import annotations

from bisect import bisect_left

# The upper ends of the classes of rating differences in which the stronger scores .50, .51 … .99.
_CLASSES = [
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456),
    *(484, 517, 559, 619, 735),
]
# By how much somebody is stronger who scores .50, .51 … 1.00.
_STRONGER = [
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444),
    *(470, 501, 538, 589, 677, 800),
]


def expected(difference: int) -> int:
    """The expected score in hundredths of a point, of whoever is rated so much higher (negative: lower)."""
    stronger = 50 + bisect_left(_CLASSES, abs(difference))
    return stronger if difference >= 0 else 100 - stronger


def stronger_by(hundredths: int) -> int:
    """By how much somebody is stronger than their opponents who scores so many of 100 points."""
    return _STRONGER[hundredths - 50] if hundredths >= 50 else -_STRONGER[50 - hundredths]


def half_up(dividend: int, divisor: int) -> int:
    """The whole number next to the quotient; a half goes up."""
    return (2 * dividend + divisor) // (2 * divisor)
