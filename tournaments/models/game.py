"""Games. Who plays them stands in the attendance rows, so nobody can be on two boards of a round."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.round import Round
from tournaments.pairing.types.snapshot import Result

RESULT_FIELDS = (
    *("result", "boards", "own_halves", "their_halves"),
    *("is_postponed", "known_from", "earlier", "date", "play_by", "unplayed"),
)
"""Of a game, what entering its result changes."""


class Game(models.Model):
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="games")
    board = models.PositiveSmallIntegerField(_("board"))
    result = models.CharField(_("result"), max_length=7, default=Result.OPEN.value)
    boards = models.CharField(max_length=12, blank=True, default="", db_default="")
    """Of a match of teams, a sign for each board from the first on, written from the side of the team with White on
    board 1: 1 0 = over the board, + - by forfeit, x nobody there, * open. `result` follows. Empty: there are none."""
    own_halves = models.PositiveSmallIntegerField(null=True)
    """Of a match of which only the sums are known: board points in halves, of the team with White on board 1."""
    their_halves = models.PositiveSmallIntegerField(null=True)
    by_hand = models.BooleanField(_("set by hand"), default=False)
    started_at = models.DateTimeField(null=True)
    is_postponed = models.BooleanField(pgettext_lazy("a game", "postponed"), default=False)
    date = models.DateField(_("own date"), null=True)
    """Where it is not the round's: on which it was played, or for which an open game is agreed."""
    play_by = models.DateField(_("to be played by"), null=True)
    """The last day for an open game; null = as the tournament's dates have it."""
    unplayed = models.BooleanField(_("not played"), default=False)
    """A draw that the director made of a game nobody played: it counts, and is not rated."""
    known_from = models.PositiveSmallIntegerField(null=True)
    """First round that was paired knowing this result; null = the next (tournament file)."""
    earlier = models.JSONField(default=list)
    """What was known before, as [result, first round paired knowing it]."""
    decided_by = models.JSONField(null=True)
    """In a knock-out, who goes on where the game itself did not say it: `step`, `winner` as a colour of this board, and
    `games`, further ones as [colour that White of the first game had, result]."""
    counted_in = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="counted")
    """Of a knock-out: the round of another tournament in which it is played and counted too (see counted.py)."""
    reasons = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "board"], name="game_board_once"),
            models.CheckConstraint(condition=models.Q(board__gte=1), name="game_board"),
            models.CheckConstraint(
                condition=models.Q(own_halves=None, their_halves=None)
                | models.Q(own_halves__isnull=False, their_halves__isnull=False, boards=""),
                name="game_whole_score",
            ),
            models.CheckConstraint(
                condition=models.Q(result__in=[result.value for result in Result]), name="game_result"
            ),
        ]

    @property
    def has_result(self) -> bool:
        return self.result != Result.OPEN.value

    @property
    def has_begun(self) -> bool:
        """Whoever sits there stays: it was started, or something of it is known."""
        return self.started_at is not None or self.has_result or bool(self.boards)

    @property
    def seen(self) -> str:
        """What a form about it was made for: another one later means that somebody has changed it."""
        if self.boards or self.own_halves is not None:
            return f"{self.boards}/{self.own_halves}/{self.their_halves}/{int(self.is_postponed)}/{self.date or ''}"
        return f"{self.result}/{int(self.is_postponed)}/{self.date or ''}/{self.play_by or ''}"
