"""An evening whose only round is open for check-in, and what players say of it."""

from __future__ import annotations

import datetime
from typing import Any

from tests.tools.casts.factories import Evening
from tournaments import clock
from tournaments.models import RespondedBy, Response, Tournament
from tournaments.services.calendar import availability

TONIGHT = datetime.datetime(2025, 3, 4, 17, tzinfo=datetime.UTC)
"""One hour before it begins by the club's clock."""
TOO_LATE = TONIGHT + datetime.timedelta(hours=2)


def opened(players: int, **values: object) -> Evening:
    """`values` are the tournament's settings."""
    cast = Evening.of(players)
    Tournament.objects.filter(pk=cast.tournament.pk).update(
        round_dates=[TONIGHT.date().isoformat()], starts_at=datetime.time(19), **values
    )
    with clock.at(TONIGHT):
        cast.open()
    cast.tournament.refresh_from_db()
    return cast


def say(
    cast: Evening, number: int, said: Response, *, by_card: bool = False, at: datetime.datetime = TONIGHT, **values: Any
) -> None:
    """Without a card the director writes it down."""
    entry = cast.entry(number)
    who: dict[str, Any] = {"said_by": RespondedBy.TELEPHONE, "actor": cast.director, "by_card": None}
    if by_card:
        who = {"said_by": RespondedBy.CARD, "actor": None, "by_card": entry.player_id}
    with clock.at(at):
        availability.respond(entry, TONIGHT.date(), said, **who, **values)
