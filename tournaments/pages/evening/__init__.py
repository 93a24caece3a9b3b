"""The evening: the director's home page of a tournament, one round in the state it is in."""

from tournaments.pages.evening.boards import BoardRow, BoardSide, WithoutBoardRow
from tournaments.pages.evening.check_in import CheckIn, CheckInPlace, CheckInRow
from tournaments.pages.evening.conflict import Conflict, conflict
from tournaments.pages.evening.evening import EveningPage, RoundView, evening_page
from tournaments.pages.evening.parity import Parity

__all__ = [
    "BoardRow",
    "BoardSide",
    "CheckIn",
    "CheckInPlace",
    "CheckInRow",
    "Conflict",
    "EveningPage",
    "Parity",
    "RoundView",
    "WithoutBoardRow",
    "conflict",
    "evening_page",
]
