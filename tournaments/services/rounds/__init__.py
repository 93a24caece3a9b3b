"""Rounds from check-in to their last result."""

from tournaments.services.rounds.finish import finish_round
from tournaments.services.rounds.next import open_next_round
from tournaments.services.rounds.pair import pair_round
from tournaments.services.rounds.publish import publish_round, start_round, take_back_round

__all__ = ["finish_round", "open_next_round", "pair_round", "publish_round", "start_round", "take_back_round"]
