"""Rounds, and what was known when they were paired."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class RoundState(models.TextChoices):
    OPEN = "open", _("open")  # people are checking in
    DRAFTED = "drafted", _("drafted")  # paired, seen by the director only
    PUBLISHED = "published", _("published")
    FINISHED = "finished", _("finished")


UNPUBLISHED_STATES = frozenset({RoundState.OPEN, RoundState.DRAFTED})
"""The director's alone: people can still be marked, boards paired anew."""
PUBLIC_STATES = frozenset({RoundState.PUBLISHED, RoundState.FINISHED})
"""Seen by everybody, and history for the rounds that follow."""


class Round(models.Model):
    """A round exists before it is drafted: planned rounds have dates."""

    UNRECORDED: ClassVar = ("revision",)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=RoundState, default=RoundState.OPEN)
    date = models.DateField(_("date"), null=True, blank=True)
    started_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)
    """When the director said that the evening is over after this round."""
    notes = models.JSONField(default=list)
    """Reasons that concern the round as a whole: what was relaxed."""
    revision = models.PositiveIntegerField(default=1)
    """Rises with every draft, publishing, take-back and board moved: what a button on a screen was made for."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number"),
            models.CheckConstraint(condition=models.Q(state__in=RoundState.values), name="round_state"),
        ]

    @property
    def is_public(self) -> bool:
        return self.state in PUBLIC_STATES


class RoundRecord(models.Model):
    """The tournament file as known when the round was paired, compressed: system, options, seed and all."""

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="record")
    tournament_file = models.BinaryField()


class PublishedTable(models.Model):
    """The table after a finished round as it was published, and the tournament file as known then, both compressed.

    Stays as it is whatever is corrected later; out of the file any number of it opens up again.
    """

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="published_table")
    table = models.BinaryField()
    tournament_file = models.BinaryField()
    published_at = models.DateTimeField()
