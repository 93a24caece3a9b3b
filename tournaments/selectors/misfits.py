"""Whether what a round gives somebody is what who is here asks for: its page and publishing go by the same rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum, auto

from tournaments.models import ODD_BYES, Attendance, Bye, Presence, Round
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.selectors.snapshots import unpacked


class Misfit(Enum):
    """What is wrong for a player."""

    NO_PLACE = auto()
    """Here, with neither a board nor a bye."""
    NOT_HERE = auto()
    """Away, with a board or the bye."""
    BYE_NOT_ASKED_FOR = auto()
    BYE_NOT_GIVEN = auto()


def misfit(row: Attendance, presence: Presence, capabilities: Capabilities, *, takes_part: bool) -> Misfit | None:
    """`presence` is what the player counts as; None where all is as it should be."""
    if not takes_part:
        return Misfit.NOT_HERE if row.game_id is not None or row.bye else None
    if (
        capabilities.knocks_out is not None
        and row.game_id is None
        and (row.bye in ODD_BYES or (row.reasons and not row.bye))
    ):
        return None  # a free pass is had without coming; who waits for an opponent, or has none, has been told why
    return _of_somebody_here(row, capabilities) if presence.is_here else _of_somebody_away(row, presence, capabilities)


def misfit_of_schedule(
    row: Attendance, presence: Presence, capabilities: Capabilities, *, takes_part: bool
) -> Misfit | None:
    """A published game of a schedule is one, be its players here or not: late, early, or never, if one has left."""
    if row.game_id is not None or row.bye:
        return None
    return misfit(row, presence, capabilities, takes_part=takes_part)


def _of_somebody_here(row: Attendance, capabilities: Capabilities) -> Misfit | None:
    """A game or the bye. In a fixed schedule a bye without points is what somebody gets whose opponent is not there."""
    without_a_game = {*ODD_BYES, Bye.ZERO} if capabilities.several_without_a_game else {*ODD_BYES}
    if row.game_id is not None or row.bye in without_a_game:
        return None
    return Misfit.BYE_NOT_ASKED_FOR if row.bye else Misfit.NO_PLACE


def _of_somebody_away(row: Attendance, presence: Presence, capabilities: Capabilities) -> Misfit | None:
    """The requested bye, or nothing; or a game to be played another day, or forfeited where a schedule gives it."""
    if row.game is not None:
        may_be_away = row.game.is_postponed or capabilities.postpones or capabilities.rounds.known_at_start
        return None if may_be_away else Misfit.NOT_HERE
    if row.bye == (presence.requested_bye or ""):
        return None
    if row.bye in ODD_BYES:
        return Misfit.NOT_HERE
    return Misfit.BYE_NOT_ASKED_FOR if row.bye else Misfit.BYE_NOT_GIVEN


def forbidden_since(
    round: Round, rows: Iterable[Attendance], forbidden: Collection[frozenset[PlayerId]], capabilities: Capabilities
) -> list[frozenset[PlayerId]]:
    """The pairs on the draft's boards, in their order, that were forbidden after it was made.

    What was set by hand overrules. What was forbidden before was known to the system, which had no other way.
    """
    if not capabilities.heeds_forbidden or not forbidden:
        return []
    boards: dict[int, set[PlayerId]] = {}
    for row in rows:
        if row.game is not None and not row.game.by_hand and row.entry.number is not None:
            boards.setdefault(row.game.board, set()).add(row.entry.number)
    found = [pair for _board, pair in sorted(boards.items()) if pair in forbidden]
    kept = getattr(round, "record", None) if found else None
    known = unpacked(kept.tournament_file).snapshot.forbidden_pairs if kept is not None else frozenset()
    return [frozenset(pair) for pair in found if pair not in known]
