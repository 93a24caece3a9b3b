"""No field makes pairing blow up: what is counted is calls of functions, the same on every machine; bench/systems.py
measures the time."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import FrameType
from typing import Any, TypeAlias

import pytest

from tests.tools.pairing import played_out
from tests.tools.pairing.played_out import HURTING
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.options import configured, fields_of
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Reason
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    NextRound,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)


def as_they_come() -> dict[str, PairingSystem]:
    """Each system, and its presets."""
    return {
        preset or code: configured(kind, {}, preset=preset)
        for code, kind in SYSTEMS.items()
        for preset in (None, *kind.info.presets)
    }


def made_harder() -> dict[str, PairingSystem]:
    """With options that make pairing harder, where it has them."""
    harder: list[dict[str, object]] = [
        {"last_resort": "rematch"},
        {"last_resort": "stop"},
        {"max_meetings": 3},
        {"max_meetings": 2, "second_games": "score_group", "second_game_gap": 0},
        {"last_round": "ignored"},
        {"elimination": 2},
    ]
    return {
        f"{code} {options}": configured(kind, options)
        for code, kind in SYSTEMS.items()
        for options in harder
        if options.keys() <= {option.code for option in fields_of(kind)}
        and configured(kind, options) != configured(kind, {})
    }


Ways: TypeAlias = Mapping[str, PairingSystem]
AS_THEY_COME, EVERY_WAY = as_they_come(), as_they_come() | made_harder()


def in_every_way(fast: int, fields: Iterable[Any]) -> pytest.MarkDecorator:
    """One item a field; of the first so many the systems as they come are fast, and all else is slow."""
    fields = list(fields)
    slow = [pytest.param(EVERY_WAY, field, marks=pytest.mark.slow, id=f"{field}, every way") for field in fields]
    as_they_come = [pytest.param(AS_THEY_COME, field, id=f"{field}") for field in fields[:fast]]
    harder = {name: EVERY_WAY[name] for name in EVERY_WAY.keys() - AS_THEY_COME.keys()}
    made_harder = [
        pytest.param(harder, field, marks=pytest.mark.slow, id=f"{field}, made harder") for field in fields[:fast]
    ]
    return pytest.mark.parametrize(("ways", "field"), [*as_they_come, *made_harder, *slow[fast:]])


def check_all(ways: Ways, look: Callable[[PairingSystem], object]) -> None:
    """Names all the ways that went wrong, each with what did."""
    wrong = {}
    for name, system in ways.items():
        try:
            look(system)
        except Exception as error:  # whatever it is, the others are looked at too
            wrong[name] = f"{type(error).__name__}: {error}"
    assert wrong == {}


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
    capabilities = system.capabilities()
    told = seated + [bye.player for bye in paired.byes]
    assert len(set(told)) == len(told)
    away_with_a_game = {
        player for board in paired.boards if board.is_postponed for player in (board.white, board.black)
    }
    out = capabilities.out_before(snapshot)
    waiting: set[int] = set()
    if capabilities.knocks_out is not None:  # free passes are drawn for the away as well, and some wait for an opponent
        away_with_a_game |= {bye.player for bye in paired.byes}
        waiting = {left.player for left in paired.left_out} & present
    assert set(told) - (away_with_a_game - present) == present - out.keys() - waiting
    assert capabilities.postpones or not away_with_a_game
    if not capabilities.several_without_a_game:
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


@in_every_way(2, HURTING)
def test_a_field_made_to_hurt(ways: Ways, field: str) -> None:
    check_all(ways, lambda system: check(system, HURTING[field](system)))


@in_every_way(3, [5, 8, 9, 6, 7, 10, 13, 16, 20])
def test_rounds_until_nobody_can_be_paired(ways: Ways, field: int) -> None:
    def look(system: PairingSystem) -> None:
        rounds = list(played_out.evenings_of(system, field, rounds=field + 2, seed=field))
        assert len(rounds) > 2
        for evening in rounds[-4:]:
            check(system, evening.snapshot)

    check_all(ways, look)


@in_every_way(2, [11, 24, 37, 60])
def test_the_latest_rounds_of_an_all_play_all(ways: Ways, field: int) -> None:
    most = field - 1 + field % 2

    def look(system: PairingSystem) -> None:
        for rounds in (most - 3, most - 1, most):
            check(system, all_play_all(field, rounds, seed=rounds))

    check_all(ways, look)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "rounds"), [(30, 44), (45, 66), (60, 88)])
def test_all_have_met_once_and_half_of_them_twice(size: int, rounds: int) -> None:
    twice = {name: way for name, way in EVERY_WAY.items() if (way.capabilities().limits.max_meetings or 1) > 1}
    assert twice
    check_all(twice, lambda system: check(system, all_play_all(size, rounds, seed=size)))


@in_every_way(1, [40])
def test_the_last_round_with_colours(ways: Ways, field: int) -> None:
    snapshot = played_out.in_the_last_round(all_play_all(field, 31, seed=1))
    check_all(ways, lambda system: check(system, snapshot))


@pytest.mark.slow
def test_a_season_to_which_few_come() -> None:
    def look(system: PairingSystem) -> None:
        evenings = [each.snapshot for each in played_out.evenings_of(system, 40, rounds=40, present=0.3)]
        paired = [check(system, snapshot) for snapshot in evenings[-8:]]
        assert any(paired) or system.capabilities().somebody_may_be_out

    check_all(EVERY_WAY, look)


@in_every_way(1, range(4))
def test_any_cliques_among_those_who_come(ways: Ways, field: int) -> None:
    rng = Random(field)
    snapshot = all_play_all(30, rng.choice([3, 8, 15]), field)
    away = rng.sample(range(1, 31), rng.randint(0, 10))
    absences = tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in sorted(away))
    cliques = [rng.sample(range(1, 31), rng.randint(2, 14)) for _ in range(rng.randint(1, 3))]
    hurting = played_out.all_met(replace(snapshot, next_round=NextRound(absences=absences)), *cliques)
    check_all(ways, lambda system: check(system, hurting))
