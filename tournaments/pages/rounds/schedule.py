"""Who meets whom when, of a tournament whose whole plan is known from the start: as a grid, and round by round."""

from tournaments.pages.rounds.games_to_play import (
    GamesToPlay,
    GameToPlay,
    games_to_play,
    knows_games,
    own_scheduled_games,
)
from tournaments.pages.rounds.schedule_grid import GridPage, grid_page
from tournaments.pages.rounds.schedule_rounds import SchedulePage, schedule_page
from tournaments.pages.rounds.scheduled_games import ScheduledGame, ScheduledRound, has_schedule, schedule_of

__all__ = [
    "GameToPlay",
    "GamesToPlay",
    "GridPage",
    "SchedulePage",
    "ScheduledGame",
    "ScheduledRound",
    "games_to_play",
    "grid_page",
    "has_schedule",
    "knows_games",
    "own_scheduled_games",
    "schedule_of",
    "schedule_page",
]
