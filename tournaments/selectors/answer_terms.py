"""What a button promises: as what a word would count if it were said now. The card shows it, the service keeps it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from enum import StrEnum

from tournaments.models import PUBLIC_STATES, Attendance, Mark, Presence, Reply, Response, Round, Tournament
from tournaments.pairing.types.absence_kinds import Asked
from tournaments.selectors.availability import ABSENT, COMES, KnownResponse, away_mark, is_closed
from tournaments.selectors.configured_system import own_kinds


class Promise(StrEnum):
    """What a word counts as when it is said, where that is no mark."""

    NOTHING = "nothing"
    """They come."""
    TOLD = "told"
    """They are marked, or the round is published: a director is told, and decides."""


def promise(
    tournament: Tournament, reply: Reply, *, rows: Iterable[Attendance], is_late: bool, by_card: bool = True
) -> str:
    """A Promise, or the mark it counts as. `rows` are theirs in the rounds of the evening that are open."""
    if is_settled(rows):
        return Promise.TOLD
    if reply.said in COMES:
        return Promise.NOTHING
    if reply.said.presence is not None and not asks_director(tournament, reply, by_card=by_card):
        return str(Mark(reply.said.presence, reply.kind))
    return str(away_mark(tournament, is_late=is_late))


def asks_director(tournament: Tournament, reply: Reply, *, by_card: bool) -> bool:
    """Whether they are away until a director confirms it. What a director writes down needs no other, but for a game
    to be postponed; of a club's own kind of absence its options say whether a card alone does it."""
    if reply.said.asks is None or reply.said.presence is None:
        return reply.said.asks is not None
    own = own_kinds(tournament).get(reply.kind)
    return by_card and (own is None or own.asked is not Asked.CARD)


def is_settled(rows: Iterable[Attendance]) -> bool:
    """Whether they are marked, or their round is published: whatever is said then is told to a director."""
    return any(row.presence != Presence.UNMARKED or row.round.state in PUBLIC_STATES for row in rows)


def is_said_late(
    tournament: Tournament,
    date: datetime.date,
    rounds: Iterable[Round],
    said: Response,
    before: KnownResponse | None,
    now: datetime.datetime,
) -> bool:
    """`rounds` are those open that evening, `before` the last word so far. Who was known in time not to come says
    nothing late by saying it in another way."""
    if before is not None and before.said in ABSENT and said in ABSENT:
        return before.is_late
    return is_closed(tournament, date, now, is_published=any(each.state in PUBLIC_STATES for each in rounds))
