"""The club's teams in leagues outside: their squads, their fixtures, who can play, who sits where, how it went."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.availability import RespondedBy, ResponseBase
from tournaments.models.club import Club
from tournaments.models.player import Player
from tournaments.models.season import Season
from tournaments.pairing.teams.types import SquadAnswer


class League(models.Model):
    """A league in which the club has teams, in one season. They share one list of people: whoever plays above their
    own team uses up what the league allows."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="leagues")
    name = models.CharField(max_length=100)
    preset = models.CharField(max_length=60, blank=True)
    rules = models.JSONField(default=dict)
    """Of LeagueRules, what differs from the preset's."""
    also_day_after = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "name"], name="league_name_once")]

    def __str__(self) -> str:
        return self.name


class OutsideTeam(models.Model):
    """Number 1 is the highest of the club in its league. `table` is the league's, as it was typed: lists of cells."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    division = models.CharField(max_length=100, blank=True)
    boards = models.PositiveSmallIntegerField()
    captain = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="captain_of")
    """By their card they do all that is to be done for this team, and nothing else."""
    reminder_days = models.PositiveSmallIntegerField(default=4)
    table_link = models.URLField(max_length=300, blank=True)
    table = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "number"], name="outside_team_number_once")]

    def __str__(self) -> str:
        return self.name


class UsualAnswer(models.TextChoices):
    """What holds of each match of which somebody has said nothing."""

    NONE = "", _("only when I say so")
    COMING = "coming", _("always, unless I say no")
    IF_NEEDED = "if_needed", _("only if you need me")


class SquadPlace(models.Model):
    """Somebody on the club's list for a league. Without a team they are nominated in none."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="squad")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="squad_places")
    team = models.ForeignKey(OutsideTeam, on_delete=models.PROTECT, null=True, blank=True, related_name="squad")
    position = models.PositiveSmallIntegerField()
    """On the list, from 1."""
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    """As the league's list has it."""
    is_foreign = models.BooleanField(default=False)
    usual_answer = models.CharField(max_length=10, choices=UsualAnswer, blank=True, default=UsualAnswer.NONE)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "player"], name="squad_player_once"),
            models.CheckConstraint(condition=models.Q(usual_answer__in=UsualAnswer.values), name="squad_usual_answer"),
        ]


class Fixture(models.Model):
    """A match of a team. `draft` is a line-up that is not published yet: keys of players by board, or null; None
    where there is none. What is published stands in the places."""

    team = models.ForeignKey(OutsideTeam, on_delete=models.PROTECT, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    """For which the league had planned it, also when it is moved."""
    date = models.DateField()
    starts_at = models.TimeField(null=True, blank=True)
    opponent = models.CharField(max_length=100)
    is_home = models.BooleanField(default=True)
    place = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=200, blank=True)
    """For members: trains, who drives."""
    uid = models.CharField(max_length=250, blank=True)
    """Of the event in the league's calendar that it came from: a second import finds it by this."""
    draft = models.JSONField(null=True)
    published_at = models.DateTimeField(null=True)
    own_halves = models.PositiveSmallIntegerField(null=True)
    their_halves = models.PositiveSmallIntegerField(null=True)
    """Half board points, where only the match's score is known; else they follow from the boards."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["team", "date"], name="fixture_by_date")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "round"], name="fixture_round_once"),
            models.UniqueConstraint(fields=["team", "uid"], condition=~models.Q(uid=""), name="fixture_uid_once"),
            models.CheckConstraint(
                condition=models.Q(own_halves=None, their_halves=None)
                | models.Q(own_halves__isnull=False, their_halves__isnull=False),
                name="fixture_whole_score",
            ),
        ]


class FixtureAnswer(ResponseBase):
    """The last word of somebody on a match, never locked. Empty: they were asked, from outside the team, and have said
    nothing yet."""

    fixture = models.ForeignKey(Fixture, on_delete=models.PROTECT, related_name="answers")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fixture_answers")
    said = models.CharField(max_length=10, blank=True)
    """A value of SquadAnswer."""
    arrives_at = models.TimeField(null=True, blank=True)
    """By the club's clock, of those who come later."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "player"], name="fixture_answer_once"),
            models.CheckConstraint(
                condition=models.Q(said__in=["", *(each.value for each in SquadAnswer)]), name="fixture_answer_said"
            ),
            models.CheckConstraint(condition=models.Q(said_by__in=RespondedBy.values), name="fixture_answer_said_by"),
        ]


class BoardResult(models.TextChoices):
    """Of a board outside, as our side has it."""

    WIN = "1", _("won")
    DRAW = "½", _("drawn")
    LOSS = "0", _("lost")
    WIN_BY_FORFEIT = "+", _("won by forfeit")
    LOSS_BY_FORFEIT = "-", _("lost by forfeit")
    NOBODY = "x", _("nobody there")
    ADJOURNED = "h", _("adjourned")


class FixturePlace(models.Model):
    """A board of a published line-up; without a player it is empty."""

    fixture = models.ForeignKey(Fixture, on_delete=models.PROTECT, related_name="places")
    board = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="fixture_places")
    result = models.CharField(max_length=1, choices=BoardResult, blank=True)
    opponent = models.CharField(max_length=100, blank=True)
    opponent_rating = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "board"], name="fixture_board_once"),
            models.UniqueConstraint(fields=["fixture", "player"], name="fixture_player_once"),
            models.CheckConstraint(
                condition=models.Q(result__in=["", *BoardResult.values]), name="fixture_place_result"
            ),
        ]
