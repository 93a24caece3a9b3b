"""The card: a player's private link. One per player, with a key for each place where it is kept."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player


class CardKey(models.Model):
    """Opens the card until it is withdrawn; of the token itself only the SHA-256 is kept."""

    PRIVATE: ClassVar = ("token_hash",)
    UNRECORDED: ClassVar = ("used_at",)

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="card_keys")
    name = models.CharField(_("name"), max_length=60, blank=True)
    """Where it is: "slip", "mail", a parent."""
    is_parents = models.BooleanField(default=False)
    """Held by a parent: only the director withdraws it."""
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    """To the day: not every look is worth a write."""
    withdrawn_at = models.DateTimeField(null=True)


class VapidKey(models.Model):
    """By which push services know this installation (RFC 8292): one pair, for all processes."""

    PRIVATE: ClassVar = ("private_key",)

    private_key = models.TextField()
    """PEM."""
    public_key = models.TextField()
    made_at = models.DateTimeField()


class PushSubscription(models.Model):
    """A browser that shows what somebody who holds a card wants to be told (Push API). No record tells of it: it says
    where a phone is reached, and its push service ends it (docs/decisions/0104)."""

    PRIVATE: ClassVar = ("endpoint", "endpoint_hash", "p256dh", "auth")

    key = models.ForeignKey(CardKey, on_delete=models.CASCADE, related_name="push_subscriptions")
    """That opened the card there: withdrawn, nothing is shown there any more."""
    endpoint = models.CharField(max_length=1000)
    endpoint_hash = models.CharField(max_length=64)
    """SHA-256. A phone that holds several cards has one endpoint."""
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    board = models.BooleanField(default=False)
    sits_out = models.BooleanField(default=False)
    asks = models.BooleanField(default=False)
    contradicted = models.BooleanField(default=False)
    line_up = models.BooleanField(default=False)
    """What it shows, by the values of services.players.push_subscriptions.Push."""
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["endpoint_hash", "key"], name="push_subscription_of_key"),
        ]


class PushMessage(models.Model):
    """What a subscription was told last of one occasion, or is about to be told."""

    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="messages")
    about = models.CharField(max_length=60)
    """The occasion: a round, an evening, a match, a game."""
    told = models.CharField(max_length=200)
    """What it says, by keys; one that would say the same is not sent again."""
    queued_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["subscription", "about"], name="push_message_of_occasion"),
        ]
