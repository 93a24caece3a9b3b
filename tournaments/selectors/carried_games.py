"""Games that count in a tournament and were played elsewhere: in the first stage of its event, or before it began in
the tournament in which its own games count too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from tournaments.models import PUBLIC_STATES, Attendance, Entry, Tournament
from tournaments.pairing.protocols import AlreadyPlayed
from tournaments.pairing.types.snapshot import OUTSIDE, Colour, Result
from tournaments.selectors.configured_system import configured_system

CarriedRow = dict[str, Any]
"""As it is kept: the entries of White and Black, the result as it was, the group, and the key of the game."""


def carried_rows(tournament: Tournament, rows: QuerySet[Attendance]) -> Iterator[CarriedRow]:
    """Of those entered here, the games among these rows that have a result, in their order."""
    entries = dict(Entry.objects.filter(tournament=tournament).values_list("player", "pk"))
    played = rows.filter(
        round__tournament__trashed_at=None,
        round__state__in=PUBLIC_STATES,
        entry__player__in=entries,
        game__isnull=False,
    ).exclude(game__result=Result.OPEN.value)
    sides: dict[int, dict[str, Attendance]] = defaultdict(dict)
    for row in played.select_related("entry", "game", "round__tournament"):
        sides[row.game_id or 0][row.colour] = row
    for side in sides.values():
        if len(side) == len(Colour):
            yield _row(side[Colour.WHITE], side[Colour.BLACK], entries)


def _row(white: Attendance, black: Attendance, entries: dict[int, int]) -> CarriedRow:
    if white.game is None:
        raise ValueError("a board of a round has its game")
    return {
        "white": entries[white.entry.person_id],
        "black": entries[black.entry.person_id],
        "result": white.game.result,
        "group": white.round.tournament.group or OUTSIDE,
        "game": white.game_id,
    }


def with_played_before(tournament: Tournament) -> list[CarriedRow]:
    """What counts in it as long as no round of it is paired: beside the games of a first stage, of each two the first
    or the last that they have played over the board in the tournament in which its games count too, as its options
    have it. Nothing is asked where it takes none."""
    kept = [row for row in tournament.carried if row["group"] != OUTSIDE or row["game"] is None]  # or of a file
    if tournament.counts_in_id is None:
        return kept
    which = configured_system(tournament).capabilities().already_played
    if which is AlreadyPlayed.NONE:
        return kept
    rows = Attendance.objects.filter(round__tournament=tournament.counts_in_id)
    found: dict[frozenset[int], CarriedRow] = {}
    for row in carried_rows(tournament, rows.order_by("round__number", "game__board")):
        both = frozenset({row["white"], row["black"]})
        if not Result(row["result"]).is_forfeit and (which is AlreadyPlayed.LAST or both not in found):
            found[both] = row | {"group": OUTSIDE}
    return [*kept, *found.values()]
