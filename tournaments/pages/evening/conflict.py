"""Two results for one board: what was tapped here, and what somebody else had entered meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Action
from tournaments.pages.common.result_words import RESULT_TEXTS
from tournaments.pages.evening.boards import BoardRow
from tournaments.pairing.types.snapshot import Result


@dataclass(frozen=True, kw_only=True, slots=True)
class Conflict:
    """Both as they are said, and the button for each. Keeping theirs changes nothing, and so is nobody's action."""

    game: int
    mine: Result
    theirs: Result
    theirs_is_postponed: bool
    mine_said: str
    theirs_said: str
    keep: str
    set: str
    notice: str
    """For whoever does not see the board just now."""


def conflict(board: BoardRow, mine: Result, since: Action | None) -> Conflict | None:
    """Nothing where both mean the same."""
    if mine is board.result and not board.is_postponed:
        return None
    theirs = board.result_text if board.has_result or board.is_postponed else _("no result")
    own = RESULT_TEXTS[mine] if mine is not Result.OPEN else _("no result")
    return Conflict(
        game=board.game,
        mine=mine,
        theirs=board.result,
        theirs_is_postponed=board.is_postponed and not board.has_result,
        mine_said=_("You: {result}").format(result=own),
        theirs_said=_theirs_said(theirs, since),
        keep=_("Keep {result}").format(result=theirs),
        set=_("Enter {result}").format(result=own),
        notice=_("Board {board} has two results: choose one of them there.").format(board=board.board),
    )


def _theirs_said(result: str, since: Action | None) -> str:
    if since is None:
        return _("Now: {result}").format(result=result)
    at = time_format(localtime(since.at), "H:i")
    if since.actor is None:
        return _("Entered at {time}: {result}").format(time=at, result=result)
    return _("{person} at {time}: {result}").format(person=since.actor, time=at, result=result)
