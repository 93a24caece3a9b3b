"""What anybody can check from the exported file alone: plain Python over the JSON, besides the core that is judged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

from tests.tools.pairing.brute_force import can_be_paired
from tests.tools.pairing.oracles.attendance_monrad import Oracle
from tournaments.exchange import tournament_file
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Attendance, Round, RoundRecord, Tournament
from tournaments.pairing.types.paired_round import PairedRound
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import snapshot_of, tournament_file_of, unpacked

Document: TypeAlias = dict[str, Any]
Boards: TypeAlias = tuple[list[tuple[int, int, int]], list[tuple[int, str]]]
"""Boards as (board, white, black), byes as (player, kind)."""
DEFAULTS = {"win": 3, "draw": 2, "loss": 1, "bye_points": 3, "absent_points": 0, "excused_points": 0, "late_points": 0}
SMALL = 8
"""As many as trying everything is bearable for."""


def exported(tournament: Tournament) -> Document:
    """As everybody may see it: the rounds published so far."""
    coming = Round.objects.filter(tournament=tournament, state__in=["open", "drafted"]).first()
    snapshot = snapshot_of(tournament, before=coming)
    document: Document = json.loads(tournament_file.dump(tournament_file_of(tournament, snapshot)))
    return document


def record_of(played: Round) -> TournamentFile:
    return unpacked(RoundRecord.objects.get(round=played).tournament_file)


def paired_again(file: TournamentFile) -> PairedRound:
    system, _ = file.configured()
    return system.pair(file.snapshot, pinned=file.pinned)


def shuffled(file: TournamentFile, rng: Random) -> TournamentFile:
    """The same file written by a program that keeps no order."""
    document: Document = json.loads(tournament_file.dump(file))
    for rows in (document["players"], document["rounds"], document["forbidden_pairs"]):
        rng.shuffle(rows)
    for each in (*document["rounds"], document["next_round"]):
        for rows in (each["games"], each["byes"], each["absences"]):
            rng.shuffle(rows)
    return tournament_file.parse(json.dumps(document).encode())


def renamed(file: TournamentFile) -> TournamentFile:
    return replace(file, names={number: f"{number}. somebody" for number in file.names}, name="Another name")


def boards_of(paired: PairedRound) -> Boards:
    boards = [(board.board, board.white, board.black) for board in paired.boards]
    return boards, sorted((bye.player, bye.kind.value) for bye in paired.byes)


def boards_in_rows(drafted: Round) -> Boards:
    slots = Attendance.objects.filter(round=drafted).values_list("game__board", "colour", "entry__number", "bye")
    sides = {(board, colour): number or 0 for board, colour, number, _ in slots if board is not None}
    boards = sorted((board, sides[board, "white"], sides[board, "black"]) for board in {board for board, _ in sides})
    return boards, sorted((number or 0, bye) for _, _, number, bye in slots if bye)


def check_draft(drafted: Round, rng: Random) -> None:
    """Right after pairing: the kept file gives these boards, and nothing better was possible."""
    check_kept(drafted, rng)
    _check_against_oracle(drafted, record_of(drafted))


def check_kept(drafted: Round, rng: Random) -> None:
    """The file that was kept gives these boards, whatever the order of its rows and the names in it."""
    file = record_of(drafted)
    there = boards_in_rows(drafted)
    assert boards_of(paired_again(file)) == there, "the kept file is not what the round was paired from"
    assert boards_of(paired_again(shuffled(renamed(file), rng))) == there, "the order of rows or a name decides"


def _check_against_oracle(drafted: Round, file: TournamentFile) -> None:
    boards, byes = boards_in_rows(drafted)
    by_hand = Attendance.objects.filter(round=drafted, game__by_hand=True)
    set_by_hand = set(by_hand.values_list("entry__number", flat=True))
    given = {bye.player for bye in file.snapshot.next_round.byes if bye.kind.value == "pairing"}
    free = [number for _, *pair in boards for number in pair if number not in set_by_hand]
    odd = [number for number, kind in byes if kind == "pairing" and number not in given]
    if len(free) + len(odd) > SMALL:
        return
    oracle = Oracle(file.snapshot, file.configured()[0])
    barred = {one: {other for other in free + odd if not oracle.may_meet(one, other)} for one in free + odd}
    candidates = {None} if not odd else set(free + odd)
    possible = {bye for bye in candidates if can_be_paired([number for number in free + odd if number != bye], barred)}
    rematches = [pair for _, *pair in boards if pair[0] not in set_by_hand and not oracle.may_meet(*pair)]
    assert bool(rematches) == (not possible), "a rematch exactly where nothing else is possible"
    _check_declared(drafted, rematches)
    if possible and odd:
        fewest = min(oracle.byes_had(bye) for bye in possible if bye is not None)
        assert oracle.byes_had(odd[0]) == fewest, "another bye while somebody with fewer could have had it"


def _check_declared(drafted: Round, rematches: list[list[int]]) -> None:
    declared = {note["rule"] for note in drafted.notes}
    assert bool(declared & {"last_resort/rematches", "last_resort/meetings"}) == bool(rematches)
    for white, _black in rematches:
        slot = Attendance.objects.select_related("game").get(round=drafted, entry__number=white)
        assert slot.game is not None
        assert any(reason["rule"] == "last_resort/rematch" for reason in slot.game.reasons)


def check_no_pairing_was_possible(file: TournamentFile) -> None:
    """After a refusal with everybody free: the oracle finds none either."""
    oracle = Oracle(file.snapshot, file.configured()[0])
    if len(file.snapshot.entrants) <= SMALL:
        assert oracle.pair() is None


def check_what_was_known(tournament: Tournament) -> None:
    """`known_from` and `earlier` tell what each kept record knew."""
    now = snapshot_of(tournament)
    for each in Round.objects.filter(tournament=tournament, record__isnull=False).select_related("record"):
        then = unpacked(each.record.tournament_file).snapshot
        for was, is_now in zip(then.rounds, now.rounds, strict=False):
            rebuilt = {}
            for game in is_now.games:
                before = [(known.result, known.known_from) for known in game.earlier]
                since = [*before, (game.result, game.known_from or is_now.number + 1)]
                known = [result for result, first in sorted(since, key=lambda one: one[1]) if first <= each.number]
                rebuilt[game.white, game.black] = (known or [Result.OPEN])[-1]
            assert rebuilt == {(game.white, game.black): game.result for game in was.games}, (
                f"what round {each.number} knew of round {was.number}"
            )


def check_table(tournament: Tournament) -> None:
    """Points by the rules from the file, conserved; a shared place only with every key equal."""
    document = exported(tournament)
    file = tournament_file.parse(json.dumps(document).encode())
    system, tie_breaks = file.configured()
    table = system.standings(file.snapshot, tie_breaks)
    totals = {row["number"]: Fraction(0) for row in document["players"]}
    for played in document["rounds"]:
        worth = points_of_round(document, played)
        assert set(worth) == set(totals)
        for number, points in worth.items():
            totals[number] += points
    listed = {row["number"] for row in document["players"] if row["joined_round"] <= len(document["rounds"]) + 1}
    assert {row.player: row.cells["points"].value for row in table.rows} == {n: totals[n] for n in listed}
    keys = [column.code for column in table.columns if column.code != "position"]
    values = [tuple(row.cells[key].value for key in keys) for row in table.rows]
    if document["rounds"]:
        assert values == sorted(values, reverse=True)
        assert [row.rank for row in table.rows] == [values.index(value) + 1 for value in values]
    else:
        assert [row.rank for row in table.rows] == list(range(1, len(values) + 1))


def points_of_round(document: Document, played: Mapping[str, Any]) -> dict[int, Fraction]:
    """What the round gave to each (rulebook, attendance_monrad, Points; README, For every system)."""
    option = {code: Fraction(document["options"].get(code, default)) for code, default in DEFAULTS.items()}
    open_game = option["draw"] if document["options"].get("open_game") == "draw" else Fraction(0)
    of_result = {
        "1-0": (option["win"], option["loss"]),
        "0-1": (option["loss"], option["win"]),
        "1/2-1/2": (option["draw"], option["draw"]),
        "+--": (option["win"], Fraction(0)),
        "--+": (Fraction(0), option["win"]),
        "---": (Fraction(0), Fraction(0)),
        "*": (open_game, open_game),
    }
    of_bye = {
        "pairing": option["bye_points"],
        "full": option["bye_points"],
        "half": option["draw"],
        "zero": Fraction(0),
    }
    of_absence = dict.fromkeys(("excused", "club"), option["excused_points"])
    of_absence["unexcused"] = option["absent_points"]
    worth = {}
    for game in played["games"]:
        worth[game["white"]], worth[game["black"]] = of_result[game["result"]]
    worth |= {bye["player"]: of_bye[bye["kind"]] for bye in played["byes"]}
    absent = {absence["player"]: of_absence[absence["kind"]] for absence in played["absences"]}
    for row in document["players"]:
        number = row["number"]
        if number in worth:
            continue
        if played["number"] < row["joined_round"]:
            worth[number] = option["late_points"]
        elif any(first <= played["number"] <= (last or played["number"]) for first, last in row["away"]):
            worth[number] = Fraction(0)
        else:
            worth[number] = absent.get(number, option["absent_points"])
    return worth
