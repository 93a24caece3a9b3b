"""The papers of a round: what hangs on the wall, lies on the tables and goes home with the players."""

from tournaments.pages.papers.page import (
    ALL,
    TO_A_PAGE,
    Chosen,
    Paper,
    PaperPage,
    PapersPage,
    PosterPage,
    one_paper,
    papers_page,
    papers_together,
    poster_page,
)
from tournaments.pages.papers.plan import PlanPaper, plan_paper
from tournaments.pages.papers.prizes import EVERYBODY, FIRST_THREE
from tournaments.pages.papers.wall_list import WallList, wall_list

__all__ = [
    "ALL",
    "EVERYBODY",
    "FIRST_THREE",
    "TO_A_PAGE",
    "Chosen",
    "Paper",
    "PaperPage",
    "PapersPage",
    "PlanPaper",
    "PosterPage",
    "WallList",
    "one_paper",
    "papers_page",
    "papers_together",
    "plan_paper",
    "poster_page",
    "wall_list",
]
