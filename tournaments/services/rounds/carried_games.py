"""Games of the first stage that count in the finals: which, and which finals a result is seen in."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tournaments.models import PUBLIC_STATES, Attendance, Entry, Event, Tournament
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.recording import Change
from tournaments.selectors.snapshots import configured_system


def write_carried(change: Change, tournament: Tournament, earlier: Event) -> None:
    """Of those entered here, the games that have a result in the groups of the earlier event. Inside a recording."""
    if not configured_system(tournament).capabilities().carries_games:
        return
    entries = dict(Entry.objects.filter(tournament=tournament).values_list("player", "pk"))
    sides: dict[int, dict[str, Attendance]] = defaultdict(dict)
    played = Attendance.objects.filter(
        round__tournament__event=earlier,
        round__tournament__trashed_at=None,
        round__state__in=PUBLIC_STATES,
        entry__player__in=entries,
        game__isnull=False,
    ).exclude(game__result=Result.OPEN.value)
    played = played.select_related("entry", "game", "round__tournament")
    for row in played.order_by("round__tournament__group", "round__number", "game__board"):
        sides[row.game_id or 0][row.colour] = row
    found = [_carried(side, entries) for side in sides.values() if len(side) == len(Colour)]
    if found:
        change.update(tournament, carried=found)


def _carried(side: dict[str, Attendance], entries: dict[int, int]) -> dict[str, Any]:
    white, black = side[Colour.WHITE], side[Colour.BLACK]
    if white.game is None:
        raise ValueError("a board of a round has its game")
    return {
        "white": entries[white.entry.player_id],
        "black": entries[black.entry.player_id],
        "result": white.game.result,
        "group": white.round.tournament.group,
        "game": white.game_id,
    }


def seen_in(tournament: Tournament) -> list[Tournament]:
    """Itself, and the finals in which its games may count: a result entered here changes their tables too."""
    if tournament.event_id is None:
        return [tournament]
    finals = Tournament.objects.filter(event__earlier=tournament.event_id).order_by("pk")
    return [tournament, *(each for each in finals if each.carried)]
