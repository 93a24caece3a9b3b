"""What stands on the tables: a sign with the number of each board, and a card with the name of each player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.files.paper_layout import Size, in_pages
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pairing.types.snapshot import PlayerId

FOLDED = 1
"""So many signs to a page: each stands by itself, with its number on both sides."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SignsSheets:
    """What boards are called: 3, or 3.2 in a match of teams. Two to a page are cut apart; one is folded."""

    to_a_page: int
    pages: tuple[tuple[str, ...], ...]

    @property
    def is_folded(self) -> bool:
        return self.to_a_page == FOLDED


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceCard:
    number: PlayerId
    name: str
    rating: int | None

    @property
    def size(self) -> Size:
        """So that the name stands in two lines at most."""
        return name_size(self.name, large=22, medium=40)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceCardsSheets:
    """By name, to be cut apart and folded: the name stands on both sides."""

    to_a_page: int
    pages: tuple[tuple[PlaceCard, ...], ...]


def name_size(name: str, *, large: int, medium: int) -> Size:
    if len(name) <= large:
        return Size.LARGE
    return Size.MEDIUM if len(name) <= medium else Size.SMALL


def signs_sheets(boards: Iterable[str], *, to_a_page: int) -> SignsSheets:
    return SignsSheets(to_a_page=to_a_page, pages=in_pages(tuple(boards), to_a_page))


def names_of_boards(matches: Iterable[int], boards: int | None) -> Iterator[str]:
    """`boards` of each match, where teams play."""
    for match in matches:
        if boards is None:
            yield str(match)
        else:
            yield from (f"{match}.{board}" for board in range(1, boards + 1))


def place_cards_sheets(
    published: PublishedTournament, here: Collection[PlayerId], *, to_a_page: int
) -> PlaceCardsSheets:
    cards = [
        PlaceCard(number=player, name=published.names[player], rating=published.rating(player))
        for player in sorted_by_name(here, lambda player: published.names[player])
    ]
    return PlaceCardsSheets(to_a_page=to_a_page, pages=in_pages(cards, to_a_page))
