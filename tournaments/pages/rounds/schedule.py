"""Who meets whom when, of a tournament whose whole plan is known from the start: as a grid, and round by round."""

from tournaments.pages.rounds.games_to_play import GamesToPlay, GameToPlay, games_to_play, knows_games, own_meetings
from tournaments.pages.rounds.schedule_grid import GridPage, grid_page
from tournaments.pages.rounds.schedule_rounds import PlanPage, plan_page
from tournaments.pages.rounds.scheduled_games import Meeting, RoundOfPlan, has_schedule, schedule_of

__all__ = [
    "GameToPlay",
    "GamesToPlay",
    "GridPage",
    "Meeting",
    "PlanPage",
    "RoundOfPlan",
    "games_to_play",
    "grid_page",
    "has_schedule",
    "knows_games",
    "own_meetings",
    "plan_page",
    "schedule_of",
]
