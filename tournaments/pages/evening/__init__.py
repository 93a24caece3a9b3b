"""The evening: the director's home page of a tournament, one round in the state it is in."""

from tournaments.pages.evening.boards import BoardRow, OutRow, Side
from tournaments.pages.evening.check_in import CheckIn, CheckInRow, Place
from tournaments.pages.evening.conflict import Conflict, conflict
from tournaments.pages.evening.evening import EveningPage, RoundView, evening_page
from tournaments.pages.evening.parity import Parity

__all__ = [
    "BoardRow",
    "CheckIn",
    "CheckInRow",
    "Conflict",
    "EveningPage",
    "OutRow",
    "Parity",
    "Place",
    "RoundView",
    "Side",
    "conflict",
    "evening_page",
]
