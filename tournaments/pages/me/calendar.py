"""Somebody's own evenings as a calendar, with their board. Its address follows from this installation's secret."""

from __future__ import annotations

import datetime

from django.db.models import Max
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments.evenings import EveningDate, evening_dates, nights
from tournaments.exchange.calendar import CalendarEvent, RoundCalendar
from tournaments.hours import hour_of
from tournaments.models import Action, Entry, Player
from tournaments.pages.me.rows import MyRows, rows_of
from tournaments.pages.me.tonight import Tonight, of_tonight, picture_of
from tournaments.pages.me.words import MyWords, words_of
from tournaments.plans import COMES

_SINCE = datetime.timedelta(days=1)


def calendar_token(player: Player) -> str:
    """A stolen database gives none: it holds the number, not the secret. A higher number closes those before it."""
    told = f"{player.pk} {player.calendar_number}"
    return salted_hmac("tournaments.pages.me.calendar", told, algorithm="sha256").hexdigest()[:40]


def is_calendar_token(player: Player, token: str) -> bool:
    return constant_time_compare(calendar_token(player), token)


def my_calendar(player: Player, site: str) -> RoundCalendar:
    """The evenings to come but those of which they have said that they do not. `site`: scheme and host of the links."""
    rows = rows_of([player])
    entries = [entry for entry in rows.of(player) if entry.pk not in rows.gone]
    since = nights(player.club.time_zone)[-1] - _SINCE
    words = words_of([entry.pk for entry in entries], since)
    revised = dict(
        Action.objects.filter(tournament__in=[entry.tournament_id for entry in entries])
        .values("tournament")
        .annotate(newest=Max("at"))
        .values_list("tournament", "newest")
    )
    events = [
        _event(entry, each, rows, site, revised.get(entry.tournament_id))
        for entry in entries
        for each in evening_dates(entry.tournament, rows.rounds.get(entry.tournament_id, ()))
        if each.date >= since and _is_kept_free(entry, each, words)
    ]
    return RoundCalendar(
        name=_("{club}: {player}").format(club=player.club.name, player=player.given_name),
        time_zone=player.club.time_zone,
        events=tuple(sorted(events, key=lambda event: (event.date, event.uid))),
    )


def _is_kept_free(entry: Entry, evening: EveningDate, words: MyWords) -> bool:
    said = words.of(entry, evening.date).said
    return said is None or said in COMES


def _event(
    entry: Entry, evening: EveningDate, rows: MyRows, site: str, revised_at: datetime.datetime | None
) -> CalendarEvent:
    tournament = entry.tournament
    board = of_tonight(entry, rows, picture_of(entry)) if evening.rounds and evening.rounds[-1].is_public else None
    return CalendarEvent(
        uid=f"round-{evening.first}-{entry.player.public_key}@{tournament.short_code}",
        summary=_summary(entry, evening, board),
        url=site + reverse("me", args=[tournament.club.slug]),
        date=evening.date,
        starts_at=hour_of(tournament, evening.date),
        place=tournament.club.place,
        sequence=tournament.revision,
        revised_at=revised_at or datetime.datetime.combine(tournament.season.starts_on, datetime.time(), datetime.UTC),
    )


def _summary(entry: Entry, evening: EveningDate, board: Tonight | None) -> str:
    name = entry.tournament.name
    if board is None or board.number != evening.rounds[-1].number:
        if evening.first == evening.last:
            return _("{tournament}, round {number}").format(tournament=name, number=evening.first)
        return _("{tournament}, rounds {first} to {last}").format(
            tournament=name, first=evening.first, last=evening.last
        )
    told = {"tournament": name, "number": board.number, "board": board.board, "opponent": board.opponent}
    if board.board is None:
        return _("{tournament}, round {number}: you sit out").format(**told)
    if board.colour == "white":
        return _("{tournament}, round {number}: board {board}, White against {opponent}").format(**told)
    return _("{tournament}, round {number}: board {board}, Black against {opponent}").format(**told)
