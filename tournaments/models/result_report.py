"""Results as the players report them, beside the record, which is the director's."""

from typing import ClassVar

from django.db import models

from tournaments.models.attendance import Attendance
from tournaments.models.entry import Entry
from tournaments.pairing.types.snapshot import Result

_REPORTED = [Result.WHITE_WINS.value, Result.DRAW.value, Result.BLACK_WINS.value]


class ResultReport(models.Model):
    """What one of the two said of their game. It counts while the round has the reporter against that opponent with
    that colour: of a board that was paired again since nothing has been reported."""

    attendance = models.OneToOneField(Attendance, on_delete=models.PROTECT, related_name="report")
    opponent = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    colour = models.CharField(max_length=5)
    """The reporter's."""
    result = models.CharField(max_length=20)
    boards = models.CharField(max_length=12, blank=True, default="", db_default="")
    """Of a match of teams, its boards' signs, as `Game.boards`; `result` follows. A captain has said it."""
    reported_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(result__in=_REPORTED), name="result_report_result"),
        ]
