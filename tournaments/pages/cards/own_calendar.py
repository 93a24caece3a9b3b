"""Somebody's own evenings as a calendar, with their board. Its address follows from this installation's secret."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.db.models import Max
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tournaments.exchange.calendar import CalendarEvent, RoundCalendar
from tournaments.models import Action, Entry, Fixture, Player, Tournament
from tournaments.pages.cards.own_fixtures import FixtureRows, fixture_rows_of
from tournaments.pages.cards.own_responses import OwnResponses, own_responses
from tournaments.pages.cards.rows import OwnRows, rows_of
from tournaments.pages.cards.tonight import OwnTonight, of_tonight, published_for
from tournaments.pages.common.game_day import day_and_month
from tournaments.pages.common.wording import Names
from tournaments.pages.rounds.schedule import ScheduledGame, knows_games, own_scheduled_games
from tournaments.pages.teams.fixture_words import fixture_in_words
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.availability import COMES
from tournaments.selectors.evenings import EveningDate, evening_dates, evening_days, last_date_of
from tournaments.selectors.start_times import hour_of

_SINCE = datetime.timedelta(days=1)


def calendar_token(player: Player) -> str:
    """A stolen database gives none: it holds the number, not the secret. A higher number closes those before it."""
    told = f"{player.pk} {player.calendar_number}"
    return salted_hmac("tournaments.pages.me.calendar", told, algorithm="sha256").hexdigest()[:40]


def is_calendar_token(player: Player, token: str) -> bool:
    return constant_time_compare(calendar_token(player), token)


def own_calendar(player: Player, site: str) -> RoundCalendar:
    """The evenings and matches to come but those of which they have said that they do not. `site`: scheme and host of
    the links."""
    rows = rows_of([player])
    entries = [entry for entry in rows.of(player) if entry.pk not in rows.gone]
    since = evening_days(player.club.time_zone)[-1] - _SINCE
    words = own_responses([entry.pk for entry in entries], since)
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
    for entry in entries:
        events += _on_days_of_their_own(entry, since, site, revised.get(entry.tournament_id))
    fixtures = fixture_rows_of([player], since)
    events += [
        _of_a_team(player, each, fixtures, site)
        for each in fixtures.fixtures.get(player.pk, ())
        if fixtures.keeps_free(player, each)
    ]
    return RoundCalendar(
        name=_("{club}: {player}").format(club=player.club.name, player=player.given_name),
        time_zone=player.club.time_zone,
        events=tuple(sorted(events, key=lambda event: (event.date, event.uid))),
    )


def _of_a_team(player: Player, fixture: Fixture, rows: FixtureRows, site: str) -> CalendarEvent:
    """A match for the club. Its place is the club's own where nothing else is said of one at home."""
    summary, seat = fixture_in_words(fixture), rows.seat_of(player, fixture)
    if seat:
        summary = _("{match}: {seat}").format(match=summary, seat=seat)
    begun = datetime.datetime.combine(fixture.team.league.season.starts_on, datetime.time(), datetime.UTC)
    return CalendarEvent(
        uid=f"match-{fixture.pk}-{player.public_key}@{player.club.slug}",
        summary=summary,
        url=site + reverse("me", args=[player.club.slug]),
        date=fixture.date,
        starts_at=fixture.starts_at,
        place=fixture.place or (player.club.place if fixture.is_home else ""),
        sequence=player.club.public_revision,
        revised_at=fixture.published_at or begun,
    )


def _is_kept_free(entry: Entry, evening: EveningDate, words: OwnResponses) -> bool:
    said = words.of(entry, evening.date).said
    return said is None or said in COMES


def _to_play(entry: Entry) -> Sequence[ScheduledGame]:
    """Of a plan, and ties of a cup; of another system none is known before its round."""
    if entry.number is None or not knows_games(entry.tournament):
        return ()
    return own_scheduled_games(entry.tournament, entry.number)


def _on_days_of_their_own(
    entry: Entry, since: datetime.date, site: str, revised_at: datetime.datetime | None
) -> Iterator[CalendarEvent]:
    """Games agreed for another day than their round's, and the last day of a tie for which none is agreed."""
    names = published_for(entry).names
    for each in _to_play(entry):
        last = each.play_by or last_date_of(entry.tournament, each.round_number)
        if each.date is None and last is not None and last >= since:
            what = f"last-{each.round_number}"
            yield replace(
                _event_on(entry, last, what, _last_day(entry, each, names), site, revised_at), starts_at=None, place=""
            )
        if each.date is not None and each.date >= since:
            what = f"game-{each.round_number}"
            yield _event_on(entry, each.date, what, _against(entry, each, names), site, revised_at)


def _before_all(tournament: Tournament) -> datetime.datetime:
    return datetime.datetime.combine(tournament.season.starts_on, datetime.time(), datetime.UTC)


def _against(entry: Entry, meeting: ScheduledGame, names: Names) -> str:
    number = entry.number or 0
    told = {
        "tournament": entry.tournament.name,
        "number": meeting.round_number,
        "opponent": names[meeting.opponent_of(number)],
    }
    if meeting.colour_of(number) is Colour.WHITE:
        return _("{tournament}, round {number}: White against {opponent}").format(**told)
    return _("{tournament}, round {number}: Black against {opponent}").format(**told)


def _last_day(entry: Entry, meeting: ScheduledGame, names: Names) -> str:
    return _("{tournament}, round {number}: last day for your game against {opponent}").format(
        tournament=entry.tournament.name,
        number=meeting.round_number,
        opponent=names[meeting.opponent_of(entry.number or 0)],
    )


def _event(
    entry: Entry, evening: EveningDate, rows: OwnRows, site: str, revised_at: datetime.datetime | None
) -> CalendarEvent:
    board = of_tonight(entry, rows, published_for(entry)) if evening.rounds and evening.rounds[-1].is_public else None
    what, summary = f"round-{evening.first}", _summary(entry, evening, board)
    return _event_on(entry, evening.date, what, summary, site, revised_at)


def _event_on(
    entry: Entry, date: datetime.date, what: str, summary: str, site: str, revised_at: datetime.datetime | None
) -> CalendarEvent:
    """`what` tells it apart from the others of this player here."""
    tournament = entry.tournament
    return CalendarEvent(
        uid=f"{what}-{entry.person.public_key}@{tournament.short_code}",
        summary=summary,
        url=site + reverse("me", args=[tournament.club.slug]),
        date=date,
        starts_at=hour_of(tournament, date),
        place=tournament.club.place,
        sequence=tournament.revision,
        revised_at=revised_at or _before_all(tournament),
    )


def _planned(entry: Entry, evening: EveningDate) -> str | None:
    """Whom they meet by the plan, or that they do on another day; of an evening of one round."""
    if evening.first != evening.last:
        return None
    for each in _to_play(entry):
        if each.round_number != evening.first:
            continue
        if each.date is None:
            return None if each.is_postponed else _against(entry, each, published_for(entry).names)
        return _("{tournament}, round {number}: you play your game on {date}").format(
            tournament=entry.tournament.name, number=each.round_number, date=day_and_month(each.date)
        )
    return None


def _summary(entry: Entry, evening: EveningDate, board: OwnTonight | None) -> str:
    name = entry.tournament.name
    if board is None or board.number != evening.rounds[-1].number:
        planned = _planned(entry, evening)
        if planned is not None:
            return planned
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
