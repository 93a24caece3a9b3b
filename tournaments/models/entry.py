"""Entries: players, or teams, in a tournament, with what is frozen when they enter."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class DefaultAvailability(models.TextChoices):
    """What holds of every evening of which somebody has said nothing."""

    AS_TOURNAMENT = "", _("as set in the tournament")
    ALWAYS = "always", _("expected")
    ON_WORD = "on_word", _("not expected")


class Entry(models.Model):
    """`number` is null until the numbers are drawn; late entrants get the next free one."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="entries")
    """null for a team."""
    team_name = models.CharField(_("name of the team"), max_length=100, blank=True, default="", db_default="")
    """Of a team, which plays as one entry; empty = a player."""
    short_name = models.CharField(_("short name"), max_length=20, blank=True, default="", db_default="")
    captain = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="captain_in")
    number = models.PositiveSmallIntegerField(_("number"), null=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True)
    joined_round = models.PositiveSmallIntegerField(_("joined in round"), default=1)
    home_club = models.CharField(_("home club"), max_length=100, blank=True)
    """As an imported tournament file says, or a guest; kept for the export."""
    category = models.CharField(max_length=40, blank=True, default="", db_default="")
    """One of the tournament's, by its name; empty = none."""
    is_guest = models.BooleanField(_("guest"), default=False)
    """Plays without being of the club: on the list of the evenings they come to, of no other."""
    standing_plan = models.CharField(max_length=10, choices=DefaultAvailability, blank=True, default="")
    usual_arrival = models.TimeField(_("usual time of arrival"), null=True, blank=True)
    """By the club's clock; null = when the evening starts."""
    absence_kind = models.CharField(_("counts as, unless marked"), max_length=16, blank=True, default="", db_default="")
    """What an absence counts as that nobody has marked; empty: as for everybody."""
    paired_at_place = models.PositiveSmallIntegerField(_("paired as if at place"), null=True, blank=True)
    """For the pairing alone, until `paired_at_games` are played; null = to the end."""
    paired_at_games = models.PositiveSmallIntegerField(_("for this many games"), null=True, blank=True)
    owes_bye = models.BooleanField(_("owes an evening"), default=False, db_default=False)
    """Sits out unpaid the next time the number is odd."""
    must_say = models.BooleanField(default=False)
    """Did not come once: expected only when they say so, until the director resets it."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_player_once"),
            models.UniqueConstraint(
                fields=["tournament", "team_name"], condition=~models.Q(team_name=""), name="entry_team_once"
            ),
            models.CheckConstraint(
                condition=models.Q(player=None) ^ models.Q(team_name=""), name="entry_player_or_team"
            ),
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.CheckConstraint(condition=models.Q(joined_round__gte=1), name="entry_joined_round"),
            models.CheckConstraint(condition=models.Q(number__gte=1) | models.Q(number=None), name="entry_number"),
            models.CheckConstraint(
                condition=models.Q(paired_at_place__gte=1) | models.Q(paired_at_place=None, paired_at_games=None),
                name="entry_paired_at",
            ),
        ]

    @property
    def person(self) -> Player:
        """Of whoever plays for themselves. What is about people is never asked of a team."""
        if self.player is None:
            raise TypeError(f"{self.team_name} is a team")
        return self.player

    @property
    def person_id(self) -> int:
        """Its key."""
        if self.player_id is None:
            raise TypeError(f"{self.team_name} is a team")
        return self.player_id

    @property
    def who(self) -> int:
        """By which actions and pages name whoever plays: the key of the player, of a team the entry's made negative."""
        return -self.pk if self.player_id is None else self.player_id

    @property
    def is_team(self) -> bool:
        return bool(self.team_name)

    @property
    def full_name(self) -> str:
        """For the staff."""
        return self.team_name or self.person.full_name


class Withdrawal(models.Model):
    """The rounds from first to last (null = for good) in which an entry had withdrawn."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="withdrawals")
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "first_round"], name="withdrawal_first_round_once"),
            models.CheckConstraint(
                condition=models.Q(last_round=None) | models.Q(last_round__gte=models.F("first_round")),
                name="withdrawal_rounds",
            ),
        ]


class ForbiddenPair(models.Model):
    """Two who shall not be paired (siblings); the entry with the smaller key is `one`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="forbidden_pairs")
    one = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["one", "other"], name="forbidden_pair_once"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="forbidden_pair_order"),
        ]


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
