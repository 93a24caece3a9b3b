"""A helper for one evening: a code for one phone."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament


class HelperPass(models.Model):
    """Whoever opens it first gives a name and helps this tournament until the evening is over or it is ended."""

    PRIVATE: ClassVar = ("token_hash",)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="helper_passes")
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="helper_pass"
    )
    """The account made for this evening; null until it was opened."""
    ended_at = models.DateTimeField(null=True)
