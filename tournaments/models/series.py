"""Series: several tournaments of a season that make one table."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club
from tournaments.models.player import Player
from tournaments.models.season import Season
from tournaments.models.tournament import Tournament


class Series(models.Model):
    """Its options and categories are saved as JSON. Nothing of its table is stored but what was `published`."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="series")
    name = models.CharField(_("name"), max_length=200)
    preset = models.CharField(max_length=60, blank=True)
    options = models.JSONField(default=dict)
    categories = models.JSONField(default=list)
    """In order: name, kind, low, high, at, own_places, prizes, people (keys of players)."""
    play_off = models.JSONField(default=list)
    """Keys of the players of a play-off for the first place, the winner first."""
    prizes = models.JSONField(null=True)
    """As `tournaments.selectors.prizes` writes them; null: as many as the options and categories say,
    without saying what."""
    published = models.JSONField(null=True)
    """The final table as it was published: an ISO instant `at`, and `rows` of player, place and total."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "name"], name="series_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SeriesEvent(models.Model):
    """A tournament in a series, from place 1. It may stand in several series."""

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="series_events")
    position = models.PositiveSmallIntegerField()
    weight = models.CharField(max_length=20, default="1")
    """How many times it counts: an exact number in lowest terms."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["series", "tournament"], name="series_tournament_once"),
        ]


class SeriesBonus(models.Model):
    """Points besides those of the events."""

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="bonuses")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="series_bonuses")
    amount = models.CharField(max_length=20)
    """An exact number in lowest terms."""
    reason = models.CharField(_("reason"), max_length=200)
