"""The papers of a round: what hangs on the wall, lies on the tables and goes home with the players."""

from tournaments.pages.files.availability_list import WallList, wall_list
from tournaments.pages.files.printout import (
    ALL,
    TO_A_PAGE,
    ChosenPapers,
    Paper,
    PaperPage,
    PapersPage,
    PosterPage,
    one_paper,
    papers_page,
    papers_together,
    poster_page,
)
from tournaments.pages.files.prize_papers import BEST_ON_BOARDS, EVERYBODY, FIRST_THREE
from tournaments.pages.files.schedule_paper import SchedulePaper, schedule_paper

__all__ = [
    "ALL",
    "BEST_ON_BOARDS",
    "EVERYBODY",
    "FIRST_THREE",
    "TO_A_PAGE",
    "ChosenPapers",
    "Paper",
    "PaperPage",
    "PapersPage",
    "PosterPage",
    "SchedulePaper",
    "WallList",
    "one_paper",
    "papers_page",
    "papers_together",
    "poster_page",
    "schedule_paper",
    "wall_list",
]
