"""Rounds from check-in to their last result."""

from tournaments.services.rounds.call_off import call_off_round, refuse_called_off
from tournaments.services.rounds.finish import finish_round
from tournaments.services.rounds.open_round import open_next_round
from tournaments.services.rounds.pair import pair_round
from tournaments.services.rounds.postpone import postpone_open
from tournaments.services.rounds.publish import publish_round, start_round, take_back_round
from tournaments.services.rounds.schedule import publish_schedule, publish_schedules, take_back_schedule

__all__ = [
    "call_off_round",
    "finish_round",
    "open_next_round",
    "pair_round",
    "postpone_open",
    "publish_round",
    "publish_schedule",
    "publish_schedules",
    "refuse_called_off",
    "start_round",
    "take_back_round",
    "take_back_schedule",
]
