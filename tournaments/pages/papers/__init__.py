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
from tournaments.pages.papers.prizes import EVERYBODY, FIRST_THREE

__all__ = [
    "ALL",
    "EVERYBODY",
    "FIRST_THREE",
    "TO_A_PAGE",
    "Chosen",
    "Paper",
    "PaperPage",
    "PapersPage",
    "PosterPage",
    "one_paper",
    "papers_page",
    "papers_together",
    "poster_page",
]
