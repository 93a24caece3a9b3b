"""No field makes pairing blow up: what is counted is calls of functions, the same on every machine; bench/systems.py
measures the time."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from types import FrameType
from typing import Any

import pytest

from tests.tools.layers import first_fast
from tests.tools.pairing import played_out
from tests.tools.pairing.played_out import HURTING
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.model.options import configured, fields_of
from tournaments.pairing.model.paired_round import PairedRound, PairingImpossible, Reason
from tournaments.pairing.model.snapshot import (
    Absence,
    AbsenceKind,
    NextRound,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.protocols import PairingSystem


def every_way() -> Iterator[Any]:
    """Each system as it comes, as its presets, and (slow) with options that make pairing harder, where it has them."""
    harder: list[dict[str, object]] = [
        {"last_resort": "rematch"},
        {"last_resort": "stop"},
        {"max_meetings": 3},
        {"max_meetings": 2, "second_games": "score_group", "second_game_gap": 0},
        {"last_round": "ignored"},
        {"elimination": 2},
    ]
    for code, kind in SYSTEMS.items():
        has = {option.code for option in fields_of(kind)}
        for preset in (None, *kind.info.presets):
            yield pytest.param(configured(kind, {}, preset=preset), id=preset or code)
        for options in harder:
            if options.keys() <= has and configured(kind, options) != configured(kind, {}):
                yield pytest.param(configured(kind, options), id=f"{code} {options}", marks=pytest.mark.slow)


in_every_way = pytest.mark.parametrize("system", list(every_way()))


class BlownUp(Exception):
    """Not one of those that a system may raise."""


def calls_allowed(present: int) -> int:
    """The dearest fields found take a third of this. Trying out instead takes millions on the same fields."""
    return 50_000 + 15 * present**3


def within(limit: int, job: Callable[[], Any]) -> Any:
    """What the job returns. Raises BlownUp when it calls more than `limit` functions."""
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"
        if count > limit:
            raise BlownUp(count)

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        return job()
    finally:
        sys.setprofile(before)


def paired_or_why_not(system: PairingSystem, snapshot: TournamentSnapshot) -> PairedRound | tuple[Reason, ...]:
    try:
        return system.pair(snapshot)
    except PairingImpossible as impossible:
        return impossible.reasons


def check(system: PairingSystem, snapshot: TournamentSnapshot) -> PairedRound | None:
    """Pairs all who are present, or stops with reasons; soon in both cases. None: stopped."""
    away = {absence.player for absence in snapshot.next_round.absences}
    present = snapshot.by_number.keys() - away
    paired = within(calls_allowed(len(present)), lambda: paired_or_why_not(system, snapshot))
    if not isinstance(paired, PairedRound):
        assert paired, "impossible without a reason"
        return None
    seated = [player for board in paired.boards for player in (board.white, board.black)]
    terms = system.terms()
    told = seated + [bye.player for bye in paired.byes]
    assert len(set(told)) == len(told)
    away_with_a_game = {
        player for board in paired.boards if board.is_postponed for player in (board.white, board.black)
    }
    out = terms.out_before(snapshot)
    waiting: set[int] = set()
    if terms.knocks_out is not None:  # free passes are drawn for the away as well, and some wait for an opponent
        away_with_a_game |= {bye.player for bye in paired.byes}
        waiting = {left.player for left in paired.left_out} & present
    assert set(told) - (away_with_a_game - present) == present - out.keys() - waiting
    assert terms.postpones or not away_with_a_game
    if not terms.several_without_a_game:
        assert len(paired.byes) == len(present - out.keys()) % 2
    return paired


def all_play_all(size: int, rounds: int, seed: int) -> TournamentSnapshot:
    """So many rounds of a table in which everybody meets everybody; in an odd field somebody is away each time."""
    rng = Random(f"{seed} {size}")
    circle: list[int] = list(range(1, size + 1)) + [0] * (size % 2)
    snapshot = played_out.entered(size)
    for number in range(1, rounds + 1):
        half = len(circle) // 2
        pairs = [rng.sample(pair, 2) for pair in zip(circle[:half], circle[: -half - 1 : -1], strict=True)]
        games = tuple(
            PlayedGame(board=board, white=white, black=black, result=rng.choice(OVER_THE_BOARD))
            for board, (white, black) in enumerate((pair for pair in pairs if 0 not in pair), start=1)
        )
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, PlayedRound(number=number, games=games)))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return snapshot


OVER_THE_BOARD = [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW]


def tried_out(order: Sequence[int], barred: Callable[[int, int], bool]) -> list[tuple[int, int]] | None:
    """FIRST as it is done by hand."""
    if not order:
        return []
    player, *rest = order
    for place, other in enumerate(rest):
        if not barred(player, other):
            others = tried_out([*rest[:place], *rest[place + 1 :]], barred)
            if others is not None:
                return [(player, other), *others]
    return None


def test_trying_out_would_be_noticed() -> None:
    everybody = range(1, 21)
    pairs = within(calls_allowed(20), lambda: tried_out(everybody, lambda one, other: one > 15 and other > 15))
    assert pairs is not None
    with pytest.raises(BlownUp):
        within(calls_allowed(20), lambda: tried_out(everybody, lambda one, other: one > 9 and other > 9))


@in_every_way
@pytest.mark.parametrize("field", first_fast(2, HURTING))
def test_a_field_made_to_hurt(system: PairingSystem, field: str) -> None:
    check(system, HURTING[field](system))


@in_every_way
@pytest.mark.parametrize("size", first_fast(3, [5, 8, 9, 6, 7, 10, 13, 16, 20]))
def test_rounds_until_nobody_can_be_paired(system: PairingSystem, size: int) -> None:
    rounds = list(played_out.evenings_of(system, size, rounds=size + 2, seed=size))
    assert len(rounds) > 2
    for evening in rounds[-4:]:
        check(system, evening.snapshot)


@in_every_way
@pytest.mark.parametrize("size", first_fast(2, [11, 24, 37, 60]))
def test_the_latest_rounds_of_an_all_play_all(system: PairingSystem, size: int) -> None:
    most = size - 1 + size % 2
    for rounds in (most - 3, most - 1, most):
        check(system, all_play_all(size, rounds, seed=rounds))


@pytest.mark.slow
@pytest.mark.parametrize("system", [way for way in every_way() if (way.values[0].terms().limits.max_meetings or 1) > 1])
@pytest.mark.parametrize(("size", "rounds"), [(30, 44), (45, 66), (60, 88)])
def test_all_have_met_once_and_half_of_them_twice(system: PairingSystem, size: int, rounds: int) -> None:
    check(system, all_play_all(size, rounds, seed=size))


@in_every_way
def test_the_last_round_with_colours(system: PairingSystem) -> None:
    check(system, played_out.in_the_last_round(all_play_all(40, 31, seed=1)))


@pytest.mark.slow
@in_every_way
def test_a_season_to_which_few_come(system: PairingSystem) -> None:
    evenings = [each.snapshot for each in played_out.evenings_of(system, 40, rounds=40, present=0.3)]
    paired = [check(system, snapshot) for snapshot in evenings[-8:]]
    assert any(paired) or system.terms().somebody_may_be_out


@in_every_way
@pytest.mark.parametrize("seed", first_fast(1, range(4)))
def test_any_cliques_among_those_who_come(system: PairingSystem, seed: int) -> None:
    rng = Random(seed)
    snapshot = all_play_all(30, rng.choice([3, 8, 15]), seed)
    away = rng.sample(range(1, 31), rng.randint(0, 10))
    absences = tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in sorted(away))
    cliques = [rng.sample(range(1, 31), rng.randint(2, 14)) for _ in range(rng.randint(1, 3))]
    check(system, played_out.all_met(replace(snapshot, next_round=NextRound(absences=absences)), *cliques))
