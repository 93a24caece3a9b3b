"""Rounds, and what was known when they were paired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.db import models
from django.db.models.sql.compiler import SQLCompiler
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class RoundState(models.TextChoices):
    OPEN = "open", pgettext_lazy("a round", "open")  # people are checking in
    DRAFTED = "drafted", pgettext_lazy("a round", "drafted")  # paired, seen by the director only
    PUBLISHED = "published", pgettext_lazy("a round", "published")
    FINISHED = "finished", pgettext_lazy("a round", "finished")

    @property
    def tonight(self) -> StrPromise:
        """What is going on."""
        return _TONIGHT[self]


_TONIGHT: Mapping[RoundState, StrPromise] = {
    RoundState.OPEN: _("People are checking in"),
    RoundState.DRAFTED: _("Paired, not published yet"),
    RoundState.PUBLISHED: _("Being played"),
    RoundState.FINISHED: _("The table is published"),
}


UNPUBLISHED_STATES = frozenset({RoundState.OPEN, RoundState.DRAFTED})
"""The director's alone: people can still be marked, boards paired anew."""
PUBLIC_STATES = frozenset({RoundState.PUBLISHED, RoundState.FINISHED})
"""Seen by everybody, and history for the rounds that follow."""


class AllRounds(models.QuerySet["Round"]):
    """Those of a plan published whole too, whose turn has not come."""

    def ahead(self) -> Self:
        """Published while a round before them is not finished: a season's plan hangs on the wall from the first day."""
        return self.filter(_IS_AHEAD)


class RoundsSoFar(models.Manager["Round"]):
    """Without those that are ahead: all that is asked about rounds is asked about those whose turn has come."""

    def get_queryset(self) -> models.QuerySet[Round]:
        return super().get_queryset().exclude(_IS_AHEAD)


class Round(models.Model):
    """A round exists before it is drafted: planned rounds have dates."""

    UNRECORDED: ClassVar = ("revision",)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=RoundState, default=RoundState.OPEN)
    date = models.DateField(_("date"), null=True, blank=True)
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)
    """When the director said that the evening is over after this round."""
    notes = models.JSONField(default=list)
    """Reasons that concern the round as a whole: what was relaxed."""
    revision = models.PositiveIntegerField(default=1)
    """Rises with every draft, publishing, take-back and board moved: what a button on a screen was made for."""

    objects = RoundsSoFar()
    with_ahead = AllRounds.as_manager()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["date"], name="round_by_date")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number"),
            models.CheckConstraint(condition=models.Q(state__in=RoundState.values), name="round_state"),
        ]

    @property
    def is_public(self) -> bool:
        return self.state in PUBLIC_STATES

    @property
    def is_to_come(self) -> bool:
        """Its boards are published, and no evening has been opened for it yet."""
        return self.state == RoundState.PUBLISHED and self.date is None and self.started_at is None


class _UnfinishedBefore(models.Func):
    """Whether a round of the same tournament with a smaller number is not finished. In plain SQL, since every question
    about rounds holds it, and Django took half a millisecond each time to build it of its own parts."""

    output_field = models.BooleanField()

    def as_sql(self, compiler: SQLCompiler, _connection: Any) -> tuple[str, tuple[str | int, ...]]:  # type: ignore[override]  # nobody asks for another template
        (tournament, first), (number, second) = map(compiler.compile, self.get_source_expressions())
        return _UNFINISHED_BEFORE.format(tournament, number), (*first, *second)


_UNFINISHED_BEFORE = (
    "EXISTS (SELECT 1 FROM tournaments_round earlier WHERE earlier.tournament_id = {} AND earlier.number < {}"
    " AND earlier.state <> 'finished')"
)
_IS_AHEAD = models.Q(state=RoundState.PUBLISHED, date=None) & models.Q(_UnfinishedBefore("tournament_id", "number"))
"""What was opened for an evening has its date."""


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
