"""Seasons of several systems played by chance, for a club that asks which of them suits it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.club import Club


class SimulationState(models.TextChoices):
    RUNNING = "running", pgettext_lazy("a calculation", "running")
    DONE = "done", pgettext_lazy("a calculation", "done")
    CANCELLED = "cancelled", _("cancelled")
    FAILED = "failed", pgettext_lazy("a calculation", "failed")


class SimulationRun(models.Model):
    """One runs in a club at a time. No record tells of it: it changes nothing of the club's
    (docs/decisions/0051-the-planner.md)."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="plannings")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    asked_at = models.DateTimeField()
    based_on = models.CharField(max_length=200, blank=True)
    """The season or tournament whose attendance it is; empty where numbers were typed."""
    field = models.JSONField()
    """Ratings and how often each comes, without names; evenings (`SimulatedField.to_json`)."""
    ways = models.JSONField()
    """System and preset, a pair each, in the order in which they stand side by side."""
    seed = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=SimulationState, default=SimulationState.RUNNING)
    turn = models.PositiveIntegerField(default=0)
    """Rises with each stretch of work: a job does only the stretch that it names."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often this stretch was begun."""
    evenings_played = models.PositiveIntegerField(default=0)
    """Of all that are to be played: the progress."""
    moved_at = models.DateTimeField()
    """When that was last noted."""
    rows = models.JSONField(default=list)
    """While it runs: of each way the seasons played, by their number as text (`simulation.statistics.to_row`)."""
    figures = models.JSONField(default=list)
    """When it is done: of each way what `simulation.statistics.spreads_to_json` has."""
    ended_at = models.DateTimeField(null=True)

    RECORDED_AS = "planning"

    class Meta:
        db_table = "tournaments_planning"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club"], condition=models.Q(state="running"), name="planning_one_runs"),
            models.CheckConstraint(condition=models.Q(state__in=SimulationState.values), name="planning_state"),
        ]
