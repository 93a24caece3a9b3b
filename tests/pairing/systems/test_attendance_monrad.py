"""Attendance Monrad: the page's worked example, each rule drawn, and everything against the oracle."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.evenings import crowded_evening_by, evening_by
from tests.tools.pairing.oracles.attendance_monrad import Answer, Oracle
from tests.tools.pairing.true_reasons import untrue, untrue_refusal
from tests.tools.seeds import by_seeds
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.history.record import OpenGameCounts
from tournaments.pairing.search.last_resort import LastResort, SecondBye
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad, ColourCount, positions
from tournaments.pairing.tie_breaks.buchholz import Reckoning
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Pin, PinnedBoard, PinnedBye, Reason
from tournaments.pairing.types.snapshot import Entrant, TournamentSnapshot
from tournaments.pairing.wording import sentence

DATA = Path(__file__).parents[2] / "data"
SYSTEM = AttendanceMonrad()


def boards(paired: PairedRound) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in paired.boards]


def byes(paired: PairedRound) -> dict[int, str]:
    return {bye.player: bye.kind.value for bye in paired.byes}


def order(snapshot: TournamentSnapshot, system: AttendanceMonrad = SYSTEM) -> tuple[int, ...]:
    return positions(system.capabilities().record(snapshot))


def reasons(paired: PairedRound, board: int = 1) -> list[str]:
    return [sentence(reason, "P{}".format) for reason in paired.boards[board - 1].reasons]


def notes(paired: PairedRound) -> list[str]:
    return [sentence(note, "P{}".format) for note in paired.notes]


def refusal(snapshot: TournamentSnapshot, system: AttendanceMonrad = SYSTEM, *pinned: Pin) -> list[str]:
    with pytest.raises(PairingImpossible) as caught:
        system.pair(snapshot, pinned=pinned)
    return [sentence(reason, "P{}".format) for reason in caught.value.reasons]


# The worked example


def test_worked_example() -> None:
    assert boards(SYSTEM.pair(tournament(6))) == [(2, 1), (4, 3), (6, 5)]
    after_one = tournament(6, "2:1 1-0, 4:3 1-0, 6:5 1/2-1/2")
    assert order(after_one) == (2, 4, 5, 6, 1, 3)
    assert boards(SYSTEM.pair(after_one)) == [(4, 2), (1, 5), (3, 6)]


def test_six_cards_broken_up_from_below() -> None:
    expected = json.loads((DATA / "attendance_monrad_six.expected.json").read_text())
    file = parse((DATA / "attendance_monrad_six.json").read_bytes())
    assert list(order(file.snapshot)) == expected["positions_before_round_3"]
    assert [list(board) for board in boards(SYSTEM.pair(file.snapshot))] == expected["pair"]


# 1-3: positions


def test_1_numbers_are_drawn_by_lot() -> None:
    entrants = [Entrant(number=number) for number in range(1, 9)]
    lots = Lots("ab" * 32, 0)
    assert SYSTEM.start_numbers(entrants, lots) == lots.sort("number", range(1, 9))


def test_2_equal_cards_keep_the_order_before_the_previous_round_not_the_start_number() -> None:
    assert order(tournament(4, "1:2 0-1, 3:4 1/2-1/2", "2:4 0-1, 3:1 0-1")) == (4, 2, 1, 3)
    assert order(tournament(3, "3:1 1-0, 2 club", "1:2 1-0, 3 excused"), AttendanceMonrad(loss=Fraction(0))) == (
        3,
        1,
        2,
    )


def test_2_cards_of_those_absent_and_withdrawn_are_sorted_too() -> None:
    gone = Entrant(number=3, away=((2, None),))
    chart = tournament([Entrant(number=1), Entrant(number=2), gone], "3:1 1-0, 2 excused")
    assert order(chart) == (3, 1, 2)


def test_3_late_cards_are_laid_behind_and_then_sorted_with_their_points() -> None:
    entrants = [
        Entrant(number=1),
        Entrant(number=2),
        Entrant(number=3, joined_round=2),
        Entrant(number=4, joined_round=3),
    ]
    chart = tournament(entrants, "1:2 1-0")
    assert order(chart) == (1, 2, 3)
    assert order(chart, AttendanceMonrad(late_points=Fraction(2))) == (1, 3, 2)


# 4-8: the round


def test_5_the_bye_goes_to_the_worst_placed_who_has_had_none() -> None:
    paired = SYSTEM.pair(tournament(5, "5 pairing, 1:2 1-0, 3:4 1-0"))
    assert byes(paired) == {4: "pairing"}
    assert [sentence(reason, "P{}".format) for reason in paired.byes[0].reasons] == [
        "P4 is the lowest placed of those who have not yet had the bye for an odd number of players."
    ]


def test_5_the_next_worst_sits_out_where_the_others_could_not_be_paired() -> None:
    paired = SYSTEM.pair(tournament(3, "1:2 1-0, 3 zero"))
    assert byes(paired) == {2: "pairing"}
    assert [sentence(reason, "P{}".format) for reason in paired.byes[0].reasons] == [
        "P2 is the first in turn whose bye lets all the others be paired.",
        "With a bye for P3 the others could not all have been paired.",
    ]


def test_5_who_has_had_one_comes_after_all_others_even_where_placed_lower() -> None:
    assert byes(SYSTEM.pair(tournament(3, "3 pairing, 1:2 *"), pinned=[])) == {2: "pairing"}
    paired = SYSTEM.pair(tournament(1, "1 pairing"))
    assert byes(paired) == {1: "pairing"}


def test_5_a_bye_asked_for_is_not_a_bye_had() -> None:
    assert byes(SYSTEM.pair(tournament(3, "1 club, 2 club, 3 zero"))) == {3: "pairing"}


AGAIN = "P{} has the bye again; byes before this one: 1."
REMATCH = (
    "Not everybody could be paired without a rematch. Rematches: 1, as few as possible. First come "
    "those who met least often, then those who met longest ago."
)


def test_5_a_second_bye_is_a_note_of_the_round_where_everybody_has_had_one() -> None:
    others = ["1 pairing", "2 pairing", "3 pairing"]
    assert notes(SYSTEM.pair(tournament(3, *others[:2]))) == []
    paired = SYSTEM.pair(tournament(3, *others))
    assert (byes(paired), notes(paired)) == ({3: "pairing"}, [AGAIN.format(3)])


def test_5_a_second_bye_is_a_note_where_the_others_had_their_turn_but_could_not_be_paired() -> None:
    """1 has had the bye; with a bye for 2 or 3 the others, who have met, could not be paired."""
    paired = SYSTEM.pair(tournament(3, "1 pairing, 2 club, 3 club", "1:2 *", "1:3 *"))
    assert (byes(paired), boards(paired), notes(paired)) == ({1: "pairing"}, [(3, 2)], [AGAIN.format(1)])


def test_5_a_second_bye_is_a_note_beside_the_rematches() -> None:
    paired = SYSTEM.pair(tournament(3, "3 pairing, 1:2 1-0", "2 pairing, 1:3 *", "1 pairing, 2:3 *"))
    assert (byes(paired), notes(paired)) == ({3: "pairing"}, [REMATCH, AGAIN.format(3)])
    least = SYSTEM.pair(
        tournament(
            5, "5 pairing, 1:2 1-0, 3:4 1-0", "4 pairing, 5:3 1-0", "3 pairing, 5:4 1-0", coming="1 club, 2 club"
        )
    )
    assert [reason.rule for reason in least.byes[0].reasons] == ["bye/least_cost"]
    assert notes(least) == [REMATCH, AGAIN.format(5)]


def test_5_a_second_bye_is_a_note_where_one_is_alone() -> None:
    paired = SYSTEM.pair(tournament(1, "1 pairing"))
    assert [reason.rule for reason in paired.byes[0].reasons] == ["bye/only"]
    assert notes(paired) == [AGAIN.format(1)]


def test_5_a_second_bye_by_the_director_is_said_of_the_bye_itself() -> None:
    paired = SYSTEM.pair(tournament(2, "1 pairing, 2 club"), pinned=[PinnedBye(player=1), PinnedBye(player=2)])
    said = {bye.player: [sentence(reason, "P{}".format) for reason in bye.reasons] for bye in paired.byes}
    assert said == {
        1: ["The director has given P1 the bye.", AGAIN.format(1)],
        2: ["The director has given P2 the bye."],
    }
    assert notes(paired) == []


ONCE = AttendanceMonrad(second_bye=SecondBye.STOP)
BY_HAND_OR_OPTION = (
    "The director can give somebody the bye by hand, or allow a second bye by an option of the tournament."
)


def test_5_nobody_sits_out_twice_where_the_option_says_so() -> None:
    chart = tournament(3, "1 pairing", "2 pairing", "3 pairing")
    assert refusal(chart, ONCE) == [
        "Somebody must sit out, but nobody twice, and all to be paired have had the bye: P1, P2 and P3.",
        BY_HAND_OR_OPTION,
    ]
    assert byes(ONCE.pair(chart, pinned=[PinnedBye(player=2)])) == {2: "pairing"}
    assert byes(ONCE.pair(tournament(4, "1 pairing", "2 pairing", "3 pairing"))) == {}


def test_5_a_rematch_comes_before_a_second_bye_where_nobody_sits_out_twice() -> None:
    """1 has had the bye; with a bye for 2 or 3 the others have met."""
    chart = tournament(3, "1 pairing, 2 club, 3 club", "1:2 *", "1:3 *")
    assert (byes(ONCE.pair(chart)), notes(ONCE.pair(chart))) == ({3: "pairing"}, [REMATCH])
    assert refusal(chart, AttendanceMonrad(second_bye=SecondBye.STOP, last_resort=LastResort.STOP)) == [
        "Somebody must sit out, but nobody twice: the others can only be paired if one of these, who "
        "have already had the bye, sits out again: P1.",
        BY_HAND_OR_OPTION,
    ]


def test_5_who_is_alone_and_has_had_the_bye_stops_the_round_too() -> None:
    assert refusal(tournament(1, "1 pairing"), ONCE)[0] == (
        "Somebody must sit out, but nobody twice, and all to be paired have had the bye: P1."
    )


def test_5_where_a_second_bye_would_not_help_it_is_not_spoken_of() -> None:
    chart = tournament(3, "3 pairing, 1:2 *", "1:3 *", "2:3 *")
    assert refusal(chart, AttendanceMonrad(second_bye=SecondBye.STOP, last_resort=LastResort.STOP)) == [
        "No possible opponent is left for: P3, P1 and P2.",
        "The director can allow a rematch, pair by hand or give another bye.",
    ]


def test_5_the_option_is_told_with_the_rules() -> None:
    said = [[sentence(reason, str) for reason in system.settings()] for system in (SYSTEM, ONCE)]
    assert [line for line in said[1] if line not in said[0]] == [
        "Nobody sits out a second time because of an odd number of players."
    ]
    assert ONCE.capabilities().bye_once


def test_6_the_reason_says_who_stood_higher() -> None:
    paired = SYSTEM.pair(tournament(4, "2:1 1/2-1/2, 4:3 1/2-1/2"))
    assert boards(paired) == [(3, 1), (4, 2)]
    assert reasons(paired) == [
        "P3 is the highest placed of those left whom P1 may play.",
        "P2 is placed higher, but met P1 in round 1.",
        "Both have had White equally often: P3 is placed lower, so gets White.",
    ]


def test_6_more_than_three_passed_over_are_counted() -> None:
    paired = SYSTEM.pair(tournament(8, *(f"1:{other} 1/2-1/2" for other in (2, 3, 4, 5, 6))))
    assert boards(paired)[0] == (7, 1)
    assert reasons(paired)[3:5] == [
        "P4 is placed higher, but met P1 in round 3.",
        "Further players placed higher whom P1 may not play: 2.",
    ]
    paired = SYSTEM.pair(tournament(8, *(f"8:{other} *" for other in (2, 3, 4, 5, 6, 7))))
    assert boards(paired)[0] == (1, 8)
    assert reasons(paired)[3:5] == [
        "P4 is placed higher, but then the others could not all have been paired.",
        "Further players placed higher with whom the others could not all have been paired: 3.",
    ]


def test_6_forbidden_pairs_never_meet() -> None:
    chart = tournament(4, forbidden_pairs=frozenset({frozenset({1, 2})}))
    assert boards(SYSTEM.pair(chart)) == [(3, 1), (4, 2)]
    assert "P2 is placed higher, but must not meet P1." in reasons(SYSTEM.pair(chart))


def test_7_who_has_had_fewer_whites_has_white() -> None:
    chart = tournament(3, "1:2 1-0, 3 excused", coming="2 excused")
    assert boards(SYSTEM.pair(chart)) == [(3, 1)]
    assert reasons(SYSTEM.pair(chart))[-1] == "P3 has had White fewer times (0 against 1), so gets White."


def test_7_the_balance_counts_blacks_too() -> None:
    chart = tournament(4, "1:2 1-0, 3 club, 4 club", "3:1 0-1, 2 club, 4 club", coming="2 club, 3 club")
    assert boards(SYSTEM.pair(chart)) == [(4, 1)]
    level = tournament(4, "1:2 0-1, 3:4 0-1", "3:1 0-1, 4:2 0-1", coming="1 club, 4 club")
    assert boards(SYSTEM.pair(level)) == [(2, 3)]
    blacks = tournament(4, "1:2 1/2-1/2, 3 club, 4 club", coming="1 club, 4 club")
    assert boards(SYSTEM.pair(blacks)) == [(3, 2)]
    assert boards(AttendanceMonrad(colour_count=ColourCount.BALANCE).pair(blacks)) == [(2, 3)]


def test_8_two_may_meet_as_often_as_the_option_says() -> None:
    chart = tournament(2, "2:1 1-0")
    assert boards(AttendanceMonrad(max_meetings=2).pair(chart)) == [(1, 2)]
    assert not AttendanceMonrad(max_meetings=2).pair(chart).notes


def test_8_a_rematch_is_the_last_resort_and_is_said() -> None:
    paired = SYSTEM.pair(tournament(2, "2:1 1-0"))
    assert boards(paired) == [(1, 2)]
    assert [note.rule for note in paired.notes] == ["last_resort/rematches"]
    assert reasons(paired)[0] == "Rematch as a last resort. Earlier games of P2 and P1: 1, the last in round 1."


def test_8_stop_says_who_is_stuck_and_what_can_be_done() -> None:
    stop = AttendanceMonrad(last_resort=LastResort.STOP)
    assert refusal(tournament(2, "2:1 1-0"), stop) == [
        "No possible opponent is left for: P2 and P1.",
        "The director can allow a rematch, pair by hand or give another bye.",
    ]


def test_8_forbidden_pairs_are_not_relaxed() -> None:
    chart = tournament(2, forbidden_pairs=frozenset({frozenset({1, 2})}))
    assert refusal(chart)[0] == "Even with rematches the forbidden pairs leave somebody without an opponent."


# Small and finished evenings


def test_nobody_present() -> None:
    assert refusal(tournament(0)) == ["Nobody is present."]
    assert refusal(tournament(2, coming="1 excused, 2 half")) == ["Nobody is present."]


def test_one_present_has_the_bye() -> None:
    paired = SYSTEM.pair(tournament(2, coming="2 unexcused"))
    assert byes(paired) == {1: "pairing"}
    assert [left.player for left in paired.left_out] == [2]


def test_all_planned_rounds_are_played() -> None:
    chart = tournament(2, "1:2 1-0", planned_rounds=1)
    assert refusal(chart) == ["All planned rounds have been played; rounds so far: 1."]
    assert SYSTEM.is_finished(chart)
    assert not SYSTEM.is_finished(tournament(2, "1:2 1-0"))


def test_left_out_says_why() -> None:
    entrants = [
        Entrant(number=1),
        Entrant(number=2, joined_round=3),
        Entrant(number=3, away=((1, None),)),
        *(Entrant(number=number) for number in (4, 5, 6)),
    ]
    paired = SYSTEM.pair(tournament(entrants, coming="4 excused, 5 unexcused, 6 club"))
    assert [sentence(left.reasons[0], "P{}".format) for left in paired.left_out] == [
        "P2 joins in round 3.",
        "P3 has withdrawn.",
        "P4 has an excused absence.",
        "P5 has an unexcused absence.",
        "P6 is on club duty.",
    ]


# The director's boards


def test_pinned_boards_come_first_and_keep_their_place_in_the_order() -> None:
    paired = SYSTEM.pair(tournament(6), pinned=[PinnedBoard(white=2, black=6), PinnedBye(player=3)])
    assert boards(paired) == [(4, 1), (2, 6)]
    assert byes(paired) == {5: "pairing", 3: "pairing"}  # the rest is odd again, so it has a bye of its own
    assert [board.pinned for board in paired.boards] == [False, True]


def test_a_pinned_rematch_or_forbidden_pair_is_said_not_refused() -> None:
    chart = tournament(2, "1:2 1-0", forbidden_pairs=frozenset({frozenset({1, 2})}))
    paired = SYSTEM.pair(chart, pinned=[PinnedBoard(white=1, black=2)])
    assert [reason.rule for reason in paired.boards[0].reasons] == ["pin/board", "pin/met", "pin/forbidden"]


def test_pins_of_somebody_absent_or_twice_are_refused() -> None:
    chart = tournament(4, coming="4 excused")
    assert refusal(chart, SYSTEM, PinnedBoard(white=1, black=4), PinnedBye(player=1)) == [
        "P4 is set by the director, but is not there to be paired.",
        "P1 is set by the director more than once.",
    ]


# Against the oracle

POINTS = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)]


def system_by(rng: Random) -> AttendanceMonrad:
    return AttendanceMonrad(
        win=rng.choice([Fraction(3), Fraction(1)]),
        draw=rng.choice([Fraction(2), Fraction(1, 2)]),
        loss=rng.choice([Fraction(1), Fraction(0)]),
        bye_points=rng.choice(POINTS),
        absent_points=rng.choice(POINTS),
        excused_points=rng.choice(POINTS),
        late_points=rng.choice(POINTS),
        colour_count=rng.choice([*ColourCount]),
        max_meetings=rng.choice([1, 1, 1, 2, 3]),
        last_resort=rng.choice([LastResort.REMATCH, LastResort.REMATCH, LastResort.STOP]),
        second_bye=rng.choice([SecondBye.GIVE, SecondBye.GIVE, SecondBye.STOP]),
        buchholz=rng.choice([*Reckoning]),
        open_game=rng.choice([*OpenGameCounts]),
    )


Drawn: TypeAlias = tuple[TournamentSnapshot, AttendanceMonrad]


@by_seeds(lambda rng: (evening_by(rng), system_by(rng)), times=10)
def test_every_evening_is_paired_as_the_oracle_does(drawn: Drawn) -> None:
    check_round(*drawn, [])


@by_seeds(lambda rng: (crowded_evening_by(rng), system_by(rng)), times=10)
def test_8_the_least_rematches_are_those_of_the_oracle(drawn: Drawn) -> None:
    check_round(*drawn, [])


@by_seeds(lambda rng: (evening_by(rng), system_by(rng), rng.randrange(2**32)), times=10)
def test_pins_are_taken_out_and_the_rest_is_as_the_oracle_does(
    drawn: tuple[TournamentSnapshot, AttendanceMonrad, int],
) -> None:
    snapshot, system, chance = drawn
    rng = Random(chance)
    away = {absence.player for absence in snapshot.next_round.absences}
    asked = {bye.player for bye in snapshot.next_round.byes}
    present = [e.number for e in snapshot.entrants if e.takes_part(snapshot.next_number)]
    present = [player for player in present if player not in away | asked]
    rng.shuffle(present)
    pins: list[Pin] = [PinnedBye(player=present.pop())] if present and rng.random() < 0.5 else []
    while len(present) >= 2 and rng.random() < 0.5:
        pins.append(PinnedBoard(white=present.pop(), black=present.pop()))
    check_round(snapshot, system, pins)


def facts_of(reason: Reason) -> dict[str, Any]:
    return {name: getattr(fact, "number", fact) for name, fact in reason.facts.items()}


def again_of(oracle: Oracle, answer: Answer) -> dict[str, int]:
    """How many pairs meet once more than they may, and how often that is where it is not once."""
    limit = oracle.options.max_meetings
    count = sum(not oracle.may_meet(*pair) for pair in answer.pairs)
    return {"count": count} if limit == 1 else {"limit": limit, "count": count}


def check_round(snapshot: TournamentSnapshot, system: AttendanceMonrad, pins: list[Pin]) -> None:
    oracle = Oracle(snapshot, system)
    by_hand = [(pin.white, pin.black) for pin in pins if isinstance(pin, PinnedBoard)]
    sits_out = next((pin.player for pin in pins if isinstance(pin, PinnedBye)), None)
    expected = oracle.pair(by_hand, sits_out)
    if expected is None:
        with pytest.raises(PairingImpossible) as caught:
            system.pair(snapshot, pinned=pins)
        assert caught.value.reasons
        assert untrue_refusal(system, snapshot, caught.value.reasons, pins) == []
        return
    paired = system.pair(snapshot, pinned=pins)
    assert boards(paired) == expected.boards
    assert byes(paired) == expected.byes
    assert [board.board for board in paired.boards] == list(range(1, len(paired.boards) + 1))
    everybody = [p for board in boards(paired) for p in board] + [bye.player for bye in paired.byes]
    assert sorted(everybody + [left.player for left in paired.left_out]) == sorted(snapshot.by_number)
    again = expected.bye is not None and oracle.byes_had(expected.bye) > 0
    assert {note.rule: facts_of(note) for note in paired.notes} == (
        {f"last_resort/{'rematches' if system.max_meetings == 1 else 'meetings'}": again_of(oracle, expected)}
        if expected.relaxed
        else {}
    ) | ({"attendance/bye_again": {"player": expected.bye, "count": oracle.byes_had(expected.bye)}} if again else {})
    assert untrue(system, snapshot, paired, pins) == []


@by_seeds(lambda rng: (evening_by(rng), system_by(rng)), times=10)
def test_every_table_is_as_the_oracle_says(drawn: Drawn) -> None:
    snapshot, system = drawn
    oracle = Oracle(snapshot, system)
    table = system.standings(snapshot, tie_breaks_of(system))
    shown = [
        (row.rank, row.player, *(row.cells[code].value for code in ("points", "Buchholz-1", "wins", "blacks")))
        for row in table.rows
    ]
    assert shown == oracle.standings()
    assert {row.player: row.cells["position"].value for row in table.rows} == {
        player: place for place, player in enumerate(oracle.positions(), start=1)
    }
    for row in table.rows:
        for column in table.columns:
            terms = row.cells[column.code].terms
            assert column.code == "position" or sum(term.amount for term in terms) == row.cells[column.code].value


@pytest.mark.parametrize("option", ["absent_points", "excused_points", "late_points"])
def test_staying_away_never_costs_more_than_withdrawing_gives(option: str) -> None:
    """Withdrawn rounds give 0 (rulebook, README), so an absence must not give less."""
    with pytest.raises(OptionError) as error:
        configured(AttendanceMonrad, {option: "-1"})
    assert error.value.option == option
