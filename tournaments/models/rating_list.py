"""Federations' lists as a lookup table beside the members; and a club's own list as it was published."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club
from tournaments.models.player import Pace, Player


class ListState(models.TextChoices):
    WAITING = "waiting", _("waits for its turn")
    LOADING = "loading", _("is being loaded")
    READY = "ready", _("loaded")
    FAILED = "failed", _("not loaded")


class RatingList(models.Model):
    """One list as it was loaded. No record tells of it: it is no data of the club's, and whoever has the file has it
    (docs/decisions/0048)."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="rating_lists")
    """Whose own it is; null = for all clubs here."""
    source = models.CharField(max_length=20)
    """By the values of exchange.rating_lists.Source; empty until it has been opened."""
    pace = models.CharField(max_length=10, choices=Pace, blank=True, default="")
    """Where it has only one; empty for all three."""
    valid_on = models.DateField(null=True)
    """The first day on which it was the newest."""
    state = models.CharField(max_length=10, choices=ListState, default=ListState.WAITING)
    percent = models.PositiveSmallIntegerField(default=0)
    people = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=500, blank=True, default="")
    """Why it could not be loaded, a whole sentence."""
    told = models.JSONField(default=list)
    """Of the lines that were left out."""
    left_out = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()
    """When it was last worked on."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(state__in=ListState.values), name="rating_list_state"),
        ]


class RatingListUpload(models.Model):
    """The file of a list that waits: whatever process takes it up finds it here. Gone once it was read."""

    list = models.OneToOneField(RatingList, on_delete=models.PROTECT, related_name="upload")
    name = models.CharField(max_length=200)
    data = models.BinaryField()
    options = models.JSONField(default=dict)


class ListedRating(models.Model):
    """Up to two million of a list; the columns are those of exchange.rating_lists.ListedPerson, in that order."""

    list = models.ForeignKey(RatingList, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    search = models.BinaryField()
    """The folded name, family name first. As bytes, which both databases sort alike."""
    name = models.CharField(max_length=110)
    federation = models.CharField(max_length=3)
    fide_id = models.PositiveIntegerField(null=True)
    national_id = models.CharField(max_length=20)
    title = models.CharField(max_length=3)
    sex = models.CharField(max_length=10)
    birth_year = models.PositiveSmallIntegerField(null=True)
    rating = models.PositiveSmallIntegerField(null=True)
    rapid_rating = models.PositiveSmallIntegerField(null=True)
    blitz_rating = models.PositiveSmallIntegerField(null=True)
    club = models.CharField(max_length=100)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["list", "search"], name="listed_by_name"),
            models.Index(fields=["list", "federation", "search"], name="listed_by_federation"),
            models.Index(fields=["list", "fide_id"], name="listed_by_fide_id", condition=~models.Q(fide_id=None)),
            models.Index(
                fields=["list", "national_id"], name="listed_by_national_id", condition=~models.Q(national_id="")
            ),
        ]


class ClubRatingStart(models.Model):
    """With what somebody begins in the club's own rating, where it is not the rating with which they were first
    entered: typed by an admin, or what a published list began with."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_starts")
    pace = models.CharField(max_length=10, choices=Pace)
    rating = models.PositiveSmallIntegerField(_("starts with"))
    games = models.PositiveSmallIntegerField(_("rated games before"), default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pace"], name="club_rating_start_once"),
            models.CheckConstraint(condition=models.Q(pace__in=Pace.values), name="club_rating_start_pace"),
        ]


class ClubRatingList(models.Model):
    """A club's own ratings of a day, which later corrections leave as they are."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="own_rating_lists")
    pace = models.CharField(max_length=10, choices=Pace)
    published_on = models.DateField()
    rows = models.JSONField(default=list)
    """[key of the player, rating as reckoned, rated games], the highest first."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(pace__in=Pace.values), name="club_rating_list_pace"),
        ]
