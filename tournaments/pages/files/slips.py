"""Result slips, one per board, to be cut apart, filled in and signed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pages.files.paper_layout import in_pages
from tournaments.pages.rounds.round import RoundBoard


@dataclass(frozen=True, kw_only=True, slots=True)
class SlipsSheets:
    to_a_page: int
    pages: tuple[tuple[RoundBoard, ...], ...]


def slips_sheets(boards: Sequence[RoundBoard], *, to_a_page: int) -> SlipsSheets:
    return SlipsSheets(to_a_page=to_a_page, pages=in_pages(boards, to_a_page))
