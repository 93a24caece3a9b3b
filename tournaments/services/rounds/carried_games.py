"""Games that count in a tournament and were played elsewhere: when they are written, and who sees a correction."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet

from tournaments.models import Attendance, Event, Tournament
from tournaments.recording import Change
from tournaments.selectors.carried_games import carried_rows, with_played_before
from tournaments.selectors.snapshots import configured_system


def write_carried(change: Change, tournament: Tournament, earlier: Event) -> None:
    """Of those entered here, the games that have a result in the groups of the earlier event. Inside a recording."""
    if not configured_system(tournament).capabilities().carries_games:
        return
    rows = Attendance.objects.filter(round__tournament__event=earlier)
    found = list(carried_rows(tournament, rows.order_by("round__tournament__group", "round__number", "game__board")))
    if found:
        change.update(tournament, carried=found)


def write_played_before(change: Change, tournament: Tournament) -> None:
    """As its first round is paired: from then on they stand, whatever is played there. Inside a recording."""
    found = with_played_before(tournament)
    if found != tournament.carried:
        change.update(tournament, carried=found)


def seen_in(tournament: Tournament) -> list[Tournament]:
    """Itself, and the finals in which its games may count: a result entered here changes their tables too."""
    if tournament.event_id is None:
        return [tournament]
    finals = Tournament.objects.filter(event__earlier=tournament.event_id).order_by("pk")
    return [tournament, *(each for each in finals if each.carried)]


def takers_of(tournament: Tournament | OuterRef) -> QuerySet[Tournament]:
    """Those that have taken over games of it: their tables change with a result, too."""
    return Tournament.objects.filter(counts_in=tournament).exclude(carried=[]).order_by("pk")
