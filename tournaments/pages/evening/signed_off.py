"""Who said after their board was published that they do not come: nothing happens by itself, so it is shown at once."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Attendance, InboxItem, InboxSubject, Tournament
from tournaments.pages.evening.evening import RoundView
from tournaments.selectors.availability import ABSENT
from tournaments.selectors.display_names import display_names_in


@dataclass(frozen=True, kw_only=True, slots=True)
class SignedOff:
    entry: int
    name: str
    board: int | None


def signed_off(tournament: Tournament, round: RoundView | None) -> tuple[SignedOff, ...]:
    """Of a published round, as long as the inbox waits for the director. One query where nobody has."""
    if round is None or not round.is_public or round.is_finished:
        return ()
    waiting = InboxItem.objects.filter(tournament=tournament, asked=InboxSubject.LATE_WORD, answer="").order_by("pk")
    said = [item for item in waiting if item.facts.get("round") == round.number and item.facts.get("said") in ABSENT]
    if not said:
        return ()
    called = display_names_in(tournament)
    rows = Attendance.objects.filter(
        round__tournament=tournament, round__number=round.number, entry__player__in=[item.player_id for item in said]
    ).select_related("game")
    return tuple(
        SignedOff(entry=row.entry_id, name=called[row.entry_id], board=row.game.board if row.game else None)
        for row in rows.order_by("game__board", "pk")
    )
