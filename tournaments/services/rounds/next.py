"""Opening the next round: everybody is on the list, nobody is marked."""

from __future__ import annotations

import uuid
import zoneinfo
from collections.abc import Sequence

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tournaments.models import Attendance, Entry, Game, Round, RoundState, Tournament, User
from tournaments.pairing.snapshot import Result
from tournaments.recording import Stale, last_change_of, recording
from tournaments.services.refusal import Refused
from tournaments.services.rounds.slots import misfits


def open_next_round(
    tournament: Tournament, *, seen_number: int, actor: User | None, receipt: uuid.UUID | None = None
) -> Round:
    """Open round `seen_number` for check-in; the round before it is finished by that.

    Raises Stale when that round is there already, Refused while the last one waits for results.
    """
    with recording(
        tournament,
        actor=actor,
        verb="round.open",
        receipt=receipt,
        facts={"round": seen_number},
        public=[tournament.club, tournament],
    ) as change:
        last = tournament.rounds.order_by("-number").first()
        number = last.number + 1 if last else 1
        if seen_number != number:
            raise Stale(last_change_of(last, tournament=tournament) if last else None)
        if tournament.planned_rounds is not None and number > tournament.planned_rounds:
            raise Refused(_("All planned rounds have been played."))
        entries = list(Entry.objects.filter(tournament=tournament).order_by("pk"))
        _refuse_without_numbers(entries)
        if last is not None:
            _refuse_unfinished(last)
            change.update(last, state=RoundState.FINISHED)
            change.relies_on([last], "state")
        today = timezone.localdate(timezone=zoneinfo.ZoneInfo(tournament.club.time_zone))
        opened = change.create(Round(tournament=tournament, number=number, date=today))
        change.create_many([Attendance(round=opened, entry=entry) for entry in entries])
        change.relies_on(entries, "number")
        return opened


def _refuse_without_numbers(entries: Sequence[Entry]) -> None:
    if not entries:
        raise Refused(_("Nobody has been entered yet: enter the players first."))
    if any(entry.number is None for entry in entries):
        raise Refused(_("Not everybody has a number yet: number the players first."))


def _refuse_unfinished(last: Round) -> None:
    if not last.is_public:
        raise Refused(_("Round {number} is not published yet.").format(number=last.number))
    free = [row.entry.player.full_name for row in misfits(last)]
    if free:
        raise Refused(
            _("In round {number} these are here without a game or the bye: {names}. Give them one.").format(
                number=last.number, names=get_text_list(sorted(free), _("and"))
            )
        )
    waiting = Game.objects.filter(round=last, result=Result.OPEN, is_postponed=False).order_by("board")
    boards = [str(board) for board in waiting.values_list("board", flat=True)]
    if boards:
        raise Refused(
            _("Round {number} still waits for the result of board {boards}. Enter it, or postpone the game.").format(
                number=last.number, boards=get_text_list(boards, _("and"))
            )
        )
