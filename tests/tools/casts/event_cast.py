"""A group played to its end: whoever has the lower start number wins."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.models import Attendance, Game, Presence, Round, RoundState, Tournament
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.snapshots import configured_system, snapshot_of


def lower_wins(white: int, black: int) -> Result:
    return Result.WHITE_WINS if white < black else Result.BLACK_WINS


def drawn_by_the_first(count: int) -> Callable[[int, int], Result]:
    """The first so many draw with each other, and share the first place."""
    return lambda white, black: Result.DRAW if max(white, black) <= count else lower_wins(white, black)


def play_out(tournament: Tournament, result_of: Callable[[int, int], Result] = lower_wins) -> None:
    """Written straight into the tables, as the system pairs."""
    system = configured_system(tournament)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    while not system.is_finished(snapshot := snapshot_of(tournament)):
        paired = system.pair(snapshot)
        round_ = Round.objects.create(tournament=tournament, number=paired.number, state=RoundState.FINISHED)
        seated = set()
        for board in paired.boards:
            result = result_of(board.white, board.black)
            game = Game.objects.create(round=round_, board=board.board, result=result)
            for number, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
                seated.add(number)
                Attendance.objects.create(
                    round=round_, entry=entries[number], presence=Presence.PRESENT, game=game, colour=colour
                )
        for bye in paired.byes:
            seated.add(bye.player)
            Attendance.objects.create(
                round=round_, entry=entries[bye.player], presence=Presence.PRESENT, bye=bye.kind.value
            )
        for number, entry in entries.items():
            if number not in seated:
                Attendance.objects.create(round=round_, entry=entry, presence=Presence.EXCUSED)
