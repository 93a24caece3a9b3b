"""What a button promises: as what the word would count if it were said now. The service that takes it asks anew."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from tournaments.evenings import EveningDate
from tournaments.models import PUBLIC_STATES, Attendance, Presence, Said, Tournament
from tournaments.plans import COMES, Word, away_kind, is_closed

TOLD = "told"
"""A director is told, and decides."""
_COMES_TO_NOTHING = "nothing"


def promise(
    tournament: Tournament,
    evening: EveningDate,
    said: Said,
    word: Word,
    rows: Sequence[Attendance],
    now: datetime.datetime,
) -> str:
    """`word` is the last one so far, `rows` the player's in the rounds of that evening that are open."""
    if is_settled(rows):
        return TOLD
    if said in COMES:
        return _COMES_TO_NOTHING
    if said is Said.HALF_BYE:
        return said.value
    return away_kind(tournament, is_late=_is_late(tournament, evening, word, now)).value


def is_settled(rows: Sequence[Attendance]) -> bool:
    """Whether they are marked, or their round is published."""
    return any(row.presence != Presence.UNMARKED or row.round.state in PUBLIC_STATES for row in rows)


def _is_late(tournament: Tournament, evening: EveningDate, word: Word, now: datetime.datetime) -> bool:
    """Who was known in time not to come says nothing late by saying it in another way."""
    if word.said is not None and word.said not in COMES:
        return word.is_late
    is_published = any(each.state in PUBLIC_STATES for each in evening.rounds)
    return is_closed(tournament, evening.date, now, is_published=is_published)
