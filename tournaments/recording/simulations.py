"""What is written of plannings: no record tells of it, since nothing of the club's is changed by them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tournaments.models import SimulationRun, SimulationState
from tournaments.recording.unit_of_work import being_active


def keep_simulation(planning: SimulationRun) -> SimulationRun:
    """A new one. Raises IntegrityError where one is running in the club."""
    with being_active():
        planning.save(force_insert=True)
    return planning


def note_simulation(key: int, in_turn: int | None = None, /, **values: Any) -> bool:
    """Whether it was still running, and in that turn where one is named: otherwise nothing is written."""
    found = SimulationRun.objects.filter(pk=key, state=SimulationState.RUNNING)
    with being_active():
        return bool((found if in_turn is None else found.filter(turn=in_turn)).update(**values))


def drop_simulations(plannings: QuerySet[SimulationRun]) -> None:
    with being_active():
        plannings.delete()
