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
