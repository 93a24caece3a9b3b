"""Games of two people at this club before the one that they have now: over all seasons, one query."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from tournaments.models import PUBLIC_STATES, Attendance, Entry, ShownAs
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.result_reports import Ended, ended_for

_PLAYED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass(frozen=True, kw_only=True, slots=True)
class EarlierMeeting:
    """As the first of the two tells it. `day` None where nobody has written it down."""

    ended: Ended
    had_white: bool
    day: datetime.date | None


def earlier_meetings(entry: Entry, opponent: Entry, *, but: int | None) -> tuple[EarlierMeeting, ...]:
    """The oldest first, without the game with the key `but`. Forfeits are no games, and one that counts in two
    tournaments is one. Whoever is only a number to the public is somebody else in another tournament."""
    found = Attendance.objects.filter(
        entry__player=entry.player_id,
        entry__tournament__club=entry.tournament.club_id,
        entry__tournament__trashed_at=None,
        round__state__in=PUBLIC_STATES,
        game__result__in=[each.value for each in _PLAYED],
        game__unplayed=False,
        game__counted_in=None,
        game__sides__entry__player=opponent.player_id,
    ).exclude(game=but)
    if opponent.person.shown_as == ShownAs.NUMBER:
        found = found.filter(entry__tournament=entry.tournament_id)
    rows = found.values_list(
        "colour", "game__result", "game__date", "round__date", "entry__tournament__season__starts_on", "round__number"
    )
    ordered = sorted(rows, key=lambda row: (row[2] or row[3] or row[4], row[5]))
    return tuple(
        EarlierMeeting(ended=ended_for(Result(result), colour), had_white=colour == Colour.WHITE, day=own or day)
        for colour, result, own, day, _begins, _number in ordered
    )
