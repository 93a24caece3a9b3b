"""The jobs: what there is to tell is found when the worker comes to it, and looked up again when it is sent.

A job names keys, never a name, an address or a word.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Count
from django.utils import timezone, translation
from django_tasks import task

from clubchess.jobs import NotYet
from tournaments import clock
from tournaments.mail.asking import evening_to_come, fixtures_to_ask_of
from tournaments.mail.hours import asked_at
from tournaments.mail.jobs import wait_for_the_morning
from tournaments.mail.letters import language_of
from tournaments.models import Fixture, Game, PushMessage, PushSubscription, Round, Tournament
from tournaments.push.sending import NeverTaken, PushRequest, PushServiceAway, SubscriptionGone, send_all
from tournaments.push.topics import OF, Notice, TopicNotices, Words, playing_now
from tournaments.recording.push import (
    drop_messages,
    drop_messages_before,
    forget_subscriptions,
    note_sent,
    queue_messages,
)
from tournaments.selectors.availability import closing
from tournaments.services.players.card_keys import active_keys
from tournaments.services.players.push_subscriptions import PushTopic

BATCH = 50
"""Messages of one job, all to one push service: who is killed leaves no more than these, and a service that hangs keeps
only its own waiting."""
_NIGHT = 23
"""Until then a phone may be told of tonight's board; mails end earlier (tournaments.mail.hours)."""
_WHILE_PLAYING = datetime.timedelta(minutes=2)
_KEPT = datetime.timedelta(days=60)
_HELD_BY = {
    PushTopic.ROUND: Round,
    PushTopic.EVENING: Tournament,
    PushTopic.MATCH: Fixture,
    PushTopic.LINE_UP: Fixture,
    PushTopic.GAME: Game,
}


@task()
def tell(*, topic: str, key: int) -> int:
    """Of whose phones it is told that were not told so yet: as many messages are queued."""
    with transaction.atomic():
        # One at a time: who comes second sees what the first has queued.
        _HELD_BY[PushTopic(topic)]._base_manager.select_for_update(no_key=True).filter(pk=key).first()
        telling = OF[topic](key)
        if telling is None:
            return 0
        fresh = list(_fresh(telling))
        queue_messages(fresh)
        hosts: dict[str, list[int]] = defaultdict(list)
        for message in fresh:
            hosts[urlsplit(message.subscription.endpoint).netloc].append(message.pk)
        for keys in hosts.values():
            for some in _pieces(keys):
                send.enqueue(topic=topic, key=key, messages=some)
    return len(fresh)


def _pieces(keys: Sequence[int]) -> Iterator[list[int]]:
    for begin in range(0, len(keys), BATCH):
        yield list(keys[begin : begin + BATCH])


def _fresh(telling: TopicNotices) -> Iterator[PushMessage]:
    """Nothing that its phone was told, or is about to be."""
    known = dict(PushMessage.objects.filter(about=telling.about).values_list("subscription", "told"))
    for subscription in _subscriptions(telling):
        told = telling.told[subscription.key.player_id]
        if getattr(subscription, told.push.value) and known.get(subscription.pk) != told.said:
            yield PushMessage(
                subscription=subscription, about=telling.about, told=told.said, queued_at=clock.now(), sent_at=None
            )


def _subscriptions(telling: TopicNotices) -> Iterator[PushSubscription]:
    players = list(telling.told)
    for begin in range(0, len(players), 500):
        found = PushSubscription.objects.filter(key__player__in=players[begin : begin + 500], key__in=active_keys())
        yield from found.select_related("key").order_by("pk")


@task()
def send(*, topic: str, key: int, messages: list[int]) -> int:
    """What is still so, and not sent yet. Raises NotYet at night and for whoever plays, and PushServiceAway where their
    service cannot be reached: then those are tried again."""
    waiting = PushMessage.objects.filter(pk__in=messages, sent_at=None)
    waiting = waiting.select_related("subscription__key__player__club").order_by("pk")
    telling = OF[topic](key)
    true = _still_so(telling, list(waiting))
    if telling is None or not true:
        return 0
    wait_for_the_morning(telling.club, night=_NIGHT)
    playing = playing_now([told.player.pk for _message, told in true], besides=telling.round)
    shared = _shared_phones([message.subscription.endpoint_hash for message, _told in true])
    requests = [_request(message, told, shared) for message, told in true if told.player.pk not in playing]
    ended = _sent(requests)
    if len(ended) < len(requests):
        raise PushServiceAway
    if playing:
        raise NotYet(clock.now() + _WHILE_PLAYING)
    return len(ended)


def _still_so(telling: TopicNotices | None, messages: Sequence[PushMessage]) -> list[tuple[PushMessage, Notice]]:
    """What is not, goes: told again later, it is told."""
    true, untrue = [], []
    living = set(
        active_keys().filter(pk__in=[each.subscription.key_id for each in messages]).values_list("pk", flat=True)
    )
    for message in messages:
        told = telling.told.get(message.subscription.key.player_id) if telling is not None else None
        if (
            told is not None
            and told.said == message.told
            and message.subscription.key_id in living
            and getattr(message.subscription, told.push.value)
        ):
            true.append((message, told))
        else:
            untrue.append(message.pk)
    drop_messages(untrue)
    return true


def _sent(requests: Sequence[PushRequest]) -> set[int]:
    """The keys of those with which no more is to be done, also since nobody would ever take them. Each is noted as soon
    as it is known: who is killed then has left only those on their way to be sent again, under the same topic, in whose
    place a phone shows them."""
    ended: set[int] = set()
    for request, error in send_all(requests):
        if error is None or isinstance(error, NeverTaken):
            note_sent(request.key, clock.now())
        elif isinstance(error, SubscriptionGone):
            forget_subscriptions(PushSubscription.objects.filter(pk=request.subscription.pk))
        elif isinstance(error, PushServiceAway):
            continue
        else:
            raise error
        ended.add(request.key)
    return ended


def _shared_phones(digests: Collection[str]) -> frozenset[str]:
    """Those that are told of several players."""
    phones = PushSubscription.objects.filter(endpoint_hash__in=digests).values_list("endpoint_hash", flat=True)
    return frozenset(phones.annotate(players=Count("key__player", distinct=True)).filter(players__gt=1))


def _request(message: PushMessage, told: Notice, shared: Collection[str]) -> PushRequest:
    """In the player's language and by the club's clock. A phone of several, or of parents, is told of whom it is."""
    player, subscription = told.player, message.subscription
    with translation.override(language_of(player, player.club)), timezone.override(player.club.time_zone):
        words, url = told.words(), told.url
    if subscription.key.is_parents or subscription.endpoint_hash in shared:
        words = Words(title=f"{player.given_name}: {words.title}", text=words.text)
    about = f"{message.about} {player.pk}"
    return PushRequest(key=message.pk, subscription=subscription, words=words, url=url, about=about)


def ask_who_has_not_said() -> None:
    """Every few minutes, by each worker; everybody is asked once of an evening and of a match."""
    wished = PushSubscription.objects.filter(asks=True)
    clubs = list(wished.values_list("key__player__club", flat=True).distinct())
    if not clubs:
        return
    open_ones = Tournament.objects.filter(trashed_at=None, season__is_open=True, may_say=True, club__in=clubs)
    for tournament in open_ones.filter(entries__player__card_keys__push_subscriptions__asks=True).distinct():
        evening = evening_to_come(tournament)
        if evening is not None and clock.now() >= asked_at(tournament, evening.date, closing(tournament, evening.date)):
            tell.call(topic=PushTopic.EVENING.value, key=tournament.pk)
    for fixture in fixtures_to_ask_of():
        if fixture.team.league.club_id in clubs:
            tell.call(topic=PushTopic.MATCH.value, key=fixture.pk)


def forget_what_is_old() -> None:
    """And the phones of keys that open nothing any more."""
    drop_messages_before(clock.now() - _KEPT)
    dead = PushSubscription.objects.exclude(key__in=active_keys())
    if dead.exists():
        forget_subscriptions(dead)
