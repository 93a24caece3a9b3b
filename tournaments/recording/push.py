"""Where phones are reached, and what they were told: written past the record (docs/decisions/0104)."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import CardKey, PushMessage, PushSubscription, VapidKey
from tournaments.recording.unit_of_work import being_active

VAPID_ROW = 1
"""There is one, whoever comes first."""


def keep_vapid_key(**values: Any) -> VapidKey:
    with being_active():
        return VapidKey.objects.get_or_create(pk=VAPID_ROW, defaults=values)[0]


def keep_subscription(key: CardKey, *, endpoint_hash: str, most: int, **values: Any) -> None:
    """The player's on that phone, by whatever key it was; of more than `most` the oldest go."""
    with being_active(), transaction.atomic():
        of_player = PushSubscription.objects.filter(key__player=key.player_id)
        of_player.filter(endpoint_hash=endpoint_hash).exclude(key=key).delete()
        PushSubscription.objects.update_or_create(key=key, endpoint_hash=endpoint_hash, defaults=values)
        too_many = list(of_player.order_by("-made_at", "-pk").values_list("pk", flat=True)[most:])
        of_player.filter(pk__in=too_many).delete()


def forget_subscriptions(found: QuerySet[PushSubscription]) -> None:
    with being_active():
        found.delete()


def queue_messages(messages: Sequence[PushMessage]) -> None:
    """In place of what each subscription was told of the occasion before. Each has its key afterwards."""
    with being_active():
        PushMessage.objects.bulk_create(
            messages,
            batch_size=500,
            update_conflicts=True,
            unique_fields=["subscription", "about"],
            update_fields=["told", "queued_at", "sent_at"],
        )


def note_sent(key: int, at: datetime.datetime) -> None:
    with being_active():
        PushMessage.objects.filter(pk=key).update(sent_at=at)


def drop_messages(keys: Collection[int]) -> None:
    """What is not true any more: told later, it is told."""
    with being_active():
        PushMessage.objects.filter(pk__in=keys, sent_at=None).delete()


def drop_messages_before(at: datetime.datetime) -> None:
    found = PushMessage.objects.filter(queued_at__lt=at)
    if found.exists():
        with being_active():
            found.delete()
