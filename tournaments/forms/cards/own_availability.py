"""What a tap on a card sends: an answer for an evening, a time away, what always holds."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.dateparse import parse_date, parse_time

from tournaments.models import DefaultAvailability, Reply

TAKE_BACK = "nothing"


@dataclass(frozen=True, kw_only=True, slots=True)
class SentAnswer:
    """`reply` None takes back what was said; `promised` by the entry's key."""

    entries: tuple[int, ...]
    date: datetime.date
    reply: Reply | None
    promised: Mapping[int, str]
    arrives_at: datetime.time | None
    first_round: int | None
    last_round: int | None
    sits_out: bool
    seen: str


def sent_answer(data: QueryDict) -> SentAnswer | None:
    """None where it cannot be read."""
    said, *promised = data.get("answer", "").split(" ")
    pairs = [each.partition("=") for each in promised]
    entries = data.getlist("entry")
    date = day_in(data, "date")
    if date is None or not entries or not all(map(_is_key, [*entries, *(key for key, _is, _kind in pairs)])):
        return None
    reply = Reply.sent(said)
    if reply is None and said != TAKE_BACK:
        return None
    return SentAnswer(
        entries=tuple(map(int, entries)),
        date=date,
        reply=reply,
        promised={int(key): kind for key, _is, kind in pairs},
        arrives_at=time_in(data, "arrives_at"),
        first_round=_number_in(data, "first_round"),
        last_round=_number_in(data, "last_round"),
        sits_out=data.get("sits_out") == "yes",
        seen=data.get("seen", ""),
    )


def default_availability_in(data: QueryDict) -> DefaultAvailability | None:
    value = data.get("standing_plan", "?")
    return DefaultAvailability(value) if value in DefaultAvailability.values else None


def day_in(data: QueryDict, name: str) -> datetime.date | None:
    try:
        return parse_date(data.get(name, ""))
    except ValueError:
        return None


def time_in(data: QueryDict, name: str) -> datetime.time | None:
    try:
        return parse_time(data.get(name, ""))
    except ValueError:
        return None


def _number_in(data: QueryDict, name: str) -> int | None:
    value = data.get(name, "")
    return int(value) if _is_key(value) else None


def _is_key(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 10
