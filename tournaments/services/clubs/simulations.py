"""What is asked of the planner, and cancelled: one planning runs in a club at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import Club, Player, Season, SimulationRun, SimulationState, Tournament, User
from tournaments.recording import drop_simulations, keep_simulation, note_simulation
from tournaments.selectors.evenings import who_came
from tournaments.services.clubs.simulation_runs import play_on
from tournaments.services.common.refusal import Refused
from tournaments.simulation.field import SimulatedField, SimulatedMember

MOST_MEMBERS = 120
MOST_EVENINGS = 60
MOST_SYSTEMS = 6
"""That can stand side by side."""
_KEPT = 5
"""Of those that have ended, besides a new one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedSystem:
    """A system with one of its presets, or as it is (empty)."""

    system: str
    preset: str = ""


def field_from(to: Season | Tournament, *, evenings: int) -> SimulatedField:
    """Whoever came to an evening of it, with their rating of today, and as often as they came.

    Raises Refused where nobody could play.
    """
    came, were = who_came(to)
    if len(came) < 2:
        raise Refused(_("Fewer than two members have played in {name} yet.").format(name=to.name))
    if len(came) > MOST_MEMBERS:
        raise Refused(
            _("{count} members played in {name}; the planner plays with {most} at most.").format(
                count=len(came), name=to.name, most=MOST_MEMBERS
            )
        )
    ratings = dict(Player.objects.filter(pk__in=came).values_list("pk", "rating"))
    members = (SimulatedMember(rating=ratings[player], comes=came[player] / were) for player in sorted(came))
    return SimulatedField(members=tuple(members), evenings=evenings)


def start_simulation(
    club: Club,
    *,
    field: SimulatedField,
    ways: Sequence[SimulatedSystem],
    seed: str,
    based_on: str = "",
    actor: User | None,
) -> SimulationRun:
    """The same asked twice, as by a double tap, is the one that runs. Raises Refused while another one runs."""
    now = clock.now()
    planning = SimulationRun(
        club=club,
        asked_by=actor,
        asked_at=now,
        based_on=based_on,
        field=field.to_json(),
        ways=[[way.system, way.preset] for way in ways],
        seed=seed,
        rows=[{} for _way in ways],
        moved_at=now,
    )
    try:
        with transaction.atomic():
            kept = keep_simulation(planning)
            play_on.enqueue(planning=kept.pk, turn=kept.turn)
    except IntegrityError as error:
        running = SimulationRun.objects.filter(club=club, state=SimulationState.RUNNING).first()
        if running is not None and _is_same(running, planning):
            return running
        raise Refused(_("The planner is still at work for your club: wait for it, or cancel it.")) from error
    _drop_old(kept)
    return kept


def cancel_simulation(planning: SimulationRun) -> None:
    """What has ended stays as it is."""
    now = clock.now()
    note_simulation(planning.pk, state=SimulationState.CANCELLED, rows=[], ended_at=now)


def _is_same(one: SimulationRun, other: SimulationRun) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in ("asked_by_id", "field", "ways", "seed"))


def _drop_old(new: SimulationRun) -> None:
    ended = SimulationRun.objects.filter(club=new.club).exclude(pk=new.pk).exclude(state=SimulationState.RUNNING)
    old = list(ended.order_by("-pk").values_list("pk", flat=True)[_KEPT:])
    if old:
        drop_simulations(SimulationRun.objects.filter(pk__in=old))
