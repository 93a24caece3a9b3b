"""Who meets whom when, of a tournament whose whole plan is known from the start: as a grid, and round by round."""

from tournaments.pages.schedule.grid import GridPage, grid_page
from tournaments.pages.schedule.meetings import Meeting, RoundOfPlan, has_schedule, schedule_of
from tournaments.pages.schedule.own import GamesToPlay, GameToPlay, games_to_play, knows_games, own_meetings
from tournaments.pages.schedule.plan import PlanPage, plan_page

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
