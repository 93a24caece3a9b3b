"""What those read who hold a card: their board, their evenings, where they stand."""

from tournaments.pages.me.cards import CardsPage, MyCard, cards_page, my_card
from tournaments.pages.me.rows import MyRows, rows_of

__all__ = ["CardsPage", "MyCard", "MyRows", "cards_page", "my_card", "rows_of"]
