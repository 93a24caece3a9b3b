"""The verifier: what it finds in tournaments that somebody has been at, and what it leaves alone."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.tools.pairing.decided import with_ties_decided
from tests.tools.pairing.drawing import tournament
from tournaments.pairing.audit.verification import KeptRound, PublishedWitness, RoundVerdict, Verdict, verify
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.explanations.late_changes import SetBoard, SetRound, paired_on_second_date
from tournaments.pairing.protocols import PairingSystem, ScheduledSystem
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)

ATTENDANCE = configured(SYSTEMS["attendance_monrad"], {})
NORWEGIAN = configured(SYSTEMS["norwegian_monrad"], {})


def verdict(snapshot: TournamentSnapshot, system: PairingSystem = ATTENDANCE, **witnesses: Any) -> Verdict:
    return verify(system, tie_breaks_of(system), snapshot, **witnesses)


def found(each: RoundVerdict) -> set[str]:
    return {reason.rule.removeprefix("verification/") for reason in (*each.differing, *each.broken)}


def played(
    players: int, rounds: int, *, system: PairingSystem = ATTENDANCE, result: Result = Result.DRAW, **facts: Any
) -> TournamentSnapshot:
    """As the system pairs, everybody there, all games alike."""
    snapshot = tournament(players, **facts)
    for _round in range(rounds):
        snapshot = with_round(snapshot, system, result)
    return snapshot


def with_round(
    snapshot: TournamentSnapshot, system: PairingSystem = ATTENDANCE, result: Result = Result.DRAW
) -> TournamentSnapshot:
    paired = system.pair(snapshot)
    games = tuple(
        PlayedGame(board=board.board, white=board.white, black=board.black, result=result) for board in paired.boards
    )
    byes = tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes)
    each = PlayedRound(number=paired.number, games=games, byes=byes)
    after = replace(snapshot, rounds=(*snapshot.rounds, each), next_round=NextRound())
    return with_ties_decided(system, after, Random(paired.number))


def changed(snapshot: TournamentSnapshot, number: int, **values: Any) -> TournamentSnapshot:
    rounds = list(snapshot.rounds)
    rounds[number - 1] = replace(rounds[number - 1], **values)
    return replace(snapshot, rounds=tuple(rounds))


def with_game(snapshot: TournamentSnapshot, number: int, board: int, **values: Any) -> TournamentSnapshot:
    games = list(snapshot.rounds[number - 1].games)
    games[board - 1] = replace(games[board - 1], **values)
    return changed(snapshot, number, games=tuple(games))


def test_a_tournament_as_the_system_pairs_holds() -> None:
    looked = verdict(played(9, 5))
    assert looked.holds
    assert [(each.number, each.boards, each.by_hand) for each in looked.rounds] == [(n, 4, ()) for n in range(1, 6)]


def test_turned_colours_are_found() -> None:
    snapshot = played(6, 2)
    game = snapshot.rounds[1].games[0]
    looked = verdict(with_game(snapshot, 2, 1, white=game.black, black=game.white))
    assert [found(each) for each in looked.rounds] == [set(), {"colours"}]


def test_other_pairs_are_found_with_what_the_system_pairs() -> None:
    snapshot = played(6, 1)
    one, two, three = snapshot.rounds[0].games
    swapped = changed(snapshot, 1, games=(replace(one, black=two.black), replace(two, black=one.black), three))
    [each] = verdict(swapped).rounds
    rules = [(reason.rule, reason.facts["board"]) for reason in each.differing]
    assert rules == [
        ("verification/board", 1),
        ("verification/board", 2),
        ("verification/proposed", 1),
        ("verification/proposed", 2),
    ]
    assert found(each) == {"board", "proposed"}


def test_boards_in_another_order_are_found() -> None:
    snapshot = played(4, 1)
    one, two = snapshot.rounds[0].games
    [each] = verdict(changed(snapshot, 1, games=(replace(two, board=1), replace(one, board=2)))).rounds
    assert found(each) == {"place"}


def test_another_bye_is_found_once_and_not_on_every_board() -> None:
    snapshot = played(5, 1)
    games, byes = snapshot.rounds[0].games, (PlayedBye(player=1, kind=ByeKind.PAIRING),)
    others = (replace(games[0], white=3, black=2), replace(games[1], white=5, black=4))
    [each] = verdict(changed(snapshot, 1, games=others, byes=byes)).rounds
    assert [reason.rule for reason in each.differing] == ["verification/bye", "verification/proposed_bye"]
    assert each.differing[1].facts["player"].number == 5  # type: ignore[union-attr]


def test_boards_set_by_hand_before_pairing_are_told_apart() -> None:
    snapshot = tournament(6)
    paired = ATTENDANCE.pair(snapshot, pinned=[PinnedBoard(white=1, black=6)])
    games = tuple(
        PlayedGame(board=b.board, white=b.white, black=b.black, result=Result.DRAW, by_hand=b.pinned)
        for b in paired.boards
    )
    [each] = verdict(replace(snapshot, rounds=(PlayedRound(number=1, games=games),))).rounds
    assert each.holds
    assert [reason.rule for reason in each.by_hand] == ["verification/by_hand"]


def test_boards_moved_by_hand_after_pairing_leave_the_others_as_they_are() -> None:
    snapshot = played(7, 3, result=Result.WHITE_WINS)
    one, two, *rest = snapshot.rounds[2].games
    moved = (replace(one, black=two.black, by_hand=True), replace(two, black=one.black, by_hand=True), *rest)
    each = verdict(changed(snapshot, 3, games=moved)).rounds[2]
    assert each.holds
    assert len(each.by_hand) == 2


def test_who_had_the_bye_may_have_been_put_on_a_board_by_hand() -> None:
    snapshot = played(7, 3, result=Result.WHITE_WINS)
    (one, *rest), [bye] = snapshot.rounds[2].games, snapshot.rounds[2].byes
    moved = (replace(one, black=bye.player, by_hand=True), *rest)
    sits_out = (PlayedBye(player=one.black, kind=ByeKind.PAIRING),)
    each = verdict(changed(snapshot, 3, games=moved, byes=sits_out)).rounds[2]
    assert each.holds
    assert {reason.rule for reason in each.by_hand} == {"verification/by_hand", "verification/bye_by_hand"}


def test_a_board_beside_those_set_by_hand_must_still_be_the_systems() -> None:
    snapshot = played(8, 1)
    one, two, three, four = snapshot.rounds[0].games
    games = (
        replace(one, black=two.black, by_hand=True),
        replace(two, black=one.black, by_hand=True),
        replace(three, black=four.black),
        replace(four, black=three.black),
    )
    [each] = verdict(changed(snapshot, 1, games=games)).rounds
    assert {reason.facts["board"] for reason in each.differing if reason.rule == "verification/board"} == {3, 4}


def test_what_is_found_out_later_was_not_known_when_a_round_was_paired() -> None:
    """A postponed game and a corrected one change the standings, and no earlier pairing."""
    snapshot = played(8, 1, result=Result.WHITE_WINS)
    open_then = with_game(snapshot, 1, 1, result=Result.OPEN)
    three_rounds = with_round(with_round(open_then))
    now = with_game(three_rounds, 1, 1, result=Result.BLACK_WINS, known_from=4)
    now = with_game(now, 1, 2, result=Result.BLACK_WINS, known_from=4, earlier=((Result.WHITE_WINS, 2),))
    assert verdict(now).holds
    forgotten = with_game(now, 1, 1, known_from=None)
    assert not verdict(forgotten).rounds[1].holds


@pytest.mark.parametrize(
    "values",
    [
        {"known_from": 1},
        {"known_from": 3, "earlier": ((Result.DRAW, 3),)},
        {"known_from": 4, "earlier": ((Result.DRAW, 3), (Result.OPEN, 2))},
    ],
)
def test_results_known_out_of_time_are_found(values: dict[str, Any]) -> None:
    snapshot = with_game(played(6, 4), 1, 3, **values)
    assert "known" in found(verdict(snapshot).rounds[0])


def test_who_stayed_away_is_read_off_the_round() -> None:
    snapshot = tournament(7, coming="3 excused, 5 half")
    snapshot = with_round(snapshot)
    asked = (*snapshot.rounds[0].byes, PlayedBye(player=5, kind=ByeKind.HALF))
    assert verdict(changed(snapshot, 1, byes=tuple({bye.player: bye for bye in asked}.values()))).holds


def test_a_bye_by_hand_is_taken_for_one_where_the_system_stops() -> None:
    """Norwegian Monrad gives nobody a second walk-over; three players in a fourth round are the director's."""
    snapshot = played(3, 3, system=NORWEGIAN)
    by_hand = PlayedRound(
        number=4,
        games=(PlayedGame(board=1, white=1, black=2, result=Result.DRAW, by_hand=True),),
        byes=(PlayedBye(player=3, kind=ByeKind.PAIRING),),
    )
    fourth = verdict(replace(snapshot, rounds=(*snapshot.rounds, by_hand)), NORWEGIAN).rounds[3]
    assert fourth.holds
    assert {reason.rule for reason in fourth.by_hand} == {"verification/by_hand", "verification/bye_by_hand"}


def test_of_two_byes_one_at_most_is_the_systems() -> None:
    snapshot = tournament(6)
    given = (PlayedBye(player=2, kind=ByeKind.PAIRING),)
    snapshot = with_round(replace(snapshot, next_round=NextRound(byes=given)))
    [each] = verdict(snapshot).rounds
    assert each.holds
    assert [reason.facts["player"].number for reason in each.by_hand] == [2]  # type: ignore[union-attr]


def test_a_round_that_the_system_would_not_pair_is_found_with_its_reasons() -> None:
    snapshot = played(2, 1, system=NORWEGIAN)
    again = PlayedRound(number=2, games=(PlayedGame(board=1, white=1, black=2, result=Result.DRAW),))
    second = verdict(replace(snapshot, rounds=(*snapshot.rounds, again)), NORWEGIAN).rounds[1]
    assert [reason.rule for reason in second.differing] == [
        "verification/impossible",
        "impossible/met_everybody",
        "impossible/allow_rematch",
    ]
    assert [reason.rule for reason in second.broken] == ["verification/rematch"]


def test_a_declared_rematch_is_nothing_to_find() -> None:
    assert verdict(played(4, 5)).holds


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"byes": (PlayedBye(player=1, kind=ByeKind.HALF),)}, "twice"),
        ({"byes": (PlayedBye(player=9, kind=ByeKind.HALF),)}, "no_entrant"),
        ({"games": (PlayedGame(board=1, white=1, black=1, result=Result.DRAW),)}, "alone"),
        ({"games": (PlayedGame(board=2, white=2, black=1, result=Result.DRAW),)}, "board_numbers"),
    ],
)
def test_what_no_round_may_be_is_found(values: dict[str, Any], rule: str) -> None:
    looked = verdict(changed(played(4, 1), 1, **values))
    assert not looked.holds
    assert rule in found(looked.rounds[0])


def test_somebody_who_had_withdrawn_is_found_on_a_board() -> None:
    snapshot = played(4, 1)
    gone = tuple(replace(each, away=((1, None),)) if each.number == 2 else each for each in snapshot.entrants)
    assert "takes_no_part" in found(verdict(replace(snapshot, entrants=gone)).rounds[0])


@pytest.mark.parametrize("code", SYSTEMS)
def test_somebody_who_had_not_joined_is_found_on_a_board(code: str) -> None:
    system = configured(SYSTEMS[code], {})
    snapshot = played(7, 3, system=system, planned_rounds=4)
    entrants = tuple(replace(each, joined_round=3) if each.number == 2 else each for each in snapshot.entrants)
    looked = verdict(replace(snapshot, entrants=entrants), system)
    sat = [2 in {game.white, game.black} for game in snapshot.rounds[1].games]
    sat += [bye.player == 2 for bye in snapshot.rounds[1].byes]  # who is out does not sit
    if isinstance(system, ScheduledSystem):  # a plan's games of rounds gone by are set up for whoever joins late
        assert looked.holds
        return
    assert ["takes_no_part" in found(each) for each in looked.rounds] == [True, any(sat), False]


def test_a_forbidden_pair_is_found() -> None:
    snapshot = replace(played(4, 1), forbidden_pairs=frozenset({frozenset({1, 2})}))
    assert "forbidden" in found(verdict(snapshot).rounds[0])


def test_rounds_with_a_gap_are_found() -> None:
    snapshot = played(4, 2)
    looked = verdict(replace(snapshot, rounds=snapshot.rounds[1:]))
    assert [reason.rule for reason in looked.tables] == ["verification/round_numbers"]


def test_a_late_entrant_was_not_yet_on_the_list_under_keizer() -> None:
    """Late entrants shift all values of a Keizer list; the file does not say when they entered."""
    keizer = configured(SYSTEMS["keizer"], {})
    snapshot = played(6, 3, system=keizer, result=Result.WHITE_WINS)
    late = replace(snapshot, entrants=(*snapshot.entrants, Entrant(number=7, joined_round=4)))
    for each in (late, with_round(late, keizer)):
        assert verdict(each, keizer).holds


def test_a_tournament_broken_off_paired_its_last_round_as_any_other() -> None:
    system = configured(SYSTEMS["modified_monrad"], {})
    for seed in range(4, 20, 2):
        snapshot = played(seed, 3, system=system, result=Result.WHITE_WINS, planned_rounds=9)
        looked = verdict(replace(snapshot, planned_rounds=3), system)
        assert looked.holds
        if notes := looked.rounds[2].notes:
            assert [note.rule for note in notes] == ["verification/broken_off"]
            return
    pytest.fail("no field in which the last round is paired otherwise")


def test_what_was_kept_is_a_second_witness() -> None:
    snapshot = played(6, 2, result=Result.WHITE_WINS)
    kept = {2: KeptRound(system=ATTENDANCE, snapshot=snapshot.after(1))}
    assert verdict(snapshot, kept=kept).holds
    otherwise = with_game(snapshot, 1, 1, result=Result.BLACK_WINS)
    looked = verdict(otherwise, kept=kept)
    assert [reason.facts for reason in looked.rounds[1].broken] == [{"round": 1, "board": 1}]


def test_what_only_the_record_knows_is_no_fault() -> None:
    """A pair that was forbidden after the round."""
    snapshot = played(6, 1)
    kept = {1: KeptRound(system=ATTENDANCE, snapshot=snapshot.after(0))}
    later = replace(snapshot, forbidden_pairs=frozenset({frozenset({1, 2})}))
    [each] = verdict(later, kept=kept).rounds
    assert each.holds
    assert [note.rule for note in each.notes] == ["verification/file_alone"]


def test_a_published_table_must_be_what_was_known_then() -> None:
    snapshot = played(6, 1, result=Result.WHITE_WINS)
    table = ATTENDANCE.standings(snapshot, ())
    right = PublishedWitness(system=ATTENDANCE, tie_breaks=(), snapshot=snapshot, table=table)
    assert verdict(snapshot, published={1: right}).holds
    top, *rest = table.rows
    wrong = replace(right, table=replace(table, rows=(replace(top, rank=2), *rest)))
    assert [reason.rule for reason in verdict(snapshot, published={1: wrong}).tables] == ["verification/published"]


def test_a_published_table_may_have_called_its_columns_otherwise() -> None:
    snapshot = played(6, 1, result=Result.WHITE_WINS)
    table = ATTENDANCE.standings(snapshot, ())
    columns = tuple(replace(column, name="As it was called", legend="As it was said") for column in table.columns)
    kept = PublishedWitness(system=ATTENDANCE, tie_breaks=(), snapshot=snapshot, table=replace(table, columns=columns))
    assert verdict(snapshot, published={1: kept}).holds
    other = replace(kept, table=replace(table, columns=table.columns[:1]))
    assert not verdict(snapshot, published={1: other}).holds


class Crooked:
    """Attendance Monrad that shows other tables than it should."""

    def __init__(self, bend: Any) -> None:
        self.bend = bend

    def __getattr__(self, name: str) -> Any:
        return getattr(ATTENDANCE, name)

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Any) -> Any:
        table = ATTENDANCE.standings(snapshot, tie_breaks)
        return replace(table, rows=self.bend(table.rows)) if len(snapshot.rounds) == 2 else table


def _other_points(rows: Any) -> Any:
    cell = replace(rows[0].cells["points"], value=Fraction(99))
    return (replace(rows[0], cells={**rows[0].cells, "points": cell}), *rows[1:])


@pytest.mark.parametrize(
    ("bend", "rules"),
    [
        (_other_points, {"history", "sum", "conserved"}),
        (lambda rows: rows[1:], {"history", "listed", "rank"}),
        (lambda rows: rows[::-1], {"rank"}),
        (lambda rows: tuple(replace(row, rank=1) for row in rows), {"rank"}),
    ],
)
def test_tables_that_do_not_hold_are_found(bend: Any, rules: set[str]) -> None:
    snapshot = played(7, 2, result=Result.WHITE_WINS)
    crooked: Any = Crooked(bend)
    tables = verify(crooked, tie_breaks_of(ATTENDANCE), snapshot).tables
    assert {reason.rule.removeprefix("verification/") for reason in tables} == rules
    assert {reason.facts.get("round", 2) for reason in tables} == {2}


# On two dates


def on_two_dates(*, plays_on: bool = True) -> TournamentSnapshot:
    """Of nine five are there on the first date of round 2; then the others come, and whoever sat out may play on."""
    before = played(9, 1)
    away = tuple(Absence(player=number, kind=AbsenceKind.EXCUSED) for number in (2, 4, 6, 9))
    first = ATTENDANCE.pair(replace(before, next_round=NextRound(absences=away)))
    shown = SetRound(
        system=ATTENDANCE,
        snapshot=replace(before, next_round=NextRound(absences=away)),
        boards=tuple(
            SetBoard(board=board.board, white=board.white, black=board.black, has_begun=True) for board in first.boards
        ),
        sitting_out=frozenset(bye.player for bye in first.byes),
    )
    here = frozenset({2, 4, 6}) | (shown.sitting_out if plays_on else frozenset())
    change = paired_on_second_date(shown, here)
    games = [
        PlayedGame(board=each.board, white=each.white, black=each.black, result=Result.DRAW) for each in shown.boards
    ]
    games += [
        PlayedGame(board=each.board, white=each.white, black=each.black, result=Result.DRAW, date="2026-11-27")
        for each in change.boards
    ]
    out = {*change.byes, *(shown.sitting_out - change.no_longer_out)}
    byes = tuple(PlayedBye(player=player, kind=ByeKind.PAIRING) for player in sorted(out))
    return replace(before, rounds=(*before.rounds, PlayedRound(number=2, games=tuple(games), byes=byes)))


@pytest.mark.parametrize("plays_on", [True, False])
def test_a_round_on_two_dates_holds_and_says_so(plays_on: bool) -> None:
    looked = verdict(on_two_dates(plays_on=plays_on))
    assert (looked.holds, [note.rule for note in looked.rounds[1].notes]) == (True, ["verification/two_dates"])
    assert looked.rounds[1].by_hand == ()


@pytest.mark.parametrize("board", [2, 3])
def test_on_either_date_another_pair_is_found(board: int) -> None:
    """On board 2 nobody of the second date sits; on board 3 nobody of the first."""
    snapshot = on_two_dates()
    one, other = snapshot.rounds[1].games[board - 1], snapshot.rounds[1].games[board - (2 if board == 2 else 0)]
    swapped = with_game(snapshot, 2, one.board, black=other.black)
    assert "board" in found(verdict(with_game(swapped, 2, other.board, black=one.black)).rounds[1])


def test_without_its_dates_it_is_no_round_that_the_system_pairs() -> None:
    games = tuple(replace(game, date=None) for game in on_two_dates().rounds[1].games)
    assert not verdict(changed(on_two_dates(), 2, games=games)).holds
