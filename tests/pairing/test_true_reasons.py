"""No sentence of a round says what is not so: each reason read again, literally, from the raw rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.against_page import any_evenings
from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.read_again import IN_THE_TREE, check, false_of
from tests.tools.pairing.told_rounds import drawn_options, told, told_rounds
from tests.tools.pairing.true_reasons import said_of, untrue
from tests.tools.pairing.true_reasons.late import untrue_plan
from tests.tools.pairing.true_reasons.saying import PREDICATES, Said, gaps_of, is_true, parameters
from tests.tools.seeds import SEED_OF_THE_DAY, seeds, telling
from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS, all_rules
from tournaments.pairing.explanations.late_changes import SetBoard, SetRound, changes_for_latecomer, changes_for_leaver
from tournaments.pairing.history.byes import ByeChoice
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.systems.drawboss_monrad import DrawbossMonrad
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.systems.modified_monrad import ModifiedMonrad
from tournaments.pairing.systems.norwegian_monrad import NorwegianMonrad
from tournaments.pairing.types.options import configured, fields_of
from tournaments.pairing.types.paired_round import Fact, Place, Player, Players, Reason
from tournaments.pairing.types.retired_rules import NO_LONGER_SAID
from tournaments.pairing.types.snapshot import AbsenceKind, Colour, PlayerId, TournamentSnapshot
from tournaments.pairing.wording import sentence

TOLD_IN_TABLES = (
    *("item/", "ladder/", "opponent/", "contribution/", "performance/"),
    *("keizer/unsettled/", "keizer/upside_down", "cup/item/", "cup/not_played/", "all_play_all/play_off"),
    "groups/",  # tests/pairing/groups/test_promotion_relegation.py
    "series/",  # tests/pairing/series/
    "teams/",  # tests/pairing/teams/
    "boards/",  # tests/pairing/tie_breaks/test_team_tie_breaks.py
    "cup/boards/",  # tests/pairing/systems/test_cup_of_teams.py
)
"""How the codes begin of what is said of totals, values and groups, besides the tie-breaks."""
OFTEN = 20
every_system = pytest.mark.parametrize("code", IN_THE_TREE)


def some(count: int, code: str) -> range:
    """Seeds of tournaments: a knock-out is over after a few rounds, so more of those."""
    return range(count * (6 if configured(SYSTEMS[code], {}).capabilities().knocks_out else 1))


def planted_in(code: str) -> range:
    """Seeds of tournaments: more of a system whose many options make it say much, each of it seldom."""
    return range(60 if len(fields_of(SYSTEMS[code])) > 40 else 20)


def test_each_rule_that_a_round_can_say_is_read_with_all_its_gaps() -> None:
    """A new rule fails here until `true_reasons` says what its sentence means."""
    elsewhere = {*NO_LONGER_SAID, *TIE_BREAKS, *SYSTEMS.keys() - IN_THE_TREE, "verification"}
    of_rounds = {
        code
        for code in all_rules()
        if not {code, code.partition("/")[0]} & elsewhere
        and "settings/" not in code
        and not code.startswith(TOLD_IN_TABLES)
    }
    assert of_rounds == PREDICATES.keys()
    read = {code: set(parameters(predicate)) for code, predicate in PREDICATES.items()}
    assert read == {code: gaps_of(code) for code in PREDICATES}


@every_system
def test_some_hundred_rounds_say_only_what_is_so(code: str) -> None:
    assert check(code, some(10, code)) > 50


@pytest.mark.slow
@every_system
def test_some_hundred_more_say_only_what_is_so(code: str) -> None:
    """The long form, some thousands of each system, is `soak/reasons.py`."""
    with telling(SEED_OF_THE_DAY):
        assert check(code, seeds(len(some(20, code)), first=100)) > 80


@every_system
@given(snapshot=any_evenings, chance=st.integers(0, 2**32))
def test_evenings_that_no_rule_has_paired_say_only_what_is_so(
    code: str, snapshot: TournamentSnapshot, chance: int
) -> None:
    rng = Random(chance)
    preset, options = drawn_options(code, rng)
    rated = tuple(replace(entrant, rating=rng.choice([None, 1000, 1500, 2000])) for entrant in snapshot.entrants)
    each = told(configured(SYSTEMS[code], options, preset=preset), replace(snapshot, entrants=rated))
    assert not (false := false_of(each)), (each.system, false)


# After publishing


def set_rounds(code: str, seeds: range) -> Iterator[tuple[SetRound, Random]]:
    for seed in seeds:
        rng = Random(seed)
        for each in told_rounds(code, seed):
            if each.paired is None or not each.paired.boards:
                continue
            yield (
                SetRound(
                    system=each.system,
                    snapshot=each.snapshot,
                    boards=tuple(
                        SetBoard(
                            board=board.board,
                            white=board.white,
                            black=board.black,
                            has_begun=rng.random() < 0.3,
                            by_hand=board.pinned,
                        )
                        for board in each.paired.boards
                    ),
                    sitting_out=frozenset(bye.player for bye in each.paired.byes if bye.kind == "pairing"),
                ),
                rng,
            )


@pytest.mark.slow
@every_system
def test_a_change_after_publishing_says_only_what_is_so(code: str) -> None:
    plans = 0
    for round_, rng in set_rounds(code, some(6, code)):
        leaver = rng.choice([player for board in round_.boards for player in board.players])
        found = changes_for_leaver(round_, leaver, rng.choice([*AbsenceKind]))
        if late := round_.not_here:
            found += changes_for_latecomer(round_, rng.choice(late))
        for plan in found:
            assert not (false := untrue_plan(round_, plan)), (round_, plan, false)
        plans += len(found)
    assert plans > 50


# What is wrong is found


def altered(fact: Fact, players: Sequence[PlayerId], rng: Random) -> Fact:
    match fact:
        case Player(number):
            return Player(rng.choice([player for player in (*players, 0) if player != number]))
        case Players(numbers):
            return Players(numbers[1:] or (0,))
        case Place(number):
            return Place(number + rng.choice([-1, 1]))
        case Colour():
            return fact.other
        case Fraction():
            return fact + rng.choice([Fraction(1, 2), Fraction(-1)])
        case int():
            return fact + rng.choice([-1, 1])
    raise TypeError(fact)


@cache
def all_said(code: str) -> Sequence[tuple[Said, Reason, Sequence[PlayerId]]]:
    """Each reason, where it was said, and who has entered."""
    return [
        (where, reason, [*each.snapshot.by_number])
        for seed in planted_in(code)
        for each in told_rounds(code, seed)
        if each.paired is not None
        for where, reason in said_of(each.system, each.snapshot, each.paired, each.pinned)
    ]


@pytest.mark.slow
@every_system
def test_a_planted_fact_is_found_out(code: str) -> None:
    """Another player, another count, another colour: of each gap of each rule, at least every other time, since here
    and there what was planted is so as well."""
    rng = Random(code)
    planted: Counter[tuple[str, str]] = Counter()
    caught: Counter[tuple[str, str]] = Counter()
    for where, reason, entered in all_said(code):
        for gap in sorted(gaps_of(reason.rule)):  # of a set: in another order in each process
            facts = {**reason.facts, gap: altered(reason.facts[gap], entered, rng)}
            planted[reason.rule, gap] += 1
            caught[reason.rule, gap] += not is_read_as_true(where, replace(reason, facts=facts))
    assert len(planted) > 30
    missed = {gap: (caught[gap], planted[gap]) for gap in planted if 2 * caught[gap] < planted[gap]}
    assert not missed


def is_read_as_true(where: Said, reason: Reason) -> bool:
    """What makes no sense here, or is of somebody who is not there, is not."""
    try:
        return is_true(where, reason)
    except (AssertionError, IndexError, KeyError, NotImplementedError, ValueError):
        return False


@pytest.mark.slow
@every_system
def test_a_reason_of_another_board_is_found_out(code: str) -> None:
    planted: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for where, reason, _entered in all_said(code):
        if where.board is None or where.board.pinned or not gaps_of(reason.rule):
            continue
        for board in where.scene.boards:
            if board != where.board:
                planted[reason.rule] += 1
                caught[reason.rule] += not is_read_as_true(replace(where, board=board), reason)
    is_knock_out = configured(SYSTEMS[code], {}).capabilities().knocks_out is not None  # and says little of a board
    assert len(planted) > (5 if is_knock_out else 6)
    never = {rule for rule in planted if not caught[rule]}
    assert not never
    named = {rule for rule in planted if gaps_of(rule) & {"higher", "lower", "skipped", "white", "player"}}
    missed = {rule: (caught[rule], planted[rule]) for rule in named if 2 * caught[rule] < planted[rule]}
    assert not missed


IMPLIED = {
    ("bye/lowest", "bye/next_from_below"),
    ("bye/only", "bye/next_from_below"),
    ("norwegian_monrad/2", "bye/next_from_below"),
    ("bye/fewest", "attendance/bye_again"),
    ("colours/turned", "pin/met"),
    ("attendance/unexcused", "cup/not_in"),  # but for the first round
    ("first/places", "first/places_left"),
    ("first/others_left", "neighbours/farther"),
    ("first/may_meet", "first/others_too"),
    ("modified_monrad/4/free", "modified_monrad/7"),
    ("modified_monrad/7", "modified_monrad/4/free"),
    ("neighbours/one_colour_more", "pin/colour_again"),
    ("norwegian_monrad/second/others", "own_order/more_down"),
    ("drawboss_monrad/4", "drawboss_monrad/4/later"),
    ("drawboss_monrad/4/last", "drawboss_monrad/4"),
    ("drawboss_monrad/4/last", "drawboss_monrad/4/later"),
}
"""Wherever the first is so, the second is so too, or nearly."""


@pytest.mark.slow
@every_system
def test_another_rule_with_the_same_facts_is_found_out(code: str) -> None:
    """Of a rule that was said often enough, each other one that the system says, with the same gaps, was wrong at
    least once."""
    of_gaps: dict[frozenset[str], set[str]] = {}
    for _where, reason, _entered in all_said(code):
        of_gaps.setdefault(frozenset(gaps_of(reason.rule)), set()).add(reason.rule)
    planted: Counter[tuple[str, str]] = Counter()
    caught: Counter[tuple[str, str]] = Counter()
    for where, reason, _entered in all_said(code):
        gaps = frozenset(gaps_of(reason.rule))
        for other in of_gaps[gaps] - {reason.rule} if gaps else ():
            planted[reason.rule, other] += 1
            caught[reason.rule, other] += not is_read_as_true(where, replace(reason, rule=other))
    assert planted
    never = {pair for pair, count in planted.items() if count >= OFTEN and not caught[pair]}
    assert never <= IMPLIED


# Where what was said was not so


EXAMPLES = [
    pytest.param(
        AttendanceMonrad(),
        tournament(6, "1:2 0-1, 4:3 1-0, 6:5 1-0", "6:4 1/2-1/2, 3:2 1/2-1/2, 5:1 1-0"),
        (1, 6),
        "P1 is the highest placed of those left whom P6 may play so that all the others can be paired too.",
        id="not the highest placed who leaves opponents: 5, whom 6 has met, would leave them too",
    ),
    pytest.param(
        ModifiedMonrad(),
        tournament(4, "4 excused, 2 excused, 3:1 1-0"),
        (2, 3),
        "P3 had White last time; P2 is the first on the list who had not and can still play P3.",
        id="not the first on the list whatever the colours: the other has had one",
    ),
    pytest.param(
        ModifiedMonrad(),
        tournament(4, "4:3 0-1, 1:2 1/2-1/2", "3:2 1/2-1/2, 1:4 0-1"),
        (2, 4),
        "Everybody who can still play P2 had Black last time too; P4 is the first on the list who had "
        "it only once in a row.",
        id="not the first on the list: whoever has had the colour twice comes later",
    ),
    pytest.param(
        ModifiedMonrad(),
        tournament(
            6,
            "2:3 0-1, 1:4 1-0, 6:5 1-0",
            "1:5 1-0, 3:2 0-1, 4:6 1/2-1/2",
            "1:6 1-0, 5:4 1-0, 2:3 1-0",
        ),
        (4, 2),
        "P6 would have come before P4, but then not all could have been paired, or only with more rematches or worse "
        "ones.",
        id="not that the others could not have been paired: they could, with another rematch",
    ),
    pytest.param(
        DrawbossMonrad(),
        tournament(4, "2 excused, 3 excused, 4:1 1/2-1/2", "3:1 1-0, 2:4 1-0"),
        (4, 3),
        "P3 comes down from those on 1 and plays someone on ½: otherwise not all could have been paired, or more "
        "players would have had to come down, or somebody a second time.",
        id="not that they could not be paired among themselves: 2 and 3 have not met",
    ),
    pytest.param(
        NorwegianMonrad(),
        tournament(4, "3:1 1/2-1/2, 2:4 1/2-1/2", "1:4 1/2-1/2, 2:3 1/2-1/2", "3:1 0-1, 2:4 1-0"),
        (1, 2),
        "P2 cannot have White: it would be the 4th in a row. So P1 gets White.",
        id="not the third in a row: the director had given a third before",
    ),
    pytest.param(
        Keizer(bye_choice=ByeChoice.LOWEST),
        tournament(3, "1:2 1-0, 3 excused"),
        (2, 1),
        "1st against 2nd of those here.",
        id="places, not names twice",
    ),
]


@pytest.mark.parametrize(("system", "snapshot", "board", "said"), EXAMPLES)
def test_it_is_said_as_it_is(
    system: PairingSystem, snapshot: TournamentSnapshot, board: tuple[PlayerId, PlayerId], said: str
) -> None:
    paired = system.pair(snapshot)
    (found,) = [each for each in paired.boards if (each.white, each.black) == board]
    assert said in [sentence(reason, "P{}".format) for reason in found.reasons]
    assert untrue(system, snapshot, paired) == []


def test_two_games_may_be_allowed_so_that_only_a_third_is_more_than_usual() -> None:
    paired = AttendanceMonrad(max_meetings=2).pair(tournament(2, "1:2 0-1", "1:2 1-0"))
    assert [sentence(note, str) for note in paired.notes] == [
        "Not everybody could be paired with at most 2 games of the same two players. Boards over the "
        "limit: 1, as few as possible. First come those who met least often, then those who met longest "
        "ago."
    ]


def test_no_gap_is_said_to_be_enough_where_pairs_had_to_be_freed_too() -> None:
    paired = Keizer(gap=2, max_meetings=1).pair(tournament(2, "2:1 0-1"))
    assert [sentence(note, str) for note in paired.notes] == [
        "Not everybody could be paired with the usual number of rounds between two games of the same "
        "players (2). In this round it is 0. Boards that needed this: 1.",
        "Not everybody could be paired within the limit of games between the same two players (1). "
        "Pairs that were allowed one more, the oldest last game first: 1. Boards that needed it: 1.",
    ]


def test_a_bye_asked_for_is_not_the_one_for_an_odd_number() -> None:
    (bye,) = AttendanceMonrad().pair(tournament(5, "1:2 1-0, 3:4 1-0, 5 zero")).byes
    assert [sentence(reason, "P{}".format) for reason in bye.reasons] == [
        "P5 is the lowest placed of those who have not yet had the bye for an odd number of players."
    ]


@pytest.mark.slow
@every_system
def test_a_board_by_hand_says_all_that_it_does_not_keep(code: str) -> None:
    """What is said is so, by the tests above; here: what is so is said."""
    boards = 0
    for seed in some(8, code):
        for each in told_rounds(code, seed):
            if each.paired is None:
                continue
            record = each.system.capabilities().record(each.snapshot)
            for board in each.paired.boards:
                if board.pinned:
                    codes = {reason.rule for reason in board.reasons}
                    forbidden = frozenset({board.white, board.black}) in each.snapshot.forbidden_pairs
                    assert ("pin/forbidden" in codes) == forbidden
                    if each.system.capabilities().limits.gap is None:
                        assert ("pin/met" in codes) == bool(record.met(board.white, board.black))
                    boards += 1
    assert boards > 5
