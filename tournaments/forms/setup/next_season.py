"""The next season, and which tournaments go on in it under which name."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.setup.seasons import SeasonForm
from tournaments.models import Season
from tournaments.names import clean_name
from tournaments.services.setup.next_season import Prospect, Successor
from tournaments.services.setup.seasons import NewSeason

_YEARS = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:(\s?[-–/]\s?)((?:19|20)?\d\d))?(?!\d)")
"""2026, or two years that follow each other: 2026–27, 2026/2027."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SuccessorRow:
    prospect: Prospect
    goes_on: forms.BoundField | None
    """None where it cannot go on."""
    name: forms.BoundField | None


class NextSeasonForm(SeasonForm):
    """A new season or one that is open already; for each tournament whether it goes on, and its name."""

    use_required_attribute = False

    def __init__(
        self,
        season: Season,
        prospects: Sequence[Prospect],
        data: Mapping[str, Any] | None = None,
    ) -> None:
        others = season.club.seasons.exclude(pk=season.pk)
        self.open_seasons = {str(each.pk): each for each in others.filter(is_open=True).order_by("-starts_on", "-pk")}
        self.prospects = prospects
        taken = set(season.club.seasons.values_list("name", flat=True))
        super().__init__(data, initial=suggested_after(season, taken), label_suffix="")
        later = (key for key, each in self.open_seasons.items() if each.starts_on > season.starts_on)
        self.fields["into"] = forms.ChoiceField(
            label=gettext_lazy("Season of the tournaments that go on"),
            choices=[("", _("a new season")), *((key, each.name) for key, each in self.open_seasons.items())],
            initial=next(later, ""),
            required=False,
        )
        for prospect in self._able():
            key, name = prospect.tournament.pk, prospect.tournament.name
            self.fields[f"goes_on_{key}"] = forms.BooleanField(
                label=name, initial=prospect.tournament.event_id is None, required=False
            )
            self.fields[f"name_{key}"] = forms.CharField(
                label=gettext_lazy("Name in the next season"),
                max_length=200,
                initial=a_year_later(name),
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        if data is not None and data.get("into"):
            for field in ("name", "starts_on", "ends_on"):
                self.fields[field] = forms.CharField(label=self.fields[field].label, required=False)

    def clean(self) -> dict[str, Any]:
        if not self.cleaned_data.get("into"):
            super().clean()
        chosen = [prospect for prospect in self._able() if self.cleaned_data.get(f"goes_on_{prospect.tournament.pk}")]
        if not chosen:
            self.add_error(None, _("Choose at least one tournament that goes on."))
        for prospect in chosen:
            key = f"name_{prospect.tournament.pk}"
            if key in self.cleaned_data and not clean_name(self.cleaned_data[key]):
                self.add_error(key, _("A tournament needs a name that can be read."))
        return self.cleaned_data

    def rows(self) -> Iterator[SuccessorRow]:
        for prospect in self.prospects:
            key = prospect.tournament.pk
            yield SuccessorRow(
                prospect=prospect,
                goes_on=None if prospect.refusal else self[f"goes_on_{key}"],
                name=None if prospect.refusal else self[f"name_{key}"],
            )

    def season(self) -> NewSeason | Season:
        if self.cleaned_data["into"]:
            return self.open_seasons[self.cleaned_data["into"]]
        return NewSeason(**{field: self.cleaned_data[field] for field in ("name", "starts_on", "ends_on")})

    def successors(self) -> list[Successor]:
        return [
            Successor(earlier=prospect.tournament, name=self.cleaned_data[f"name_{prospect.tournament.pk}"])
            for prospect in self._able()
            if self.cleaned_data[f"goes_on_{prospect.tournament.pk}"]
        ]

    def _able(self) -> Iterator[Prospect]:
        return (prospect for prospect in self.prospects if not prospect.refusal)


def suggested_after(season: Season, taken: Collection[str]) -> dict[str, object]:
    """The same season a year later, or the first after that whose name is free."""
    name, first, last = season.name, season.starts_on, season.ends_on
    while name in taken:
        if (later := a_year_later(name)) == name:
            name = ""
            later = ""
        name, first, last = later, _a_year_on(first), _a_year_on(last)
    return {"name": name, "starts_on": first, "ends_on": last}


def a_year_later(text: str) -> str:
    """Every year in it, and every pair of years, one later: Keizer 2026–27 becomes Keizer 2027–28."""
    return _YEARS.sub(_later, text)


def _later(found: re.Match[str]) -> str:
    first, between, second = found.groups()
    year = int(first) + 1
    if second is None:
        return str(year)
    if int(second) % 100 != year % 100:  # no pair of years: a date, a time control
        return f"{year}{between}{second}"
    return f"{year}{between}{str(year + 1)[-len(second) :]}"


def _a_year_on(day: datetime.date) -> datetime.date:
    try:
        return day.replace(year=day.year + 1)
    except ValueError:  # 29 February
        return day.replace(year=day.year + 1, day=28)
