"""Games. Who plays them stands in the attendance rows, so nobody can be on two boards of a round."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Round
from tournaments.pairing.model.snapshot import Result


class Game(models.Model):
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="games")
    board = models.PositiveSmallIntegerField(_("board"))
    result = models.CharField(_("result"), max_length=7, default=Result.OPEN.value)
    by_hand = models.BooleanField(_("set by hand"), default=False)
    started_at = models.DateTimeField(null=True)
    is_postponed = models.BooleanField(_("postponed"), default=False)
    known_from = models.PositiveSmallIntegerField(null=True)
    """First round that was paired knowing this result; null = the next (tournament file)."""
    earlier = models.JSONField(default=list)
    """What was known before, as [result, first round paired knowing it]."""
    reasons = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "board"], name="game_board_once"),
            models.CheckConstraint(condition=models.Q(board__gte=1), name="game_board"),
            models.CheckConstraint(
                condition=models.Q(result__in=[result.value for result in Result]), name="game_result"
            ),
        ]
