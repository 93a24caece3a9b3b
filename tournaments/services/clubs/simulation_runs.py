"""The work: a stretch of some seconds at a time, so that mails that wait meanwhile come in between.

Each stretch queues the next one. It also queues itself once more for the case that its worker dies: that job finds the
turn over, as a rule, and does nothing.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from contextlib import closing
from typing import Any

import structlog
from django.db import transaction
from django_tasks import task

from tournaments import clock
from tournaments.models import SimulationRun, SimulationState
from tournaments.recording import note_simulation
from tournaments.services.clubs.simulation_processes import Died, played_apart
from tournaments.simulation import SEASONS
from tournaments.simulation.field import SimulatedField
from tournaments.simulation.statistics import spreads, spreads_to_json

SECONDS = 10.0
TAKEN_UP_AFTER = datetime.timedelta(seconds=90)
"""By another worker, where one died; far longer than a stretch takes."""
_MOST_TRIES = 3

log = structlog.get_logger("clubchess")


@task()
def play_on(*, planning: int, turn: int) -> str:
    """Plays until the stretch is over, all is played, or somebody cancels."""
    found = SimulationRun.objects.filter(pk=planning, state=SimulationState.RUNNING, turn=turn).first()
    if found is None:
        return "not any more"
    if found.tries >= _MOST_TRIES:
        _fail(found, "left behind")
        return "failed"
    note_simulation(planning, turn, tries=found.tries + 1, moved_at=clock.now())
    play_on.using(run_after=clock.now() + TAKEN_UP_AFTER).enqueue(planning=planning, turn=turn)
    try:
        _play(found)
    except Died as error:
        _fail(found, str(error))
        return "failed"
    return "played"


def _play(planning: SimulationRun) -> None:
    plan = SimulatedField.from_json(planning.field)
    rows: list[dict[str, list[float]]] = planning.rows or [{} for _way in planning.ways]
    place = next((place for place, each in enumerate(rows) if len(each) < SEASONS), None)
    if place is not None:
        system, preset = planning.ways[place]
        missing = [number for number in range(SEASONS) if str(number) not in rows[place]]
        moments = played_apart(system, preset, plan, seed=planning.seed, numbers=missing, seconds=SECONDS)
        with closing(moments):
            for moment in moments:
                rows[place] |= {str(number): row for number, row in moment.rows.items()}
                played = plan.evenings * sum(map(len, rows)) + moment.evenings
                if not note_simulation(planning.pk, planning.turn, evenings_played=played, moved_at=clock.now()):
                    return  # cancelled, or another worker took it for dead
    _end_turn(planning, rows)


def _end_turn(planning: SimulationRun, rows: list[dict[str, list[float]]]) -> None:
    now = clock.now()
    if all(len(each) >= SEASONS for each in rows):
        note_simulation(planning.pk, planning.turn, **_done(rows), ended_at=now, moved_at=now)
        return
    following = planning.turn + 1
    with transaction.atomic():
        if note_simulation(planning.pk, planning.turn, turn=following, tries=0, rows=rows, moved_at=now):
            play_on.enqueue(planning=planning.pk, turn=following)


def _done(rows: list[dict[str, list[float]]]) -> Mapping[str, Any]:
    """In the order of the seasons' numbers, so that sums never hang on which process was quicker."""
    figures = [spreads_to_json(spreads([each[str(number)] for number in range(SEASONS)])) for each in rows]
    return {"state": SimulationState.DONE, "figures": figures, "rows": []}


def _fail(planning: SimulationRun, why: str) -> None:
    now = clock.now()
    log.error("planning_failed", planning=planning.pk, why=why)
    note_simulation(planning.pk, planning.turn, state=SimulationState.FAILED, rows=[], ended_at=now, moved_at=now)
