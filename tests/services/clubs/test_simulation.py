"""Asking the planner: whose attendance, one at a time, played in stretches, cancelled, taken up."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from time_machine import travel

from clubchess.jobs import Worker
from tests.tools.casts.factories import ClubFactory, EntryFactory, Evening, UserFactory
from tournaments.models import Action, Entry, Player, Presence, Round, SimulationRun, SimulationState
from tournaments.selectors.evenings import who_came
from tournaments.services.clubs import simulation_runs
from tournaments.services.clubs.simulation_processes import Died, SimulationMoment, played_apart
from tournaments.services.clubs.simulations import SimulatedSystem, cancel_simulation, field_from, start_simulation
from tournaments.services.common.refusal import Refused
from tournaments.simulation.field import SimulatedField, evenly
from tournaments.simulation.process import row_of
from tournaments.simulation.statistics import spreads, spreads_to_json

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # a constraint decides who runs
PLAN = evenly(members=5, comes=0.7, weakest=1200, strongest=1900, evenings=3)
KEIZER, MONRAD = SimulatedSystem(system="keizer", preset="classic"), SimulatedSystem(system="attendance_monrad")


@pytest.fixture(autouse=True)
def _six_seasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_runs, "SEASONS", 6)
    monkeypatch.setattr(simulation_runs, "played_apart", played_here)


def played_here(
    system: str, preset: str, plan: SimulatedField, *, seed: str, numbers: Any, seconds: float
) -> Iterator[SimulationMoment]:
    """As `played_apart`, without starting processes; a stretch is two seasons long."""
    for number in list(numbers)[:2]:
        yield SimulationMoment(rows={number: row_of(system, preset, plan, seed=seed, number=number)}, evenings=0)


def started(*ways: SimulatedSystem, **values: Any) -> SimulationRun:
    asked = {"field": PLAN, "ways": ways or (KEIZER, MONRAD), "seed": "7", "actor": None} | values
    return start_simulation(asked.pop("club", None) or ClubFactory(), **asked)


def work() -> int:
    """All that can be done now; how many jobs it was."""
    worker, count = Worker(), 0
    while worker.run_one():
        count += 1
    return count


def test_it_plays_every_season_of_every_way() -> None:
    planning = started()
    work()
    planning.refresh_from_db()

    assert planning.state == SimulationState.DONE
    assert planning.evenings_played == 2 * 6 * 3
    by_hand = [
        spreads_to_json(spreads([row_of(way.system, way.preset, PLAN, seed="7", number=number) for number in range(6)]))
        for way in (KEIZER, MONRAD)
    ]
    assert planning.figures == by_hand
    assert (planning.rows, Action.objects.count()) == ([], 0)
    assert planning.ended_at is not None


def test_the_same_seed_gives_the_same_figures_and_another_one_others() -> None:
    first, again, other = started(KEIZER), started(KEIZER), started(KEIZER, seed="8")
    work()

    figures = [SimulationRun.objects.get(pk=each.pk).figures for each in (first, again, other)]
    assert figures[0] == figures[1] != figures[2]


def test_in_processes_of_their_own_the_figures_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    here = started(KEIZER)
    work()
    monkeypatch.setattr(simulation_runs, "played_apart", played_apart)
    monkeypatch.setattr(simulation_runs, "SECONDS", 0.0)  # so that each process plays one season in a stretch
    monkeypatch.setattr(simulation_runs, "SEASONS", 3)
    apart = started(KEIZER)
    work()
    monkeypatch.setattr(simulation_runs, "played_apart", played_here)
    three = started(KEIZER)
    work()

    here, apart, three = (SimulationRun.objects.get(pk=each.pk) for each in (here, apart, three))
    assert here.turn == 2
    assert apart.state == SimulationState.DONE
    assert apart.figures == three.figures != here.figures


def test_one_runs_in_a_club_at_a_time_and_a_double_tap_is_one() -> None:
    club, admin = ClubFactory(), UserFactory()
    first = started(club=club, actor=admin)

    assert started(club=club, actor=admin) == first
    with pytest.raises(Refused, match="still at work"):
        started(club=club, actor=admin, seed="8")
    with pytest.raises(Refused, match="still at work"):
        started(club=club, actor=UserFactory())
    assert started(club=ClubFactory(), actor=admin) != first
    work()
    assert started(club=club, actor=admin, seed="8") != first


def test_what_is_cancelled_is_not_played_and_the_next_may_start() -> None:
    planning = started()
    cancel_simulation(planning)
    work()

    planning.refresh_from_db()
    assert (planning.state, planning.evenings_played, planning.figures) == (SimulationState.CANCELLED, 0, [])
    started(club=planning.club, seed="9")


def test_what_has_ended_stays_as_it_is() -> None:
    planning = started(KEIZER)
    work()
    cancel_simulation(planning)

    assert SimulationRun.objects.get(pk=planning.pk).state == SimulationState.DONE


def test_cancelling_ends_the_processes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    def moments(*_way: str, **_values: Any) -> Iterator[SimulationMoment]:
        try:
            for number in range(3):
                yield SimulationMoment(rows={number: [0.0]}, evenings=0)
                cancel_simulation(planning)
        finally:
            closed.append(True)

    monkeypatch.setattr(simulation_runs, "played_apart", moments)
    planning = started(KEIZER)
    Worker().run_one()

    planning.refresh_from_db()
    assert closed == [True]
    assert (planning.state, planning.evenings_played) == (SimulationState.CANCELLED, 3)


def test_a_stretch_whose_worker_died_is_taken_up_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def die(*_way: str, **_values: Any) -> Iterator[SimulationMoment]:
        raise Killed

    planning = started(KEIZER)
    with monkeypatch.context() as dying:
        dying.setattr(simulation_runs, "played_apart", die)
        with pytest.raises(Killed):
            Worker().run_one()
    assert not Worker().run_one()
    with travel(timezone.now() + simulation_runs.TAKEN_UP_AFTER, tick=True):
        work()

    assert SimulationRun.objects.get(pk=planning.pk).state == SimulationState.DONE


def test_what_kills_every_worker_is_said_to_have_failed() -> None:
    planning = started(KEIZER)
    SimulationRun.objects.filter(pk=planning.pk).update(tries=3)
    work()

    assert SimulationRun.objects.get(pk=planning.pk).state == SimulationState.FAILED


def test_where_a_process_dies_it_is_said_to_have_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_way: str, **_values: Any) -> Iterator[SimulationMoment]:
        yield SimulationMoment(rows={}, evenings=1)
        raise Died(1)

    monkeypatch.setattr(simulation_runs, "played_apart", dies)
    planning = started(KEIZER)
    work()

    assert SimulationRun.objects.get(pk=planning.pk).state == SimulationState.FAILED
    assert list(DBTaskResult.objects.filter(status="FAILED")) == []  # nor is it tried again


def test_a_job_of_a_turn_that_is_over_does_nothing() -> None:
    planning = started(KEIZER)
    work()
    done = SimulationRun.objects.values().get(pk=planning.pk)

    assert simulation_runs.play_on.call(planning=planning.pk, turn=0) == "not any more"
    assert SimulationRun.objects.values().get(pk=planning.pk) == done


def test_only_the_last_ones_are_kept() -> None:
    club = ClubFactory()
    made = []
    for seed in "12345678":
        made.append(started(club=club, seed=seed))
        cancel_simulation(made[-1])

    assert set(club.plannings.values_list("pk", flat=True)) == {each.pk for each in made[-6:]}


def test_progress_is_told_and_closing_kills() -> None:
    moments = played_apart("keizer", "", PLAN, seed="1", numbers=range(50), seconds=60)
    first = next(moments)
    moments.close()

    assert first.evenings >= 0
    with pytest.raises(Died):
        list(played_apart("no_such_system", "", PLAN, seed="1", numbers=[0], seconds=60))


# Whose attendance


def test_the_field_is_who_came_as_often_as_they_came() -> None:
    evening = Evening.of(6)
    evening.play()
    evening.finish()
    evening.play(1, 2, 3, 4)
    evening.finish()
    Round.objects.filter(tournament=evening.tournament).update(date=None)
    Round.objects.filter(tournament=evening.tournament, number=1).update(date=datetime.date(2026, 9, 1))
    Player.objects.filter(pk=evening.entry(2).player_id).update(rating=None)
    season = evening.tournament.season

    came, were = who_came(season)
    assert were == 2
    assert sorted(came.values()) == [1, 1, 2, 2, 2, 2]
    assert who_came(evening.tournament) == (came, were)
    plan = field_from(season, evenings=12)
    assert plan.evenings == 12
    assert sorted(member.comes for member in plan.members) == [0.5, 0.5, 1, 1, 1, 1]
    assert [member.rating for member in plan.members].count(None) == 1


def test_guests_and_those_who_were_away_did_not_come() -> None:
    evening = Evening.of(6)
    guest, away = evening.entry(5), evening.entry(6)
    evening.play()
    Entry.objects.filter(pk=guest.pk).update(is_guest=True)
    away.attendances.update(presence=Presence.EXCUSED)

    came, were = who_came(evening.tournament)
    assert were == 1
    assert guest.player_id not in came
    assert away.player_id not in came


def test_where_nobody_has_played_it_is_refused() -> None:
    evening = Evening.of(4)
    EntryFactory(tournament=evening.tournament)

    with pytest.raises(Refused, match="Fewer than two members"):
        field_from(evening.tournament, evenings=3)


def test_a_field_survives_json() -> None:
    assert SimulatedField.from_json(PLAN.to_json()) == PLAN


def test_it_plays_with_so_many_members_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.of(4)
    evening.play()
    monkeypatch.setattr("tournaments.services.clubs.simulations.MOST_MEMBERS", 3)
    with pytest.raises(Refused, match="4 members played in Tuesday cup; the planner plays with 3 at most"):
        field_from(evening.tournament, evenings=10)
