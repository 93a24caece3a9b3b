"""Members of teams, and who sits at which board of a match. The team itself is an entry."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.attendance import Attendance
from tournaments.models.entry import Entry
from tournaments.models.player import Player


class TeamMember(models.Model):
    """Somebody of a team, in the order of its boards, in the rounds from first to last."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    """The team's."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="team_places")
    place = models.PositiveSmallIntegerField()
    """Rising; numbers may be left out."""
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    """When they were entered."""
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True)
    """The last one; null = to the end."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "player", "from_round"], name="team_member_once"),
            models.CheckConstraint(
                condition=models.Q(from_round__gte=1)
                & (models.Q(until_round=None) | models.Q(until_round__gte=models.F("from_round"))),
                name="team_member_rounds",
            ),
        ]


class LineUpPlace(models.Model):
    """Who sits at a board of a team's match. A board without one is empty; the boards' results stand with the game."""

    attendance = models.ForeignKey(Attendance, on_delete=models.PROTECT, related_name="line_up")
    """The team's, in that round."""
    board = models.PositiveSmallIntegerField()
    member = models.ForeignKey(TeamMember, on_delete=models.PROTECT, related_name="boards")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attendance", "board"], name="line_up_board_once"),
            models.UniqueConstraint(fields=["attendance", "member"], name="line_up_member_once"),
            models.CheckConstraint(condition=models.Q(board__gte=1), name="line_up_board"),
        ]


class MemberAway(models.Model):
    """Of a team that is here, somebody who is not: whoever is not said to be away is there with the others."""

    attendance = models.ForeignKey(Attendance, on_delete=models.PROTECT, related_name="away_members")
    member = models.ForeignKey(TeamMember, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attendance", "member"], name="member_away_once"),
        ]
