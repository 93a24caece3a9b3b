"""Where teams play, one slip for each match of a round, its boards below each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pages.files.paper_layout import in_pages
from tournaments.pages.rounds.public_matches import PublicLine
from tournaments.pages.rounds.round import RoundBoard
from tournaments.pairing.teams.board_colours import Pattern, colour_of_first

_PAGE_MM, _BESIDES_MM, _A_BOARD_MM = 296.8, 42, 7
"""Of a page; what a slip needs besides its boards; and what each of them needs to be written on."""
_MOST = 5
"""More to a page would be too narrow for signatures."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchSlip:
    """The teams left and right as the match is written; names are empty where nobody knows who sits there."""

    number: int
    first: str
    second: str
    lines: tuple[PublicLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchSlipsSheets:
    to_a_page: int
    pages: tuple[tuple[MatchSlip, ...], ...]


def match_slips_sheets(matches: Iterable[RoundBoard], *, boards: int, pattern: Pattern) -> MatchSlipsSheets:
    to_a_page = slips_to_a_page(boards)
    slips = [_slip(match, boards, pattern) for match in matches]
    return MatchSlipsSheets(to_a_page=to_a_page, pages=in_pages(slips, to_a_page))


def slips_to_a_page(boards: int) -> int:
    """As many as fit, of so many boards each."""
    return max(min(int(_PAGE_MM / (_BESIDES_MM + _A_BOARD_MM * boards)), _MOST), 1)


def lines_of_match(match: RoundBoard, boards: int, pattern: Pattern) -> tuple[PublicLine, ...]:
    """With empty names where nobody knows who plays."""
    if match.match is not None and match.match.lines:
        return match.match.lines
    return tuple(
        PublicLine(
            label=f"{match.number}.{board}",
            first="",
            second="",
            colour=colour_of_first(pattern, board).value,
            result="",
        )
        for board in range(1, boards + 1)
    )


def _slip(match: RoundBoard, boards: int, pattern: Pattern) -> MatchSlip:
    return MatchSlip(
        number=match.number,
        first=match.white.name,
        second=match.black.name,
        lines=lines_of_match(match, boards, pattern),
    )
