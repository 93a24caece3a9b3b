"""A season's name and days."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Season
from tournaments.services.setup.seasons import NewSeason


class SeasonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    starts_on = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    ends_on = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def clean(self) -> dict[str, Any]:
        first, last = self.cleaned_data.get("starts_on"), self.cleaned_data.get("ends_on")
        if first and last and first > last:
            self.add_error("ends_on", _("The last day is before the first."))
        return self.cleaned_data


class SeasonOnTheWayForm(SeasonForm):
    """A season that is opened with its first tournament. A day left empty is the one proposed."""

    def __init__(self, proposed: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(proposed), prefix="season", label_suffix="")
        self.fields["name"].label = _("Season")
        for field in ("starts_on", "ends_on"):
            self.fields[field].required = False

    def clean(self) -> dict[str, Any]:
        for field in ("starts_on", "ends_on"):
            if field in self.cleaned_data and self.cleaned_data[field] is None:
                self.cleaned_data[field] = self.initial[field]
        return super().clean()

    def season(self) -> NewSeason:
        return NewSeason(**self.cleaned_data)


def season_on_the_way(club: Club, data: Mapping[str, Any] | None = None) -> SeasonOnTheWayForm | None:
    """None where one is open already."""
    if club.seasons.filter(is_open=True).exists():
        return None
    proposed = suggested_season(timezone.localdate(), set(club.seasons.values_list("name", flat=True)))
    return SeasonOnTheWayForm(proposed, data)


def suggested_season(today: datetime.date, taken: Collection[str]) -> dict[str, Any]:
    """The one that is on, or the first after it that the club has not opened. Clubs play from autumn to spring."""
    begins = today.year if today.month >= 6 else today.year - 1
    while (name := f"{begins}–{(begins + 1) % 100:02}") in taken:
        begins += 1
    return {
        "name": name,
        "starts_on": datetime.date(begins, 8, 15),
        "ends_on": datetime.date(begins + 1, 6, 15),
    }


def values_of(season: Season) -> dict[str, object]:
    return {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
