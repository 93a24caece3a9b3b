"""Where a plan says from the start who meets whom: who comes late, and what a coming or leaving changes in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import PUBLIC_STATES, Attendance, Entry, Game, Round, Tournament
from tournaments.pairing.protocols import ScheduledSystem
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound
from tournaments.pairing.types.snapshot import Colour, PlayerId, Result
from tournaments.recording import Change
from tournaments.selectors.evenings import opened, still_to_come
from tournaments.selectors.snapshots import configured_system, snapshot_of
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.seats import seat, unseated, without_a_board


def scheduled_system_of(tournament: Tournament) -> ScheduledSystem | None:
    """None where results or attendance make the pairs."""
    system = configured_system(tournament)
    return system if isinstance(system, ScheduledSystem) else None


def has_begun(tournament: Tournament) -> bool:
    """A round is published: from then on nobody is renumbered."""
    return Round.with_ahead.filter(tournament=tournament, state__in=PUBLIC_STATES).exists()


def free_numbers(tournament: Tournament, system: ScheduledSystem, how_many: int) -> tuple[PlayerId, ...]:
    """For so many latecomers, the lowest first. Raises Refused where there are fewer."""
    free = system.free_numbers(snapshot_of(tournament))
    if not free and how_many:
        raise Refused(_("The plan has no free number left: enter new players in another group, or next season."))
    if len(free) < how_many:
        raise Refused(
            ngettext(
                "Only {count} number of the plan is free: choose whom you enter.",
                "Only {count} numbers of the plan are free: choose whom you enter.",
                len(free),
            ).format(count=len(free))
        )
    return free[:how_many]


def follow_schedule(change: Change, tournament: Tournament) -> None:
    """After somebody has come, left or come back. Inside a recording.

    Games of rounds gone by that are lacking are set up there, to be played yet; rounds published ahead become what the
    plan has now. A game that has begun stays.
    """
    system = scheduled_system_of(tournament)
    if system is None or not has_begun(tournament):
        return
    gone_by = opened(tournament, list(tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("number")))
    snapshot = snapshot_of(tournament, rounds=gone_by)
    missing = system.missing_games(snapshot)
    for each in gone_by:
        if boards := missing.get(each.number):
            write_boards(change, each, boards)
            change.touch(each)
    ahead = still_to_come(tournament)
    planned = system.schedule(snapshot) if ahead else ()
    for each in ahead:
        _write_ahead(change, each, planned[each.number - 1])


def drop_unneeded_games(change: Change, entry: Entry) -> None:
    """Their games that nobody has begun count as played another day: the table knows what becomes of them, and in a cup
    the other goes on."""
    is_cup = configured_system(entry.tournament).capabilities().knocks_out is not None
    if scheduled_system_of(entry.tournament) is None and not is_cup:
        return
    waiting = Game.objects.filter(
        sides__entry=entry, round__state__in=PUBLIC_STATES, result=Result.OPEN, is_postponed=False
    )
    change.update_many([(game, {"is_postponed": True}) for game in waiting.order_by("pk")])


def write_planned(change: Change, round: Round, planned: PairedRound) -> None:
    """Of a round without boards: who meets, and why somebody has no game."""
    rows = _rows(round)
    write_boards(change, round, planned.boards, rows)
    _write_without(change, round, planned, rows)


def _write_ahead(change: Change, round: Round, planned: PairedRound) -> None:
    wanted = {(board.white, board.black): board for board in planned.boards}
    rows = _rows(round)
    gone = []
    for game, pair in _pairs(rows.values()).items():
        if pair not in wanted and game.result == Result.OPEN and game.started_at is None:
            gone.append(game)
    _clear(change, rows, gone)
    seated = {number for number, row in rows.items() if row.game_id is not None}
    new = [board for pair, board in wanted.items() if not seated & {*pair}]
    if not gone and not new and rows.keys() >= _in(planned):
        return
    write_boards(change, round, new, rows)
    _write_without(change, round, planned, rows)
    _in_the_plans_order(change, wanted, rows)
    change.touch(round)


def _in_the_plans_order(
    change: Change, wanted: Mapping[tuple[PlayerId, PlayerId], PairedBoard], rows: Mapping[PlayerId, Attendance]
) -> None:
    """Boards 1..n as the plan has them, those that it has not last. No two ever share a number on the way."""
    pairs = _pairs(rows.values())
    last = len(wanted) + 1
    order = sorted(pairs, key=lambda game: (wanted[pairs[game]].board if pairs[game] in wanted else last, game.board))
    moved = [(game, number) for number, game in enumerate(order, 1) if game.board != number]
    beyond = max((game.board for game in order), default=0) + len(order)
    for place, (game, _number) in enumerate(moved, 1):
        change.update(game, board=beyond + place)
    for game, number in moved:
        change.update(game, board=number)


def _clear(change: Change, rows: Mapping[PlayerId, Attendance], games: Sequence[Game]) -> None:
    keys = {game.pk for game in games}
    change.update_many([(row, unseated()) for row in rows.values() if row.game_id in keys])
    change.delete_many(games)


def _rows(round: Round) -> dict[PlayerId, Attendance]:
    found = Attendance.objects.filter(round=round).select_related("entry", "game")
    return {row.entry.number: row for row in found if row.entry.number is not None}


def _pairs(rows: Iterable[Attendance]) -> dict[Game, tuple[PlayerId, PlayerId]]:
    sides: dict[Game, dict[str, PlayerId]] = {}
    for row in rows:
        if row.game is not None:
            sides.setdefault(row.game, {})[row.colour] = row.entry.number or 0
    return {game: (side[Colour.WHITE], side[Colour.BLACK]) for game, side in sides.items()}


def _in(planned: PairedRound) -> set[PlayerId]:
    seated = {player for board in planned.boards for player in (board.white, board.black)}
    return seated | {bye.player for bye in planned.byes} | {out.player for out in planned.left_out}


def write_boards(
    change: Change, round: Round, boards: Sequence[PairedBoard], rows: dict[PlayerId, Attendance] | None = None
) -> None:
    """At the numbers behind those that are there. Whoever has no row gets one, in `rows` too."""
    rows = _rows(round) if rows is None else rows
    wanted = {player for board in boards for player in (board.white, board.black)}
    _rows_for(change, round, wanted, rows)
    last = max(Game.objects.filter(round=round).values_list("board", flat=True), default=0)
    change.update_many(seat(change, round, list(enumerate(boards, last + 1)), rows))


def _write_without(change: Change, round: Round, planned: PairedRound, rows: dict[PlayerId, Attendance]) -> None:
    _rows_for(change, round, _in(planned), rows)
    wanted = without_a_board(planned)
    without = [(number, row) for number, row in rows.items() if row.game_id is None]
    change.update_many([(row, wanted.get(number, unseated())) for number, row in without])


def _rows_for(change: Change, round: Round, players: Iterable[PlayerId], rows: dict[PlayerId, Attendance]) -> None:
    lacking = sorted(set(players) - rows.keys())
    entries = Entry.objects.filter(Q(number__in=lacking), tournament=round.tournament_id).order_by("number")
    for row in change.create_many([Attendance(round=round, entry=entry) for entry in entries if lacking]):
        rows[row.entry.number or 0] = row
