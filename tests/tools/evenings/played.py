"""Evenings at random, by the seed of the day."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.tools.seeds import SEED_OF_THE_DAY, telling


def play(machine: type[RuleBasedStateMachine], tournaments: Mapping[str, int]) -> None:
    """So many of thirty steps each as the profile says."""
    how = settings(max_examples=tournaments[settings.get_current_profile_name()], stateful_step_count=30)
    todays = seed(SEED_OF_THE_DAY)(type(machine.__name__, (machine,), {}))
    with telling(SEED_OF_THE_DAY):
        run_state_machine_as_test(todays, settings=how)
