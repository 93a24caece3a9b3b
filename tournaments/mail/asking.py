"""Say whether you come, the day before, and whether you can play, some days before a match: to whom an answer is
missing."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q
from django_tasks import TaskContext, task

from tournaments import clock
from tournaments.mail import letters
from tournaments.mail.hours import asked_at, begins, match_begins, silent_asked_at
from tournaments.mail.jobs import SENT, UNTRUE, address_of, key_of, wait_for_the_morning, written
from tournaments.mail.sending import send
from tournaments.models import PUBLIC_STATES, Entry, Fixture, FixtureAnswer, Player, Round, Tournament
from tournaments.selectors.availability import closing, responses_for
from tournaments.selectors.evenings import EveningDate, evening_dates
from tournaments.selectors.outside_teams import silent_of
from tournaments.services.players.notifications import Mail
from tournaments.services.rounds.seats import outsiders


def ask_who_has_not_said() -> int:
    """Every few minutes, by each worker; everybody is asked once of an evening. How many mails were queued."""
    asks = Tournament.objects.filter(trashed_at=None, season__is_open=True, may_say=True)
    return sum(
        _ask_in(each) for each in asks.filter(entries__player__mail_asks=True).values_list("pk", flat=True).distinct()
    )


def _ask_in(key: int) -> int:
    tournament = Tournament.objects.select_related("club").get(pk=key)
    evening = evening_to_come(tournament)
    if evening is None or clock.now() < asked_at(tournament, evening.date, closing(tournament, evening.date)):
        return 0
    date = evening.date.isoformat()
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=key)  # who comes second sees whom the first has asked
        mails = written(ask.module_path, about="tournament", key=key, only=Q(args_kwargs__kwargs__date=date))
        asked = {mail["entry"] for mail in mails}
        fresh = [entry for entry in _silent(tournament, evening) if entry not in asked]
        for entry in fresh:
            ask.enqueue(tournament=key, date=date, entry=entry)
    return len(fresh)


@task(takes_context=True)
def ask(context: TaskContext, *, tournament: int, date: str, entry: int) -> str:
    """If they have still not said, and it is still to come."""
    found = Tournament.objects.select_related("club").filter(pk=tournament, trashed_at=None, may_say=True).first()
    evening = evening_to_come(found) if found is not None else None
    if found is None or evening is None or evening.date.isoformat() != date:
        return UNTRUE
    silent = _silent(found, evening)
    if entry not in silent:
        return UNTRUE
    wait_for_the_morning(found.club)
    player = silent[entry].person
    send(letters.asking(found, evening.date, player), address_of(player, Mail.ASKS), key=key_of(context))
    return SENT


def evening_to_come(tournament: Tournament) -> EveningDate | None:
    """The next one that has not begun, while no round of it is published."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    for evening in evening_dates(tournament, rounds):
        if begins(tournament, evening.date) > clock.now():
            return None if any(each.state in PUBLIC_STATES for each in evening.rounds) else evening
    return None


def _silent(tournament: Tournament, evening: EveningDate) -> Mapping[int, Entry]:
    """By key, those of the silent who want to be asked."""
    silent = silent_entries(tournament, evening)
    return {key: entry for key, entry in silent.items() if address_of(entry.person, Mail.ASKS)}


def silent_entries(tournament: Tournament, evening: EveningDate) -> Mapping[int, Entry]:
    """By key, of players: they come only if they say so, and have said nothing."""
    out = outsiders(Round(tournament=tournament, number=evening.first))
    entries = Entry.objects.filter(tournament=tournament, is_guest=False, player__isnull=False)
    entries = entries.select_related("player__contact", "player__club")
    words = responses_for(tournament, evening.date, entries)
    return {
        entry.pk: entry
        for entry in entries
        if entry.pk not in out and words[entry.pk].said is None and not words[entry.pk].is_expected
    }


def ask_before_matches() -> int:
    """Every few minutes, by each worker; everybody is asked once of a match. How many mails were queued."""
    return sum(_ask_silent(each.pk, again=False) for each in fixtures_to_ask_of())


def fixtures_to_ask_of() -> list[Fixture]:
    """Those of which it is time to ask who has said nothing."""
    coming = Fixture.objects.filter(date__gte=clock.now().date() - _A_DAY, team__league__season__is_open=True)
    return [
        each
        for each in coming.select_related("team__league__club").order_by("date", "pk")
        if silent_asked_at(each.team.league.club, each) <= clock.now()
    ]


_A_DAY = datetime.timedelta(days=1)


@task()
def ask_silent_of_fixture(*, fixture: int) -> int:
    """Since the captain wants it now: also whoever was asked before, but not today."""
    return _ask_silent(fixture, again=True)


def _ask_silent(key: int, *, again: bool) -> int:
    with transaction.atomic():
        Fixture.objects.select_for_update(no_key=True).filter(pk=key).first()  # as with an evening
        fixture = fixture_to_come(key, is_published_too=again)
        if fixture is None:
            return 0
        day = clock.now().astimezone(zoneinfo.ZoneInfo(fixture.team.league.club.time_zone)).date().isoformat()
        mails = written(ask_of_fixture.module_path, about="fixture", key=key)
        asked = {mail["player"] for mail in mails if not again or mail["day"] == day}
        fresh = [player for player in _silent_in(fixture) if player not in asked]
        for player in fresh:
            ask_of_fixture.enqueue(fixture=key, player=player, day=day)
    return len(fresh)


@task(takes_context=True)
def ask_of_fixture(context: TaskContext, *, fixture: int, player: int, day: str) -> str:
    """If they have still not said, and it is still to come. `day`: on which it was queued."""
    found = fixture_to_come(fixture, is_published_too=True)
    silent = _silent_in(found) if found is not None else {}
    if found is None or player not in silent:
        return UNTRUE
    wait_for_the_morning(found.team.league.club)
    send(letters.asking_for_fixture(found, silent[player]), address_of(silent[player], Mail.ASKS), key=key_of(context))
    return SENT


def fixture_to_come(key: int, *, is_published_too: bool = False) -> Fixture | None:
    """None where it has begun; where its line-up is published too, since then nobody need be asked any more, unless
    the captain wants it."""
    rows = Fixture.objects.filter(pk=key, team__league__season__is_open=True)
    found = rows.select_related("team__league__club").first()
    if found is None or (found.published_at is not None and not is_published_too):
        return None
    if clock.now() >= match_begins(found.team.league.club, found):
        return None
    return found


def _silent_in(fixture: Fixture) -> Mapping[int, Player]:
    """By key, those who want to be asked."""
    return {each.pk: each for each in silent_of(fixture) if address_of(each, Mail.ASKS)}


@task()
def tell_of_moved_match(*, fixture: int) -> int:
    """Whoever has answered, since their answer was for another day; of those in a published line-up the mail about
    their board says it. So many mails are queued."""
    with transaction.atomic():
        Fixture.objects.select_for_update(no_key=True).filter(pk=fixture).first()
        found = fixture_to_come(fixture)
        if found is None:
            return 0
        mails = written(tell_of_move.module_path, about="fixture", key=fixture)
        told = {mail["player"]: mail["day"] for mail in mails}
        day = when_it_is(found)
        fresh = [player for player in _who_answered(found) if told.get(player) != day]
        for player in fresh:
            tell_of_move.enqueue(fixture=fixture, player=player, day=day)
    return len(fresh)


@task(takes_context=True)
def tell_of_move(context: TaskContext, *, fixture: int, player: int, day: str) -> str:
    """If it is still then."""
    found = fixture_to_come(fixture)
    people = _who_answered(found) if found is not None and when_it_is(found) == day else {}
    if found is None or player not in people:
        return UNTRUE
    wait_for_the_morning(found.team.league.club)
    send(letters.of_moved_match(found, people[player]), address_of(people[player], Mail.ASKS), key=key_of(context))
    return SENT


def when_it_is(fixture: Fixture) -> str:
    """Its day, and its hour where one is known."""
    return f"{fixture.date.isoformat()} {fixture.starts_at:%H:%M}" if fixture.starts_at else fixture.date.isoformat()


def _who_answered(fixture: Fixture) -> Mapping[int, Player]:
    """By key, those who want such a mail."""
    rows = FixtureAnswer.objects.filter(fixture=fixture).exclude(said="").order_by("pk")
    people = [row.player for row in rows.select_related("player__contact", "player__club")]
    return {each.pk: each for each in people if address_of(each, Mail.ASKS)}
