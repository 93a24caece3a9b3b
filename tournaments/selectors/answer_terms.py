"""What a button promises: as what a word would count if it were said now. The card shows it, the service keeps it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from enum import StrEnum

from tournaments.models import PUBLIC_STATES, Attendance, Presence, Response, Round, Tournament
from tournaments.selectors.availability import ABSENT, COMES, KnownResponse, away_kind, is_closed


class Promise(StrEnum):
    """What a word counts as when it is said."""

    NOTHING = "nothing"
    """They come."""
    EXCUSED = "excused"
    LATE = "late"
    CLUB = "club"
    HALF_BYE = "half"
    TOLD = "told"
    """They are marked, or the round is published: a director is told, and decides."""


def promise(
    tournament: Tournament, said: Response, *, rows: Iterable[Attendance], is_late: bool, is_sure: bool = False
) -> Promise:
    """`rows` are theirs in the rounds of the evening that are open. `is_sure`: playing for the club is confirmed."""
    if is_settled(rows):
        return Promise.TOLD
    if said in COMES:
        return Promise.NOTHING
    if said is Response.HALF_BYE:
        return Promise.HALF_BYE
    if said is Response.CLUB and is_sure:
        return Promise.CLUB
    return Promise(away_kind(tournament, is_late=is_late).value)


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
