"""The papers of a round: what hangs on the wall, lies on the tables and goes home with the players."""

from tournaments.pages.papers.page import (
    ALL,
    TO_A_PAGE,
    Paper,
    PaperPage,
    PapersPage,
    PosterPage,
    all_papers,
    one_paper,
    papers_page,
    poster_page,
)

__all__ = [
    "ALL",
    "TO_A_PAGE",
    "Paper",
    "PaperPage",
    "PapersPage",
    "PosterPage",
    "all_papers",
    "one_paper",
    "papers_page",
    "poster_page",
]
