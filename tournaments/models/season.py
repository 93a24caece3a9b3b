"""Seasons: the shelf on which a club's tournaments stand."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.club import Club


class Season(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=100)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    is_open = models.BooleanField(pgettext_lazy("a season", "open"), default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once"),
            models.CheckConstraint(condition=models.Q(starts_on__lte=models.F("ends_on")), name="season_dates"),
        ]

    def __str__(self) -> str:
        return self.name
