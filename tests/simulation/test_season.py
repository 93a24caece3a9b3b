"""Whole seasons by chance: the same seed gives the same season, and what holds of every one."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.guards.layers import first_fast
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Result
from tournaments.simulation import process
from tournaments.simulation.field import UNRATED_CLUB, SimulatedField, SimulatedMember, evenly
from tournaments.simulation.season import PlayedSeason, play, result_of

ROOT = Path(__file__).parents[2]
WAYS = [(code, preset) for code, each in SYSTEMS.items() for preset in ("", *each.info.presets)]
MEMBERS = st.builds(
    SimulatedMember, rating=st.none() | st.integers(500, 2500), comes=st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
)
FIELDS = st.builds(
    SimulatedField, members=st.lists(MEMBERS, min_size=2, max_size=9).map(tuple), evenings=st.integers(1, 6)
)
ALWAYS = SimulatedField(
    members=(SimulatedMember(rating=1900, comes=1), SimulatedMember(rating=1500, comes=1)), evenings=3
)


def system(code: str, preset: str = "") -> PairingSystem:
    return configured(SYSTEMS[code], {}, preset=preset or None)


@pytest.mark.parametrize(("code", "preset"), first_fast(2, WAYS))
@settings(max_examples=15, deadline=None)
@given(plan=FIELDS, number=st.integers(0, 300))
def test_what_holds_of_every_season(code: str, preset: str, plan: SimulatedField, number: int) -> None:
    season = play(system(code, preset), plan, seed="5", number=number)

    assert season == play(system(code, preset), plan, seed="5", number=number)
    assert season.evenings <= plan.evenings
    assert all(white != black for white, black in season.games)
    for member, came, without in zip(plan.members, season.came, season.without_game, strict=True):
        assert 0 <= without <= came <= season.evenings
        assert came == season.evenings if member.comes == 1 else came == 0 if member.comes == 0 else True
    played_tonight = sum(season.came) - sum(season.without_game)
    assert played_tonight == 2 * (len(season.games) - season.postponed)
    assert bool(season.winners) == bool(season.games)
    assert season.winners <= set(range(len(plan.members)))


def test_two_who_always_come_meet_on_every_evening() -> None:
    season = play(system("keizer", "classic"), ALWAYS, seed="1", number=0)

    assert [{white, black} for white, black in season.games] == [{0, 1}] * 3
    assert (season.came, season.without_game, season.not_paired) == ((3, 3), (0, 0), 0)


def test_where_the_system_forbids_a_second_game_the_evening_has_no_round() -> None:
    season = play(system("fide_dutch"), ALWAYS, seed="1", number=0)

    assert len(season.games) == 1
    assert (season.without_game, season.not_paired, season.evenings) == ((2, 2), 2, 3)


def test_a_cup_is_over_when_only_one_is_left() -> None:
    plan = evenly(members=8, comes=1, weakest=1200, strongest=1900, evenings=10)
    season = play(system("cup"), plan, seed="1", number=0)

    assert (season.evenings, len(season.games), len(season.winners)) == (3, 7, 1)


def test_a_game_with_somebody_who_is_away_is_played_another_day() -> None:
    plan = SimulatedField(
        members=(SimulatedMember(rating=1500, comes=1), SimulatedMember(rating=1500, comes=0)), evenings=1
    )
    season = play(system("all_play_all"), plan, seed="1", number=0)

    # Nobody can play alone: where fewer than two come, the evening has no round.
    assert (season.games, season.postponed, season.without_game) == ((), 0, (1, 0))
    three = SimulatedField(members=(*plan.members, SimulatedMember(rating=1500, comes=1)), evenings=3)
    season = play(system("all_play_all"), three, seed="1", number=0)
    assert (len(season.games), season.postponed) == (3, 2)
    assert season.without_game == (2, 0, 2)


def test_all_systems_are_compared_on_the_same_evenings() -> None:
    plan = evenly(members=12, comes=0.5, weakest=1000, strongest=2000, evenings=8)
    came = {play(system(code), plan, seed="9", number=4).came for code in ("keizer", "attendance_monrad")}

    assert len(came) == 1


def test_another_seed_or_season_is_another_one() -> None:
    plan = evenly(members=12, comes=0.5, weakest=1000, strongest=2000, evenings=8)
    played: set[PlayedSeason] = {
        play(system("keizer"), plan, seed=seed, number=number) for seed, number in (("1", 0), ("1", 1), ("2", 0))
    }

    assert len(played) == 3


@pytest.mark.parametrize(
    ("white", "black", "chance", "result"),
    [
        # E = 1/2, draws 1/4: up to 3/8 White, up to 5/8 a draw.
        (1500, 1500, 0.374, Result.WHITE_WINS),
        (1500, 1500, 0.376, Result.DRAW),
        (1500, 1500, 0.624, Result.DRAW),
        (1500, 1500, 0.626, Result.BLACK_WINS),
        # 400 apart: E = 10/11, draws 4 x 10/11 x 1/11 x 1/4 = 10/121; 0.8678 and 0.9504.
        (1900, 1500, 0.867, Result.WHITE_WINS),
        (1900, 1500, 0.868, Result.DRAW),
        (1900, 1500, 0.950, Result.DRAW),
        (1900, 1500, 0.951, Result.BLACK_WINS),
    ],
)
def test_results_go_by_the_expectation(white: int, black: int, chance: float, result: Result) -> None:
    assert result_of(white, black, chance) is result


@given(white=st.integers(0, 3000), black=st.integers(0, 3000), chance=st.floats(0, 1, exclude_max=True))
def test_the_stronger_white_is_the_better_the_result(white: int, black: int, chance: float) -> None:
    order = [Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS]
    assert order.index(result_of(white + 50, black, chance)) >= order.index(result_of(white, black, chance))


def test_whoever_has_no_rating_counts_as_the_median() -> None:
    members = tuple(SimulatedMember(rating=rating, comes=1) for rating in (1200, None, 1800, 1500))

    assert SimulatedField(members=members, evenings=1).ratings == (1200, 1500, 1800, 1500)
    assert (
        SimulatedField(members=(SimulatedMember(rating=None, comes=1),) * 2, evenings=1).ratings == (UNRATED_CLUB,) * 2
    )


def test_the_strongest_is_a_regular() -> None:
    rare, regular, weak = (
        SimulatedMember(rating=rating, comes=comes) for rating, comes in ((2300, 0.2), (1900, 0.5), (1400, 1))
    )

    assert SimulatedField(members=(weak, rare, regular), evenings=1).strongest == 2
    assert SimulatedField(members=(rare, SimulatedMember(rating=1000, comes=0.1)), evenings=1).strongest == 0


@pytest.mark.parametrize("wrong", [{"members": (SimulatedMember(rating=1, comes=1),)}, {"evenings": 0}])
def test_a_season_takes_two_and_an_evening(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="two members and one evening"):
        SimulatedField(**{"members": ALWAYS.members, "evenings": 1, **wrong})  # type: ignore[arg-type]


def test_a_process_of_its_own_answers_the_same() -> None:
    plan = evenly(members=5, comes=0.8, weakest=1000, strongest=2000, evenings=4)
    asked = process.order("keizer", "classic", plan, seed="7") + "\n3\n0\n"
    command = [sys.executable, "-m", "tournaments.simulation.process"]
    done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=True)
    here = io.StringIO()
    process.answer(io.StringIO(asked), here)

    assert done.stdout == here.getvalue()
    lines = done.stdout.split("\n")[:-1]
    assert [json.loads(line) for line in lines if line] == [
        process.row_of("keizer", "classic", plan, seed="7", number=number) for number in (3, 0)
    ]
    assert lines.count("") == 8
