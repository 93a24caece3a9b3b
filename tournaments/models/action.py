"""The record: who did what, when, and the rows before and after."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce

from tournaments import clock
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament


class Action(models.Model):
    """Written by the package recording only. Refers to rows by label and key, so it survives them."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="actions")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, null=True, related_name="actions")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="actions")
    """Null: the command line."""
    verb = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    """What the sentence about it names: player keys, round and board numbers, results; never names."""
    at = models.DateTimeField(default=clock.now, editable=False)
    receipt = models.UUIDField(null=True)
    """Of the form that was sent; once for who does what in which scope."""
    changes = models.JSONField(default=list)
    """In order: {"model", "pk", "before", "after"}; before null = created, after null = deleted. Empty: archived."""
    relies_on = models.JSONField(default=list)
    """Rows whose fields must stay as they are for this to stand: {"model", "pks", "fields"}."""
    public = models.JSONField(default=list)
    """[label, key] of the clubs and tournaments whose public pages it changed."""
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["tournament", "-id"], name="action_by_tournament"),
            models.Index(fields=["club", "-id"], name="action_by_club"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                "receipt",
                *(Coalesce(key, 0, output_field=models.BigIntegerField()) for key in ("tournament", "club", "actor")),
                name="action_receipt_once",
            )
        ]

    @property
    def is_archived(self) -> bool:
        """What undo goes by is in an archive, for none is kept without a change."""
        return not self.changes
